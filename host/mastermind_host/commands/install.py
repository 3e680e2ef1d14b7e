# SPDX-License-Identifier: MIT
"""`mastermind install`: CircuitPython on a board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mastermind_host.commands import shared
from mastermind_host.device import boards
from mastermind_host.device.devices import Wanted
from mastermind_host.device.found import describe
from mastermind_host.install import installer, releases
from mastermind_host.install.choices import Choice
from mastermind_host.install.installer import Installed, Plan

BOARD_IDS = [board.id for board in boards.BOARDS]


def check_version(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> str | None:
    """A usage error if the board's program does not run on that version."""
    try:
        releases.check(value or releases.DEFAULT)
    except ValueError as error:
        raise click.BadParameter(str(error))
    return value


uf2_option = click.option(
    "--uf2",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="This CircuitPython, instead of a download.",
)
version_option = click.option(
    "--version",
    metavar="V",
    default=releases.DEFAULT,
    show_default=True,
    callback=check_version,
    help="The CircuitPython to download.",
)
offline_option = click.option(
    "--offline", is_flag=True, help="Take it from the cache or not at all."
)
force_option = click.option("--force", is_flag=True, help="Also if it is on the board already.")
board_option = click.option(
    "--board",
    type=click.Choice(BOARD_IDS),
    default=None,
    help="Which board it is, for one in bootloader mode.",
)


def choice_options(command: shared.Command) -> shared.Command:
    """--uf2, --version, --offline, --force and --board, as the argument `choice`."""
    return shared.gather(
        command,
        "choice",
        ("uf2", "version", "offline", "force", "board"),
        lambda uf2, version, offline, force, board: Choice(
            uf2, version, offline, board or "", force
        ),
        *(uf2_option, version_option, offline_option, force_option, board_option),
    )


@click.command()
@shared.device_options
@choice_options
@shared.dry_run_option
@shared.output_options
@shared.pass_job
def install(job: shared.Job, wanted: Wanted, choice: Choice, dry_run: bool, as_json: bool) -> None:
    """Put CircuitPython on a board, from whatever state it is in."""
    if dry_run:
        plan = installer.plan(job.machine, wanted, choice)
        shared.show(plan_data(plan) if as_json else plan_sentence(plan))
    else:
        done = installer.install(job.machine, wanted, choice, job.clock, job.progress)
        shared.show(data(done) if as_json else sentence(done))


def sentence(done: Installed) -> str:
    """What an installation has done, in words."""
    drive = done.device.drive
    where = f" at {drive.path}" if drive else ""
    if done.written:
        return f"CircuitPython {done.version} runs on the {done.board.name}{where}."
    return f"CircuitPython {done.version} was on the {done.board.name}{where} already."


def data(done: Installed) -> dict[str, Any]:
    """What an installation has done, as JSON."""
    drive = done.device.drive
    return {
        "board": done.board.id,
        "uid": done.device.uid,
        "version": done.version,
        "drive": str(drive.path) if drive else None,
        "bytes_written": done.written,
    }


def plan_sentence(plan: Plan) -> str:
    """What an installation would do, in words."""
    if plan.there:
        return f"Nothing to do: CircuitPython {plan.version} is on {describe(plan.device)}."
    return f"Would put CircuitPython {plan.version} on {describe(plan.device)}."


def plan_data(plan: Plan) -> dict[str, Any]:
    """What an installation would do, as JSON."""
    return {
        "board": plan.board.id if plan.board else None,
        "uid": plan.device.uid,
        "version": plan.version,
        "installed": plan.device.version or None,
        "would_write": not plan.there,
    }
