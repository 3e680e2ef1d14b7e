# SPDX-License-Identifier: MIT
"""A Clock that a test turns: time passes in `sleep` alone, and what was put on it happens then."""

import heapq
import itertools
import threading
from collections.abc import Callable

from mastermind_host.clock import Clock


class FakeClock(Clock):
    """Seconds from 0. `after` puts an action on the clock, and a sleep that passes it does it."""

    def __init__(self) -> None:
        self._now = 0.0
        self._actions: list[tuple[float, int, Callable[[], object]]] = []
        self._order = itertools.count()
        self._turn = threading.RLock()  # boards of several threads act one after the other

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self.pass_until(lambda: False, seconds)

    def after(self, seconds: float, action: Callable[[], object]) -> None:
        """Do `action` once, so many seconds from now."""
        heapq.heappush(self._actions, (self._now + seconds, next(self._order), action))

    def pass_until(self, is_so: Callable[[], bool], seconds: float) -> bool:
        """Let actions happen until `is_so()`, or `seconds` are over; whether it is so."""
        end = self._now + max(seconds, 0)
        while not is_so():
            if not self._actions or self._actions[0][0] > end:
                self._now = max(self._now, end)
                return is_so()
            with self._turn:
                self._act(end)
        return True

    def _act(self, end: float) -> None:
        """Do the next action, unless another thread has done it."""
        if self._actions and self._actions[0][0] <= end:
            due, _, action = heapq.heappop(self._actions)
            self._now = max(self._now, due)
            action()
