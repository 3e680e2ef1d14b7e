# SPDX-License-Identifier: MIT
"""A backup brought back on a board, as safely as a deploy; a half one is mended by the same again.

The board's memory comes back on request only, and with spare.bin: of two that do not belong
together the board would take the newer one.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from mastermind_host import drive
from mastermind_host.clock import Clock
from mastermind_host.deploy import (
    archive,
    backup,
    manifest,
    onboard,
    plan,
    preflight,
    release,
    room,
    trouble,
)
from mastermind_host.deploy.archive import Backup
from mastermind_host.deploy.preflight import open_volume
from mastermind_host.deploy.report import Report
from mastermind_host.deploy.volume import Volume
from mastermind_host.deploy.writing import Writer
from mastermind_host.device.devices import Device
from mastermind_host.device.machine import Machine
from mastermind_host.device.repl import Repl
from mastermind_host.errors import INTERRUPTED, WRONG_DEVICE, Fault
from mastermind_host.progress import SILENT, Progress

SYSTEMS_OWN = ("boot_out.txt",)  # CircuitPython writes it


@dataclass
class Restoration:
    """One restore of `backup`; `look` plans it, `run` does it."""

    machine: Machine
    device: Device
    backup: Backup
    memory: bool = False  # whether the board's memory comes back as well
    other_board: bool = False  # whether the backup may be of another board
    clock: Clock = field(default_factory=Clock)
    progress: Progress = SILENT
    volume: Volume | None = None
    backups: Path = field(default_factory=archive.folder)
    when: datetime = field(default_factory=datetime.now)
    report: Report = field(default_factory=Report)
    _present: drive.Files = field(default_factory=dict)

    def look(self) -> Report:
        """The changes it would make; a Fault if it can't. Writes nothing."""
        mount = preflight.check_mounted(self.device, "restore")
        self.volume = self.volume or open_volume(mount)
        preflight.check_volume(self.volume, mount, "restore")
        self._check_fit()
        self.report.uid, self.report.version = self.device.uid, self._version or ""
        self._plan(self.volume)
        return self.report

    def run(self) -> Report:
        """Restore, verify, and wait for the board. The state before is backed up first."""
        try:
            self._run()
        except KeyboardInterrupt:
            if not self.report.began:
                raise
            raise Fault(
                "Stopped: a part of the backup is on the board.",
                "Ctrl-C.",
                "the same command again",
                INTERRUPTED,
            ) from None
        return self.report

    def _run(self) -> None:
        self.look()
        port = preflight.check_console(self.device, "nothing was restored")
        assert self.volume
        with Repl(self.machine.open(port), self.clock) as repl:
            self.progress.step("Holding the board.")
            preflight.check_facts(onboard.facts(repl), self.device)
            self._back_up(repl, self.volume)
            self.report.held = True
            self._write(repl, self.volume)
            if self._version is None:
                repl.release()
                return
            release.start(
                *(self.machine, self.device, repl, self.clock, self.progress),
                hard=True,
                version=self._version,
            )
            self.report.started = True

    def _check_fit(self) -> None:
        about = self.backup.about
        if about.uid != self.device.uid and not self.other_board:
            raise Fault(
                f"The backup is of board {about.uid}, this is board {self.device.uid}.",
                "Several boards were backed up on this computer.",
                "mastermind backup --list; to copy it to this board all the same: "
                "mastermind restore BACKUP --other-board",
                WRONG_DEVICE,
            )
        if self.memory and not self.backup.memory:
            raise Fault(
                f"The backup of {about.date} has no memory of a board.",
                f"It is a backup of the kind {about.kind!r}.",
                "mastermind backup --list   (shows which have one)",
                WRONG_DEVICE,
            )

    def _plan(self, volume: Volume) -> None:
        try:
            old = volume.read(manifest.NAME)
            deleted = self._not_in_backup(manifest.parse(old or b""))
            looked_at = {*self._wanted(volume), *deleted, manifest.NAME}
            found = {path: volume.read(path) for path in sorted(looked_at)}
            names, space = volume.names(), volume.room()
        except OSError as error:
            raise trouble.fault_of(error, volume, "reading it") from error
        self._present = {path: data for path, data in found.items() if data is not None}
        self.report.changes = plan.exact(self._wanted(volume), self._present, deleted)
        room.check(self.report.changes, room.folders_of(names), space)

    def _wanted(self, volume: Volume) -> drive.Files:
        """What comes back. Without its memory a board keeps its spare.bin, or gets an empty one."""
        left_out = (*SYSTEMS_OWN, manifest.NAME, *(() if self.memory else (plan.SPARE,)))
        files = {path: data for path, data in self.backup.files.items() if path not in left_out}
        if plan.SPARE in self.backup.files and not self.memory:
            there = volume.read(plan.SPARE)
            shipped = drive.files()[plan.SPARE]
            files[plan.SPARE] = there if there and len(there) == len(shipped) else shipped
        return files

    def _not_in_backup(self, now: manifest.Manifest) -> list[str]:
        """Files of the firmware that is there now, which the one of the backup does not have."""
        return sorted({*now.files, *now.stale} - {*self.backup.files, *manifest.BOARDS_OWN})

    def _back_up(self, repl: Repl, volume: Volume) -> None:
        kind = archive.BEFORE_RESTORE
        now = backup.take(repl, self.device, volume, kind, self.when, self.progress)
        self.report.backup = archive.place(self.backups, self.device.uid, self.when)
        archive.save(self.report.backup, now)

    def _write(self, repl: Repl, volume: Volume) -> None:
        writer = Writer(volume, repl, self.clock, self.progress, self.report)
        known = {
            one.path: one.data if one.writes else self._present[one.path]
            for one in self.report.changes
            if one.kind != plan.DELETE
        }
        writer.apply(self.report.changes, known, self._commit, self._restore_memory)

    def _restore_memory(self, repl: Repl | None) -> None:
        if self.memory and repl:
            self.progress.step("Restoring the board's memory.")
            onboard.write_memory(repl, self.backup.memory)

    @property
    def _commit(self) -> bytes:
        return self.backup.files.get(manifest.NAME, b"")

    @property
    def _version(self) -> str | None:
        """Of the firmware in the backup; None where it has none."""
        source = self.backup.files.get("mastermind/__init__.py", b"").decode("utf-8", "replace")
        for line in source.splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "__version__":
                return str(ast.literal_eval(value.strip()))
        return None
