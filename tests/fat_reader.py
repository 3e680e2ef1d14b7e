# SPDX-License-Identifier: MIT
"""Reads a FAT12 drive with no help of what made it. Long names are read, dates are not."""

import struct

FOLDER, VOLUME, LONG = 0x10, 0x08, 0x0F


class Fat:
    """A drive in `data`, which may be shorter than the drive says it is."""

    def __init__(self, data):
        self.data = data
        sector, self.per_cluster, reserved, fats, entries, small = struct.unpack_from(
            "<HBHBHH", data, 11
        )
        (fat_sectors,) = struct.unpack_from("<H", data, 22)
        (large,) = struct.unpack_from("<I", data, 32)
        assert (sector, fats, data[510:512]) == (512, 1, b"\x55\xaa")
        self.size = (small or large) * sector
        self.fat = data[reserved * 512 : (reserved + fat_sectors) * 512]
        self.root = (reserved + fat_sectors) * 512
        self.start = self.root + entries * 32

    def chain(self, cluster):
        """The clusters of a file, from its first."""
        clusters = []
        while 2 <= cluster < 0xFF8:
            assert cluster not in clusters
            clusters.append(cluster)
            (pair,) = struct.unpack_from("<H", self.fat, cluster * 3 // 2)
            cluster = pair >> 4 if cluster % 2 else pair & 0xFFF
        return clusters

    def content(self, cluster):
        size = self.per_cluster * 512
        places = (self.start + (number - 2) * size for number in self.chain(cluster))
        return b"".join(self.data[place : place + size] for place in places)

    def files(self, folder="", entries=None):
        """{path: (content, clusters)}, of all folders."""
        found, long_name = {}, ""
        entries = self.data[self.root : self.start] if entries is None else entries
        for at in range(0, len(entries), 32):
            entry = entries[at : at + 32]
            if entry[0] == 0:
                break
            if entry[11] == LONG:
                units = entry[1:11] + entry[14:26] + entry[28:32]
                long_name = units.decode("utf-16-le").split("\0")[0] + long_name
                continue
            name, long_name = long_name or _short(entry), ""
            cluster, size = struct.unpack_from("<HI", entry, 26)
            if entry[11] & FOLDER and name not in (".", ".."):
                found |= self.files(f"{folder}{name}/", self.content(cluster))
            elif not entry[11] & (VOLUME | FOLDER):
                found[folder + name] = self.content(cluster)[:size], self.chain(cluster)
        return found


def _short(entry):
    name, end = entry[:8].decode().rstrip(), entry[8:11].decode().rstrip()
    return f"{name}.{end}" if end else name
