# SPDX-License-Identifier: MIT
"""`mastermind backup` and `mastermind restore`: all of a board on this computer, and back."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from mastermind_host.commands import shared
from mastermind_host.deploy import archive, words
from mastermind_host.deploy import backup as making
from mastermind_host.deploy import report as reports
from mastermind_host.deploy.archive import Backup, Known
from mastermind_host.deploy.report import Report
from mastermind_host.deploy.restoration import Restoration
from mastermind_host.device import devices
from mastermind_host.device.devices import Wanted


@click.command()
@shared.device_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="A new folder, or a file that ends with .zip.",
)
@click.option("--no-memory", is_flag=True, help="The drive's files only; the game goes on.")
@click.option("--list", "only_list", is_flag=True, help="Show the backups on this computer.")
@shared.dry_run_option
@shared.output_options
@shared.pass_job
def backup(
    job: shared.Job,
    wanted: Wanted,
    output: Path | None,
    no_memory: bool,
    only_list: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Save a board's files and its memory.

    Its memory has the match and the games played. The board is held for its memory, and starts
    again. A backup may have the code of a running game in it: leave it closed until the game is
    over.
    """
    if only_list:
        _list(archive.known(archive.folder()), as_json)
        return
    device = devices.choose(job.machine, wanted)
    when = datetime.now()
    path = output or archive.place(archive.folder(), device.uid, when)
    if dry_run:
        shared.show({"backup": str(path)} if as_json else f"Would save the board in {path}")
        return
    made = making.make(
        *(job.machine, device, job.clock, path, when, job.progress), memory=not no_memory
    )
    shared.show(_made_data(path, made) if as_json else f"{words.backed_up(made)}: {path}")


@click.command()
@click.argument("source", metavar="[BACKUP]", type=click.Path(path_type=Path), required=False)
@shared.device_options
@click.option("--memory", is_flag=True, help="Also the board's memory: the match of that time.")
@click.option("--other-board", is_flag=True, help="Also if the backup is of another board.")
@shared.dry_run_option
@shared.yes_option
@shared.output_options
@shared.pass_job
def restore(
    job: shared.Job,
    source: Path | None,
    wanted: Wanted,
    memory: bool,
    other_board: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Bring a backup back on a board.

    Without BACKUP it is the newest of that board. What is on the board is backed up first.
    Files that are not in the backup stay, but those of another version of the firmware.
    `mastermind backup --list` shows what there is.
    """
    device = devices.choose(job.machine, wanted)
    path = source or archive.newest(archive.folder(), device.uid)
    restoration = Restoration(
        *(job.machine, device, archive.load(path), memory, other_board, job.clock, job.progress)
    )
    planned = restoration.look()
    if dry_run:
        _show(planned, as_json, words.planned(planned))
        return
    if not shared.confirm(_question(planned, path, memory), yes):
        raise click.Abort
    report = restoration.run()
    _show(report, as_json, words.restored(report))
    if not job.quiet:
        shared.hint(f"What was there before is kept in {report.backup}")


def _question(planned: Report, path: Path, memory: bool) -> str:
    memory_too = " and the board's memory" if memory else ""
    return f"{words.planned(planned)}\nOverwrite these files{memory_too} from {path}?"


def _list(there: list[Known], as_json: bool) -> None:
    if as_json:
        shared.show([_known_data(one) for one in there])
    elif there:
        shared.show("\n".join(map(words.known, there)))
    else:
        shared.hint(f"No backup is in {archive.folder()} yet: mastermind backup")


def _known_data(one: Known) -> dict[str, Any]:
    return {
        "path": str(one.path),
        **one.about._asdict(),
        "files": one.files,
        "bytes": one.size,
        "memory": one.memory,
    }


def _made_data(path: Path, made: Backup) -> dict[str, Any]:
    sizes = {name: len(data) for name, data in made.files.items()}
    return {
        "path": str(path),
        **made.about._asdict(),
        "files": sizes,
        "memory": len(made.memory),
    }


def _show(report: Report, as_json: bool, sentence: str) -> None:
    shared.show(reports.data(report) if as_json else sentence)
