# SPDX-License-Identifier: MIT
"""The clusters of a FAT12 file system in memory: its layout and its table of chains.

Knows no files.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from folder2uf2 import SECTOR

SLOT = 32  # bytes of a directory's entry
FIRST_CLUSTER, LAST_OF_CHAIN, NO_CLUSTER = 2, 0xFFF, 0
FREE = 0
MOST_CLUSTERS = 0xFF5  # more of them make it FAT16


class Clusters:
    """The clusters of the file system in `image`, changed in place; ValueError if it isn't FAT12.

    A chain is named by its first cluster; NO_CLUSTER is an empty one. `size`: bytes of a cluster.
    `root`, `data`: the offsets of the root directory and of the first cluster. `written`: the
    sectors that were given a content.
    """

    def __init__(self, image: bytearray) -> None:
        self.image = image
        self.written: set[int] = set()
        sector, per_cluster, reserved, fats, roots, total, _, fat = struct.unpack_from(
            "<HBHBHHBH", image, 11
        )
        if sector != SECTOR or not per_cluster or image[510:512] != b"\x55\xaa":
            raise ValueError("no FAT file system")
        self.size = per_cluster * SECTOR
        self._fats = [(reserved + number * fat) * SECTOR for number in range(fats)]
        self.root = (reserved + fats * fat) * SECTOR
        self.data = self.root + roots * SLOT
        count = (total * SECTOR - self.data) // self.size
        if count > MOST_CLUSTERS:
            raise ValueError("not FAT12")
        self._numbers = range(FIRST_CLUSTER, FIRST_CLUSTER + count)

    def place(self, number: int) -> int:
        """The offset of a cluster in the image."""
        return self.data + (number - FIRST_CLUSTER) * self.size

    def chain(self, first: int) -> Iterator[int]:
        """The numbers of a chain's clusters."""
        left = len(self._numbers)  # a chain that is a ring has no end
        while first in self._numbers and left:
            yield first
            first, left = self._next(first), left - 1

    def content(self, first: int) -> bytes:
        """Of a whole chain, to the end of its last cluster."""
        places = map(self.place, self.chain(first))
        return b"".join(bytes(self.image[at : at + self.size]) for at in places)

    def sectors(self, first: int) -> list[int]:
        """The sectors of a chain."""
        return [sector for number in self.chain(first) for sector in self._sectors(number)]

    def free(self) -> list[int]:
        """The numbers of all clusters that are free."""
        return [number for number in self._numbers if self._next(number) == FREE]

    def used_sectors(self) -> list[int]:
        """The sectors of all clusters that belong to something."""
        used = (number for number in self._numbers if self._next(number) != FREE)
        return [sector for number in used for sector in self._sectors(number)]

    def make(self, content: bytes) -> int:
        """A chain of the first clusters that are free, with `content`.

        OSError if there are not enough: then nothing is changed.
        """
        return self.rewrite(NO_CLUSTER, content)

    def rewrite(self, first: int, content: bytes) -> int:
        """A chain with another content, in the clusters that it has, and more or less of them.

        OSError if there are not enough free ones: then nothing is changed.
        """
        has, needed = list(self.chain(first)), -(-len(content) // self.size)
        numbers = has[:needed] + self.free()[: max(0, needed - len(has))]
        if len(numbers) < needed:
            raise OSError("no room on the drive")
        for number in has[needed:]:
            self._set_next(number, FREE)
        for index, number in enumerate(numbers):
            self._fill(number, content[index * self.size :][: self.size])
            self._set_next(number, numbers[index + 1] if index + 1 < needed else LAST_OF_CHAIN)
        return numbers[0] if numbers else NO_CLUSTER

    def extend(self, last: int, content: bytes) -> None:
        """More clusters behind the last one of a chain. OSError as above."""
        self._set_next(last, self.make(content))

    def release(self, first: int) -> None:
        """A chain's clusters are free."""
        for number in list(self.chain(first)):
            self._set_next(number, FREE)

    def _fill(self, number: int, part: bytes) -> None:
        at = self.place(number)
        self.image[at : at + len(part)] = part
        self.written.update(self._sectors(number))

    def _sectors(self, number: int) -> range:
        first = self.place(number) // SECTOR
        return range(first, first + self.size // SECTOR)

    def _next(self, number: int) -> int:
        pair = struct.unpack_from("<H", self.image, self._fats[0] + number * 3 // 2)[0]
        return pair >> 4 if number & 1 else pair & 0xFFF

    def _set_next(self, number: int, value: int) -> None:
        for fat in self._fats:
            at = fat + number * 3 // 2
            pair = struct.unpack_from("<H", self.image, at)[0]
            kept = pair & 0xF if number & 1 else pair & 0xF000
            struct.pack_into("<H", self.image, at, kept | (value << 4 if number & 1 else value))
