# SPDX-License-Identifier: MIT
"""One UF2 that holds CircuitPython and the whole drive, to be dropped on a board's bootloader.

What lies between them in the flash, the nvm with its games, is not touched. Knows no machine.
"""

from __future__ import annotations

from mastermind_host.drive import Files
from mastermind_host.install import fat, layouts, uf2
from mastermind_host.install.uf2 import FLASH, SECTOR, Uf2


def build(circuitpython: Uf2, board_id: str, files: Files) -> bytes:
    """The UF2's bytes, the same for the same arguments; ValueError if they don't fit together.

    Of the drive it holds what is in use: the boot sector, the FAT, the root directory and the
    clusters of the files. What an older drive has left in the others is nobody's.
    """
    layout = layouts.of(board_id)
    end = max(piece.stop for piece in circuitpython.ranges)
    if end > FLASH + layout.nvm:
        raise ValueError(f"That CircuitPython is too large for the {board_id}.")
    drive = fat.build(files, layout.drive_size)
    used = -(-drive.used // SECTOR) * SECTOR
    blocks = uf2.split(FLASH + layout.drive, drive.content[:used])
    whole = uf2.join([circuitpython, Uf2(circuitpython.family, blocks)])
    uf2.check_sectors(whole)
    return uf2.build(whole)
