# SPDX-License-Identifier: MIT
"""What a UF2 tells of the CircuitPython in it. Knows no board that is plugged in."""

from __future__ import annotations

import re
from typing import NamedTuple

from mastermind_host.install.uf2 import Uf2

# As boot_out.txt has them; the board's id is in the data that picotool reads as well.
_VERSION = re.compile(rb"Adafruit CircuitPython (\S{1,40}) on \d{4}-\d\d-\d\d; [ -~]{1,80} with ")
_BOARD = re.compile(rb"\0BOARD=([a-z0-9_]{1,60})\0")


class Firmware(NamedTuple):
    """CircuitPython for a board; "" for what it does not tell."""

    version: str  # 10.1.3
    board_id: str  # raspberry_pi_pico


def read(uf2: Uf2) -> Firmware:
    """Which CircuitPython it is; ValueError if it is none."""
    content = uf2.content
    version, board = _VERSION.search(content), _BOARD.search(content)
    if version is None:
        raise ValueError("The file is for this kind of chip, but it is no CircuitPython.")
    return Firmware(version.group(1).decode(), board.group(1).decode() if board else "")
