# SPDX-License-Identifier: MIT
"""The way back for a board that does not play: a ladder from what costs nothing to what erases.

After each rung the board is asked whether it plays. Who may be asked before a rung that loses
something is handed in. Knows no command line.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from mastermind_host import drive, flashing
from mastermind_host.clock import Clock
from mastermind_host.deploy import archive, backup, manifest
from mastermind_host.deploy.deployment import Deployment, open_volume
from mastermind_host.device import boards, devices, link
from mastermind_host.device.devices import Device
from mastermind_host.device.machine import Machine
from mastermind_host.device.repl import Repl
from mastermind_host.errors import NO_DEVICE, UNVERIFIED, Fault
from mastermind_host.install import bundle, choices, installer
from mastermind_host.install.choices import Choice
from mastermind_host.progress import SILENT, Progress

BACK_S = 30.0  # until a board that was reset is there again, and answers
POLL_S = 0.5
SAFE_MODE = "import microcontroller as chip\nchip.on_next_reset(chip.RunMode.SAFE_MODE)\n"
ERASE = "import storage\nstorage.erase_filesystem()\n"


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

    def run(self) -> list[Tried]:
        """What was tried until it played; a Fault UNVERIFIED where nothing has helped."""
        tried = [Tried("look", "plays" if self.plays() else "does not play", self.plays())]
        for rung in LADDER:
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


def _interrupt(recovery: Recovery, device: Device) -> None:
    with recovery.repl(device):
        """Held; it is let go at the end, and its program starts anew."""


def _reset(recovery: Recovery, device: Device) -> None:
    with recovery.repl(device) as repl:
        repl.reset()
    recovery.wait(device)


def _deploy(recovery: Recovery, device: Device) -> None:
    recovery.deploy(device)


def _safe_mode(recovery: Recovery, device: Device) -> None:
    """There neither boot.py nor code.py runs, so neither can be in the way."""
    with recovery.repl(device) as repl:
        repl.run(SAFE_MODE)
        repl.reset()
    recovery.deploy(recovery.wait(device))
    _reset(recovery, recovery.wait(device))  # a deploy that finds nothing to do leaves it there


def _reinstall(recovery: Recovery, device: Device) -> None:
    recovery.deploy(recovery.install(device, recovery.choice._replace(force=True)))


def _erase(recovery: Recovery, device: Device) -> None:
    settings = _save(recovery, device)
    with recovery.repl(device) as repl:
        try:
            repl.run(ERASE)
        except Fault as fault:
            if fault.code != NO_DEVICE:  # the board resets itself
                raise
    device = recovery.wait(device)
    if settings is not None:
        volume = open_volume(devices.drive_of(recovery.machine, device))
        volume.write("settings.toml", settings)
        volume.flush()
    recovery.deploy(device)


def _image(recovery: Recovery, device: Device) -> None:
    """CircuitPython and the whole drive in one file: needs no working drive and no REPL."""
    board = boards.by_id(device.board_id) or choices.board_of(device, recovery.choice)
    if board is None:
        raise Fault(
            "Which board it is can't be told.",
            "Neither its drive nor its ports say so.",
            "mastermind recover --board raspberry_pi_pico",
            NO_DEVICE,
        )
    image = choices.load(recovery.choice, board, recovery.progress)
    files = drive.files()
    whole = bundle.build(image.uf2, board.id, files | {manifest.NAME: manifest.build(files)})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "whole.uf2"
        path.write_bytes(whole)
        choice = recovery.choice._replace(uf2=path, force=True, board=board.id)
        recovery.install(device, choice)


def _save(recovery: Recovery, device: Device) -> bytes | None:
    """A backup of what can be read; the user's settings."""
    when = datetime.now()
    path = archive.place(archive.folder(), device.uid, when)
    saved = backup.make(
        *(recovery.machine, device, recovery.clock, path, when, recovery.progress), memory=False
    )
    recovery.progress.note(f"What was on the board is kept in {path}")
    return saved.files.get("settings.toml")


LADDER = (
    Rung("interrupt", "Stopping the board's program and starting it anew", "", _interrupt),
    Rung("reset", "Resetting the board", "", _reset),
    Rung("deploy", "Mending the firmware", "", _deploy),
    Rung("safe-mode", "Mending the firmware in safe mode", "", _safe_mode),
    Rung("reinstall", "Installing CircuitPython anew, then the firmware", "", _reinstall),
    Rung(
        "erase",
        "Erasing the board's drive, then the firmware",
        "all files on the board's drive; a backup is made of what can be read, and your settings "
        "are put back",
        _erase,
    ),
    Rung(
        "image",
        "Writing CircuitPython and the whole drive as one image",
        "all files on the board's drive, without a backup if it can't be read",
        _image,
    ),
)


# No rung of its own, but asked like one.
REPLACING = Rung(
    "replace",
    "Putting the firmware in the place of another program",
    "the program that is on the board; a backup is kept",
    _deploy,
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
