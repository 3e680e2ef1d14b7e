# SPDX-License-Identifier: MIT
"""How many flash sectors of 4 KiB a deploy touches: each is erased and programmed, some 60 ms.

A model of a drive of 1 MiB (FAT12, clusters of 512 bytes) on which the firmware's files lie one
after the other, as the first deploy puts them there. Pure: the host can't see the real places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from mastermind_host.deploy import manifest
from mastermind_host.deploy.plan import Change
from mastermind_host.deploy.room import clusters

SECTOR = 4096
CLUSTER = 512
DATA_START = 20480  # bytes from the drive's begin: boot sector, table of files, root directory
TABLE, ROOT = "table", "root directory"


def touched(changes: Sequence[Change], commit: int) -> int:
    """Sectors that a deploy with these changes touches; `commit`: bytes of its manifest.

    Three flushes: the manifest is made invalid, the files are written, the manifest is written.
    """
    places = _places(changes, commit)
    invalid = {TABLE, ROOT, *list(places[manifest.NAME])[:1]}
    files: set[object] = set()
    for change in changes:
        if change.writes:
            files |= {*places[change.path], _directory(change.path)}
            grows = clusters(change.size, CLUSTER) != clusters(change.old_size or 0, CLUSTER)
            files |= {TABLE} if grows or change.old_size is None else set()
    return len(invalid) + len(files) + len({TABLE, ROOT, *places[manifest.NAME]})


def least(changes: Iterable[Change], commit: int) -> int:
    """Sectors that no way of writing the same files through the drive can do without.

    Their bytes packed end to end, the table once, and each directory once.
    """
    written = [change for change in changes if change.writes]
    size = sum(change.size for change in written) + commit
    return -(-size // SECTOR) + len({TABLE, ROOT, *(_directory(one.path) for one in written)})


def _places(changes: Sequence[Change], commit: int) -> dict[str, range]:
    """{path: its sectors}."""
    at, places = DATA_START, {}
    sizes = [(change.path, change.size) for change in changes]
    for path, size in [(manifest.NAME, commit), *sizes]:
        end = at + clusters(size, CLUSTER) * CLUSTER
        places[path] = range(at // SECTOR, -(-end // SECTOR))
        at = end
    return places


def _directory(path: str) -> str:
    above = str(PurePosixPath(path).parent)
    return ROOT if above == "." else above
