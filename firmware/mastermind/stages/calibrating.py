# SPDX-License-Identifier: MIT
"""Calibration on the board alone: its lights lead, and the holes learn their animals.

Each hole that has a sensor says what shall lie there, the guess holes in row 1, the code holes in
the code lights: grey is nothing, white is paper. It blinks until `check` has measured it, and
lights run through the rows above, to the hole, or away from it where all is to be taken off. What
could not be measured flashes, and blinks on. One more score light is lit at each step.
"""

from mastermind import calibrating, lights, rules, tunes
from mastermind.calibration import READ_MS
from mastermind.keys import CHECK, MENU, PLACES
from mastermind.lesson import DONE, FIRST_ANIMALS, MEASURING, Lesson
from mastermind.stages.base import Stage, is_menu_hold, is_press
from mastermind.stages.questions import Question

FIND_MS, FOUND_MS = 4000, 1500  # until there is a sensor; until no more of them are to come
SWITCHED_MS = 500  # how often a reading is new where the sensors' own lights are switched
CHEER_MS, FLASH_MS = 3000, 1000
NO_SENSORS = "No sensor answers: there is nothing to calibrate."
NO_ROOM = "The memory needs room: unplug the board, plug it in, and calibrate again."


class Calibrate(Stage):
    """Leads through a Lesson; `menu` goes back a step, and held leaves with nothing changed."""

    BEAT_MS = 250

    def __init__(self, table):
        super().__init__(table)
        self.IDLE_STAGE = "resume" if table.stage else "welcome"  # what follows in any case
        self.lesson = None  # once it is known which holes have a sensor
        self.learnt = None  # once the lesson is over: each hole's calibration
        self._seen, self._since_ms = 0, 0  # so many have one, since then
        self._due_ms = 0
        self._end_ms = 0  # when it is over
        self._cheers = False

    def enter(self, now_ms: int):
        self._since_ms = now_ms
        if self.learnt:
            self._keep(now_ms)

    def on_event(self, event, now_ms: int):
        if is_menu_hold(event):
            self.table.play(tunes.NO)
            return self.IDLE_STAGE
        if self.lesson and not self._end_ms:
            if is_press(event, CHECK):
                self.lesson.begin()
                self.table.play(tunes.STEP)
            elif is_press(event, MENU):
                self.lesson.back()
                self.table.play(tunes.EMPTY)
            else:
                super().on_event(event, now_ms)
        return None

    def on_tick(self, now_ms: int):
        if self._end_ms:
            return self.IDLE_STAGE if now_ms >= self._end_ms else None
        if now_ms < self._due_ms:
            return None
        holes = self.table.holes
        self._due_ms = now_ms + (SWITCHED_MS if holes and holes.switched else READ_MS)
        if not self.lesson:
            return self._find(holes.raw if holes else (), now_ms)
        return self._measure(holes, now_ms)

    def draw(self, picture: bytearray, now_ms: int):
        beat = now_ms // self.BEAT_MS
        if self._cheers:
            for hole in range(rules.HOLES):
                picture[lights.guess_light((beat + 2 * hole) % rules.ROWS, hole)] = lights.CHEER
            return
        lesson = self.lesson
        for row in range(lesson.step + 1 if lesson else 1):
            picture[lights.score_light(row, 0)] = lights.BAR
        for where in lesson.places if lesson else ():
            self._draw_place(picture, where, beat)

    def _draw_place(self, picture: bytearray, where: int, beat: int):
        wanted, state = self.lesson.wanted(where), self.lesson.state(where)
        empty = wanted == calibrating.EMPTY
        look = lights.WHITE if wanted == calibrating.WHITE else wanted
        if state == DONE and empty:
            return
        if state in (DONE, MEASURING) or beat // 2 % 2 == 0:  # in step with looks that blink
            picture[_light(where)] = look
        if state not in (DONE, MEASURING) and where < rules.HOLES:
            row = 1 + beat % 8 if empty else 8 - beat % 8
            picture[lights.guess_light(row, where)] = lights.BAR if empty else look

    def _find(self, raw, now_ms: int):
        seen = [where for where in range(len(raw)) if raw[where]]
        if len(seen) != self._seen:
            self._seen, self._since_ms = len(seen), now_ms
        elif now_ms - self._since_ms >= (FOUND_MS if seen else FIND_MS):
            self.lesson = Lesson(seen)
            if not seen:
                self._fail(NO_SENSORS, now_ms)

    def _measure(self, holes, now_ms: int):
        lesson = self.lesson
        measuring = [where for where in lesson.places if lesson.state(where) == MEASURING]
        for where in measuring:
            raw = holes.raw[where]
            if raw:
                lesson.take(where, *raw)
            else:
                lesson.lose(where)
        if not measuring or MEASURING in [lesson.state(where) for where in measuring]:
            return None
        if not lesson.measured:
            wrong = [where for where in lesson.places if lesson.fault(where)]
            return self.refuse([_light(where) for where in wrong], now_ms)
        self.table.play(tunes.SCORED)
        lesson.next()
        return self._learn(holes.wiring, now_ms) if lesson.over else None

    def _learn(self, wiring: int, now_ms: int):
        samples = self.lesson.samples
        try:
            learnt, pairs = calibrating.learn(samples, wiring), calibrating.alike(samples)
        except ValueError as error:
            return self._fail(str(error), now_ms)
        if pairs:
            return Alike(self.table, self, learnt, pairs)
        self.learnt = learnt
        return self._keep(now_ms)

    def _keep(self, now_ms: int):
        try:
            for where, data in self.learnt.items():
                self.table.calibrate(where, data)
        except OSError:
            return self._fail(NO_ROOM, now_ms)
        self.table.play(tunes.BROKEN)
        self._cheers, self._end_ms = True, now_ms + CHEER_MS
        return None

    def _fail(self, sentence: str, now_ms: int):
        """It ends, nothing is kept, and Welcome shows that there is something to read."""
        self.table.mistakes.append(sentence)
        self.refuse([_light(where) for where in range(PLACES)], now_ms)
        self._end_ms = now_ms + FLASH_MS


class Alike(Question):
    """Two animals can't be told apart: keep that all the same? Their looks fill the rows in turn.

    With `menu` the animals are measured once more, so that others may be taken.
    """

    DIMMED = False
    BEAT_MS = lights.BLINK_MS

    def __init__(self, table, under, learnt, pairs):
        super().__init__(table, under)
        self.IDLE_STAGE = under.IDLE_STAGE
        self._learnt, self._pairs = learnt, pairs

    def yes(self):
        self._under.learnt = self._learnt
        return self._under

    def on_event(self, event, now_ms: int):
        if is_press(event, MENU):
            self._under.lesson.back(FIRST_ANIMALS)
        elif is_menu_hold(event):
            return self._under.on_event(event, now_ms)
        return super().on_event(event, now_ms)

    def on_tick(self, now_ms: int):
        """It has time."""

    def draw(self, picture: bytearray, now_ms: int):
        beat = now_ms // self.BEAT_MS
        pair = self._pairs[beat // 4 % len(self._pairs)]
        for row in range(rules.ROWS):
            lights.paint_row(picture, row, (pair[beat % 2],) * rules.HOLES)
        lights.paint_code(picture, (lights.ASK,) * rules.HOLES)


def _light(where: int):
    hole = where % rules.HOLES
    return lights.guess_light(0, hole) if where == hole else lights.code_light(hole)
