# SPDX-License-Identifier: MIT
"""manifest.json on a board's drive: what a deploy has put there, and that it came to its end.

It is the commit of a deploy: marked incomplete before the first file is written, whole again after
the last one is verified. The board's code.py reads no more than its first bytes. Knows no board.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from mastermind import __version__
from mastermind import manifest as firmware
from mastermind_host.drive import Files

NAME = firmware.PATH.lstrip("/")
INCOMPLETE = firmware.INCOMPLETE + b"}"
BOARDS_OWN = ("settings.toml", "spare.bin")  # on every drive, and of nobody but the board


class Entry(NamedTuple):
    """A file as it was verified on the board."""

    size: int  # bytes
    sha256: str  # lower-case hexadecimal


class Manifest(NamedTuple):
    """What manifest.json says; incomplete is also one that can't be read."""

    complete: bool
    version: str = ""  # of the firmware
    # {path on the drive: Entry}, without the board's own files
    files: Mapping[str, Entry] = MappingProxyType({})
    stale: tuple[str, ...] = ()  # what a deploy that was not ended would still have deleted


def entry(data: bytes) -> Entry:
    return Entry(len(data), hashlib.sha256(data).hexdigest())


def build(files: Files) -> bytes:
    """The manifest of a drive with `files`: the same bytes for the same files."""
    lines = [
        f"{json.dumps(path)}: {json.dumps(list(entry(data)))}"
        for path, data in sorted(files.items())
        if path not in BOARDS_OWN
    ]
    head = f'{{"complete": true, "version": {json.dumps(__version__)}, "files": {{\n'
    return (head + ",\n".join(lines) + "\n}}\n").encode()


def incomplete(stale: Sequence[str] = ()) -> bytes:
    """What stands there while a deploy runs; with the files that it deletes at its end, for the
    deploy that has to end it.
    """
    if not stale:
        return INCOMPLETE
    return f'{firmware.INCOMPLETE.decode()}, "stale": {json.dumps(list(stale))}}}'.encode()


def read(drive: Path) -> Manifest | None:
    """The manifest on a drive; None where there is none: copied by hand, or not ours."""
    try:
        return parse((drive / NAME).read_bytes())
    except FileNotFoundError:
        return None


def parse(data: bytes) -> Manifest:
    """The manifest in `data`; incomplete if anything about it is wrong."""
    try:
        content = json.loads(data)
        if data.startswith(firmware.INCOMPLETE) or content["complete"] is not True:
            return Manifest(False, stale=tuple(map(_text, content.get("stale", ()))))
        files = {path: _entry(value) for path, value in content["files"].items()}
        return Manifest(True, _text(content["version"]), files)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Manifest(complete=False)


def _entry(value: Any) -> Entry:
    size, sha256 = value
    if type(size) is not int or size < 0:
        raise ValueError("A size is no count of bytes.")
    return Entry(size, _text(sha256))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("A text is none.")
    return value
