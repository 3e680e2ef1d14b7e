# SPDX-License-Identifier: MIT
"""A game: the codemaker hides a code, the codebreaker guesses it row by row."""

from mastermind import lights, rules, tunes
from mastermind.codebreaker import Hint, contradicted
from mastermind.keys import CHECK, HOLD, MENU, PLACED, PRESS
from mastermind.stages.base import CODE_LIGHTS, Flash, Leave, Stage, is_menu_hold, is_press

HINT_SLICE = 8  # codes tried a step, so that a step stays short
EYES_MS = 400


class Choosing(Stage):
    """A stage in which three holes are chosen: what Hide and Guess share."""

    FIRST_PLACE = 0  # where the first of this stage's holes is, as a placed animal names it

    def on_event(self, event, now_ms: int):
        if is_menu_hold(event):
            return Leave(self.table, self)
        if is_press(event, CHECK):
            return self._check(now_ms)
        if event.kind == PLACED:
            self._place(event, now_ms)
        elif event.where < rules.HOLES and event.kind in (PRESS, HOLD):
            self._change(event, now_ms)
        else:
            super().on_event(event, now_ms)
        return None

    def lights_of(self, holes):
        """The lights of the given holes of the row being chosen."""
        raise NotImplementedError

    def checked(self, now_ms: int):
        """All three holes are chosen and `check` was pressed: the next stage."""
        raise NotImplementedError

    def changed(self):
        """A hole has changed: what was said of the row is no longer true."""
        self.flash.stop()
        self.table.choose()

    def _check(self, now_ms: int):
        missing = self.table.row.not_chosen()
        if missing:
            self.refuse(self.lights_of(missing), now_ms)
            return None
        return self.checked(now_ms)

    def _place(self, event, now_ms: int):
        hole = event.where - self.FIRST_PLACE
        if not 0 <= hole < rules.HOLES:
            return
        try:
            self.table.row.place(hole, event.animal)
        except ValueError:
            self.refuse(self.lights_of([hole]), now_ms)
            return
        self._tell(tunes.STEP)
        self.changed()

    def _change(self, event, now_ms: int):
        if event.kind == PRESS:
            self.table.row.step(event.where)
            self._tell(tunes.STEP)
        else:
            self.table.row.empty(event.where)
            self._tell(tunes.EMPTY)
        self.changed()

    def _tell(self, tune: tuple):
        """A code is chosen in silence: whoever counts the tones would know the animals."""
        if not self.SECRET:
            self.table.play(tune)


class Hide(Choosing):
    """The codemaker chooses the code in the code holes while the codebreaker's eyes are closed."""

    BEAT_MS = EYES_MS
    SECRET = True
    FIRST_PLACE = rules.HOLES

    def on_event(self, event, now_ms: int):
        if not self.table.hood_lifted or is_menu_hold(event):
            return super().on_event(event, now_ms)
        if event.kind != HOLD:
            self.refuse(CODE_LIGHTS, now_ms)
        return None

    def lights_of(self, holes):
        return [lights.code_light(hole) for hole in holes]

    def checked(self, now_ms: int):
        self.table.hide()
        self.table.play(tunes.HIDDEN)
        return "guess"

    def draw(self, picture: bytearray, now_ms: int):
        """Eyelids close and open over the grid in the colour of the player who must not look."""
        if self.table.hood_lifted:
            lights.paint_row(picture, rules.ROWS - 1, (lights.HOOD,) * rules.HOLES)
            return
        look = lights.TWO if self.table.match.codebreaker else lights.ONE
        closed = now_ms // EYES_MS % 8
        closed = closed if closed <= 4 else 8 - closed
        for row in range(rules.ROWS):
            if min(row, rules.ROWS - 1 - row) <= closed:
                lights.paint_row(picture, row, (look,) * rules.HOLES)
        lights.paint_code(picture, self.table.row.holes)


class Guess(Choosing):
    """The codebreaker fills the lowest free row; all rows before it stay lit with their scores."""

    def __init__(self, table):
        super().__init__(table)
        self._hint = None  # a search that goes on
        self._doubted = None  # the guess that was shaken: checking it again insists
        self._shake = Shake()

    def enter(self, now_ms: int):
        self.table.take_up(now_ms)

    def on_event(self, event, now_ms: int):
        if is_press(event, MENU):
            self._hint = Hint(self.table.game.history, self.table.level)
            return None
        return super().on_event(event, now_ms)

    def on_tick(self, now_ms: int):
        if self._hint:
            code = self._hint.search(HINT_SLICE)
            if code:
                self._fill(code)

    def beat(self, now_ms: int):
        shaken = self._shake.step(now_ms)
        return super().beat(now_ms) if shaken < 0 else -100 - shaken

    def lights_of(self, holes):
        row = len(self.table.game.history)
        return [lights.guess_light(row, hole) for hole in holes]

    def changed(self):
        super().changed()
        self._forget()

    def checked(self, now_ms: int):
        table, guess = self.table, self.table.row.code()
        if self._doubts(guess):
            self._doubted = guess
            self._shake.start((), now_ms)
            table.play(tunes.DOUBT)
            return None
        table.guess(now_ms)
        if table.game.over:
            return "reveal"
        table.play(tunes.SCORED)
        self._forget()
        return None

    def draw(self, picture: bytearray, now_ms: int):
        paint_history(picture, self.table.game)
        row = len(self.table.game.history)
        lights.paint_row(picture, row, self._shake.shifted(self.table.row.holes, now_ms))

    def _doubts(self, guess):
        """Whether the rows so far rule this guess out, and nobody has insisted on it."""
        table = self.table
        if not table.helps or guess == self._doubted:
            return False
        return contradicted(guess, table.game.history, table.level) is not None

    def _forget(self):
        """A hint, a doubt or a flash was about a row that is another now."""
        self._hint = self._doubted = None
        self.flash.stop()
        self._shake.stop()

    def _fill(self, code):
        self.table.row.fill(code)
        self.table.game.helped = True
        self.changed()
        self.table.play(tunes.HINT)


class Shake(Flash):
    """A row moves left, back, right and back: "that can't be right"."""

    STEP_MS = 170

    def shifted(self, holes, now_ms: int):
        """The looks of the row's holes at this moment of the shake."""
        step = self.step(now_ms)
        if step == 0:
            return (holes[1], holes[2], lights.OFF)
        if step == 2:
            return (lights.OFF, holes[0], holes[1])
        return holes


def paint_history(picture: bytearray, game):
    for row in range(len(game.history)):
        guess, score = game.history[row]
        lights.paint_row(picture, row, guess, score)
