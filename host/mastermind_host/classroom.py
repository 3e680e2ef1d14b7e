# SPDX-License-Identifier: MIT
"""A bench of boards flashed together: one that fails stops no other. Knows no command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import NamedTuple

from mastermind_host.deploy import device_tests
from mastermind_host.device.devices import Device
from mastermind_host.device.found import describe
from mastermind_host.errors import Fault, unexpected
from mastermind_host.flashing import Flashed, Flasher
from mastermind_host.install.installer import Installed
from mastermind_host.progress import SILENT, Progress

AT_ONCE = 8  # a hub has no more ports, and a slow computer enough to do


class Outcome(NamedTuple):
    """What has become of a board: one of the two is there."""

    device: Device
    flashed: Flashed | None = None
    fault: Fault | None = None


class _Named(Progress):
    """The steps of one board among many: told with its name, and without bars."""

    def __init__(self, device: Device, progress: Progress) -> None:
        self._name = device.uid[-4:] or describe(device)
        self._progress = progress

    def step(self, sentence: str) -> None:
        self._progress.step(f"{self._name}: {sentence}")

    def note(self, sentence: str) -> None:
        self._progress.note(f"{self._name}: {sentence}")


def flash_all(
    flasher: Flasher,
    boards: Sequence[Device],
    progress: Progress = SILENT,
    tell: Callable[[Outcome], None] = lambda _: None,
) -> list[Outcome]:
    """Flash every board, and `tell` each as soon as it is done.

    CircuitPython comes first, on one board after the other: a board in its bootloader has no number
    of its own, so two that come back at once could not be told apart. Then all go on together.
    """
    outcomes: list[Outcome] = []

    def done(outcome: Outcome) -> None:
        outcomes.append(outcome)
        tell(outcome)

    ready: list[tuple[Device, Installed | None]] = []
    for board in boards:
        named = _Named(board, progress)
        try:
            installed = flasher.install(board, named)
            ready.append((installed.device if installed else board, installed))
        except Exception as error:
            done(Outcome(board, fault=_fault(error)))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for future in as_completed(
            [pool.submit(_finish, flasher, *board, progress) for board in ready]
        ):
            done(future.result())
    return outcomes


def _finish(
    flasher: Flasher, device: Device, installed: Installed | None, progress: Progress
) -> Outcome:
    try:
        flashed = flasher.finish(device, installed, _Named(device, progress))
        device_tests.check(flashed.tests)
    except Exception as error:
        return Outcome(device, fault=_fault(error))
    return Outcome(flashed.device, flashed)


def _fault(error: Exception) -> Fault:
    """The Fault that a board ended with, also where it is a mistake of this program."""
    if isinstance(error, Fault):
        return error
    return unexpected(error, "mastermind -v flash with this board alone, and report what it shows")
