# SPDX-License-Identifier: MIT
"""What outlives the power: the match, the game on the table, how the board was set up. Pure.

The state changes by records alone (a kind and a payload of bytes). The table applies a record when
something happens, and the journal gives the same records back at power-up: so the state after a
power cut can't be another than it was.

All numbers are little endian. A `kind` of game is 1 byte: level (2 bits, lowest), hider (2),
brightness (3), codebreaker (1). Three holes are 2 bytes: 3 bits a hole, the left one lowest, then a
bit for "helped". A score is 1 byte: red (4 bits, lowest), white (4).
"""

from mastermind import rules
from mastermind.match import AGAINST_BOARD, HIDERS, Match

# The records and their payloads.
SETUP = 1  # the kind of game at the table, the one in settings.toml
START = 2  # as SETUP; and the code, where the board hides it
CODE = 3  # the code that a friend has hidden
CHOICE = 4  # the row, or in Hide the code, being chosen
ROW = 5  # a row that was checked; seconds since the game began (2 bytes)
LEFT = 6  # the game was left
SEEN = 7  # the code was shown, and the game is put away
RESET = 8  # a new match
READ = 9  # how many games the host has read (3 bytes)
ERROR = 10  # what the firmware stopped for, as text
TALLY = 11  # all but the game on the table: see `carry.tally`
PLAYED = 12  # a game that is over: see `played`
ANSWER = 13  # a row of the board: as ROW, and the score that a person gave it
MEND = 14  # a row (from 0), its new score
SLIP = 15  # how many rows a person scored wrongly at first, in this game
HOLE = (
    16  # a place (1 byte, as in `keys`), what its sensor has learnt: see `calibration`; or nothing
)

# Where the game on the table stands. At ANSWER the board guesses.
HIDE, GUESS, ANSWERING, REVEAL = "hide", "guess", "answer", "reveal"
MOST_FAILURES = 3  # a game that makes the firmware stop so often in a row is given up
_HELPED = 1 << 9
NO_LEVEL = 3
HALF = 1 << 4


class State:
    """A table without its stages; `take` changes it."""

    def __init__(self):
        self.match = Match()
        self.stage = ""  # HIDE, GUESS, ANSWERING, REVEAL, or none where no game is on the table
        self.board_hid = False  # the code of the game on the table
        self.game = None
        self.row = None  # what is being chosen
        self.round_winner = None  # the player who has won a round by the game on the table
        self.seconds = 0  # how long the game had been played at its last row
        self.setup = None  # bytes of SETUP, once something was changed
        self.played = 0  # games that are over
        self.games_read = 0
        self.error = ""
        self.failures = 0  # errors since anything else happened
        self.before = b""  # see `memory.replay`
        self.calibrations: list = [None] * (2 * rules.HOLES)  # of each place, in bytes

    def take(self, kind: int, payload: bytes):
        """Apply one record; whether it made sense. If not, nothing has changed."""
        taker = _TAKERS.get(kind)
        try:
            taken = taker is not None and taker(self, payload)
        except (IndexError, ValueError):  # too short, or a code that the level has not
            return False
        if taken:
            self.failures = self.failures + 1 if kind == ERROR else 0
        return taken

    @property
    def by_hand(self):
        """Whether the game on the table has its code in a head, and scores from a person."""
        return self.match.hider == AGAINST_BOARD and not self.board_hid

    def choice(self):
        """The payload of CHOICE."""
        return pack_holes(self.row.holes, self.game is not None and self.game.helped)

    def _take_bars(self, payload: bytes):
        return not self.stage and self._take_setup(payload)

    def _take_setup(self, payload: bytes):
        if len(payload) != 2 or not all(unpack_kind(kind) for kind in payload):
            return False
        self.setup = payload
        return True

    def _take_start(self, payload: bytes):
        level, hider, _, _ = unpack_kind(payload[0])
        game = _new_game(level, unpack_holes(payload[2:])) if len(payload) == 4 else None
        if len(payload) not in (2, 4) or not self._take_setup(payload[:2]):
            return False
        self.match.prepare(level, hider)
        self.seconds, self.round_winner = 0, None
        self.game, self.row = game, _new_row(level)
        self.board_hid = game is not None
        self.stage = GUESS if game else HIDE
        if hider == AGAINST_BOARD and not game:
            self.game, self.stage = _new_game(level), ANSWERING
        return True

    def _take_code(self, payload: bytes):
        if self.stage != HIDE or len(payload) != 2:
            return False
        self.game = _new_game(self.match.level, unpack_holes(payload))
        self.row, self.stage = _new_row(self.match.level), GUESS
        return True

    def _take_choice(self, payload: bytes):
        if self.stage not in (HIDE, GUESS) or len(payload) != 2:
            return False
        row = _new_row(self.match.level)
        for hole, animal in enumerate(unpack_holes(payload)):
            if animal != rules.NOT_CHOSEN:
                row.place(hole, animal)
        self.row = row
        if is_helped(payload) and self.game:
            self.game.helped = True
        return True

    def _take_row(self, payload: bytes):
        if self.stage != GUESS or len(payload) != 4:
            return False
        game = self.game
        game.guess(unpack_holes(payload))
        game.helped = game.helped or is_helped(payload)
        self._after_row(payload[2:])
        return True

    def _take_answer(self, payload: bytes):
        if self.stage != ANSWERING or len(payload) != 5:
            return False
        self.game.answer(unpack_holes(payload), unpack_score(payload[4]))
        self._after_row(payload[2:4])
        return True

    def _take_mend(self, payload: bytes):
        if self.stage != ANSWERING or len(payload) != 2:
            return False
        self.game.mend(payload[0], unpack_score(payload[1]))
        self._after_row(number(self.seconds, 2))
        return True

    def _take_slip(self, payload: bytes):
        if self.stage != GUESS or len(payload) != 1:
            return False
        self.game.slips = payload[0]
        return True

    def _after_row(self, seconds: bytes):
        game = self.game
        self.seconds = number_of(seconds)
        self.row = _new_row(game.level)
        if game.over:
            if game.broken and game.code is None:
                game.code = game.history[-1][0]
            self.round_winner = self.match.record(game.rows_needed)
            self.played += 1
            self.stage = REVEAL

    def _take_end(self, payload: bytes):
        if not self.stage or payload:
            return False
        self.game = self.row = None
        self.stage = ""
        return True

    def _take_reset(self, payload: bytes):
        if payload or self.stage:
            return False
        self.match.reset()
        return True

    def _take_read(self, payload: bytes):
        if len(payload) != 3 or number_of(payload) > self.played:
            return False
        self.games_read = number_of(payload)
        return True

    def _take_error(self, payload: bytes):
        self.error = str(payload, "utf-8")
        return True

    def _take_tally(self, payload: bytes):
        level, hider = payload[8] & 3, payload[8] >> 2 & 3
        played, games_read = number_of(payload[9:12]), number_of(payload[12:])
        if self.stage or len(payload) != 15 or hider >= len(HIDERS) or games_read > played:
            return False
        if payload[:2] != bytes(2) and not self._take_setup(payload[:2]):
            return False
        match = self.match
        match.rounds_won = [number_of(payload[2:4]), number_of(payload[4:6])]
        match.last_rows = list(payload[6:8])
        match.level = rules.LEVELS[level] if level != NO_LEVEL else None
        match.hider, match.half = HIDERS[hider], bool(payload[8] & HALF)
        self.played, self.games_read = played, games_read
        return True

    def _take_hole(self, payload: bytes):
        self.calibrations[payload[0]] = payload[1:] or None
        return True

    def _take_played(self, payload: bytes):
        """Counted in the tally already; `played` reads it."""
        return len(payload) >= 10


_TAKERS = {
    SETUP: State._take_bars,
    START: State._take_start,
    CODE: State._take_code,
    CHOICE: State._take_choice,
    ROW: State._take_row,
    LEFT: State._take_end,
    SEEN: State._take_end,
    RESET: State._take_reset,
    READ: State._take_read,
    ERROR: State._take_error,
    TALLY: State._take_tally,
    PLAYED: State._take_played,
    ANSWER: State._take_answer,
    MEND: State._take_mend,
    SLIP: State._take_slip,
    HOLE: State._take_hole,
}


def _new_game(level: str, code=None):
    """Imported with the first game: Welcome is lit sooner without it."""
    from mastermind.game import Game

    return Game(level, code)


def _new_row(level: str):
    from mastermind.game import Row

    return Row(level)


def number(value: int, count: int):
    """`value`, cut to what `count` bytes hold, as bytes."""
    value = min(value, (1 << 8 * count) - 1)
    return bytes([value >> 8 * place & 255 for place in range(count)])


def number_of(data: bytes):
    return sum([byte << 8 * place for place, byte in enumerate(data)])


def pack_kind(level: str, hider: str, brightness: int, codebreaker: int = 0):
    level_number, hider_number = rules.LEVELS.index(level), HIDERS.index(hider)
    return level_number | hider_number << 2 | brightness << 4 | codebreaker << 7


def unpack_kind(byte: int):
    """(level, hider, brightness, codebreaker); ValueError or IndexError for a byte that is none."""
    brightness = byte >> 4 & 7
    if not 1 <= brightness <= 5:
        raise ValueError("There are five brightnesses.")
    return rules.LEVELS[byte & 3], HIDERS[byte >> 2 & 3], brightness, byte >> 7


def pack_holes(holes, helped: bool = False):
    packed = holes[0] | holes[1] << 3 | holes[2] << 6
    return number(packed | _HELPED if helped else packed, 2)


def unpack_holes(data: bytes):
    """The 3 holes in the first two bytes of `data`."""
    packed = data[0] | data[1] << 8
    return (packed & 7, packed >> 3 & 7, packed >> 6 & 7)


def pack_score(score):
    return score[0] | score[1] << 4


def unpack_score(byte: int):
    return rules.Score(byte & 15, byte >> 4)


def is_helped(data: bytes):
    return bool(number_of(data[:2]) & _HELPED)
