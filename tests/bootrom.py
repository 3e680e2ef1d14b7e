# SPDX-License-Identifier: MIT
"""Models of the bootloaders of both chips as drives: what their ROMs do with each sector written.

After the sources of the ROMs: blocks in any order; what it does not like it ignores without a word;
a second after the last block the chip restarts, and whatever the computer still writes fails. The
RP2040 erases a sector of the flash when the first of 16 blocks comes whose *numbers* belong
together, wherever they go (erratum RP2040-E14); the RP2350 when the first comes that goes there.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Callable
from pathlib import Path

FLASH_SIZE = 0x200000  # of a Pico
FLASH_SECTOR, PAGE = 4096, 256
FIRST, LAST = 0x10000000, 0x10FFFFFF
RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59
STARTS, END = (0x0A324655, 0x9E5D5157), 0x0AB16F30
NOT_MAIN_FLASH, HAS_FAMILY = 1, 0x2000
SECTOR = 512  # of the drive
MOST_BLOCKS = 123360  # whose marks fit into its 16 KiB
RESTART_S = 1.0
INFO = {
    RP2040: b"UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n",
    RP2350: b"UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n",
}


class Bootrom:
    """Takes sectors, programs a flash, restarts.

    `flash`: what is in it, at most FLASH_SIZE bytes. `now()`: seconds. `erased` has the offsets of
    the sectors that were erased, in order.
    """

    def __init__(
        self,
        flash: bytes = b"",
        now: Callable[[], float] = lambda: 0.0,
        family: int = RP2040,
    ) -> None:
        self.flash = bytearray(flash.ljust(FLASH_SIZE, b"\xff"))
        self.family = family
        self.erased: list[int] = []
        self._now = now
        self._complete_at: float | None = None
        self._forget()

    @property
    def complete(self) -> bool:
        """Whether the last block of a file has come."""
        return self._complete_at is not None

    @property
    def restarted(self) -> bool:
        """Whether it is gone: a second after the last block."""
        return self._complete_at is not None and self._now() >= self._complete_at + RESTART_S

    def write(self, sector: bytes) -> None:
        """A sector of the drive is written; OSError EIO once it is gone."""
        if self.restarted:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if len(sector) != SECTOR:
            raise ValueError(f"a sector has {SECTOR} bytes, not {len(sector)}")
        *starts, flags, address, size, number, count, family = struct.unpack_from("<8I", sector)
        if (*starts, struct.unpack_from("<I", sector, SECTOR - 4)[0]) != (*STARTS, END):
            return
        if not flags & HAS_FAMILY or flags & NOT_MAIN_FLASH:
            return
        if (family, size) != (self.family, PAGE):
            return
        self._take(address, number, count, sector[32 : 32 + PAGE])

    def _forget(self, count: int = 0) -> None:
        """Begin a file of so many blocks; 0: of none."""
        self._count = count
        self._taken: set[int] = set()
        self._cleared: set[int] = set()

    def _take(self, address: int, number: int, count: int, page: bytes) -> None:
        if not count or address % PAGE or not FIRST <= address <= LAST:
            self._forget()
            return
        if count != self._count:
            self._forget(count if count <= MOST_BLOCKS else 0)
        if number >= self._count:
            self._forget()
        elif number not in self._taken:
            self._taken.add(number)
            self._program(address - FIRST, number, page)
            if len(self._taken) == self._count:
                self._complete_at = self._now()

    def _program(self, offset: int, number: int, page: bytes) -> None:
        group = (number * PAGE if self.family == RP2040 else offset) // FLASH_SECTOR
        if group not in self._cleared:
            self._cleared.add(group)
            start = offset - offset % FLASH_SECTOR
            self.erased.append(start)
            self.flash[start : start + FLASH_SECTOR] = b"\xff" * FLASH_SECTOR
        for at, byte in enumerate(page, offset):
            self.flash[at] &= byte  # programming clears bits and sets none


class Drive:
    """The drive RPI-RP2 as a folder. Its `open` stands for the system's file: `sync` and `close`
    fail when the bootloader is gone, as they do on a real one. Or files are put into the folder,
    and `serve` hands them on.

    `fails_at`: after so many bytes the cable is out. `seconds`: what a sector takes; then
    `sleep(seconds)` is called.
    """

    def __init__(
        self,
        folder: Path,
        bootrom: Bootrom,
        sleep: Callable[[float], object] = lambda seconds: None,
        seconds: float = 0.0,
        fails_at: int | None = None,
    ) -> None:
        self.folder, self.bootrom = folder, bootrom
        self.fails_at = fails_at
        self.names: list[str] = []  # the files that were opened
        self._sleep, self._seconds = sleep, seconds
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            path.unlink()  # such a drive forgets all that was put on it
        (folder / "INFO_UF2.TXT").write_bytes(INFO[bootrom.family])

    def open(self, path: Path) -> BootFile:
        if path.parent != self.folder or self.bootrom.restarted:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        self.names.append(path.name)
        return BootFile(self)

    def serve(self) -> None:
        """Hand the bootloader the files that have been put into the folder since the last time."""
        for path in sorted(self.folder.iterdir()):
            if path.name not in (*self.names, "INFO_UF2.TXT"):
                self.names.append(path.name)
                data = path.read_bytes()
                for at in range(0, len(data) - SECTOR + 1, SECTOR):
                    self.take(data[at : at + SECTOR])

    def take(self, sector: bytes) -> None:
        self._sleep(self._seconds)
        self.bootrom.write(sector)


class BootFile:
    """A file that is written to the drive: the sectors reach the board in `sync`, as from a cache
    of the system, and its last writes, of the directory, in `close`.
    """

    def __init__(self, drive: Drive) -> None:
        self._drive = drive
        self._cache, self._sent = bytearray(), 0

    def write(self, data: bytes) -> None:
        self._cache += data

    def sync(self) -> None:
        while self._cache:
            if self._drive.fails_at is not None and self._sent >= self._drive.fails_at:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            self._drive.take(bytes(self._cache[:SECTOR]))
            del self._cache[:SECTOR]
            self._sent += SECTOR

    def close(self) -> None:
        self.sync()
        self._drive.take(bytes(SECTOR))  # the directory
