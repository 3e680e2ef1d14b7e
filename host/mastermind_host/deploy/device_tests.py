# SPDX-License-Identifier: MIT
"""The shared tests on a board from beginning to end: held, tested, and playing again."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mastermind_host.clock import Clock
from mastermind_host.deploy import board_tests, release, shared_tests
from mastermind_host.deploy.board_tests import Result
from mastermind_host.device import devices
from mastermind_host.device.found import Device
from mastermind_host.device.machine import Machine
from mastermind_host.device.repl import Repl
from mastermind_host.errors import Fault
from mastermind_host.progress import SILENT, Progress


class Report(NamedTuple):
    """What came of it."""

    firmware: str  # the version that is on the board
    results: list[Result]
    trouble: Fault | None  # what kept the board from playing again


def run(
    machine: Machine,
    device: Device,
    clock: Clock,
    progress: Progress = SILENT,
    tell: Callable[[Result], object] = lambda result: None,
) -> Report:
    """Run all of the tests on the device; `tell` hears of each result as it comes.

    A Fault where the tests or the board are not there, or where they could not begin; that a test
    has failed is in the report: `check` it.
    """
    tests = shared_tests.load(shared_tests.find())
    progress.step(f"Running {len(tests.cases)} tests on the board.")
    with Repl(machine.open(devices.console_of(device)), clock) as repl:
        firmware, results = board_tests.version(repl), list[Result]()
        for result in board_tests.run(repl, tests):
            results.append(result)
            tell(result)
        return Report(firmware, results, _start(machine, device, repl, clock, progress, firmware))


def check(report: Report) -> None:
    """A Fault TESTS_FAILED if a test has failed, else the one that kept the board from playing."""
    if not report.results or not all(result.passed for result in report.results):
        raise board_tests.failure(report.results)
    if report.trouble:
        raise report.trouble


def _start(
    machine: Machine, device: Device, repl: Repl, clock: Clock, progress: Progress, firmware: str
) -> Fault | None:
    try:
        release.start(machine, device, repl, clock, progress, hard=False, version=firmware)
    except Fault as fault:
        return fault
    return None
