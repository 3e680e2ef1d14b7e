# SPDX-License-Identifier: MIT
"""Keeps an emulated board from running away from the clock on the wall."""

from __future__ import annotations

import time

from emulator.pico import Pico

SLACK_S = 0.002
FORGIVEN_S = 0.2  # a board that is so far behind does not have to catch up


class Pace:
    """Emulated time passes at most `faster` times as fast as the clock on the wall."""

    def __init__(self, pico: Pico, faster: float) -> None:
        self._pico, self._faster = pico, faster
        self._begin()

    def _begin(self) -> None:
        self._wall_s, self._ms = time.monotonic(), self._pico.ms

    def keep(self) -> None:
        """Sleep for as long as the board is ahead."""
        due_s = self._wall_s + (self._pico.ms - self._ms) / 1000 / self._faster
        ahead_s = due_s - time.monotonic()
        if ahead_s > SLACK_S:
            time.sleep(ahead_s)
        elif ahead_s < -FORGIVEN_S:
            self._begin()
