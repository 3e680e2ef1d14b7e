# SPDX-License-Identifier: MIT
"""What is said over a table: questions, and a row that shakes."""

from mastermind import lights, tunes
from mastermind.keys import CHECK, MENU
from mastermind.stages.base import CODE_LIGHTS, Flash, Stage, is_press

ASK_MS = 10_000


class Question(Stage):
    """Asks over another stage, dimmed: `check` is yes; `menu`, or waiting for 10 s, is no."""

    DIMMED = True

    def __init__(self, table, under):
        super().__init__(table)
        self._under = under
        self._until_ms = 0

    def yes(self):
        """What happens on yes: the next stage."""

    def enter(self, now_ms: int):
        self._until_ms = now_ms + ASK_MS
        self.table.play(tunes.ASK)

    def on_event(self, event, now_ms: int):
        if is_press(event, CHECK):
            self.table.play(tunes.YES)
            return self.yes()
        if is_press(event, MENU):
            self.table.play(tunes.NO)
            return self._under
        return super().on_event(event, now_ms)

    def on_tick(self, now_ms: int):
        return self._under if now_ms >= self._until_ms else None

    def draw(self, picture: bytearray, now_ms: int):
        self._under.draw(picture, now_ms)
        for light in CODE_LIGHTS:
            picture[light] = lights.ASK


class Leave(Question):
    """Leave the running game? It counts for nobody then."""

    def yes(self):
        self.table.leave_game()
        return "setup"


class NewMatch(Question):
    """Begin a new match? The tally is set to nothing, which a scoreboard could only show dark."""

    def yes(self):
        self.table.new_match()
        return "setup"


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

    def beat(self, beat: int, now_ms: int):
        """`beat` of a stage, made another at each step of the shake."""
        step = self.step(now_ms)
        return beat if step < 0 else beat - 1000 * (step + 1)
