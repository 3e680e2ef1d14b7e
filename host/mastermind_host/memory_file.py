# SPDX-License-Identifier: MIT
"""A board's memory in a file, for a virtual board that remembers. Knows nothing of what is in it.

The file holds the bytes of `microcontroller.nvm`. It is never seen half written: each change goes
to a new file beside it, which then takes its place. Beside it stands an empty file by whose lock a
second board is kept away, as long as the first one plays.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, overload

from platformdirs import user_data_path

from mastermind import journal
from mastermind_host import errors
from mastermind_host.virtual import NVM_BYTES

NOTHING = Path("-")  # in a command: remember nothing
LOCKED = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class MemoryFile:
    """A store as `mastermind.journal` wants it, of which each change is in the file at once.

    Made new where there is no file. A Fault where it can't be read or written, where it is no
    memory, and where another board has it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()  # a link stays one
        self._lock = _lock(self.path)
        try:
            self._data = self._begin()
        except errors.Fault:
            self.close()
            raise

    def __enter__(self) -> MemoryFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._data)

    @overload
    def __getitem__(self, where: int) -> int: ...
    @overload
    def __getitem__(self, where: slice) -> bytearray: ...
    def __getitem__(self, where: int | slice) -> int | bytearray:
        return self._data[where]

    def __setitem__(self, where: slice, data: bytes | bytearray) -> None:
        self._data[where] = data
        self._save()

    def close(self) -> None:
        """Let another board have the file."""
        self._lock.close()

    def _begin(self) -> bytearray:
        if not self.path.exists():
            self._data = bytearray(b"\xff" * NVM_BYTES)
            self._save()
        elif not os.access(self.path, os.W_OK):
            raise _unwritable(self.path, "it is read-only")
        return load(self.path)

    def _save(self) -> None:
        new = self.path.with_name(self.path.name + ".new")
        try:
            with new.open("wb") as file:
                file.write(self._data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
        except OSError as error:
            with contextlib.suppress(OSError):
                new.unlink()
            raise _unwritable(self.path, _reason(error)) from None


def default_path() -> Path:
    """Where the family's virtual board remembers."""
    return user_data_path("jungle-mastermind", appauthor=False) / "board.nvm"


@contextlib.contextmanager
def keep(path: Path) -> Iterator[MemoryFile | None]:
    """The store of a board that plays with the file at `path`; None if it shall keep nothing."""
    if path == NOTHING:
        yield None
        return
    with MemoryFile(path) as store:
        yield store


def load(path: Path) -> bytearray:
    """What stands in the file now; a Fault where there is none, or none of a board's."""
    try:
        data = bytearray(path.read_bytes())
    except FileNotFoundError:
        raise _missing(path) from None
    except OSError as error:
        raise _unreadable(path, _reason(error)) from None
    if len(data) != NVM_BYTES or journal.Journal(data).found == journal.FOREIGN:
        raise _foreign(path)
    if journal.Journal(data).found == journal.OTHER_FORMAT:
        raise _other_version(path)
    return data


def _lock(path: Path) -> BinaryIO:
    """A file that is open and locked until it is closed, or the program ends."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(path.name + ".lock").open("a+b")
    except OSError as error:
        raise _unwritable(path, _reason(error)) from None
    try:
        _lock_file(lock)
    except OSError as error:
        lock.close()
        raise (
            _busy(path) if error.errno in LOCKED else _unwritable(path, _reason(error))
        ) from None
    return lock


def _lock_file(file: BinaryIO) -> None:
    """OSError if another program has locked it."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _busy(path: Path) -> errors.Fault:
    return errors.Fault(
        f"The board's memory {path} is in use.",
        "Another `mastermind play` is running.",
        "end that one, or: mastermind play --memory -   (a board that remembers nothing)",
        errors.BUSY,
    )


def _unwritable(path: Path, reason: str) -> errors.Fault:
    return errors.Fault(
        f"The board's memory {path} cannot be written: {reason}.",
        "The disk is full, or the folder is not yours. What was kept before is still there.",
        "mastermind play --memory FILE   (another place), or --memory -   (remember nothing)",
        errors.UNWRITABLE,
    )


def _unreadable(path: Path, reason: str) -> errors.Fault:
    return errors.Fault(
        f"The board's memory {path} cannot be read: {reason}.",
        "It belongs to somebody else.",
        "the same command with --memory FILE",
        errors.BUSY,
    )


def _missing(path: Path) -> errors.Fault:
    return errors.Fault(
        f"There is no board's memory at {path}.",
        "Nobody has played here yet, or with another --memory.",
        "mastermind play, or the same command with --memory FILE",
        errors.NO_DEVICE,
    )


def _foreign(path: Path) -> errors.Fault:
    return errors.Fault(
        f"{path} is no board's memory; it is left as it is.",
        "It is a file of another program, or damaged from its very first byte.",
        "the same command with another --memory FILE, or move this one away",
        errors.WRONG_DEVICE,
    )


def _other_version(path: Path) -> errors.Fault:
    return errors.Fault(
        f"The board's memory {path} is of another version of this program; it is left as it is.",
        "It was played with by a newer or an older `mastermind`.",
        "use that version, or the same command with another --memory FILE",
        errors.WRONG_DEVICE,
    )
