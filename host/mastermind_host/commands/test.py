# SPDX-License-Identifier: MIT
"""`mastermind test`: the rules put to the test, on this computer or on a board."""

from __future__ import annotations

import click

from mastermind_host.commands import shared
from mastermind_host.deploy import device_tests, host_tests, shared_tests
from mastermind_host.deploy.board_tests import Result
from mastermind_host.deploy.device_tests import Report
from mastermind_host.device import devices
from mastermind_host.device.found import Device, Wanted


@click.command("test")
@shared.device_options
@click.option("--device", "on_device", is_flag=True, help="Run them on a board.")
@shared.output_options
@shared.pass_job
def run_tests(job: shared.Job, wanted: Wanted, on_device: bool, as_json: bool) -> None:
    """Run the tests of the rules here; with --device the same ones on a board.

    A line for each test, on the board with its time and the memory that is free after it. The
    board's program is stopped meanwhile, and starts anew.
    """
    if not on_device:
        _here(job, as_json)
        return
    device = devices.choose(job.machine, wanted)
    report = device_tests.run(
        job.machine, device, job.clock, job.progress, lambda result: _tell(result, as_json)
    )
    shared.show(data(device, report) if as_json else summary(device, report))
    device_tests.check(report)


def _tell(result: Result, as_json: bool) -> None:
    if not as_json:
        shared.show(line(result))


def line(result: Result) -> str:
    """passed  check_scores('younger', 0)      38 ms   125 kB free"""
    if not result.passed:
        return f"FAILED  {result.title}"
    return f"passed  {result.title:46} {result.ms:6} ms  {result.heap_free // 1024:4} kB free"


def summary(device: Device, report: Report) -> str:
    """What came of all of them, in a sentence."""
    passed = [result for result in report.results if result.passed]
    seconds = sum(result.ms for result in passed) / 1000
    least = min((result.heap_free for result in passed), default=0) // 1024
    with_version = f" with CircuitPython {device.version}" if device.version else ""
    return (
        f"{len(passed)} of {len(report.results)} tests passed on {device.name}{with_version}: "
        f"{seconds:.1f} s, at least {least} kB of memory free."
    )


def data(device: Device, report: Report) -> dict[str, object]:
    """The same as exact data."""
    return {
        "uid": device.uid,
        "board_id": device.board_id,
        "circuitpython": device.version,
        "firmware": report.firmware,
        "passed": sum(result.passed for result in report.results),
        "failed": sum(not result.passed for result in report.results),
        "tests": [result._asdict() for result in report.results],
    }


def _here(job: shared.Job, as_json: bool) -> None:
    results = host_tests.run(shared_tests.find(), quiet=as_json or job.quiet)
    passed = sum(result.passed for result in results)
    if as_json:
        tests = [result._asdict() for result in results]
        shared.show({"passed": passed, "failed": len(results) - passed, "tests": tests})
    else:
        shared.show(f"{passed} of {len(results)} tests passed on this computer.")
    if passed < len(results) or not results:
        raise host_tests.failure(results)
