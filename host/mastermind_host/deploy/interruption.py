# SPDX-License-Identifier: MIT
"""Ctrl-C while a file is written: the file is finished first. Knows no drive."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def finishing() -> Iterator[None]:
    """A first Ctrl-C inside counts at its end, a second one at once.

    Other threads than the main one never get any.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []

    def remember(number: int, frame: Any) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
