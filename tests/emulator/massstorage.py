# SPDX-License-Identifier: MIT
"""The emulated board's drive, as a computer reads and writes it: USB mass storage, bulk only.

One SCSI command after the other, each run to its end. Knows nothing of files.

    storage = MassStorage(pico)
    storage.wait_ready()
    storage.write(0x20, bytes(1024))
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from emulator.pico import Pico

SECTOR = 512
# As many sectors as Linux asks a USB drive for at once, however long the transfer: 120 KiB.
MOST_SECTORS = 240
ANSWER_MS = 5000  # emulated; the slowest command writes 120 KiB

COMMAND = struct.Struct("<4sIIBBB16s")  # signature, tag, length, flags, unit, its bytes, command
STATUS = struct.Struct("<4sIIB")  # signature, tag, residue, status
FROM_DEVICE = 0x80
UNIT = 0  # CIRCUITPY
DONE = 0

TEST_UNIT_READY = 0x00
REQUEST_SENSE = 0x03
INQUIRY = 0x12
MODE_SENSE = 0x1A
START_STOP = 0x1B
READ_CAPACITY = 0x25
READ, WRITE = 0x28, 0x2A
INQUIRY_BYTES, CAPACITY_BYTES, SENSE_BYTES, MODE_BYTES = 36, 8, 18, 4
EJECT = 2  # of START_STOP
WRITE_PROTECTED = 0x80  # of the third byte of MODE_SENSE


class StorageError(OSError):
    """The board has refused a command, did not answer, or is not there."""


class Capacity(NamedTuple):
    sectors: int
    sector_bytes: int


class MassStorage:
    """The drive of a Pico that is plugged in. `written`: how many sectors it was sent."""

    def __init__(self, pico: Pico) -> None:
        self.written = 0
        self._pico = pico
        self._tag = 0
        self._received = bytearray()

    @property
    def there(self) -> bool:
        """Whether the board is enumerated, and with a drive."""
        return bool(self._pico.host.storage and self._pico.host.configured)

    def wait_ready(self, ms: float = ANSWER_MS) -> None:
        """Until the drive can be read; StorageError if it can't within `ms`."""
        end = self._pico.ms + ms
        while not self.is_ready():
            if self._pico.ms >= end:
                raise StorageError(f"no drive within {ms} emulated ms")
            self._pico.run(20)

    def is_ready(self) -> bool:
        """Whether the drive says so; when not, the reason is fetched, as hosts do."""
        if not self.there:
            return False
        if self._ask(bytes((TEST_UNIT_READY, 0, 0, 0, 0, 0)))[0] == DONE:
            return True
        self.sense()
        return False

    def inquiry(self) -> bytes:
        """What it says it is: vendor, product and revision among 36 bytes."""
        return self._read(bytes((INQUIRY, 0, 0, 0, INQUIRY_BYTES, 0)), INQUIRY_BYTES)

    def sense(self) -> bytes:
        """Why the last command was refused: 18 bytes."""
        return self._read(bytes((REQUEST_SENSE, 0, 0, 0, SENSE_BYTES, 0)), SENSE_BYTES)

    def capacity(self) -> Capacity:
        data = self._read(bytes((READ_CAPACITY, *bytes(9))), CAPACITY_BYTES)
        last, size = struct.unpack(">II", data)
        return Capacity(last + 1, size)

    def is_read_only(self) -> bool:
        """Whether the board lets nobody write but itself."""
        data = self._read(bytes((MODE_SENSE, 0, 0x3F, 0, MODE_BYTES, 0)), MODE_BYTES)
        return bool(data[2] & WRITE_PROTECTED)

    def read(self, sector: int, count: int) -> bytes:
        parts = []
        for start in range(sector, sector + count, MOST_SECTORS):
            some = min(MOST_SECTORS, sector + count - start)
            parts.append(self._read(_transfer(READ, start, some), some * SECTOR))
        return b"".join(parts)

    def write(self, sector: int, data: bytes) -> None:
        """Whole sectors, in as few commands as a host would use."""
        if len(data) % SECTOR:
            raise ValueError("a drive takes whole sectors")
        for start in range(0, len(data), MOST_SECTORS * SECTOR):
            part = data[start : start + MOST_SECTORS * SECTOR]
            command = _transfer(WRITE, sector + start // SECTOR, len(part) // SECTOR)
            status, _ = self._ask(command, send=part)
            if status != DONE:
                raise StorageError(f"the board refuses to write sector {sector}: {self.sense()!r}")
            self.written += len(part) // SECTOR

    def eject(self) -> None:
        """As "safely remove": the board may write to its drive from then on."""
        self._ask(bytes((START_STOP, 0, 0, 0, EJECT, 0)))

    def _read(self, command: bytes, size: int) -> bytes:
        status, data = self._ask(command, expect=size)
        if status != DONE or len(data) != size:
            raise StorageError(f"the board refuses command {command[0]:#x}: {status}, {data!r}")
        return data

    def _ask(self, command: bytes, send: bytes = b"", expect: int = 0) -> tuple[int, bytes]:
        """A command, its data and its status: (status, what was received)."""
        host = self._pico.host
        pipe = host.storage
        if pipe is None:
            raise StorageError("the drive is not there")
        self._tag += 1
        self._received.clear()
        pipe.on_data = self._received.extend
        flags = FROM_DEVICE if expect else 0
        length = len(send) or expect
        head = COMMAND.pack(b"USBC", self._tag, length, flags, UNIT, len(command), command)
        host.feed(pipe, head)
        host.feed(pipe, send)
        whole = expect + STATUS.size
        came = self._pico.run(
            ANSWER_MS, lambda: len(self._received) >= whole or host.storage is not pipe
        )
        if not came or host.storage is not pipe:
            raise StorageError(f"no answer to command {command[0]:#x}: {bytes(self._received)!r}")
        signature, tag, _residue, status = STATUS.unpack(bytes(self._received[expect:whole]))
        if (signature, tag) != (b"USBS", self._tag):
            raise StorageError(f"a wrong answer to command {command[0]:#x}")
        if status != DONE:
            host.clear_halt(pipe)
        return status, bytes(self._received[:expect])


def _transfer(what: int, sector: int, count: int) -> bytes:
    return struct.pack(">BBIBHB", what, 0, sector, 0, count, 0)
