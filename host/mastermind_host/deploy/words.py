# SPDX-License-Identifier: MIT
"""What deploys, restores and backups say of themselves. Pure."""

from __future__ import annotations

from mastermind_host.deploy.archive import Backup, Known
from mastermind_host.deploy.plan import KEEP, Change
from mastermind_host.deploy.report import Report
from mastermind_host.deploy.writing import count


def planned(report: Report) -> str:
    """The changes that are to come, a line each, and their sum."""
    if not report.changed:
        return "Nothing would be copied."
    written = [change for change in report.changed if change.writes]
    size = sum(change.size for change in written)
    kept = sum(change.kind == KEEP for change in report.changes)
    total = f"{count(len(written), 'file')} of {size} bytes to copy, {kept} stay as they are."
    return "\n".join([*map(change_line, report.changed), total])


def change_line(change: Change) -> str:
    return f"{change.kind:7} {change.size:6}  {change.path}: {change.why}"


def deployed(report: Report) -> str:
    """What a deploy has done."""
    if not report.began:
        return f"Nothing to do: the board has Jungle Mastermind {report.version}. 0 bytes written."
    return (
        f"Jungle Mastermind {report.version} is on the board, verified and ready: "
        f"{count(report.files_written, 'file')}, {report.bytes_written} bytes written."
    )


def restored(report: Report) -> str:
    """What a restore has done."""
    done = f"{count(report.files_written, 'file')}, {report.bytes_written} bytes written."
    if report.started:
        return f"The backup is on the board, verified, and the board is ready: {done}"
    return f"The backup is on the board and verified: {done}"


def backed_up(backup: Backup) -> str:
    """What a backup has."""
    size = sum(len(data) for data in backup.files.values())
    memory = f" and {len(backup.memory)} bytes of memory" if backup.memory else ", no memory"
    return f"{count(len(backup.files), 'file')} of {size} bytes{memory}"


def known(one: Known) -> str:
    """A backup in a list."""
    memory = "memory" if one.memory else "no memory"
    date = one.about.date.replace("T", " ")
    what = f"{count(one.files, 'file')}, {memory}, {one.about.kind}"
    return f"{date}  {one.about.uid}  {what}\n  {one.path}"
