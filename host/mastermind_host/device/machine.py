# SPDX-License-Identifier: MIT
"""The seam to the computer that the boards are plugged into: its drives and its serial ports.

`here` is this computer; tests and reports hand in recorded ones. Knows no CircuitPython.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, Protocol

LINUX, MACOS, WINDOWS = "linux", "macos", "windows"
# What a serial port of a board is for.
CONSOLE, DATA, UNKNOWN = "console", "data", ""


class Mount(NamedTuple):
    """A drive whose files can be reached."""

    path: Path
    device: str = ""  # /dev/sdb1, /dev/disk4s1, E:
    filesystem: str = ""  # vfat, msdos, FAT
    label: str = ""  # "" where the system does not tell
    read_only: bool = False
    uid: str = ""  # USB serial number of the device that it is on, as the system tells it; or ""


class Disk(NamedTuple):
    """A drive that is plugged in but has no place among the files."""

    device: str
    label: str
    uid: str = ""


class Port(NamedTuple):
    """A serial port."""

    path: str  # /dev/ttyACM0, /dev/cu.usbmodem101, COM5
    role: str = UNKNOWN  # CONSOLE or DATA, where the system tells
    uid: str = ""  # USB serial number
    vid: int = 0
    pid: int = 0
    product: str = ""


class Stream(Protocol):
    """An open serial port, as pyserial has it. Raises OSError when the board is gone."""

    timeout: float | None  # seconds that `read` waits at most

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...
    def close(self) -> None: ...


class Machine(Protocol):
    """A computer with what is plugged into it, at this moment."""

    system: str  # LINUX, MACOS or WINDOWS

    def mounts(self) -> list[Mount]: ...
    def unmounted(self) -> list[Disk]: ...
    def ports(self) -> list[Port]: ...

    def open(self, port: Port, touch: bool = False) -> Stream:
        """The port for this program alone, with DTR on; `touch`: at 1200 baud, which sends a board
        to its bootloader when it is closed again. A Fault (BUSY or NO_DEVICE) that names the
        program that has it, or the group that may.
        """
        ...
