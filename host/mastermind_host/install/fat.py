# SPDX-License-Identifier: MIT
"""The FAT image of a board's drive, of the size and shape that CircuitPython gives it.

The same files make the same bytes, on every machine and at any time; each file lies in one piece.
Knows no board.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from folder2uf2 import SECTOR, FatBuilder, Geometry, build_tree

from mastermind_host.drive import Files

MADE = (2023, 11, 14, 22, 13, 20)  # the date of every file, on the clock of whoever reads it
VOLUME = 1


class Image(NamedTuple):
    """A whole drive, and how many bytes of it, from its beginning, mean anything."""

    content: bytes
    used: int


def build(files: Files, size: int) -> Image:
    """The image of a drive of `size` bytes; ValueError if the files don't fit."""
    made = int(time.mktime((*MADE, 0, 0, -1)))
    builder = FatBuilder(Geometry(size // SECTOR), volume_id=VOLUME, build_ts=made)
    with tempfile.TemporaryDirectory() as folder:
        _write(files, Path(folder), made)
        tree = build_tree(folder, build_ts=made)
        try:
            builder.layout(tree)
        except ValueError as error:
            raise ValueError(f"The files don't fit on a drive of {size} bytes: {error}.")
    return Image(bytes(builder.image), builder.used_bytes())


def _write(files: Files, folder: Path, made: int) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for path in folder.rglob("*"):
        os.utime(path, (made, made))
