# SPDX-License-Identifier: MIT
"""A person scores a row by hand: `left` adds a red, `middle` a white, `right` takes all back."""

from mastermind import lights, rules, tunes
from mastermind.keys import CHECK, LEFT, MENU, MIDDLE, PRESS, RIGHT
from mastermind.stages.base import Stage, is_menu_hold, is_press
from mastermind.stages.playing import paint_history
from mastermind.stages.questions import Leave, Shake


class Scoring(Stage):
    """A stage in which the score of one row is entered, and may change until `check`."""

    entering = True

    def __init__(self, table):
        super().__init__(table)
        self.red = self.white = 0

    def scored_row(self):
        return len(self.table.game.history)

    def guess(self):
        """What stands in the guess holes of that row."""
        raise NotImplementedError

    def scored(self, score, now_ms: int):
        """The score was entered and `check` pressed: the next stage, or None."""
        raise NotImplementedError

    def on_event(self, event, now_ms: int):
        if is_menu_hold(event):
            return Leave(self.table, self)
        if is_press(event, CHECK):
            return self.scored(rules.Score(self.red, self.white), now_ms)
        if event.kind == PRESS and event.where in (LEFT, MIDDLE, RIGHT):
            self._enter(event.where, now_ms)
            return None
        return super().on_event(event, now_ms)

    def draw(self, picture: bytearray, now_ms: int):
        paint_history(picture, self.table.game)
        self.paint_entry(picture, self.scored_row())
        lights.paint_row(picture, self.scored_row(), self.guess())

    def paint_entry(self, picture: bytearray, row: int):
        """The pegs entered so far; those that may still come blink."""
        for peg in range(rules.HOLES):
            look = lights.RED if peg < self.red else lights.WHITE
            entered = peg < self.red + self.white
            picture[lights.score_light(row, peg)] = look if entered else rules.NOT_CHOSEN

    def clear(self):
        self.red = self.white = 0

    def _enter(self, key: int, now_ms: int):
        red, white = self.red + (key == LEFT), self.white + (key == MIDDLE)
        if key == RIGHT:
            self.clear()
            self.table.play(tunes.EMPTY)
        elif rules.can_score(red, white, self.table.level):
            self.red, self.white = red, white
            self.table.play(tunes.STEP)
        else:
            row = self.scored_row()
            self.refuse([lights.score_light(row, peg) for peg in range(rules.HOLES)], now_ms)


class Audit(Scoring):
    """The codemaker scores the codebreaker's row, and the board knows better.

    A wrong score shakes and is taken back; `menu` tells the right one.
    """

    def __init__(self, table):
        super().__init__(table)
        self._shake = Shake()

    def enter(self, now_ms: int):
        self.table.settle(now_ms)

    def guess(self):
        return self.table.row.code()

    def on_event(self, event, now_ms: int):
        if is_press(event, MENU):
            self.red, self.white = self._right()
            self.table.play(tunes.HINT)
            return None
        return super().on_event(event, now_ms)

    def scored(self, score, now_ms: int):
        if score != self._right():
            self.table.slip()
            self.clear()
            self._shake.start((), now_ms)
            self.table.play(tunes.DOUBT)
            return None
        self.table.guess(now_ms)
        if self.table.game.over:
            return "reveal"
        self.table.play(tunes.SCORED)
        return "guess"

    def beat(self, now_ms: int):
        return self._shake.beat(super().beat(now_ms), now_ms)

    def draw(self, picture: bytearray, now_ms: int):
        super().draw(picture, now_ms)
        lights.paint_row(picture, self.scored_row(), self._shake.shifted(self.guess(), now_ms))

    def _right(self):
        return rules.score(self.table.game.code, self.guess(), self.table.level)
