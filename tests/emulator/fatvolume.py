# SPDX-License-Identifier: MIT
"""A FAT12 file system in memory, read and changed as a computer's FAT driver would.

A file keeps its clusters, also when it is written over; a new one takes the first that are free.
Knows no board and no USB.

    volume = Volume(image)
    before = bytes(volume.image)
    volume.write("lib/neopixel.py", source, time.time())
    sectors = volume.changed(before)
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from emulator.fatclusters import NO_CLUSTER, SLOT, Clusters
from folder2uf2 import ATTR_DIR, ATTR_VOLUME, SECTOR, dirent, lfn_entries, make_sfn

NO_MORE, DELETED = 0x00, 0xE5  # in place of a name's first byte
LONG_NAME = 0x0F  # among the attributes
AS_IT_WAS = 22  # so many bytes of an entry: the name, and when the file was made
SMALL_BASE, SMALL_EXTENSION = 0x08, 0x10  # of byte 12: a short name is meant in small letters
ROOT = NO_CLUSTER  # the root directory has a place of its own


class Entry(NamedTuple):
    """One name in a directory. `slots`: where its entries stand, the last one the short name's."""

    name: str
    slots: list[int]
    folder: bool
    first: int  # cluster
    size: int


class Volume:
    """The file system in `image`, which is changed in place; ValueError if it isn't FAT12.

    Paths are written as `lib/neopixel.py` and compared as they stand. `when`: seconds since 1970.
    """

    def __init__(self, image: bytearray) -> None:
        self.image = image
        self.clusters = Clusters(image)

    def files(self) -> dict[str, bytes]:
        """{path: content} of all files."""
        content = self.clusters.content
        return {
            path: content(entry.first)[: entry.size]
            for path, entry in self._walk(ROOT, "")
            if not entry.folder
        }

    def folders(self) -> list[str]:
        """The paths of all folders, each after the one that it is in."""
        return [path for path, entry in self._walk(ROOT, "") if entry.folder]

    def find(self, path: str) -> Entry | None:
        folder, entry = ROOT, None
        for name in path.split("/"):
            entry = next((one for one in self._entries(folder) if one.name == name), None)
            if entry is None:
                return None
            folder = entry.first
        return entry

    def write(self, path: str, content: bytes, when: float) -> None:
        """Write a file, and what folders it needs; one that is there keeps its place.

        OSError if there is no room for it: then it is as it was.
        """
        folder, name = self._parent(path, when)
        there = self.find(path)
        first = self.clusters.rewrite(there.first if there else NO_CLUSTER, content)
        if there:
            new = dirent(bytes(11), 0, first, len(content), when)
            end = there.slots[-1] + SLOT
            self.image[end - len(new) + AS_IT_WAS : end] = new[AS_IT_WAS:]
        else:
            self._add(folder, name, 0, first, len(content), when)

    def make_folder(self, path: str, when: float) -> int:
        """The first cluster of a folder, which is made where it isn't there."""
        there = self.find(path)
        if there:
            return there.first
        above, name = self._parent(path, when)
        first = self.clusters.make(bytes(self.clusters.size))
        own = dirent(b".".ljust(11), ATTR_DIR, first, 0, when)
        up = dirent(b"..".ljust(11), ATTR_DIR, above, 0, when)
        at = self.clusters.place(first)
        self.image[at : at + 2 * SLOT] = own + up
        self._add(above, name, ATTR_DIR, first, 0, when)
        return first

    def move(self, old: str, new: str, when: float) -> None:
        """Give a file another path; its clusters stay. OSError if there is none."""
        entry = self.find(old)
        if entry is None:
            raise OSError(f"no {old} on the drive")
        self.remove(new)
        self._add(*self._parent(new, when), 0, entry.first, entry.size, when)
        self._strike_out(entry)

    def remove(self, path: str) -> None:
        """Remove a file or an empty folder, if it is there."""
        entry = self.find(path)
        if entry:
            self.clusters.release(entry.first)
            self._strike_out(entry)

    def changed(self, before: bytes) -> list[int]:
        """The sectors that a driver would send: those that differ from `before` or were written, in
        the order data, FAT, directories. What was written is forgotten then.
        """
        data = self.clusters.data // SECTOR
        directories = set(range(self.clusters.root // SECTOR, data))
        for _, entry in self._walk(ROOT, ""):
            directories.update(self.clusters.sectors(entry.first) if entry.folder else ())

        def turn(sector: int) -> tuple[int, int]:
            return (2 if sector in directories else int(sector < data)), sector

        image = self.image
        starts = range(0, len(image), SECTOR)
        differ = (at for at in starts if image[at : at + SECTOR] != before[at : at + SECTOR])
        sectors = self.clusters.written.union(at // SECTOR for at in differ)
        self.clusters.written.clear()
        return sorted(sectors, key=turn)

    def _parent(self, path: str, when: float) -> tuple[int, str]:
        """The folder in which a path is, made where it isn't there, and the name in it."""
        parent, _, name = path.rpartition("/")
        return (self.make_folder(parent, when) if parent else ROOT), name

    def _walk(self, folder: int, path: str) -> Iterator[tuple[str, Entry]]:
        for entry in self._entries(folder):
            yield path + entry.name, entry
            if entry.folder:
                yield from self._walk(entry.first, f"{path}{entry.name}/")

    def _slots(self, folder: int) -> list[int]:
        """Where the entries of a directory stand in the image."""
        if folder == ROOT:
            return list(range(self.clusters.root, self.clusters.data, SLOT))
        places = map(self.clusters.place, self.clusters.chain(folder))
        return [at for place in places for at in range(place, place + self.clusters.size, SLOT)]

    def _entries(self, folder: int) -> Iterator[Entry]:
        long_name = ""
        slots: list[int] = []
        for at in self._slots(folder):
            slot = bytes(self.image[at : at + SLOT])
            if slot[0] == NO_MORE:
                return
            if slot[0] != DELETED and slot[11] == LONG_NAME:
                long_name, slots = _long_part(slot) + long_name, [*slots, at]
                continue
            if slot[0] not in (DELETED, ord(".")) and not slot[11] & ATTR_VOLUME:
                name = long_name.split("\0")[0] or _short_name(slot)
                first, size = struct.unpack_from("<HI", slot, 26)
                yield Entry(name, [*slots, at], bool(slot[11] & ATTR_DIR), first, size)
            long_name, slots = "", []

    def _add(
        self, folder: int, name: str, attributes: int, first: int, size: int, when: float
    ) -> None:
        shorts = {bytes(self.image[at : at + 11]) for at in self._slots(folder)}
        short, needs_long = make_sfn(name, shorts)
        entries = lfn_entries(name, short) if needs_long else []
        entries.append(dirent(short, attributes, first, size, when))
        for at, entry in zip(self._room_for(folder, len(entries)), entries, strict=True):
            self.image[at : at + SLOT] = entry

    def _strike_out(self, entry: Entry) -> None:
        for slot in entry.slots:
            self.image[slot] = DELETED

    def _room_for(self, folder: int, count: int) -> list[int]:
        """So many free entries in a row; a folder grows where there are none."""
        slots = self._slots(folder)
        for start in range(len(slots) - count + 1):
            row = slots[start : start + count]
            if all(self.image[at] in (NO_MORE, DELETED) for at in row):
                return row
        if folder == ROOT:
            raise OSError("no room in the root directory")
        *_, last = self.clusters.chain(folder)
        self.clusters.extend(last, bytes(self.clusters.size))
        return self._room_for(folder, count)


def _long_part(slot: bytes) -> str:
    return (slot[1:11] + slot[14:26] + slot[28:32]).decode("utf-16-le", "replace")


def _short_name(slot: bytes) -> str:
    base, extension = (part.decode("ascii", "replace").rstrip() for part in (slot[:8], slot[8:11]))
    base = base.lower() if slot[12] & SMALL_BASE else base
    extension = extension.lower() if slot[12] & SMALL_EXTENSION else extension
    return f"{base}.{extension}" if extension else base
