# SPDX-License-Identifier: MIT
"""Where the real interpreter comes from: UF2 files of CircuitPython for the Pico, on this machine.

Downloads nothing and knows nothing of the emulator.
"""

import os
import re
from pathlib import Path

VARIABLE = "CIRCUITPYTHON_UF2"


def cache_folder() -> Path:
    """Where UF2 files are looked for and the compiled core is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "jungle-emulator"


def found() -> list[Path]:
    """The UF2 files to test on: those the variable names, else every one in the cache folder."""
    named = os.environ.get(VARIABLE)
    if named:
        return [Path(name) for name in named.split(os.pathsep) if name]
    return sorted(cache_folder().glob("*.uf2"))


def newest() -> Path | None:
    """The newest of those found."""
    return max(
        found(), key=lambda uf2: list(map(int, re.findall(r"\d+", version(uf2)))), default=None
    )


def version(uf2: Path) -> str:
    """What to call a UF2 in a report: its version, where the name tells it."""
    told = re.search(r"\d+\.\d+\.\d+(-(alpha|beta|rc)\.\d+)?", uf2.stem)
    return told.group() if told else uf2.stem


def how_to_get_one() -> str:
    return (
        "no CircuitPython for the Raspberry Pi Pico on this machine: download the .uf2 from the "
        f"page of board raspberry_pi_pico on circuitpython.org and put it into {cache_folder()}, "
        f"or name it in {VARIABLE}"
    )
