# SPDX-License-Identifier: MIT
"""The way back for a board that does not play, rung after rung.

After each the board is asked whether it plays. The rungs are handed in (see `ladder`), and so is
who may be asked before one that loses something. Knows no command line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mastermind_host import flashing
from mastermind_host.clock import Clock
from mastermind_host.deploy.deployment import Deployment
from mastermind_host.device import devices, link
from mastermind_host.device.devices import Device
from mastermind_host.device.machine import Machine
from mastermind_host.device.repl import Repl
from mastermind_host.errors import NO_DEVICE, UNVERIFIED, Fault
from mastermind_host.install import installer
from mastermind_host.install.choices import Choice
from mastermind_host.progress import SILENT, Progress

BACK_S = 30.0  # until a board that was reset is there again, and answers
POLL_S = 0.5


class Rung(NamedTuple):
    """One thing to try. `loses`: what it costs, or ""."""

    name: str
    what: str
    loses: str
    climb: Callable[[Recovery, Device], object]


class Tried(NamedTuple):
    """What became of a rung."""

    name: str
    outcome: str  # "plays", "does not play", "declined", or why it could not be tried
    plays: bool


class Recovery:
    """One board that shall play again. `may(rung)` is asked before what loses something."""

    def __init__(
        self,
        machine: Machine,
        device: Device,
        choice: Choice,
        clock: Clock,
        progress: Progress = SILENT,
        may: Callable[[Rung], bool] = lambda _: False,
    ) -> None:
        self.machine, self.choice, self.clock = machine, choice, clock
        self.progress = progress
        self._device, self._may = device, may

    def run(self, ladder: Sequence[Rung]) -> list[Tried]:
        """What was tried until it played; a Fault UNVERIFIED where nothing has helped."""
        tried = [Tried("look", "plays" if self.plays() else "does not play", self.plays())]
        for rung in ladder:
            if tried[-1].plays:
                return tried
            self.progress.step(f"{rung.what}.")
            tried.append(self._try(rung))
            self.progress.note(f"{rung.name}: {tried[-1].outcome}")
        if tried[-1].plays:
            return tried
        raise _nothing_helped(tried)

    def plays(self) -> bool:
        """Whether its firmware answers; a board that is just starting is given time."""
        end = self.clock.now() + BACK_S
        while True:
            device = devices.again(self.machine, self._device)
            if device and self._answers(device):
                return True
            if device is None or device.data is None or self.clock.now() >= end:
                return False
            self.clock.sleep(POLL_S)

    def repl(self, device: Device) -> Repl:
        return Repl(self.machine.open(devices.console_of(device)), self.clock)

    def wait(self, device: Device) -> Device:
        """The board when it is back; a Fault if it does not come."""
        if not self.clock.wait_for(lambda: self._is_back(device), BACK_S, POLL_S):
            raise Fault(
                "The board has not come back.",
                "It needs to be plugged in anew, or its cable failed.",
                "unplug it, plug it in, and run: mastermind recover",
                NO_DEVICE,
            )
        self._device = devices.again(self.machine, device) or device
        return self._device

    def deploy(self, device: Device) -> None:
        """The firmware; a Fault where somebody's own program may not be replaced."""
        deployment = Deployment(self.machine, device, self.clock, self.progress)
        deployment.look()
        if deployment.replaces_a_program and not self._may(REPLACING):
            raise flashing.not_replaced(device)
        deployment.run()

    def install(self, device: Device, choice: Choice) -> Device:
        """CircuitPython anew; the board with its console."""
        done = installer.install(self.machine, device, choice, self.clock, self.progress)
        return self.wait(done.device)

    def _is_back(self, device: Device) -> bool:
        now = devices.again(self.machine, device)
        return now is not None and now.console is not None and now.drive is not None

    def _answers(self, device: Device) -> bool:
        if device.data is None:
            return False
        try:
            with link.to(self.machine, device, self.clock):
                return True
        except Fault:
            return False

    def _try(self, rung: Rung) -> Tried:
        if rung.loses and not self._may(rung):
            return Tried(rung.name, "declined", False)
        try:
            rung.climb(self, devices.again(self.machine, self._device) or self._device)
        except Fault as fault:
            return Tried(rung.name, fault.what, False)
        plays = self.plays()
        return Tried(rung.name, "plays" if plays else "does not play", plays)


# No rung of its own, but asked like one.
REPLACING = Rung(
    "replace",
    "Putting the firmware in the place of another program",
    "the program that is on the board; a backup is kept",
    lambda recovery, device: recovery.deploy(device),
)


def _nothing_helped(tried: list[Tried]) -> Fault:
    declined = [one.name for one in tried if one.outcome == "declined"]
    told = "; ".join(f"{one.name}: {one.outcome}" for one in tried[1:])
    if declined:
        return Fault(
            f"The board does not play yet. {told}",
            f"What is left to try was declined: {', '.join(declined)}.",
            "mastermind recover, and say yes to it; or hold BOOT while plugging in, then recover",
            UNVERIFIED,
        )
    return Fault(
        f"Nothing has helped. {told}",
        "The board, its cable or what is wired to it is damaged.",
        "try another cable and the board without its wiring; hold BOOT while plugging in, then "
        "mastermind recover",
        UNVERIFIED,
    )
