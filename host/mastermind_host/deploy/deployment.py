# SPDX-License-Identifier: MIT
"""A deploy from its beginning to the board's word that it is ready: ten steps, each in a line.

Whatever stops it, at whatever moment: the board says that it has only a part of the firmware, and
the same deploy again mends it. The user's settings and the board's memory are never in its way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from mastermind import __version__
from mastermind_host import drive
from mastermind_host.clock import Clock
from mastermind_host.deploy import (
    archive,
    manifest,
    onboard,
    plan,
    preflight,
    release,
    room,
    sectors,
    shadows,
    trouble,
)
from mastermind_host.deploy.preflight import open_volume
from mastermind_host.deploy.report import Report
from mastermind_host.deploy.volume import Volume
from mastermind_host.deploy.writing import Writer
from mastermind_host.device.devices import Device
from mastermind_host.device.machine import Machine, Port
from mastermind_host.device.repl import Repl
from mastermind_host.errors import UNVERIFIED, Fault
from mastermind_host.progress import SILENT, Progress

UNHELD = "mastermind deploy --unheld copies all the same, and can't verify"


@dataclass
class Deployment:
    """One deploy; `look` plans it, `run` does it. What is not handed in is what a user gets."""

    machine: Machine
    device: Device
    clock: Clock = field(default_factory=Clock)
    progress: Progress = SILENT
    wanted: drive.Files = field(default_factory=drive.files)
    volume: Volume | None = None
    backups: Path = field(default_factory=archive.folder)
    when: datetime = field(default_factory=datetime.now)
    report: Report = field(default_factory=Report)
    _present: drive.Files = field(default_factory=dict)
    _names: list[str] = field(default_factory=list)

    def run(self, dry_run: bool = False, unheld: bool = False) -> Report:
        """Deploy; the figures of it. A Fault tells what to do; after it the same deploy mends."""
        try:
            self._run(dry_run, unheld)
        except KeyboardInterrupt:
            if not self.report.began:
                raise
            raise trouble.interrupted(self.report) from None
        except Fault:
            if self.report.began and not self.report.committed:
                self.progress.note(
                    "The board has a part of the firmware and says so; a deploy goes on from here."
                )
            raise
        return self.report

    def look(self) -> Report:
        """What it would change; a Fault if it can't. Writes nothing, asks the board nothing."""
        if not self.report.changes:
            self._identify()
            self._plan()
        return self.report

    def _run(self, dry_run: bool, unheld: bool) -> None:
        self.look()
        self.report.dry_run = dry_run
        if not self._is_needed or dry_run:
            return
        port = self._console(unheld)
        if port is None:
            self._copy_unheld()
            return
        with Repl(self.machine.open(port), self.clock) as repl:
            self.report.held = True
            try:
                self._deploy(repl)
            finally:
                self.report.repl_bytes = repl.sent + repl.received

    def _deploy(self, repl: Repl) -> None:
        self.progress.step("Holding the board.")
        facts = onboard.facts(repl)
        preflight.check_facts(facts, self.device)
        if facts.safe_mode != "NONE":
            self._note(f"The board is in safe mode ({facts.safe_mode}); the deploy ends that.")
        self._back_up(facts.version)
        self._write(repl)
        hard = facts.safe_mode != "NONE" or self._changes("boot.py")
        release.start(self.machine, self.device, repl, self.clock, self.progress, hard)
        self.report.started = True

    # the steps

    def _identify(self) -> None:
        drive_there = preflight.check_device(self.device)
        self.volume = self.volume or open_volume(drive_there)
        preflight.check_volume(self.volume, drive_there)
        preflight.check_compiled(self.wanted)
        self.report.uid, self.report.version = self.device.uid, __version__

    def _plan(self) -> None:
        volume = self._volume
        try:
            old = self._old_manifest()
            looked_at = [*plan.looked_at(self.wanted, old), manifest.NAME]
            found = {path: volume.read(path) for path in looked_at}
            self._names = volume.names()
            space = volume.room()
        except OSError as error:
            raise trouble.fault_of(error, volume, "reading it") from error
        self._present = {path: data for path, data in found.items() if data is not None}
        self.report.changes = plan.plan(self.wanted, self._present, old)
        for sentence in shadows.notes(self._names, self.wanted):
            self._note(sentence)
        if self._is_needed:
            self._measure()
            room.check(self._counted(), room.folders_of(self._names), space)

    def _old_manifest(self) -> manifest.Manifest | None:
        data = self._volume.read(manifest.NAME)
        return None if data is None else manifest.parse(data)

    def _measure(self) -> None:
        self.report.sectors = sectors.touched(self.report.changes, len(self._commit))
        self.report.sectors_least = sectors.least(self.report.changes, len(self._commit))

    def _counted(self) -> list[plan.Change]:
        """The changes with the manifest, for which there has to be room as well."""
        there = self._present.get(manifest.NAME)
        size = None if there is None else len(there)
        last = plan.Change(manifest.NAME, plan.REPLACE, len(self._commit), "", old_size=size)
        return [*self.report.changes, last]

    def _console(self, unheld: bool) -> Port | None:
        """The port to hold the board by; None where it may go on without."""
        if unheld:
            return self.device.console
        return preflight.check_console(self.device, UNHELD)

    def _back_up(self, circuitpython: str) -> None:
        """Keep the files of the firmware that is on the drive, and the user's settings."""
        kept = {path: data for path, data in self._present.items() if path != plan.SPARE}
        if not kept:
            return
        old = manifest.parse(kept.get(manifest.NAME, b""))
        device = self.device
        stamp = self.when.isoformat(timespec="seconds")
        about = archive.About(
            *(archive.BEFORE_DEPLOY, device.uid, device.board_id, circuitpython),
            *(old.version, stamp),
        )
        path = archive.place(self.backups, device.uid, self.when)
        archive.save(path, archive.Backup(about, kept))
        self.report.backup = path

    def _write(self, repl: Repl | None) -> None:
        writer = Writer(self._volume, repl, self.clock, self.progress, self.report)
        writer.apply(self.report.changes, self._known(), self._commit)

    def _known(self) -> drive.Files:
        """What has to be on the board in the end: all that is not the board's own."""
        changes = [one for one in self.report.changes if one.kind != plan.DELETE]
        return {
            one.path: one.data if one.writes else self._present[one.path]
            for one in changes
            if one.writes or one.path != plan.SPARE
        }

    def _copy_unheld(self) -> None:
        self._note(
            "The board cannot be held: it may start with half of the files, and says so then. "
            "Do not unplug it."
        )
        self._back_up(self.device.version)
        self._write(None)
        raise Fault(
            "All files were copied and read back, but the board was not asked what it has.",
            "It has no console, so --unheld copied without holding it.",
            "wait 40 seconds, unplug the board and plug it in; then mastermind deploy --check",
            UNVERIFIED,
        )

    # what the steps need

    @property
    def replaces_a_program(self) -> bool:
        """Whether code.py on the drive is somebody's, and not this firmware's; after `look`."""
        there = self._present.get("code.py", b"").strip()
        ours = manifest.NAME in self._present or "mastermind/__init__.py" in self._present
        return bool(there) and not ours and b"Hello World" not in there

    @property
    def _volume(self) -> Volume:
        assert self.volume is not None
        return self.volume

    @property
    def _commit(self) -> bytes:
        return manifest.build(self.wanted)

    @property
    def _is_needed(self) -> bool:
        """Whether anything is to be written; if not, the board is left alone."""
        return bool(self.report.changed) or self._present.get(manifest.NAME) != self._commit

    def _changes(self, path: str) -> bool:
        return any(change.path == path for change in self.report.changed)

    def _note(self, sentence: str) -> None:
        self.report.notes.append(sentence)
        self.progress.note(sentence)


def deploy(
    machine: Machine,
    device: Device,
    clock: Clock,
    progress: Progress = SILENT,
    dry_run: bool = False,
    unheld: bool = False,
) -> Report:
    """Put the firmware on a board, verified and running; see `Deployment` for the rest."""
    return Deployment(machine, device, clock, progress).run(dry_run, unheld)
