# SPDX-License-Identifier: MIT
"""`mastermind doctor`: everything that can be wrong, seen from outside, and what to do about it."""

from __future__ import annotations

import click
from rich.console import Console

from mastermind_host import errors
from mastermind_host.commands import shared
from mastermind_host.device import devices, recorded
from mastermind_host.device.devices import Wanted
from mastermind_host.health import checks, view
from mastermind_host.health.around import Around
from mastermind_host.health.checks import Result
from mastermind_host.health.finding import worst


@click.command()
@shared.device_options
@shared.output_options
@shared.pass_job
def doctor(job: shared.Job, wanted: Wanted, as_json: bool) -> None:
    """Look for everything that can be wrong, and say what to do. Changes nothing."""
    machine = job.machine
    there = devices.find(machine) if wanted == devices.ANY else [devices.choose(machine, wanted)]
    results = checks.run(machine, Around(machine.system), there)
    if as_json:
        shared.show({"checks": view.data(results), "machine": recorded.write_down(machine)})
    else:
        console = Console(soft_wrap=True, highlight=False)
        for line in view.lines(results, job.quiet):
            console.print(line)
    _end(results)


def _end(results: list[Result]) -> None:
    """Nothing where all is well, else a Fault with the problem to begin with."""
    findings = [finding for result in results for finding in result.findings]
    first = worst(findings)
    if first is None:
        return
    count = sum(finding.is_problem for finding in findings)
    what = "1 problem was found." if count == 1 else f"{count} problems were found."
    raise errors.Fault(what, first.what, first.advice, first.code)
