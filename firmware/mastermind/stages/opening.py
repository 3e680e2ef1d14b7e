# SPDX-License-Identifier: MIT
"""Before a game: power-up, and the attract animation."""

from mastermind import lights, rules, stages, tunes
from mastermind.keys import LEFT, MENU, PRESS, RIGHT
from mastermind.stages.base import Stage


class Start(Stage):
    """Power-up: the scoring self-test, then Welcome, or the game that was interrupted.

    If `menu` is held, the wiring self-test instead, and if `left` and `right` are, the calibration
    of the sensors: the scoring self-test takes longer than it takes to scan the keys.
    """

    def enter(self, now_ms: int):
        from mastermind import selftest  # whose heap is wanted back

        selftest.check_scoring()

    def on_event(self, event, now_ms: int):
        """Nothing can be pressed before Welcome."""

    def on_tick(self, now_ms: int):
        if self.table.keys.down[MENU]:
            return "wiring"
        if self.table.keys.down[LEFT] and self.table.keys.down[RIGHT]:
            return "calibrate"
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
        stages.import_next(left=1)  # the end of a game is not near

    def draw(self, picture: bytearray, now_ms: int):
        walked = now_ms // self.BEAT_MS
        for row in range(rules.ROWS):
            for hole in range(rules.HOLES):
                place = (walked - row - 3 * hole) % rules.ROWS
                if place < len(rules.ANIMALS):
                    picture[lights.guess_light(row, hole)] = place
        table = self.table
        if table.mistakes or table.notes:
            look = lights.MISTAKE if table.mistakes else lights.UNSURE
            lights.paint_code(picture, (look,) * rules.HOLES)
