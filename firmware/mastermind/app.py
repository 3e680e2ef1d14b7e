# SPDX-License-Identifier: MIT
"""The game at the table: a board's events in, stage changes, pictures out.

A board is anything with `now()` -> ms, `events()` -> changes (see `keys`), `frame` (57 colours
0xRRGGBB in linear light), `show()` and `play(tune)`. The App has no clock and no pins of its own,
and never asks which board it has.
"""

from mastermind import lights, stages
from mastermind.keys import DOWN, HOOD, LOST, NOTHING, PLACED, UNSEEN, UP, Keys
from mastermind.stages.base import Stage
from mastermind.table import Table

DIM_MS = 5 * 60_000
DARK_MS = 10 * 60_000
DIM_PART = 4  # a dimmed table has a quarter of its light
AWAKE, DIMMED, DARK = 0, 1, 2


class App:
    """Runs the stages on a board; call `step` again and again."""

    def __init__(self, board, settings: dict, mistakes: list, urandom, memory):
        self.board = board
        self.keys = Keys()
        play = board.play if settings["sound"] else _silent
        self.memory = memory
        self.table = Table(settings, mistakes, urandom, play, self.keys, memory)
        self.picture = lights.dark()
        self.rest = AWAKE
        self._lights = lights.Lights(settings["palette"], settings["current_limit_ma"])
        self._shown = [-1] * lights.COUNT
        self._pressed_ms = board.now()
        self._drawn_beat = None
        self._drawn_blink = True
        self.stage = Stage(self.table)
        self._go("start", self._pressed_ms)

    @property
    def secret(self):
        """Whether the code lights show what the codebreaker may not see."""
        return self.stage.SECRET

    def step(self):
        """Take what has happened, let time pass, show a picture that changed; whether it drew."""
        now_ms = self.board.now()
        for event in self.board.events():
            self.take(event, now_ms)
        gesture = self.keys.held(now_ms)
        while gesture:
            self._tell(gesture, now_ms)
            gesture = self.keys.held(now_ms)
        self._go(self.stage.on_tick(now_ms), now_ms)
        self._rest(now_ms)
        drew = self._draw(now_ms)
        self.memory.settle(now_ms)
        return drew

    def take(self, event, now_ms: int):
        """One event of the board or of a host: a woken table takes it for nothing else."""
        self._drawn_beat = None
        if event.kind == LOST:
            self.keys.change(event, now_ms)
        elif event.kind == PLACED:
            self._take_piece(event, now_ms)
        elif event.where == HOOD:
            self._take_hood(event, now_ms)
        elif event.kind in (DOWN, UP):
            self._take_key(event, now_ms)

    def _take_piece(self, event, now_ms: int):
        """An animal that is set or lifted wakes the table and counts, for there it lies.

        A sensor that has just been found over an empty hole has nothing to say.
        """
        before = self.table.lying[event.where]
        self.table.lying[event.where] = event.animal
        if before != UNSEEN and event.animal >= 0:
            self._wake(now_ms)
        if before != UNSEEN or event.animal != NOTHING:
            self._tell(event, now_ms)

    def _take_hood(self, event, now_ms: int):
        self.keys.change(event, now_ms)
        self._wake(now_ms)
        if event.kind == DOWN or self.table.hood_on is not None:
            self.table.hood_on = event.kind == DOWN

    def _take_key(self, event, now_ms: int):
        press = self.keys.change(event, now_ms)
        if event.kind == DOWN and self._wake(now_ms):
            self.keys.spend()
        elif press:
            self._tell(press, now_ms)

    def _wake(self, now_ms: int):
        """Somebody is there; whether that woke the table from its rest."""
        self._pressed_ms = now_ms
        rested = self.rest != AWAKE
        self.rest = AWAKE
        return rested

    def _tell(self, gesture, now_ms: int):
        self._drawn_beat = None
        self._go(self.stage.on_event(gesture, now_ms), now_ms)

    def _go(self, stage, now_ms: int):
        if not stage:
            return
        self.stage = stages.make(stage, self.table) if isinstance(stage, str) else stage
        self.keys.spend()
        self._drawn_beat = None
        self.stage.enter(now_ms)

    def _rest(self, now_ms: int):
        """Dim, then darken a table that nobody touches; a stage may fall back as well."""
        idle_ms = now_ms - self._pressed_ms
        rest = AWAKE if idle_ms < DIM_MS else DIMMED if idle_ms < DARK_MS else DARK
        if rest == self.rest:
            return
        self.rest = rest
        self._drawn_beat = None
        self._go(self.stage.IDLE_STAGE, now_ms)

    def _draw(self, now_ms: int):
        beat = self.stage.beat(now_ms)
        blink_on = now_ms // lights.BLINK_MS % 2 == 0
        blinked = self._lights.blinking and blink_on != self._drawn_blink
        if beat == self._drawn_beat and not blinked:
            return False
        if self._drawn_beat is None:
            self._lights.lift()
        self._drawn_beat, self._drawn_blink = beat, blink_on
        lights.clear(self.picture)
        self.stage.draw(self.picture, now_ms)
        self.stage.flash.draw(self.picture, now_ms)
        frame = self.board.frame
        self._lights.render(self.picture, frame, self._scale(), blink_on)
        if frame != self._shown:
            self._shown[:] = frame
            self.board.show()
        return True

    def _scale(self):
        if self.rest == DARK:
            return 0
        scale = lights.BRIGHTNESS[self.table.brightness]
        return max(1, scale // DIM_PART) if self.rest == DIMMED or self.stage.DIMMED else scale


def _silent(tune: tuple):
    """Sound is off."""
