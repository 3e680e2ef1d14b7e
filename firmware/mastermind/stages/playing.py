# SPDX-License-Identifier: MIT
"""A game: the codemaker hides a code, the codebreaker guesses it row by row."""

from mastermind import lights, rules, stages, tunes
from mastermind.game import contradicted
from mastermind.keys import CHECK, HOLD, MENU, NOTHING, PLACED, PRESS, UNSEEN, UNSURE
from mastermind.stages.base import CODE_LIGHTS, Stage, is_menu_hold, is_press
from mastermind.stages.questions import Leave, Shake

SLICE = 16  # scores a step of a search, so that a step stays short
LEFT_MS = 4000  # how long the number of codes left is shown
EYES_MS = 400


class Choosing(Stage):
    """A stage in which three holes are chosen: what Hide and Guess share."""

    FIRST_PLACE = 0  # where the first of this stage's holes is, as a placed animal names it

    def on_tick(self, now_ms: int):
        """What shows the end of a game is imported before anybody has chosen anything."""
        stages.import_next()

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

    def light_of(self, hole: int):
        """The light of a hole of the row being chosen."""
        raise NotImplementedError

    def lights_of(self, holes):
        return [self.light_of(hole) for hole in holes]

    def checked(self, now_ms: int):
        """All three holes are chosen and `check` was pressed: the next stage."""
        raise NotImplementedError

    def changed(self):
        """A hole has changed: what was said of the row is no longer true."""
        self.flash.stop()
        self.table.choose()

    def take_up_pieces(self):
        """What lies in the holes already is chosen, but for holes that somebody has chosen."""
        holes = self.table.row.holes
        for hole in range(rules.HOLES):
            lies = self.table.lying[self.FIRST_PLACE + hole]
            if holes[hole] == rules.NOT_CHOSEN and 0 <= lies < rules.BLANK:
                self.table.row.place(hole, lies)
                self.table.choose()

    def paint_unsure(self, picture: bytearray):
        """Over the row: the holes in which something lies that is not known for sure."""
        for hole in range(rules.HOLES):
            if self._lies(hole) == UNSURE and self.table.row.holes[hole] == rules.NOT_CHOSEN:
                picture[self.light_of(hole)] = lights.UNSURE

    def _lies(self, hole: int):
        return self.table.lying[self.FIRST_PLACE + hole]

    def _check(self, now_ms: int):
        blank = self._leave_blank()
        missing = self.table.row.not_chosen()
        if missing:
            self.refuse(self.lights_of(missing), now_ms)
        return None if blank or missing else self.checked(now_ms)

    def _leave_blank(self):
        """Whether holes in which a sensor sees nothing have become blanks, as far as there are any.

        They are shown as such first; the next `check` confirms them.
        """
        row, blank = self.table.row, False
        for hole in row.not_chosen():
            if self._lies(hole) == NOTHING and rules.colours(self.table.level) > rules.BLANK:
                row.place(hole, rules.BLANK)
                blank = True
        if blank:
            self._tell(tunes.ASK)
            self.changed()
        return blank

    def _place(self, event, now_ms: int):
        """Another thing lies in a hole than before."""
        hole, what = event.where - self.FIRST_PLACE, event.animal
        if not 0 <= hole < rules.HOLES:
            return
        if what == UNSEEN:  # from now on its button chooses, and what was chosen stays
            self.refuse(self.lights_of([hole]), now_ms)
            return
        if what in (NOTHING, UNSURE):
            self.table.row.empty(hole)
            self._tell(tunes.EMPTY)
        else:
            try:
                self.table.row.place(hole, what)
            except ValueError:
                self.refuse(self.lights_of([hole]), now_ms)
                return
            self._tell(tunes.STEP)
        self.changed()

    def _change(self, event, now_ms: int):
        """A button decides what lies in its hole, if anything does."""
        row, hole = self.table.row, event.where
        if event.kind == PRESS:
            row.step(hole)
            self._tell(tunes.STEP)
        else:
            row.empty(hole)
            self._tell(tunes.EMPTY)
        if self._lies(hole) not in (NOTHING, UNSEEN) and row.holes[hole] < rules.BLANK:
            self.table.lying[self.FIRST_PLACE + hole] = row.holes[hole]
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

    def enter(self, now_ms: int):
        self.take_up_pieces()

    def light_of(self, hole: int):
        return lights.code_light(hole)

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
        self.paint_unsure(picture)


class Guess(Choosing):
    """The codebreaker fills the lowest free row; all rows before it stay lit with their scores."""

    def __init__(self, table):
        super().__init__(table)
        self._search = None  # for the number of codes left, or for a hint
        self._asked = False  # whether the number was asked for in this row
        self._left = 0  # how many codes are left, while that is shown
        self._left_until_ms = 0
        self._answers = 0  # how often a search has changed the picture
        self._doubted = None  # the guess that was shaken: checking it again insists
        self._shake = Shake()
        self._touched = False  # whether anything was changed since the last row was checked

    def enter(self, now_ms: int):
        self.table.take_up(now_ms)
        self.take_up_pieces()

    def on_event(self, event, now_ms: int):
        if is_press(event, MENU):
            return self._ask(now_ms)
        return super().on_event(event, now_ms)

    def on_tick(self, now_ms: int):
        super().on_tick(now_ms)
        if self._search:
            self._go_on(now_ms)
        elif self._left and now_ms >= self._left_until_ms:
            self._left = 0
            self._answers += 1

    def beat(self, now_ms: int):
        beat = super().beat(now_ms) or self._answers
        return self._shake.beat(beat, now_ms)

    def light_of(self, hole: int):
        return lights.guess_light(len(self.table.game.history), hole)

    def changed(self):
        super().changed()
        self._touched = True
        self._forget()

    def checked(self, now_ms: int):
        table, guess = self.table, self.table.row.code()
        if self._is_left_over(guess):
            return self.refuse(self.lights_of(range(rules.HOLES)), now_ms)
        doubt = self._doubt(guess)
        if doubt is not None:
            self._doubted = guess
            self._shake.start((), now_ms)
            self.flash.start(lights.row_lights(doubt), now_ms)
            table.play(tunes.DOUBT)
            return None
        if table.audits and not table.board_hid:
            return "audit"
        table.guess(now_ms)
        if table.game.over:
            return "reveal"
        table.play(tunes.SCORED)
        self._asked = self._touched = False
        self._forget()
        self.take_up_pieces()
        return None

    def draw(self, picture: bytearray, now_ms: int):
        game = self.table.game
        paint_history(picture, game)
        row = len(game.history)
        lights.paint_row(picture, row, self._shake.shifted(self.table.row.holes, now_ms))
        self.paint_unsure(picture)
        if self._left:
            for lit in range(row, min(row + _bar(self._left), rules.ROWS)):
                lights.paint_row(picture, lit, (lights.BAR,) * rules.HOLES)

    def _is_left_over(self, guess):
        """Whether the animals of the last row just lie there still: a finger that pressed twice."""
        history = self.table.game.history
        return not self._touched and bool(history) and guess == history[-1][0]

    def _doubt(self, guess):
        """The row above that rules this guess out, if nobody has insisted on it; or None."""
        table = self.table
        if not table.helps or guess == self._doubted:
            return None
        return contradicted(guess, table.game.history, table.level)

    def _ask(self, now_ms: int):
        """First how many codes are left, then, where hints are allowed, a row that fits."""
        table = self.table
        if table.hints == "off":
            return self.refuse(self.lights_of(range(rules.HOLES)), now_ms)
        from mastermind import codebreaker  # some 10 kB of heap, for those who ask

        fill = self._asked and table.hints == "full"
        wanted = codebreaker.Hint if fill else codebreaker.CodesLeft
        self._asked = True
        self._search = wanted(table.game.history, table.level)

    def _go_on(self, now_ms: int):
        answer = self._search.search(SLICE)
        if answer is None:
            return
        self._search = None
        self._answers += 1
        if isinstance(answer, int):
            self._left, self._left_until_ms = answer, now_ms + LEFT_MS
            self.table.play(tunes.STEP)
        else:
            self._fill(answer)

    def _forget(self):
        """A hint, a doubt or a flash was about a row that is another now."""
        if self._search:
            self._asked = False
        self._search = self._doubted = None
        self._left = 0
        self.flash.stop()
        self._shake.stop()

    def _fill(self, code):
        self.table.row.fill(code)
        self.table.game.helped = True
        self.changed()
        self.table.play(tunes.HINT)


def _bar(codes: int):
    """One row for 1 code, two for 2, three for up to 4, four for up to 8 ..."""
    rows = 1
    while 1 << (rows - 1) < codes:
        rows += 1
    return rows


def paint_history(picture: bytearray, game):
    for row in range(len(game.history)):
        guess, score = game.history[row]
        lights.paint_row(picture, row, guess, score)
