# SPDX-License-Identifier: MIT
"""What a check is given, and what it finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mastermind_host import errors
from mastermind_host.deploy.volume import Volume
from mastermind_host.device.devices import Device
from mastermind_host.device.machine import Machine
from mastermind_host.health.around import Around

# Of several problems the first of these is the one to begin with.
WORST_FIRST = (
    errors.NO_DEVICE,
    errors.BUSY,
    errors.UNWRITABLE,
    errors.WRONG_DEVICE,
    errors.UNVERIFIED,
)


class Finding(NamedTuple):
    """What is not as it should be, with the exact next command."""

    what: str
    cause: str
    advice: str
    code: int = errors.OK  # OK: good to know, but no problem

    @property
    def is_problem(self) -> bool:
        return self.code != errors.OK


class Case(NamedTuple):
    """What a check looks at: the machine, what is around it, and perhaps a board."""

    machine: Machine
    around: Around
    there: list[Device]  # all boards
    device: Device = Device()

    @property
    def drive(self) -> Path:
        """The board's CIRCUITPY drive; only for checks of a drive."""
        assert self.device.drive is not None
        return self.device.drive.path

    @property
    def volume(self) -> Volume:
        return self.around.volume(self.drive)


Findings = Iterator[Finding]


def of(fault: errors.Fault) -> Finding:
    return Finding(fault.what, fault.cause, fault.advice, fault.code)


def worst(findings: Iterable[Finding]) -> Finding | None:
    """The problem to begin with; None where there is none."""
    problems = [finding for finding in findings if finding.is_problem]
    known = sorted(problems, key=lambda one: _rank(one.code))
    return known[0] if known else None


def _rank(code: int) -> int:
    return WORST_FIRST.index(code) if code in WORST_FIRST else len(WORST_FIRST)


def few(names: Iterable[str], most: int = 5) -> str:
    """a, b and 3 more"""
    listed = list(names)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more
