# SPDX-License-Identifier: MIT
"""Runs the shared tests on this computer, with pytest in a process of its own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

from mastermind_host.errors import TESTS_FAILED, UNEXPECTED, USAGE, Fault

RAN = (0, 1, 2)  # pytest's own exit codes: passed, failed, a file that can't be loaded


class Result(NamedTuple):
    """How a test went."""

    title: str
    passed: bool
    ms: int
    trouble: str = ""


def run(path: Path, quiet: bool) -> list[Result]:
    """The results of a file's tests; unless `quiet`, pytest tells of them as they come.

    A Fault USAGE where there is no pytest, UNEXPECTED where it could not run them.
    """
    if importlib.util.find_spec("pytest") is None:
        raise Fault(
            "pytest is not installed, which runs the tests on this computer.",
            "mastermind was installed without what its tests need.",
            "make setup   (or: mastermind test --device, on a board)",
            USAGE,
        )
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        code = _pytest(path, report, quiet)
        results = _results(report.read_bytes()) if code in RAN and report.is_file() else []
    if not results:
        raise _stopped(code)
    return results


def failure(results: list[Result]) -> Fault:
    """The Fault of tests of which not all have passed."""
    failed = [result for result in results if not result.passed]
    return Fault(
        f"{len(failed)} of {len(results)} tests failed here: {failed[0].title}.",
        failed[0].trouble or "The rules in firmware/mastermind have changed.",
        "git diff firmware/mastermind",
        TESTS_FAILED,
    )


def _pytest(path: Path, report: Path, quiet: bool) -> int:
    # Neither the settings of the other tests nor a cache: these need nothing, and leave nothing.
    options = ["-v", "--no-header", "--noconftest", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, f"--junitxml={report}", str(path)],
        cwd=path.parent,
        stdout=subprocess.DEVNULL if quiet else None,
        check=False,
    )
    return done.returncode


def _results(report: bytes) -> list[Result]:
    cases = ElementTree.fromstring(report).iter("testcase")
    return [_result(case) for case in cases]


def _result(case: ElementTree.Element) -> Result:
    trouble = [part for part in case if part.tag in ("failure", "error")]
    ms = round(1000 * float(case.get("time", "0")))
    return Result(case.get("name", ""), not trouble, ms, _reason(trouble[0]) if trouble else "")


def _reason(trouble: ElementTree.Element) -> str:
    """A line that says what was wrong; of a file that can't be loaded, its exception."""
    if trouble.tag == "error":
        return (trouble.text or "").strip().rpartition("\n")[2].lstrip("E ")
    return (trouble.get("message") or "").partition("\n")[0]


def _stopped(code: int) -> Fault:
    return Fault(
        f"pytest stopped with its code {code} and ran no tests to their end.",
        "There are none in the file, or pytest's own installation is damaged.",
        "make setup, then: mastermind test",
        UNEXPECTED,
    )
