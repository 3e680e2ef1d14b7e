# SPDX-License-Identifier: MIT
"""After a power cut in a game: welcome back."""

from mastermind import lights, rules, stages, tunes
from mastermind.keys import PRESS
from mastermind.stages.base import Stage

RISE_MS = 90


class Resume(Stage):
    """The table as it was, lit row by row from the bottom; a press only ends it."""

    BEAT_MS = RISE_MS

    def __init__(self, table):
        super().__init__(table)
        self._under = stages.make(table.stage, table)
        self._since_ms = 0

    def enter(self, now_ms: int):
        self._since_ms = now_ms
        self.table.play(tunes.BACK)

    def on_event(self, event, now_ms: int):
        return self._under if event.kind == PRESS else None

    def on_tick(self, now_ms: int):
        stages.import_next()
        return self._under if self._risen(now_ms) > rules.ROWS else None

    def beat(self, now_ms: int):
        return self._risen(now_ms)

    def draw(self, picture: bytearray, now_ms: int):
        """The code lights come last: eyes that must not look have a moment to close."""
        risen = min(self._risen(now_ms), rules.ROWS)
        self._under.draw(picture, now_ms)
        for light in range(lights.guess_light(risen, 0), lights.COUNT):
            picture[light] = lights.OFF

    def _risen(self, now_ms: int):
        return (now_ms - self._since_ms) // RISE_MS + 1
