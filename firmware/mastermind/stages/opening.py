# SPDX-License-Identifier: MIT
"""Before a game: power-up, the attract animation, and what shall be played."""

from mastermind import lights, rules, selftest, stages, tunes
from mastermind.keys import CHECK, LEFT, MENU, MIDDLE, PRESS, RIGHT
from mastermind.match import HIDERS
from mastermind.stages.base import Stage, is_press

START_MS = 60  # long enough for the keys to be scanned: is `menu` held?
LOWEST, HIGHEST = 1, len(lights.BRIGHTNESS) - 1


class Start(Stage):
    """Power-up: the scoring self-test, then Welcome, or the game that was interrupted.

    If `menu` is held, the wiring self-test instead.
    """

    def __init__(self, table):
        super().__init__(table)
        self._until_ms = 0

    def enter(self, now_ms: int):
        self._until_ms = now_ms + START_MS
        selftest.check_scoring()

    def on_event(self, event, now_ms: int):
        """Nothing can be pressed before Welcome."""

    def on_tick(self, now_ms: int):
        if now_ms < self._until_ms:
            return None
        if self.table.keys.down[MENU]:
            return "wiring"
        if self.table.stage and self.table.hopeless:
            self.table.leave_game()
        if self.table.stage:
            return "resume"
        self.table.play(tunes.WELCOME)
        return "welcome"


class Welcome(Stage):
    """The animals walk up the board until somebody presses a key."""

    BEAT_MS = 400

    def on_event(self, event, now_ms: int):
        return "setup" if event.kind == PRESS else None

    def on_tick(self, now_ms: int):
        stages.import_next()

    def draw(self, picture: bytearray, now_ms: int):
        walked = now_ms // self.BEAT_MS
        for row in range(rules.ROWS):
            for hole in range(rules.HOLES):
                place = (walked - row - 3 * hole) % rules.ROWS
                if place < len(rules.ANIMALS):
                    picture[lights.guess_light(row, hole)] = place
        if self.table.mistakes:
            lights.paint_code(picture, (lights.MISTAKE,) * rules.HOLES)


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
