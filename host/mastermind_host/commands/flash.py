# SPDX-License-Identifier: MIT
"""`mastermind flash`: from a blank board to a playing one, in one command."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from mastermind_host import classroom, errors
from mastermind_host.classroom import Outcome
from mastermind_host.commands import install, shared, test
from mastermind_host.deploy import device_tests, report, words
from mastermind_host.device import devices
from mastermind_host.device.devices import Device, Wanted
from mastermind_host.device.found import describe
from mastermind_host.flashing import Flashed, Flasher
from mastermind_host.install import installer
from mastermind_host.install.choices import Choice

ASKING = ("uf2", "version", "force")  # options that mean: just this CircuitPython


@click.command()
@shared.device_options
@install.choice_options
@click.option("--all", "every", is_flag=True, help="Every board that is plugged in.")
@shared.dry_run_option
@shared.yes_option
@shared.output_options
@shared.pass_job
@click.pass_context
def flash(
    context: click.Context,
    job: shared.Job,
    wanted: Wanted,
    choice: Choice,
    every: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """From a blank board to a playing one: install, deploy, test --device.

    A CircuitPython that will do is left on the board, unless one is asked for. What is done
    already is not done again: whatever stops it, run it again, and it goes on from there.
    """
    asked = any(context.get_parameter_source(name) != ParameterSource.DEFAULT for name in ASKING)

    def may_replace(device: Device) -> bool:
        return shared.confirm(f"Replace the program that is on {describe(device)}?", yes)

    flasher = Flasher(job.machine, choice, job.clock, asked, may_replace)
    boards = _boards(job, wanted, every)
    if dry_run:
        plans = [_plan(job, flasher, choice, board) for board in boards]
        shared.show(plans if as_json else "\n".join(plan["text"] for plan in plans))
    elif every:
        flasher = Flasher(job.machine, choice, job.clock, asked, lambda _: yes)
        _flash_all(job, flasher, boards, as_json)
    else:
        _flash(job, flasher, boards[0], as_json)


def _boards(job: shared.Job, wanted: Wanted, every: bool) -> list[Device]:
    """The board that is meant, or all of them; a Fault if there is none."""
    if every and wanted != devices.ANY:
        raise click.UsageError("--all means every board: leave out --port, --drive and --serial.")
    found = devices.find(job.machine) if every else []
    return found or [devices.choose(job.machine, wanted)]


def _flash(job: shared.Job, flasher: Flasher, board: Device, as_json: bool) -> None:
    flashed = flasher.flash(board, job.progress)
    if as_json:
        shared.show(data(flashed))
    else:
        shared.show("\n".join(sentences(flashed)))
    device_tests.check(flashed.tests)
    shared.hint("The animals walk up the board: press any of its buttons.")


def _flash_all(job: shared.Job, flasher: Flasher, boards: list[Device], as_json: bool) -> None:
    def tell(outcome: Outcome) -> None:
        if not as_json:
            shared.show(line(outcome))

    outcomes = classroom.flash_all(flasher, boards, job.progress, tell)
    if as_json:
        shared.show([outcome_data(outcome) for outcome in outcomes])
    faults = [outcome.fault for outcome in outcomes if outcome.fault]
    if faults:
        raise errors.Fault(
            f"{len(faults)} of {len(outcomes)} boards were not flashed.",
            faults[0].what,
            f"{faults[0].advice}; then run the same command again: it goes on from there",
            faults[0].code,
        )


def sentences(flashed: Flashed) -> list[str]:
    """What was done to a board, a sentence for each part."""
    version = flashed.device.version
    first = (
        install.sentence(flashed.installed)
        if flashed.installed
        else f"CircuitPython {version} stays on the {flashed.device.name}."
    )
    return [first, words.deployed(flashed.report), test.summary(flashed.device, flashed.tests)]


def line(outcome: Outcome) -> str:
    """One board of many."""
    front = describe(outcome.device)
    if outcome.fault:
        return f"FAILED  {front}: {outcome.fault.what}"
    assert outcome.flashed is not None
    flashed = outcome.flashed
    passed = len(flashed.tests.results)
    return (
        f"ready   {front}: CircuitPython {flashed.device.version}, Jungle Mastermind "
        f"{flashed.report.version}, {passed} of {passed} tests passed"
    )


def data(flashed: Flashed) -> dict[str, Any]:
    """The same as exact data."""
    return {
        "installed": install.data(flashed.installed) if flashed.installed else None,
        "deployed": report.data(flashed.report),
        "tested": test.data(flashed.device, flashed.tests),
    }


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """One board of many, as exact data."""
    fault = outcome.fault
    return {
        "uid": outcome.device.uid,
        "flashed": data(outcome.flashed) if outcome.flashed else None,
        "error": None if fault is None else {"code": fault.code, "what": fault.what},
    }


def _plan(job: shared.Job, flasher: Flasher, choice: Choice, board: Device) -> dict[str, Any]:
    """What would be done to a board; the files can be told only of one with CircuitPython."""
    if flasher.needs_install(board):
        would = installer.plan(job.machine, board, choice)
        text = f"{install.plan_sentence(would)} Then all files of the firmware, then its tests."
        return {"install": install.plan_data(would), "deploy": None, "text": text}
    planned = flasher.deployment(board).report
    text = f"CircuitPython {board.version} stays on {describe(board)}.\n{words.planned(planned)}"
    return {"install": None, "deploy": report.data(planned), "text": f"{text}\nThen its tests."}
