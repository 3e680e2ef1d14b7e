# SPDX-License-Identifier: MIT
"""What a deploy changes on a drive, and in which order. Pure: knows no drive and no board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mastermind_host.deploy import manifest, settings_file
from mastermind_host.deploy.manifest import Manifest
from mastermind_host.drive import Files

ADD, REPLACE, MEND, KEEP, DELETE = "add", "replace", "mend", "keep", "delete"
WRITES = (ADD, REPLACE, MEND)
SPARE, SETTINGS = "spare.bin", "settings.toml"
OURS = ("mastermind/", "lib/")  # folders in which a deploy deletes what an older one has put there
# What comes late: a board that starts with half of the files shall find an old code.py.
_LATE = (SETTINGS, "boot.py", "safemode.py", "code.py")


class Change(NamedTuple):
    """What becomes of one file."""

    path: str
    kind: str  # ADD, REPLACE, MEND, KEEP or DELETE
    size: int  # bytes that the file has then
    why: str
    data: bytes = b""  # what is written
    old_size: int | None = None  # None: it was not there

    @property
    def writes(self) -> bool:
        return self.kind in WRITES


def plan(wanted: Files, present: Mapping[str, bytes], old: Manifest | None) -> list[Change]:
    """The changes that make a drive the wanted one, in the order in which they are done.

    `present`: {path: content} of the files that are there, as far as `looked_at` names them.
    """
    changes = [_change(path, wanted[path], present, old) for path in in_order(wanted)]
    return changes + [
        Change(path, DELETE, 0, "is of an older version", old_size=len(present[path]))
        for path in stale(wanted, old)
        if path in present
    ]


def exact(wanted: Files, present: Mapping[str, bytes], deleted: Iterable[str]) -> list[Change]:
    """The changes that make files what they were once, without a look at what is in them."""
    changes = [_exact(path, wanted[path], present.get(path)) for path in in_order(wanted)]
    return changes + [
        Change(path, DELETE, 0, "was not there", old_size=len(present[path]))
        for path in sorted(deleted)
        if path in present
    ]


def looked_at(wanted: Files, old: Manifest | None) -> list[str]:
    """The paths of all files on the drive that a plan depends on."""
    return [*wanted, *stale(wanted, old)]


def stale(wanted: Iterable[str], old: Manifest | None) -> list[str]:
    """Files that an older deploy has put in our folders, and nobody wants any more."""
    known = [*old.files, *old.stale] if old else []
    ours = [path for path in known if path.startswith(OURS) and ".." not in path.split("/")]
    return sorted(set(ours) - set(wanted))


def in_order(paths: Iterable[str]) -> list[str]:
    """spare.bin, which has to lie in one piece; libraries, data, modules; code.py last."""
    return sorted(paths, key=lambda path: (_turn(path), path))


def _turn(path: str) -> int:
    if path == SPARE:
        return 0
    if path in _LATE:
        return 4 + _LATE.index(path)
    if path.startswith("lib/"):
        return 1
    return 3 if path.endswith(".py") else 2


def _change(path: str, data: bytes, present: Mapping[str, bytes], old: Manifest | None) -> Change:
    there = present.get(path)
    if there is None:
        return Change(path, ADD, len(data), "is not there", data)
    if path == SPARE:
        return _spare(data, there)
    if path == SETTINGS:
        return _settings(data, there)
    if there == data:
        return Change(path, KEEP, len(data), "is as it should be", b"", len(there))
    if old and old.files.get(path) == manifest.entry(data):
        why = "was changed or damaged since it was copied"
        return Change(path, MEND, len(data), why, data, len(there))
    return Change(path, REPLACE, len(data), "is another version", data, len(there))


def _exact(path: str, data: bytes, there: bytes | None) -> Change:
    if there is None:
        return Change(path, ADD, len(data), "is not there", data)
    if there == data:
        return Change(path, KEEP, len(data), "is the same", b"", len(there))
    return Change(path, REPLACE, len(data), "is another one", data, len(there))


def _spare(data: bytes, there: bytes) -> Change:
    if len(there) == len(data):
        return Change(SPARE, KEEP, len(data), "is the board's own", b"", len(there))
    return Change(SPARE, MEND, len(data), "has a wrong size", data, len(there))


def _settings(data: bytes, there: bytes) -> Change:
    merged = settings_file.merge(there, data)
    if merged == there:
        return Change(SETTINGS, KEEP, len(there), "is yours", b"", len(there))
    before = settings_file.names(there)
    new = [name for name in settings_file.names(merged) if name not in before]
    why = f"gets what is new: {', '.join(new)}" if before else "gets its lines"
    return Change(SETTINGS, REPLACE, len(merged), why, merged, len(there))
