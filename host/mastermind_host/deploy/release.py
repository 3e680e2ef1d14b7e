# SPDX-License-Identifier: MIT
"""A held board let go: its program starts, and says that it is ready. Knows no drive."""

from __future__ import annotations

from mastermind import __version__
from mastermind_host.clock import Clock
from mastermind_host.device.devices import Device
from mastermind_host.device.machine import CONSOLE, Machine, Port
from mastermind_host.device.repl import BoardError, Repl
from mastermind_host.errors import BUSY, NO_DEVICE, TIMEOUT, UNVERIFIED, Fault
from mastermind_host.progress import Progress

READY_S = 20.0
BACK_S = 30.0  # a start with an empty memory makes room in it, and resets once more
POLL_S = 0.5


def start(
    machine: Machine,
    device: Device,
    repl: Repl,
    clock: Clock,
    progress: Progress,
    hard: bool,
    version: str = __version__,
) -> None:
    """Start the board's program and wait for its word; `hard`: reset the chip, so boot.py runs.

    `version`: of the firmware that it has now. A Fault UNVERIFIED with what it said instead.
    """
    progress.step("Starting the board.")
    if not hard:
        _wait(repl, progress, version)
        return
    repl.reset()
    end = clock.now() + BACK_S
    while True:
        try:
            port = _port(machine, device, clock, end)
            # What it says before its port is open is lost: its program is started once more.
            with Repl(machine.open(port), clock) as again:
                _wait(again, progress, version)
            return
        except Fault as fault:
            if fault.code not in (NO_DEVICE, BUSY) or clock.now() >= end:
                raise
            clock.sleep(POLL_S)


def _wait(repl: Repl, progress: Progress, version: str) -> None:
    ready = f"Jungle Mastermind {version} is ready."
    repl.release()
    try:
        said = repl.read_until(ready, READY_S, unless="Traceback")
    except BoardError as error:
        raise _failed(f"It said: {error}") from error
    except Fault as fault:
        if fault.code != TIMEOUT:
            raise
        raise _failed(fault.cause) from fault
    for line in said.splitlines():
        if line.startswith("settings.toml"):
            progress.note(line)


def _port(machine: Machine, device: Device, clock: Clock, end: float) -> Port:
    """The console of the same board, when it is back."""
    while True:
        for port in machine.ports():
            if _is_of(port, device):
                return port
        if clock.now() >= end:
            raise Fault(
                "The firmware is on the board, but the board has not come back after its reset.",
                "Its cable is loose, or boot.py hides its console.",
                "unplug it, plug it in, and run: mastermind devices",
                UNVERIFIED,
            )
        clock.sleep(POLL_S)


def _is_of(port: Port, device: Device) -> bool:
    if device.uid and port.uid:
        return port.uid == device.uid and port.role in (CONSOLE, "")
    return device.console is not None and port.path == device.console.path


def _failed(cause: str) -> Fault:
    return Fault(
        "The firmware is on the board, but it does not start.",
        cause,
        "mastermind doctor; mastermind monitor shows what it says",
        UNVERIFIED,
    )
