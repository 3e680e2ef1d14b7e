# SPDX-License-Identifier: MIT
"""Whether a deploy fits on a drive, counted in clusters. Pure.

Counts on nothing that is not sure: files that a deploy deletes at its end, and what a drive's
driver may do with a file that is written over, give no room.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from mastermind_host.deploy.plan import Change
from mastermind_host.deploy.volume import Room
from mastermind_host.errors import UNWRITABLE, Fault

ENTRY = 32  # bytes of a directory's entry
NAME_PART = 13  # characters of a long name in an entry


def needed(changes: Iterable[Change], folders: Iterable[str], cluster: int) -> int:
    """Clusters that the drive has to have free; `folders` are those that it has already."""
    written = [change for change in changes if change.writes]
    files = sum(
        max(0, clusters(change.size, cluster) - clusters(change.old_size or 0, cluster))
        for change in written
    )
    added = [change.path for change in written if change.old_size is None]
    return files + _directories(added, set(folders), cluster)


def clusters(size: int, cluster: int) -> int:
    """Clusters of a file of `size` bytes."""
    return -(-size // cluster)


def check(changes: Iterable[Change], folders: Iterable[str], room: Room) -> None:
    """A Fault UNWRITABLE with the bytes that are needed and free, if the changes do not fit."""
    wanted = needed(changes, folders, room.cluster)
    if wanted > room.free:
        raise Fault(
            f"The board's drive is too full: {wanted * room.cluster} bytes are needed, "
            f"{room.free * room.cluster} are free. Nothing was written.",
            "Other files are on the drive: programs, libraries, or what the system hides there.",
            "delete what you do not need from the drive (mastermind backup keeps a copy), "
            "and run the same command again",
            UNWRITABLE,
        )


def folders_of(paths: Iterable[str]) -> set[str]:
    """The folders in which files are: {"lib", "mastermind", "mastermind/stages"}."""
    return {str(folder) for path in paths for folder in PurePosixPath(path).parents} - {"."}


def _directories(added: list[str], there: set[str], cluster: int) -> int:
    """Clusters by which directories grow for new files; the root has an area of its own."""
    new = folders_of(added) - there
    bytes_in: dict[str, int] = {folder: 2 * ENTRY for folder in new}  # itself and the one above
    for path in [*added, *new]:
        above = str(PurePosixPath(path).parent)
        if above != ".":
            bytes_in[above] = bytes_in.get(above, 0) + entry_bytes(path)
    return sum(clusters(size, cluster) for size in bytes_in.values())


def entry_bytes(path: str) -> int:
    """What a file takes in its directory: a short name, and a long one in parts."""
    return ENTRY * (1 + -(-len(PurePosixPath(path).name) // NAME_PART))
