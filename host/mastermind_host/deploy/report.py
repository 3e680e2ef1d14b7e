# SPDX-License-Identifier: MIT
"""What a deploy has done, in figures. Knows no drive, no board and no words."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mastermind_host.deploy.plan import KEEP, Change

READ_BACK = "read back"


@dataclass
class Report:
    """The figures of one deploy; also what a bench counts."""

    uid: str = ""
    version: str = ""  # of the firmware
    changes: list[Change] = field(default_factory=list)
    dry_run: bool = False
    held: bool = False  # whether the board was interrupted
    began: bool = False  # whether anything was written
    committed: bool = False  # whether the manifest says that all is there
    verified: str = ""  # how: sha256, sha1, crc32 by the board, or READ_BACK by this computer
    started: bool = False  # whether the board has said that it is ready
    bytes_written: int = 0  # with the manifests
    files_written: int = 0  # without the manifests; a file that was written again counts again
    files_deleted: int = 0
    flushes: int = 0
    rewritten: int = 0  # files that were not right at first
    sectors: int = 0  # flash sectors of 4 KiB, by the model in `sectors`
    sectors_least: int = 0
    repl_bytes: int = 0  # over the console, both ways
    backup: Path | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def changed(self) -> list[Change]:
        return [change for change in self.changes if change.kind != KEEP]


def data(report: Report) -> dict[str, Any]:
    """The report as JSON has it."""
    told = {name: value for name, value in vars(report).items() if name != "changes"}
    told["backup"] = str(report.backup) if report.backup else None
    told["changes"] = [
        {"path": one.path, "kind": one.kind, "size": one.size, "why": one.why}
        for one in report.changes
    ]
    return told
