# SPDX-License-Identifier: MIT
"""What outlives the power: the match, the game on the table, how the board was set up. Pure.

The state changes by records alone (a kind and a payload of bytes). The table applies a record when
something happens, and the journal gives the same records back at power-up: so the state after a
power cut can't be another than it was.

All numbers are little endian. A `kind` of game is 1 byte: level (2 bits, lowest), hider (2),
brightness (3), codebreaker (1). Three holes are 2 bytes: 3 bits a hole, the left one lowest, then a
bit for "helped".
"""

from collections import namedtuple

from mastermind import rules
from mastermind.game import Game, Row
from mastermind.match import HIDERS, Match

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
TALLY = 11  # all but the game on the table: see `State.tally`
PLAYED = 12  # a game that is over: see `played`

HIDE, GUESS, REVEAL = "hide", "guess", "reveal"  # where the game on the table stands
MOST_FAILURES = 3  # a game that makes the firmware stop so often in a row is given up
_HELPED = 1 << 9
_NO_LEVEL = 3
_HALF = 1 << 4

Kind = namedtuple("Kind", ("level", "hider", "brightness", "codebreaker"))


class State:
    """A table without its stages; `take` changes it."""

    def __init__(self):
        self.match = Match()
        self.stage = ""  # HIDE, GUESS, REVEAL, or none where no game is on the table
        self.game: Game = None
        self.row: Row = None  # what is being chosen
        self.round_winner = None  # the player who has won a round by the game on the table
        self.seconds = 0  # how long the game had been played at its last row
        self.setup = None  # bytes of SETUP, once something was changed
        self.played = 0  # games that are over
        self.games_read = 0
        self.error = ""
        self.failures = 0  # errors since anything else happened
        self.before = b""  # the tally as it was when the game on the table began

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

    def tally(self):
        """The payload of TALLY, 15 bytes.

        SETUP (or two zeros), rounds won by each player (2 bytes each), rows that each needed last,
        level and hider of the match and whether half a round is played, games played (3 bytes) and
        read (3 bytes).
        """
        match = self.match
        level = rules.LEVELS.index(match.level) if match.level else _NO_LEVEL
        flags = level | HIDERS.index(match.hider) << 2 | (_HALF if match.half else 0)
        one, two = match.rounds_won
        return (
            (self.setup or bytes(2))
            + number(one, 2)
            + number(two, 2)
            + bytes(match.last_rows)
            + bytes((flags,))
            + number(self.played, 3)
            + number(self.games_read, 3)
        )

    def choice(self):
        """The payload of CHOICE."""
        return pack_holes(self.row.holes, self.game is not None and self.game.helped)

    def _take_setup(self, payload: bytes):
        if len(payload) != 2 or not all(unpack_kind(kind) for kind in payload):
            return False
        self.setup = payload
        return True

    def _take_start(self, payload: bytes):
        kind = unpack_kind(payload[0])
        before = self.tally()
        game = Game(kind.level, unpack_holes(payload[2:])) if len(payload) == 4 else None
        if len(payload) not in (2, 4) or not self._take_setup(payload[:2]):
            return False
        self.match.prepare(kind.level, kind.hider)
        self.before = before
        self.seconds, self.round_winner = 0, None
        self.game, self.row = game, Row(kind.level)
        self.stage = GUESS if game else HIDE
        return True

    def _take_code(self, payload: bytes):
        if self.stage != HIDE or len(payload) != 2:
            return False
        self.game = Game(self.match.level, unpack_holes(payload))
        self.row, self.stage = Row(self.match.level), GUESS
        return True

    def _take_choice(self, payload: bytes):
        if self.stage not in (HIDE, GUESS) or len(payload) != 2:
            return False
        row = Row(self.match.level)
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
        self.seconds = number_of(payload[2:])
        self.row = Row(game.level)
        if game.over:
            self.round_winner = self.match.record(game.rows_needed)
            self.played += 1
            self.stage = REVEAL
        return True

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
        if len(payload) != 15 or hider >= len(HIDERS) or games_read > played:
            return False
        if payload[:2] != bytes(2) and not self._take_setup(payload[:2]):
            return False
        match = self.match
        match.rounds_won = [number_of(payload[2:4]), number_of(payload[4:6])]
        match.last_rows = list(payload[6:8])
        match.level = rules.LEVELS[level] if level != _NO_LEVEL else None
        match.hider, match.half = HIDERS[hider], bool(payload[8] & _HALF)
        self.played, self.games_read = played, games_read
        return True

    def _take_played(self, payload: bytes):
        """Counted in the tally already; `played` reads it."""
        return len(payload) >= 10


_TAKERS = {
    SETUP: State._take_setup,
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
}


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
    """The Kind of a byte; ValueError or IndexError for one that there is not."""
    brightness = byte >> 4 & 7
    if not 1 <= brightness <= 5:
        raise ValueError("There are five brightnesses.")
    return Kind(rules.LEVELS[byte & 3], HIDERS[byte >> 2 & 3], brightness, byte >> 7)


def pack_holes(holes, helped: bool = False):
    packed = holes[0] | holes[1] << 3 | holes[2] << 6
    return number(packed | _HELPED if helped else packed, 2)


def unpack_holes(data: bytes):
    """The 3 holes in the first two bytes of `data`."""
    packed = data[0] | data[1] << 8
    return (packed & 7, packed >> 3 & 7, packed >> 6 & 7)


def is_helped(data: bytes):
    return bool(number_of(data[:2]) & _HELPED)
