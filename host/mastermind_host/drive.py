# SPDX-License-Identifier: MIT
"""What belongs on a board's CIRCUITPY drive. Knows no board, no port and no mounted drive.

`firmware/` is an image of the drive; the libraries come from the installed packages.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import mastermind

FIRMWARE = Path(mastermind.__file__).resolve().parents[1]
# Beside the package. spare.bin comes first: it has to lie in one piece.
MAIN = ("spare.bin", "boot.py", "code.py", "safemode.py", "settings.toml")
# What CircuitPython has not built in: the lights, the colour sensors, the switch before those.
LIBRARIES = ("neopixel", "adafruit_tcs34725", "adafruit_tca9548a")

Files = dict[str, bytes]


def files() -> Files:
    """{path on the drive: content} of a whole board; FileNotFoundError where one is missing."""
    ours = [FIRMWARE / name for name in MAIN] + sorted((FIRMWARE / "mastermind").rglob("*.py"))
    drive = {path.relative_to(FIRMWARE).as_posix(): path.read_bytes() for path in ours}
    return drive | {f"lib/{name}.py": _library(name) for name in LIBRARIES}


def _library(name: str) -> bytes:
    """A library's source; it can't be imported here, for it wants a board."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"The library {name} is not installed: make setup")
    return Path(spec.origin).read_bytes()
