# SPDX-License-Identifier: MIT
"""A backup of a board: all files of its drive, and its memory as it is in the same moment."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from mastermind_host.clock import Clock
from mastermind_host.deploy import archive, manifest, onboard, plan, preflight, trouble
from mastermind_host.deploy.archive import About, Backup
from mastermind_host.deploy.preflight import open_volume
from mastermind_host.deploy.volume import Volume
from mastermind_host.device.devices import Device
from mastermind_host.device.machine import Machine
from mastermind_host.device.repl import Repl
from mastermind_host.drive import Files
from mastermind_host.errors import UNVERIFIED, Fault
from mastermind_host.progress import SILENT, Progress

NO_MEMORY = "mastermind backup --no-memory saves the drive's files alone"


def make(
    machine: Machine,
    device: Device,
    clock: Clock,
    path: Path,
    when: datetime,
    progress: Progress = SILENT,
    volume: Volume | None = None,
    memory: bool = True,
) -> Backup:
    """Save all of a board at `path`; without `memory` the board is not interrupted.

    What was read from the drive is compared with what the board has: a Fault UNVERIFIED if this
    computer sees something else.
    """
    drive = preflight.check_mounted(device, "backup")
    volume = volume or open_volume(drive)
    if not memory:
        backup = Backup(_about(device, files := read_files(volume, progress), when), files)
    else:
        with Repl(machine.open(preflight.check_console(device, NO_MEMORY)), clock) as repl:
            backup = take(repl, device, volume, archive.WHOLE, when, progress)
    archive.save(path, backup)
    return backup


def take(
    repl: Repl, device: Device, volume: Volume, kind: str, when: datetime, progress: Progress
) -> Backup:
    """All of a held board."""
    facts = onboard.facts(repl)
    preflight.check_same(facts, device)
    files = read_files(volume, progress)
    progress.step("Reading the board's memory.")
    if plan.SPARE in files:  # the board writes it, which this computer may not have seen
        files[plan.SPARE] = onboard.read_file(repl, plan.SPARE, len(files[plan.SPARE]))
    found = onboard.sums(repl, {path: len(data) for path, data in files.items()})
    wrong = [path for path, data in files.items() if not onboard.is_sum_of(found[path], data)]
    if wrong:
        raise Fault(
            f"This computer does not see what is on the board: {', '.join(wrong)}.",
            "It keeps an older copy of the drive, or the drive is damaged.",
            "unplug the board, plug it in, and run the same command again",
            UNVERIFIED,
        )
    known = device._replace(board_id=facts.board_id, version=facts.version)
    return Backup(_about(known, files, when, kind), files, onboard.read_memory(repl))


def read_files(volume: Volume, progress: Progress) -> Files:
    """{path: content} of all files of a drive; a Fault if one cannot be read."""
    progress.step("Reading the board's drive.")
    files: Files = {}
    try:
        names = volume.names()
        for number, name in enumerate(names, 1):
            files[name] = volume.read(name) or b""
            progress.bar(number, len(names))
    except OSError as error:
        raise trouble.fault_of(error, volume, "reading it") from error
    return files


def _about(device: Device, files: Files, when: datetime, kind: str = archive.WHOLE) -> About:
    firmware = manifest.parse(files.get(manifest.NAME, b"")).version
    stamp = when.isoformat(timespec="seconds")
    return About(kind, device.uid, device.board_id, device.version, firmware, stamp)
