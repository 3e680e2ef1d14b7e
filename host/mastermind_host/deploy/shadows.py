# SPDX-License-Identifier: MIT
"""Files on a drive that the board would take instead of ours, or that only take up room. Pure.

CircuitPython starts code.txt before code.py; it looks for a module in / before /lib, and takes a
folder before a .py and that before a .mpy.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from mastermind_host import drive

_LIBRARIES = tuple(f"{name}{end}" for name in drive.LIBRARIES for end in (".py", ".mpy", "/"))
_PACKAGE = ("mastermind.py", "mastermind.mpy")
_OTHER_MAINS = ("main.py", "main.txt", "code.py.txt", "code.txt.py")


def shadowing(names: Iterable[str], ours: Iterable[str]) -> list[str]:
    """The files that run instead of ours."""
    ours = set(ours)
    modules = {path.removesuffix(".py") + "/" for path in ours if path.startswith("mastermind/")}
    libraries = tuple(f"lib/{name}/" for name in drive.LIBRARIES)
    return [
        name
        for name in names
        if name not in ours
        and (
            name.lower() == "code.txt"
            or name.startswith(_LIBRARIES + libraries)
            or name.startswith(tuple(modules))
        )
    ]


def notes(names: Iterable[str], ours: Iterable[str]) -> list[str]:
    """Sentences about files that are in the way, for the user of the drive to delete."""
    names, ours = list(names), set(ours)
    sentences = [
        f"{name} on the drive runs instead of the firmware's own: delete or rename it."
        for name in shadowing(names, ours)
    ]
    for name in names:
        if name in _PACKAGE or _is_compiled(name, ours):
            sentences.append(
                f"{name} on the drive is not used: a file of the firmware comes first."
            )
        elif name in _OTHER_MAINS:
            sentences.append(f"{name} on the drive is not started: code.py comes first.")
    rubbish = [name for name in names if _is_apple_double(name, ours)]
    if rubbish:
        sentences.append(
            f"{len(rubbish)} files that macOS left beside the firmware's take up room: "
            f"{', '.join(rubbish)}. Delete them with: dot_clean -m DRIVE"
        )
    return sentences


def _is_compiled(name: str, ours: set[str]) -> bool:
    """Whether it is a compiled form of one of our modules."""
    path = PurePosixPath(name)
    return path.suffix in (".mpy", ".pyc") and str(path.with_suffix(".py")) in ours


def _is_apple_double(name: str, ours: set[str]) -> bool:
    path = PurePosixPath(name)
    return path.name.startswith("._") and str(path.with_name(path.name[2:])) in ours
