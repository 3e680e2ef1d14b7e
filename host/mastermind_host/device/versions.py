# SPDX-License-Identifier: MIT
"""CircuitPython's versions: their order, and those that the firmware runs on. Pure."""

from __future__ import annotations

import re

LOWEST = (9, 2)
HIGHEST = 10  # any 10.x
RANGE = "9.2 to 10.x"

_NUMBERS = re.compile(r"(\d+)\.(\d+)\.(\d+)")


def numbers(version: str) -> tuple[int, int, int]:
    """(9, 2, 4) of 9.2.4 and of 9.2.4-rc.0; (0, 0, 0) of what is no version."""
    found = _NUMBERS.match(version)
    return (int(found[1]), int(found[2]), int(found[3])) if found else (0, 0, 0)


def in_range(version: str) -> bool:
    """Whether the firmware runs on it."""
    major, minor, _ = numbers(version)
    return (major, minor) >= LOWEST and major <= HIGHEST
