# SPDX-License-Identifier: MIT
"""`mastermind deploy`: the firmware on a board that has CircuitPython."""

from __future__ import annotations

import click

from mastermind_host.commands import shared
from mastermind_host.deploy import report as reports
from mastermind_host.deploy import words
from mastermind_host.deploy.checking import check
from mastermind_host.deploy.deployment import Deployment
from mastermind_host.deploy.report import Report
from mastermind_host.device import devices
from mastermind_host.device.devices import Wanted

OTHER_PROGRAM = (
    "There is another program on the board. Its code.py is replaced; a backup is kept. Go on?"
)


@click.command()
@shared.device_options
@click.option("--check", "only_check", is_flag=True, help="Verify what is there, write nothing.")
@click.option(
    "--unheld",
    is_flag=True,
    help="Copy also where the board has no console. It can't be verified then: exit code 8.",
)
@shared.dry_run_option
@shared.yes_option
@shared.output_options
@shared.pass_job
def deploy(
    job: shared.Job,
    wanted: Wanted,
    only_check: bool,
    unheld: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Put the firmware on a board, verified by the board.

    Only what changed is written. Your settings.toml stays; what a new version adds is appended.
    The board's memory is not touched. Whatever stops it, run it again: it goes on from there.
    Where nothing is to do nothing is written and the board is not interrupted; --check asks the
    board, and starts it anew.
    """
    device = devices.choose(job.machine, wanted)
    if only_check:
        report = check(job.machine, device, job.clock, job.progress)
        _show(report, as_json, f"All files of Jungle Mastermind {report.version} are right.")
        return
    deployment = Deployment(job.machine, device, job.clock, job.progress)
    planned = deployment.look()
    if dry_run:
        _show(deployment.run(dry_run=True), as_json, words.planned(planned))
        return
    if deployment.replaces_a_program and not shared.confirm(OTHER_PROGRAM, yes):
        raise click.Abort
    report = deployment.run(unheld=unheld)
    _show(report, as_json, words.deployed(report))
    if report.backup and not job.quiet:
        shared.hint(f"What was there before is kept in {report.backup}")


def _show(report: Report, as_json: bool, sentence: str) -> None:
    shared.show(reports.data(report) if as_json else sentence)
