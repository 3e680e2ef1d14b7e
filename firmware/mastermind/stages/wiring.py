# SPDX-License-Identifier: MIT
"""The wiring self-test for makers: every light in chain order, every key lights its own column."""

from mastermind import lights, rules
from mastermind.keys import NAMES
from mastermind.stages.base import Stage, is_long_hold

STEP_MS = 200
PROBES = (lights.PROBE_R, lights.PROBE_G, lights.PROBE_B)
KEY_LOOK = lights.BAR


class Wiring(Stage):
    """One light walks along the chain, red, then green, then blue. Leave it by holding `menu` for 3 s.

    The six keys light the six columns: left, middle, right the guess holes, check, menu, hood the score holes.
    """

    BEAT_MS = STEP_MS
    IDLE_STAGE = "welcome"

    def __init__(self, table):
        super().__init__(table)
        self._since_ms = 0

    def enter(self, now_ms):
        self._since_ms = now_ms

    def on_event(self, event, now_ms):
        return "welcome" if is_long_hold(event) else None

    def beat(self, now_ms):
        return (now_ms - self._since_ms) // STEP_MS

    def draw(self, picture, now_ms):
        for key in range(len(NAMES)):
            if self.table.keys.down[key]:
                self._draw_column(picture, key)
        step = self.beat(now_ms)
        picture[step % lights.COUNT] = PROBES[step // lights.COUNT % len(PROBES)]

    def _draw_column(self, picture, column):
        for row in range(rules.ROWS):
            picture[6 * row + column] = KEY_LOOK
