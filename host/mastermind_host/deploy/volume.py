# SPDX-License-Identifier: MIT
"""A mounted drive as a deploy sees it: files that are read, written, deleted and flushed.

The seam that tests make full, slow, read-only or vanishing. Raises OSError as the system does; what
that means for its user is `trouble`'s to say. Knows no board. Only Linux was tried.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

FAT_CLUSTER = 512  # bytes, on every CIRCUITPY drive of 1 MiB


class Room(NamedTuple):
    """What a drive has."""

    cluster: int  # bytes
    free: int  # clusters
    total: int  # bytes


class Volume:
    """The drive at `root`. Paths are as on the board, without the slash before: lib/neopixel.py."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._device = os.stat(root).st_dev
        self._unflushed: list[Path] = []

    @property
    def is_there(self) -> bool:
        """Whether it is still mounted: an empty folder may be left in its place."""
        try:
            return os.stat(self.root).st_dev == self._device
        except OSError:
            return False

    @property
    def is_mount(self) -> bool:
        """Whether it is a drive of its own, and no folder somebody named."""
        return os.path.ismount(self.root)

    @property
    def is_writable(self) -> bool:
        """Whether the system would let this program write."""
        return os.access(self.root, os.W_OK)

    @property
    def owner(self) -> str:
        """Whose the drive is, if it is not this user's; else ""."""
        if sys.platform == "win32":
            return ""
        import pwd

        uid = os.stat(self.root).st_uid
        if uid == os.getuid():
            return ""
        try:
            return pwd.getpwuid(uid).pw_name
        except KeyError:
            return str(uid)

    def room(self) -> Room:
        if sys.platform == "win32":
            total, _, free = shutil.disk_usage(self.root)
            return Room(FAT_CLUSTER, free // FAT_CLUSTER, total)
        told = os.statvfs(self.root)
        cluster = told.f_frsize or FAT_CLUSTER
        return Room(cluster, told.f_bavail, told.f_blocks * cluster)

    def names(self) -> list[str]:
        """All files, sorted, without what the systems hide on every drive."""
        found = []
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if not _is_hidden(name)]
            found += [Path(folder, name).relative_to(self.root).as_posix() for name in files]
        return sorted(found)

    def size(self, path: str) -> int | None:
        """Bytes of a file; None where there is none."""
        try:
            return os.stat(self._place(path)).st_size
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read(self, path: str) -> bytes | None:
        """A file's content; None where there is no such file."""
        try:
            return self._place(path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read_again(self, path: str) -> bytes | None:
        """As `read`, from the drive itself where the system can forget what it remembers of it."""
        place = self._place(path)
        if hasattr(os, "posix_fadvise") and place.is_file():
            with open(place, "rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return self.read(path)

    def write(self, path: str, data: bytes) -> None:
        """Write a file in its place, in one go.

        Over what stands there, not through a second file that is renamed: the file keeps its
        clusters, so the drive's table and directory hardly change and what is in one piece stays
        so; and bytes that stay the same are safe whenever the copy is broken off. That half a file
        never runs is the manifest's doing.
        """
        place = self._place(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        self._unflushed.append(place)
        with open(place, "r+b" if place.exists() else "wb") as file:
            file.write(data)
            file.truncate()

    def delete(self, path: str) -> None:
        """Delete a file, and its folders if they are empty then; nothing where it is gone."""
        place = self._place(path)
        place.unlink(missing_ok=True)
        folder = place.parent
        while folder not in (self.root, self.root / "lib") and _is_empty(folder):
            folder.rmdir()
            folder = folder.parent

    def flush(self) -> None:
        """Wait until all that was written is on the drive.

        Once at the end of many files: each flush erases the flash sectors of the drive's table and
        directory anew.
        """
        unflushed, self._unflushed = self._unflushed, []
        if sys.platform == "linux":
            _sync_filesystem(self.root)
            return
        for place in unflushed:
            _sync_file(place)
        if hasattr(os, "sync"):
            os.sync()

    def _place(self, path: str) -> Path:
        if not self.is_there:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), path)
        return self.root / path


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())


def _is_hidden(name: str) -> bool:
    return name in (".fseventsd", ".Spotlight-V100", ".Trashes", "System Volume Information")


def _sync_filesystem(root: Path) -> None:
    """Linux: flush this file system and no other."""
    folder = os.open(root, os.O_RDONLY)
    try:
        if ctypes.CDLL(None, use_errno=True).syncfs(folder) != 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), str(root))
    finally:
        os.close(folder)


def _sync_file(place: Path) -> None:
    """macOS, Windows: flush one file; on macOS past the drive's own cache."""
    if not place.exists():
        return
    with open(place, "r+b") as file:
        if sys.platform == "darwin":
            import fcntl

            fcntl.fcntl(file.fileno(), fcntl.F_FULLFSYNC)
        else:
            os.fsync(file.fileno())
