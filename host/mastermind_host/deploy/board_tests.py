# SPDX-License-Identifier: MIT
"""Runs the shared tests on a held board, one by one, with the time and the memory of each.

The file goes over as it is; the functions that run there are those that run here. Knows no port
and prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mastermind_host.deploy.shared_tests import Case, SharedTests
from mastermind_host.device.repl import BoardError, Repl
from mastermind_host.errors import NO_DEVICE, TESTS_FAILED, Fault

LOAD_S = 60.0  # compiling takes a board half a second
CASE_S = 60.0  # the longest takes a board 0.4 s

# Collects garbage before each test, so that one does not pay for another.
_RUNNER = """
import gc, supervisor
def run_case(name, arguments):
    gc.collect()
    start = supervisor.ticks_ms()
    globals()[name](*arguments)
    took = (supervisor.ticks_ms() - start) & 0x1FFFFFFF
    gc.collect()
    print(took, gc.mem_free())
"""


class Result(NamedTuple):
    """How a test went on the board."""

    title: str
    passed: bool
    ms: int = 0  # by the board's clock
    heap_free: int = 0  # bytes, after the garbage was collected
    trouble: str = ""  # the board's traceback, or why there is none


_NONE = Result("none was run", passed=False, trouble="The file names no tests in its CASES.")


def version(repl: Repl) -> str:
    """Of the firmware on the board; a Fault TESTS_FAILED where there is none."""
    try:
        return repl.run("from mastermind import __version__\nprint(__version__)").strip()
    except BoardError as error:
        raise _no_load("The firmware is not on the board, or not all of it.", error) from error


def run(repl: Repl, tests: SharedTests) -> Iterator[Result]:
    """The result of each test as it comes; a Fault TESTS_FAILED where they do not even load."""
    try:
        repl.run(tests.source, LOAD_S)
        repl.run(_RUNNER)
    except BoardError as error:
        raise _no_load("The tests do not load on the board.", error) from error
    for case in tests.cases:
        yield _run_case(repl, case)


def failure(results: list[Result]) -> Fault:
    """The Fault of tests of which not all have passed."""
    failed = [result for result in results if not result.passed] or [_NONE]
    more = f" and {len(failed) - 1} more" if len(failed) > 1 else ""
    return Fault(
        f"{len(failed)} of {len(results)} tests failed on the board: {failed[0].title}{more}.",
        f"On the board:\n{failed[0].trouble}",
        "mastermind deploy   (brings this program's firmware), then: mastermind test --device",
        TESTS_FAILED,
    )


def _run_case(repl: Repl, case: Case) -> Result:
    try:
        told = repl.run(f"run_case({case.name!r}, {case.arguments!r})", CASE_S)
        ms, heap_free = map(int, told.split())
    except BoardError as error:
        return Result(case.title, passed=False, trouble=str(error))
    except ValueError:
        return Result(case.title, passed=False, trouble=f"It printed: {told.strip()[:200]}")
    except Fault as fault:
        if fault.code == NO_DEVICE:
            raise
        return Result(case.title, passed=False, trouble=f"It did not end within {CASE_S:.0f} s.")
    return Result(case.title, True, ms, heap_free)


def _no_load(what: str, error: BoardError) -> Fault:
    return Fault(
        what,
        f"On the board:\n{error}",
        "mastermind deploy, then: mastermind test --device",
        TESTS_FAILED,
    )
