# SPDX-License-Identifier: MIT
"""Writes a UF2 to the drive of a bootloader, piece by piece. Knows no UF2 and no board.

Such a drive vanishes a second after the last block, often before the system is done with it: a
complaint after that block is no failure, and what has become of the board tells. One before it is.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from mastermind_host.errors import BUSY, UNWRITABLE, Fault
from mastermind_host.progress import SILENT, Progress

PIECE = 8 * 1024  # each is on the board before the next: then the bar tells the truth
NAME = "circuitpython.uf2"
AGAIN = "unplug the board, hold BOOT while plugging it in again, then: mastermind install"


class Target(Protocol):
    """A file that is being written. All of it may raise OSError."""

    def write(self, data: bytes, /) -> None: ...
    def sync(self) -> None: ...  # return when all that was written is on the board
    def close(self) -> None: ...


Opener = Callable[[Path], Target]


class File:
    """A Target on a real drive."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")

    def write(self, data: bytes, /) -> None:
        self._file.write(data)

    def sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def write(
    data: bytes, drive: Path, progress: Progress = SILENT, opener: Opener = File
) -> OSError | None:
    """Write it; what the system complained of after the last block, if it did. A Fault UNWRITABLE
    or BUSY if it did before.
    """
    try:
        opened = opener(drive / NAME)
    except OSError as error:
        raise _closed(error, drive)
    done = 0
    try:
        with contextlib.closing(opened) as target:
            for at in range(0, len(data), PIECE):
                target.write(data[at : at + PIECE])
                done = min(at + PIECE, len(data))
                target.sync()
                progress.bar(done, len(data))
    except OSError as error:
        if done < len(data):
            raise _broken_off(error, drive, done, len(data))
        progress.bar(len(data), len(data))
        return error
    return None


def _closed(error: OSError, drive: Path) -> Fault:
    what = f"{drive} can't be written to: {error.strerror or error}."
    if isinstance(error, PermissionError):
        return Fault(
            what,
            "The drive was mounted by another user, often by root.",
            "unmount it and let your desktop mount it, or: "
            f'sudo mount -o remount,uid=$(id -u) "{drive}"; then: mastermind install',
            BUSY,
        )
    return Fault(
        what, "The board was unplugged, or its drive is mounted read-only.", AGAIN, UNWRITABLE
    )


def _broken_off(error: OSError, drive: Path, done: int, total: int) -> Fault:
    return Fault(
        f"Writing to {drive} broke off at {done} of {total} bytes: {error.strerror or error}.",
        "The cable or the hub, or the board was unplugged. It has no working program now, and "
        "nothing else is harmed.",
        AGAIN,
        UNWRITABLE,
    )
