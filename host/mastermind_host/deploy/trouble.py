# SPDX-License-Identifier: MIT
"""What an error of a drive means for its user, and the next command. Knows no board."""

from __future__ import annotations

import errno

from mastermind_host.deploy.report import Report
from mastermind_host.deploy.volume import Volume
from mastermind_host.errors import BUSY, INTERRUPTED, UNWRITABLE, Fault

AGAIN = "run the same command again: it goes on from here"
# macOS says so of files that arrive all the same; the board is asked what it has.
DOUBTFUL = (errno.EIO,)


def is_doubtful(error: OSError, volume: Volume) -> bool:
    """Whether the board has to say if the file has arrived."""
    return error.errno in DOUBTFUL and volume.is_there


def fault_of(error: OSError, volume: Volume, doing: str) -> Fault:
    """What has stopped a deploy while it was `doing` something: "writing code.py"."""
    if not volume.is_there:
        return _gone(doing)
    known = {errno.ENOSPC: _full, errno.EROFS: _read_only, errno.EACCES: _denied}
    known[errno.EPERM] = _denied
    return known.get(error.errno or 0, _broken)(error, volume, doing)


def interrupted(report: Report) -> Fault:
    """What Ctrl-C has left behind, after something was written."""
    if report.committed:
        return Fault(
            "Stopped. The firmware is on the board and verified; its start was not waited for.",
            "Ctrl-C.",
            "mastermind devices",
            INTERRUPTED,
        )
    done, total = report.files_written, sum(change.writes for change in report.changes)
    return Fault(
        f"Stopped after {done} of {total} files; the last one is whole.",
        "Ctrl-C.",
        "mastermind deploy   (goes on from here; until then the board says what it lacks)",
        INTERRUPTED,
    )


def _gone(doing: str) -> Fault:
    return Fault(
        f"The board's drive went away while {doing}.",
        "It was unplugged or reset, or its cable is loose.",
        f"plug it in and {AGAIN}",
        UNWRITABLE,
    )


def _full(error: OSError, volume: Volume, doing: str) -> Fault:
    room = volume.room()
    return Fault(
        f"The board's drive got full while {doing}: {room.free * room.cluster} bytes are free.",
        "Another program writes to it, or the system hides files there.",
        f"delete what you do not need from {volume.root}, then {AGAIN}",
        UNWRITABLE,
    )


def _read_only(error: OSError, volume: Volume, doing: str) -> Fault:
    return Fault(
        f"The board's drive got read-only while {doing}.",
        "The system has found a fault on it, as after unplugging in mid-write.",
        f"unplug the board, plug it in and {AGAIN}; if it stays so: mastermind recover",
        UNWRITABLE,
    )


def _denied(error: OSError, volume: Volume, doing: str) -> Fault:
    return Fault(
        f"The system does not allow {doing} on {volume.root}.",
        "The drive was mounted for somebody else, or the file is open in another program.",
        f"close what has it open, then {AGAIN}; mastermind doctor",
        BUSY,
    )


def _broken(error: OSError, volume: Volume, doing: str) -> Fault:
    return Fault(
        f"The board's drive has failed while {doing}: {error.strerror or error}.",
        "Its cable or hub is loose, or the drive is damaged.",
        f"plug it into another port and {AGAIN}; if it stays so: mastermind recover",
        UNWRITABLE,
    )
