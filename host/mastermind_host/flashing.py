# SPDX-License-Identifier: MIT
"""From a blank board to one that plays: CircuitPython, the firmware, the tests on the board.

Each part finds out what has been done already, so after any stop the same command goes on. Knows no
command line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mastermind_host.clock import Clock
from mastermind_host.deploy import device_tests
from mastermind_host.deploy.deployment import Deployment
from mastermind_host.deploy.report import Report
from mastermind_host.device import devices, versions
from mastermind_host.device.devices import Device
from mastermind_host.device.found import describe
from mastermind_host.device.machine import Machine
from mastermind_host.errors import USAGE, Fault
from mastermind_host.install import installer
from mastermind_host.install.choices import Choice
from mastermind_host.install.installer import Installed
from mastermind_host.progress import SILENT, Progress

CONSOLE_S = 15.0  # until the console is there as well as the drive


class Flashed(NamedTuple):
    """What was done to a board. `installed`: None where its CircuitPython was left as it is."""

    device: Device
    installed: Installed | None
    report: Report
    tests: device_tests.Report


class Flasher:
    """Flashes boards of `machine`.

    `asked`: whether just this CircuitPython is wanted; else one that will do stays. `may_replace`:
    whether somebody's own program on a board may go; it is kept in a backup.
    """

    def __init__(
        self,
        machine: Machine,
        choice: Choice,
        clock: Clock,
        asked: bool = False,
        may_replace: Callable[[Device], bool] = lambda _: True,
    ) -> None:
        self._machine, self._choice, self._clock = machine, choice, clock
        self._asked, self._may_replace = asked, may_replace

    def needs_install(self, device: Device) -> bool:
        """Whether the board has no CircuitPython that will do, or another one is wanted."""
        return self._asked or device.drive is None or not versions.in_range(device.version)

    def install(self, device: Device, progress: Progress = SILENT) -> Installed | None:
        """CircuitPython, where it is needed; one board at a time, or they can't be told apart."""
        if not self.needs_install(device):
            return None
        return installer.install(self._machine, device, self._choice, self._clock, progress)

    def deployment(self, device: Device, progress: Progress = SILENT) -> Deployment:
        """The deploy of a board that has CircuitPython, planned."""
        deployment = Deployment(self._machine, self._with_console(device), self._clock, progress)
        deployment.look()
        return deployment

    def flash(self, device: Device, progress: Progress = SILENT) -> Flashed:
        """All of it; a Fault where a part fails, and the parts before it are done."""
        installed = self.install(device, progress)
        return self.finish(installed.device if installed else device, installed, progress)

    def finish(
        self, device: Device, installed: Installed | None, progress: Progress = SILENT
    ) -> Flashed:
        """The firmware and its tests, on a board that has CircuitPython."""
        deployment = self.deployment(device, progress)
        if deployment.replaces_a_program and not self._may_replace(device):
            raise not_replaced(device)
        report = deployment.run()
        device = self._with_console(device)
        tests = device_tests.run(self._machine, device, self._clock, progress)
        return Flashed(device, installed, report, tests)

    def _with_console(self, device: Device) -> Device:
        """The board as it is now, once its console is there; a reset may have renamed it."""
        found = [device]

        def is_there() -> bool:
            found[0] = devices.again(self._machine, device) or found[0]
            return found[0].console is not None

        self._clock.wait_for(is_there, CONSOLE_S)
        return found[0]


def not_replaced(device: Device) -> Fault:
    """Somebody's own program is on the board, and stays."""
    return Fault(
        f"There is another program on {describe(device)}: it was left as it is.",
        "The board was used for something else.",
        "the same command with --yes   (a backup of that program is kept)",
        USAGE,
    )
