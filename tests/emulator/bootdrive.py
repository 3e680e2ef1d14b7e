# SPDX-License-Identifier: MIT
"""The drive RPI-RP2 of a board in its bootloader, as a folder of this computer.

What is copied there goes to the model of the bootrom as it grows. Knows no CircuitPython.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from bootrom import INFO, RP2040, SECTOR, Bootrom

OWN = {
    "INFO_UF2.TXT": INFO[RP2040],
    "INDEX.HTM": b"<html><body>Raspberry Pi RP2</body></html>\r\n",
}
# The second stage of a program: so many bytes of the flash, and their CRC-32 as MPEG-2 has it.
STAGE_2_BYTES, CRC_BYTES, POLYNOMIAL = 252, 4, 0x04C11DB7


class BootDrive:
    """The folder; what is copied there is programmed into a copy of `flash`."""

    LABEL = "RPI-RP2"

    def __init__(self, folder: Path, flash: bytes) -> None:
        self.folder = folder
        self._bootrom = Bootrom(flash, time.monotonic)
        self._sent: dict[str, int] = {}  # bytes of each file
        folder.mkdir()
        for name, content in OWN.items():
            (folder / name).write_bytes(content)

    @property
    def restarted(self) -> bool:
        """Whether the board has started what it was given."""
        return self._bootrom.restarted

    def take(self) -> bool:
        """Hand the bootrom the sectors that have come since the last time; False if it is gone."""
        if self.restarted:
            return False
        for path in sorted(self.folder.iterdir()):
            if path.name not in OWN:
                self._send(path)
        return True

    def unmount(self) -> bytes:
        """The drive is gone; the flash as it is now."""
        shutil.rmtree(self.folder)
        return bytes(self._bootrom.flash)

    def _send(self, path: Path) -> None:
        start = self._sent.get(path.name, 0)
        try:
            with path.open("rb") as file:
                file.seek(start)
                data = file.read()
        except OSError:  # renamed or removed meanwhile
            return
        whole = len(data) - len(data) % SECTOR
        for at in range(0, whole, SECTOR):
            self._bootrom.write(data[at : at + SECTOR])
        self._sent[path.name] = start + whole


def can_start(flash: bytes) -> bool:
    """Whether the bootrom would start what is in the flash, or stay."""
    crc = 0xFFFFFFFF
    for byte in flash[:STAGE_2_BYTES]:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (POLYNOMIAL if crc >> 31 else 0)) & 0xFFFFFFFF
    return crc == int.from_bytes(flash[STAGE_2_BYTES:][:CRC_BYTES], "little")
