# SPDX-License-Identifier: MIT
"""What all stages share: the settings in force, the match, the running game, the hood."""

from mastermind import rules, state
from mastermind.keys import PLACES, UNSEEN

PACES = {"quick": 300, "friendly": 1500, "slow": 4000}


class Table:
    """The table in use. Stages get it, read it and change it; the App owns it.

    What outlives the power is in `memory`, and changes only by what is told to it.
    """

    def __init__(self, settings: dict, mistakes: list, urandom, play, keys, memory):
        self.mistakes = mistakes  # sentences for the console, shown as a look at Welcome
        self.play = play  # play(tune)
        self.keys = keys  # which keys are down
        self.hood_on = None  # None: no hood switch has been seen closed since the start
        self.holes = None  # the `holes.Holes` of a board that has colour sensors
        self.lying = [UNSEEN] * PLACES  # what is in each place, as PLACED tells it
        self.notes: list[str] = []  # sentences about the sensors
        self.hints = settings["hints"]  # off, count or full
        self.pace_ms = PACES[settings["pace"]]  # how long the board thinks about a guess
        self.audits = settings["codemaker_scores"]  # whether a person scores what the board could
        self._helper = settings["helper"]
        self._repeats = settings["board_repeats"]
        self._urandom = urandom
        self._memory, self._state = memory, memory.state
        self._began_ms = None  # when the running game would have begun without pauses
        self._chosen = state.pack_kind(
            *[settings[name] for name in ("level", "hider", "brightness")]
        )
        self.level, self.hider, self.brightness = self._set_up()

    @property
    def stage(self):
        """The stage of the game on the table: "hide", "guess", "reveal", or "" without one."""
        return self._state.stage

    @property
    def hopeless(self):
        """Whether the firmware stops again and again over the game on the table."""
        return self._state.failures >= state.MOST_FAILURES

    @property
    def match(self):
        return self._state.match

    @property
    def game(self):
        return self._state.game

    @property
    def row(self):
        """The holes being chosen, of a row or of the code."""
        return self._state.row

    @property
    def board_hid(self):
        """Whether the board has hidden the code of the game on the table."""
        return self._state.board_hid

    @property
    def round_winner(self):
        """The player who has just won a round by the game on the table."""
        return self._state.round_winner

    @property
    def helps(self):
        """Whether a guess that can't be right is shaken at this level."""
        return self._helper == "always" or self._helper == self.level

    @property
    def hood_lifted(self):
        return self.hood_on is False

    def set_up(self):
        """Level, hider or brightness have changed."""
        self._memory.set_up(self._setup())

    def start_game(self):
        """Begin the next game; the name of the stage that it begins with."""
        code = b""
        if self.match.will_board_hide(self.level, self.hider):
            repeats = self._repeats == "always" or self._repeats == self.level
            code = state.pack_holes(rules.draw_code(self.level, repeats, self._urandom))
        self._memory.tell(state.START, self._setup() + code)
        self._began_ms = None
        return self.stage

    def calibrate(self, where: int, data: bytes):
        """Keep what the sensor of a place has learnt: see `Holes.keep`."""
        self.holes.keep(where, data, self._memory)  # type: ignore[attr-defined]

    def choose(self):
        """The row being chosen has changed."""
        self._memory.choose()

    def hide(self):
        """The row that was chosen is the code."""
        self._memory.tell(state.CODE, state.pack_holes(self.row.code()))

    def take_up(self, now_ms: int):
        """The codebreaker begins, or goes on after a pause."""
        if self._began_ms is None:
            self._began_ms = now_ms - 1000 * self._state.seconds

    def guess(self, now_ms: int):
        """The row that was chosen is checked."""
        seconds = state.number((now_ms - self._began_ms) // 1000, 2)
        self._memory.tell(state.ROW, state.pack_holes(self.row.code(), self.game.helped) + seconds)

    def answer(self, guess, score, now_ms: int):
        """A person has scored the guess of the board."""
        seconds = state.number((now_ms - self._began_ms) // 1000, 2)
        row = state.pack_holes(guess) + seconds + bytes((state.pack_score(score),))
        self._memory.tell(state.ANSWER, row)

    def mend(self, row: int, score):
        """A person has given a row (from 0) another score."""
        self._memory.tell(state.MEND, bytes((row, state.pack_score(score))))

    def slip(self):
        """A person has scored a row wrongly, and may try again."""
        self._memory.tell(state.SLIP, state.number(self.game.slips + 1, 1))

    def settle(self, now_ms: int):
        """The row being chosen is kept at once, for it will not change for a while."""
        self._memory.settle(now_ms, at_once=True)

    def leave_game(self):
        self._memory.tell(state.LEFT)

    def put_away(self):
        """The game that is over has been looked at."""
        self._memory.tell(state.SEEN)

    def new_match(self):
        self._memory.tell(state.RESET)

    def _setup(self):
        kind = state.pack_kind(self.level, self.hider, self.brightness)
        return bytes((kind, self._chosen))

    def _set_up(self):
        """Level, hider and brightness as they were, but for later changes of settings.toml."""
        chosen = self._chosen
        kept = self._state.setup or bytes((chosen, chosen))
        last, before, now = [state.unpack_kind(kind)[:3] for kind in (kept[0], kept[1], chosen)]
        level, hider, brightness = [
            last[at] if now[at] == before[at] else now[at] for at in range(3)
        ]
        if self.stage:  # a game goes on as what it is
            level, hider = self.match.level, self.match.hider
        return level, hider, brightness
