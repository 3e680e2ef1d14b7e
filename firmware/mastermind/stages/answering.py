# SPDX-License-Identifier: MIT
"""The board guesses a code that somebody keeps in the head, and a person scores its rows."""

from mastermind import lights, rules, tunes
from mastermind.codebreaker import BestGuess, DoubtfulRows
from mastermind.keys import CHECK, LEFT, MENU, PRESS, RIGHT
from mastermind.stages.base import Stage, is_menu_hold, is_press
from mastermind.stages.questions import Leave
from mastermind.stages.scoring import Scoring

SLICE = 32  # scores a step of a search: nobody chooses an animal meanwhile
WAITING = (rules.NOT_CHOSEN,) * rules.HOLES


class Answer(Scoring):
    """The board thinks, lights its guess, and waits for the score."""

    def __init__(self, table):
        super().__init__(table)
        self._search = None
        self._found = None  # the guess that it will light
        self._shown = None  # the guess that it has lit
        self._due_ms = 0

    def enter(self, now_ms: int):
        self.table.take_up(now_ms)
        if not self._shown:
            self._think(now_ms)

    def guess(self):
        return self._shown or WAITING

    def on_event(self, event, now_ms: int):
        if self._shown or is_menu_hold(event):
            return super().on_event(event, now_ms)
        return Stage.on_event(self, event, now_ms)

    def on_tick(self, now_ms: int):
        """The stage Mend, where no code fits the scores."""
        if self._search:
            try:
                self._found = self._search.search(SLICE)
            except ValueError:
                return "mend"
            if self._found:
                self._search = None
        elif not self._shown and now_ms >= self._due_ms:
            self._shown, self.entering = self._found, True
            self.table.play(tunes.HINT)
        return None

    def scored(self, score, now_ms: int):
        self.table.answer(self._shown, score, now_ms)
        if self.table.game.over:
            return "reveal"
        self.table.play(tunes.SCORED)
        self.clear()
        self._think(now_ms)
        return None

    def beat(self, now_ms: int):
        return super().beat(now_ms) or (1 if self._shown else 0)

    def paint_entry(self, picture: bytearray, row: int):
        if self._shown:
            super().paint_entry(picture, row)

    def _think(self, now_ms: int):
        table = self.table
        self._search = BestGuess(table.game.history, table.level)
        self._found = self._shown = None
        self.entering = False
        self._due_ms = now_ms + table.pace_ms


class Mend(Scoring):
    """No code fits the scores: a person looks through the rows and scores one anew.

    The rows that are most likely wrong flash, and come first. `left` goes on to the next row,
    `right` back, `check` opens it: then its score is entered as ever, or `menu` leaves it as it is.
    """

    BEAT_MS = lights.BLINK_MS

    def __init__(self, table):
        super().__init__(table)
        self._search = DoubtfulRows(table.game.history, table.level)
        self._order: tuple = ()
        self._at = 0
        self.entering = False

    def scored_row(self):
        return self._order[self._at] if self._order else 0

    def guess(self):
        return self.table.game.history[self.scored_row()][0]

    def on_event(self, event, now_ms: int):
        if is_menu_hold(event):
            return Leave(self.table, self)
        if self.entering and is_press(event, MENU):
            self.entering = False
        elif self.entering:
            return super().on_event(event, now_ms)
        elif self._order and event.kind == PRESS and event.where in (LEFT, RIGHT, CHECK):
            self._walk(event.where)
        else:
            return Stage.on_event(self, event, now_ms)
        return None

    def on_tick(self, now_ms: int):
        if self._search:
            found = self._search.search(SLICE)
            if found:
                self._search = None
                self._order, few = found
                doubted = [light for row in self._order[:few] for light in lights.row_lights(row)]
                self.flash.start(doubted, now_ms)
                self.table.play(tunes.DOUBT)

    def scored(self, score, now_ms: int):
        """A row that was right leads to the next one."""
        if score == self.table.game.history[self.scored_row()][1]:
            self.entering = False
            self._walk(LEFT)
            return None
        self.table.mend(self.scored_row(), score)
        if self.table.game.over:
            return "reveal"
        self.table.play(tunes.SCORED)
        return "answer"

    def draw(self, picture: bytearray, now_ms: int):
        """The row that is looked at blinks; once it is open, its pegs do."""
        super().draw(picture, now_ms)
        if not self.entering and self._order and now_ms // lights.BLINK_MS & 1:
            for light in lights.row_lights(self.scored_row()):
                picture[light] = lights.OFF

    def paint_entry(self, picture: bytearray, row: int):
        if self.entering:
            super().paint_entry(picture, row)

    def _walk(self, key: int):
        self.table.play(tunes.STEP)
        self.flash.stop()
        if key == CHECK:
            self.entering = True
            self.clear()
        else:
            self._at = (self._at + (1 if key == LEFT else -1)) % len(self._order)
