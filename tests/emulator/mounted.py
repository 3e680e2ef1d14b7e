# SPDX-License-Identifier: MIT
"""The emulated board's drive as a folder of this computer, as if it were mounted there.

What programs change in the folder goes to the board as whole sectors over mass storage, as a FAT
driver sends it: data, FAT, directories. What is on the board is in the folder once it is mounted.
As on a computer, what the board writes later is seen only after the next mount.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from emulator.fatvolume import Volume
from emulator.massstorage import SECTOR, MassStorage

PARTITION_START = 454  # in the first sector of the drive, little-endian


class Seen(NamedTuple):
    """What tells that a file was written: its own number, its size and the moment."""

    inode: int
    size: int
    modified_ns: int


class MountedDrive:
    """The drive of a board, at `folder`. `refused`: the paths that it had no room for.

    `before_sending()` is called when there is something to send.
    """

    def __init__(self, storage: MassStorage, folder: Path) -> None:
        self.refused: list[str] = []
        self.before_sending: Callable[[], object] = lambda: None
        self.folder = folder
        self._storage = storage
        self._start = int.from_bytes(storage.read(0, 1)[PARTITION_START:][:4], "little")
        self.volume = Volume(self._read())
        folder.mkdir()
        for path in self.volume.folders():
            (folder / path).mkdir()
        for path, content in self.volume.files().items():
            (folder / path).write_bytes(content)
        self._synced = self._last = self._look()

    def unmount(self) -> None:
        """The drive is gone: what the board was not sent is lost."""
        gone = self.folder.with_name(self.folder.name + ".gone")
        self.folder.rename(gone)
        shutil.rmtree(gone)

    def sync_when_still(self) -> None:
        """Send what programs have changed, if they have not changed more since the last call.

        So a computer's cache does when nobody asks it to sync.
        """
        now = self._look()
        still, self._last = now == self._last, now
        if still:
            self.sync()

    def sync(self) -> None:
        """Send what programs have changed."""
        now = self._look()
        if now == self._synced:
            return
        self.before_sending()
        before = bytes(self.volume.image)
        self._follow(now)
        self._synced = self._last = now
        for sector, data in _runs(self.volume, self.volume.changed(before)):
            self._storage.write(self._start + sector, data)

    def _read(self) -> bytearray:
        """What a FAT driver reads of the drive to know all that is in use."""
        image = bytearray(self._storage.read(self._start, 1))
        volume = Volume(image.ljust(int.from_bytes(image[19:21], "little") * SECTOR, b"\0"))
        self._fill(volume, range(1, volume.clusters.data // SECTOR))
        self._fill(volume, volume.clusters.used_sectors())
        return volume.image

    def _fill(self, volume: Volume, sectors: range | list[int]) -> None:
        for first, count in _in_a_row(list(sectors)):
            data = self._storage.read(self._start + first, count)
            volume.image[first * SECTOR : (first + count) * SECTOR] = data

    def _look(self) -> dict[str, Seen | None]:
        """{path: what is seen of a file, None for a folder} of the folder."""
        return dict(_entries(self.folder, ""))

    def _follow(self, now: dict[str, Seen | None]) -> None:
        """Change the volume as the folder was changed."""
        moved = {seen: path for path, seen in self._synced.items() if seen and path not in now}
        for path, seen in now.items():
            if seen is None:
                self.volume.make_folder(path, self.folder.stat().st_mtime)
            elif seen in moved:
                self.volume.move(moved.pop(seen), path, seen.modified_ns / 1e9)
            elif self._synced.get(path) != seen:
                self._write(path, seen)
        for path in sorted(set(self._synced) - set(now), reverse=True):
            self.volume.remove(path)

    def _write(self, path: str, seen: Seen) -> None:
        before = self._synced.get(path)
        if before and before.inode != seen.inode:
            self.volume.remove(path)  # another file in its place has clusters of its own
        try:
            content = (self.folder / path).read_bytes()
            self.volume.write(path, content, seen.modified_ns / 1e9)
        except FileNotFoundError:
            return  # removed meanwhile, which the next look shows
        except OSError:
            self.refused.append(path)


def _entries(folder: Path, path: str) -> Iterator[tuple[str, Seen | None]]:
    try:
        found = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    for entry in found:
        try:
            is_folder, stat = entry.is_dir(), entry.stat()
        except FileNotFoundError:
            continue
        if is_folder:
            yield path + entry.name, None
            yield from _entries(Path(entry.path), f"{path}{entry.name}/")
        else:
            yield path + entry.name, Seen(stat.st_ino, stat.st_size, stat.st_mtime_ns)


def _runs(volume: Volume, sectors: list[int]) -> Iterator[tuple[int, bytes]]:
    """(first sector, data) of what is sent, sectors in a row together."""
    for first, count in _in_a_row(sectors):
        yield first, bytes(volume.image[first * SECTOR : (first + count) * SECTOR])


def _in_a_row(sectors: list[int]) -> Iterator[tuple[int, int]]:
    """(first, how many) of those that follow each other."""
    first = count = 0
    for sector in sectors:
        if count and sector == first + count:
            count += 1
            continue
        if count:
            yield first, count
        first, count = sector, 1
    if count:
        yield first, count
