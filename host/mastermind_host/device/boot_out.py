# SPDX-License-Identifier: MIT
"""boot_out.txt, where CircuitPython writes which version it is and on which board. Pure but for
`read`; knows no machine.

The file can be missing (safe mode writes none), old (it is written when the text changed) or copied
from another board, so every part of it may be "".
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

NAME = "boot_out.txt"
MOST_BYTES = 16384  # boot.py may have printed a lot

_VERSION = re.compile(r"Adafruit CircuitPython (\d+\.\d+\.\d+\S*) on [^;]*;?\s*(.*)")
_BOARD_ID = re.compile(r"^Board ID:\s*(\w+)\s*$", re.MULTILINE)
_UID = re.compile(r"^UID:\s*([0-9A-Fa-f]+)\s*$", re.MULTILINE)


class BootOut(NamedTuple):
    """What the file tells; "" where it tells nothing."""

    version: str = ""  # 9.2.4, 10.1.0-beta.2, 10.0.3-12-gabcdef012
    machine: str = ""  # Raspberry Pi Pico with rp2040
    board_id: str = ""  # raspberry_pi_pico
    uid: str = ""  # upper-case hexadecimal

    @property
    def chip(self) -> str:
        """rp2040 or rp2350a, as the file writes it."""
        return self.machine.rpartition(" with ")[2]


def parse(text: str) -> BootOut:
    """What the text tells; of rubbish, nothing."""
    lines = "\n".join(text.splitlines())
    version = _VERSION.search(lines)
    board_id, uid = _BOARD_ID.search(lines), _UID.search(lines)
    return BootOut(
        version=version[1].rstrip(";") if version else "",
        machine=version[2].strip() if version else "",
        board_id=board_id[1] if board_id else "",
        uid=uid[1].upper() if uid else "",
    )


def read(drive: Path) -> BootOut | None:
    """The file on that drive; None where there is none, or it cannot be read."""
    try:
        with (drive / NAME).open("rb") as file:
            return parse(file.read(MOST_BYTES).decode("utf-8", "replace"))
    except OSError:
        return None
