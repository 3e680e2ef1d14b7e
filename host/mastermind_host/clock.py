# SPDX-License-Identifier: MIT
"""Time for whatever waits: the real one, so that a test can hand in its own. Knows no device."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Seconds that pass: `now` never goes back, `sleep` lets them go by."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def wait_for(self, is_so: Callable[[], bool], seconds: float, every_s: float = 0.2) -> bool:
        """Whether `is_so()` became true within `seconds`; asked at once, then `every_s`."""
        end = self.now() + seconds
        while not is_so():
            if self.now() >= end:
                return False
            self.sleep(every_s)
        return True
