# SPDX-License-Identifier: MIT
"""Who has a serial port open, and who may open it. Opens no port itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

PROBER = "ModemManager"  # talks to every new port, to see whether it is a modem


def who_has(path: str, proc: Path = Path("/proc")) -> list[str]:
    """The other programs that have the port open, such as ["thonny (4711)"], as far as this user
    may see them.
    """
    device = os.path.realpath(path)
    pids = _linux_pids(device, proc) if proc.is_dir() else _pids(device)
    return [f"{_name(pid)} ({pid})" for pid in pids if pid != os.getpid()]


def prober_runs() -> bool:
    """Whether ModemManager is at work on this computer."""
    return any(one.info["name"] == PROBER for one in psutil.process_iter(["name"]))


def group_of(path: str) -> tuple[str, bool]:
    """(the group that may open the port, whether this user was added to it).

    ("", False) where groups have no say.
    """
    try:
        import grp
        import pwd

        group = grp.getgrgid(os.stat(path).st_gid)
        return group.gr_name, pwd.getpwuid(os.getuid()).pw_name in group.gr_mem
    except (ImportError, OSError, KeyError):
        return "", False


def _linux_pids(device: str, proc: Path) -> Iterator[int]:
    """psutil tells of plain files alone, and a port is none."""
    for folder in proc.glob("[0-9]*"):
        with suppress(OSError):
            if any(os.readlink(link) == device for link in (folder / "fd").iterdir()):
                yield int(folder.name)


def _pids(device: str) -> Iterator[int]:
    for one in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if any(file.path == device for file in one.open_files()):
                yield one.pid


def _name(pid: int) -> str:
    try:
        return str(psutil.Process(pid).name())
    except psutil.Error:
        return "a program"
