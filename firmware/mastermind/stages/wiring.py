# SPDX-License-Identifier: MIT
"""The wiring self-test for makers: every light in chain order, every key lights its own column."""

from mastermind import lights, rules
from mastermind.keys import NAMES
from mastermind.stages.base import Stage, is_long_hold

STEP_MS = 200
PROBES = (lights.PROBE_R, lights.PROBE_G, lights.PROBE_B)
KEY_LOOK = lights.BAR


class Wiring(Stage):
    """One light walks along the chain, red, then green, then blue; `menu` for 3 s ends it.

    The six keys light the six columns: left, middle, right the guess holes, check, menu and hood
    the score holes.
    """

    BEAT_MS = STEP_MS
    IDLE_STAGE = "welcome"

    def __init__(self, table):
        super().__init__(table)
        self._since_ms = 0

    def enter(self, now_ms: int):
        self._since_ms = now_ms

    def on_event(self, event, now_ms: int):
        return "welcome" if is_long_hold(event) else None

    def beat(self, now_ms: int):
        return (now_ms - self._since_ms) // STEP_MS

    def draw(self, picture: bytearray, now_ms: int):
        for key in range(len(NAMES)):
            if self.table.keys.down[key]:
                self._draw_column(picture, key)
        step = self.beat(now_ms)
        picture[step % lights.COUNT] = PROBES[step // lights.COUNT % len(PROBES)]

    def _draw_column(self, picture: bytearray, column: int):
        for row in range(rules.ROWS):
            if column < rules.HOLES:
                picture[lights.guess_light(row, column)] = KEY_LOOK
            else:
                picture[lights.score_light(row, column - rules.HOLES)] = KEY_LOOK
