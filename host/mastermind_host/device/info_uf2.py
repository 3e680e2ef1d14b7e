# SPDX-License-Identifier: MIT
"""INFO_UF2.TXT, by which the drive of a bootloader tells its chip. Pure but for `read`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

NAME = "INFO_UF2.TXT"
MOST_BYTES = 4096

_LINE = re.compile(r"^(Model|Board-ID):[ \t]*(.*?)[ \t]*$", re.MULTILINE)


class Info(NamedTuple):
    """What the file tells; "" where it tells nothing."""

    model: str = ""  # Raspberry Pi RP2
    board_id: str = ""  # RPI-RP2, see boards.chip_by_info


def parse(text: str) -> Info:
    lines = dict(_LINE.findall("\n".join(text.splitlines())))
    return Info(lines.get("Model", ""), lines.get("Board-ID", ""))


def read(drive: Path) -> Info | None:
    """The file on that drive; None where there is none, or it cannot be read."""
    try:
        with (drive / NAME).open("rb") as file:
            return parse(file.read(MOST_BYTES).decode("utf-8", "replace"))
    except OSError:
        return None
