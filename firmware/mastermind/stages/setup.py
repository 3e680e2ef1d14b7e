# SPDX-License-Identifier: MIT
"""Before a game: what shall be played."""

from mastermind import lights, rules, tunes
from mastermind.keys import CHECK, LEFT, MENU, MIDDLE, PRESS, RIGHT
from mastermind.match import HIDERS
from mastermind.stages.base import Stage, is_press

LOWEST, HIGHEST = 1, len(lights.BRIGHTNESS) - 1


class Setup(Stage):
    """Three bars: level, who hides, brightness. Hole keys step them, `check` starts the game."""

    IDLE_STAGE = "welcome"

    def on_event(self, event, now_ms: int):
        if is_press(event, CHECK):
            self.table.play(tunes.YES)
            return self.table.start_game()
        if event.kind == PRESS and event.where in (LEFT, MIDDLE, RIGHT):
            self._step(event.where)
            return None
        if is_press(event, MENU) and any(self.table.match.last_rows):
            return "scoreboard"
        return super().on_event(event, now_ms)

    def draw(self, picture: bytearray, now_ms: int):
        for column, height in enumerate(self._bars()):
            for row in range(height):
                picture[lights.guess_light(row, column)] = lights.BAR

    def _bars(self):
        table = self.table
        return (
            rules.LEVELS.index(table.level) + 1,
            HIDERS.index(table.hider) + 1,
            table.brightness,
        )

    def _step(self, column: int):
        table = self.table
        table.play(tunes.STEP)
        if column == LEFT:
            table.level = _after(table.level, rules.LEVELS)
        elif column == MIDDLE:
            table.hider = _after(table.hider, HIDERS)
        else:
            table.brightness = table.brightness + 1 if table.brightness < HIGHEST else LOWEST
        table.set_up()


def _after(choice, choices):
    return choices[(choices.index(choice) + 1) % len(choices)]
