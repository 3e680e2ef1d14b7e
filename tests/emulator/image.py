# SPDX-License-Identifier: MIT
"""The CIRCUITPY drive of the emulated board, of the very files that belong on a real one's.

The only place that changes files for a test.
"""

import re

from emulator.pico import DRIVE_SIZE

from mastermind_host.drive import Files, files
from mastermind_host.install import fat as fat_image

__all__ = [
    "Files",
    "fat",
    "files",
    "place",
    "with_change",
    "with_more",
    "with_settings",
    "with_urandom",
]


def with_settings(drive: Files, changes: dict[str, str]) -> Files:
    """The drive with lines of its settings.toml changed; values as they stand in a scenario."""
    if not changes:
        return drive
    text = drive["settings.toml"].decode()
    for name, value in changes.items():
        text, count = re.subn(
            rf"^{name} *=[^#\n]*", f"{name} = {_toml(value)} ", text, flags=re.MULTILINE
        )
        if count != 1:
            raise ValueError(f"settings.toml has {count} lines for {name}.")
    return drive | {"settings.toml": text.encode()}


def _toml(value: str) -> str:
    return value if value in ("true", "false") or value.isdigit() else f'"{value}"'


def with_urandom(drive: Files, data: bytes) -> Files:
    """The drive of a board that draws its codes from `data` first, then from os.urandom."""
    if not data:
        return drive
    told = "bytes(left.pop(0) for _ in range(n)) if len(left) >= n else os.urandom(n)"
    return with_change(drive, "code.py", "os.urandom", f"lambda n, left=list({data!r}): {told}")


def with_more(drive: Files, path: str, source: str) -> Files:
    """The drive with lines added to the end of one file: a fault that a test puts in."""
    return drive | {path: drive[path] + b"\n" + source.encode()}


def with_change(drive: Files, path: str, old: str, new: str) -> Files:
    """The drive with `old`, which must stand once in one file, replaced."""
    content = drive[path]
    if content.count(old.encode()) != 1:
        raise ValueError(f"{path} has {content.count(old.encode())} times {old!r}.")
    return drive | {path: content.replace(old.encode(), new.encode())}


def fat(drive: Files) -> bytes:
    """The FAT image of a drive of 1 MiB."""
    return fat_image.build(drive, DRIVE_SIZE).content


def place(drive: Files, name: str) -> range:
    """The bytes of the FAT image in which one file stands; ValueError if it is in pieces."""
    content = drive[name]
    other = drive | {name: bytes(byte ^ 0xFF for byte in content)}
    here = [
        at for at, (one, two) in enumerate(zip(fat(drive), fat(other), strict=True)) if one != two
    ]
    if len(here) != len(content) or here[-1] - here[0] + 1 != len(content):
        raise ValueError(f"{name} does not lie in one piece.")
    return range(here[0], here[-1] + 1)
