# SPDX-License-Identifier: MIT
"""Brings a board into its bootloader without anybody touching it. Knows no UF2 file.

There are three ways; each is a request whose answer proves nothing. That the bootloader's drive is
there is the only proof. Two boards at the same time would be told apart by nothing: one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mastermind_host.clock import Clock
from mastermind_host.device import boards, devices, link, missing
from mastermind_host.device.found import Device, describe
from mastermind_host.device.machine import Disk, Machine, Mount, Port
from mastermind_host.device.repl import BoardError, Repl
from mastermind_host.errors import BUSY, NO_DEVICE, TIMEOUT, Fault
from mastermind_host.progress import SILENT, Progress

ARRIVAL_S = 20.0  # from the reset to the drive among the files; systems take up to 10 s
STAYS_S = 3.0  # a port that is still there after this did not listen
EVERY_S = 0.2
BY_HAND = "unplug the board, hold its BOOT button while plugging it in"


class Way(NamedTuple):
    """How a board can be asked for its bootloader."""

    name: str
    port: Callable[[Device], Port | None]  # which it needs
    ask: Callable[[Machine, Device, Clock], object]


def _over_link(machine: Machine, device: Device, clock: Clock) -> None:
    with link.to(machine, device, clock) as there:
        there.restart("bootloader")


def _over_repl(machine: Machine, device: Device, clock: Clock) -> None:
    with Repl(machine.open(devices.console_of(device)), clock) as repl:
        repl.reset(bootloader=True)


def _by_touch(machine: Machine, device: Device, _clock: Clock) -> None:
    machine.open(devices.console_of(device), touch=True).close()


LINK = Way("link", lambda device: device.data, _over_link)
REPL = Way("REPL", lambda device: device.console, _over_repl)
TOUCH = Way("1200-baud touch", lambda device: device.console, _by_touch)
WAYS = (LINK, REPL, TOUCH)


def ways_to(device: Device, ways: Sequence[Way] = WAYS) -> list[Way]:
    """The ways that this board's ports allow, in the order in which they are tried."""
    return [way for way in ways if way.port(device)]


def enter(
    machine: Machine,
    device: Device,
    clock: Clock,
    progress: Progress = SILENT,
    ways: Sequence[Way] = WAYS,
) -> Mount:
    """The drive of the device's bootloader, once it is there.

    A Fault: BUSY where another program has the port, NO_DEVICE where the board has no port,
    TIMEOUT where it has not come.
    """
    if device.bootloader:
        return device.bootloader
    before = _loaders(machine)
    faults = []
    for way in ways_to(device, ways):
        progress.step(f"Asking the board for its bootloader by the {way.name}.")
        fault = _try(way, machine, device, clock)
        drive = _wait(machine, device, clock, before, STAYS_S if fault else ARRIVAL_S)
        if drive:
            return drive
        progress.note(fault.what if fault else "It stays as it is.")
        faults += [fault] if fault else []
        if not _listed(machine, way.port(device)):
            break
    raise _failure(machine, device, faults)


def _try(way: Way, machine: Machine, device: Device, clock: Clock) -> Fault | None:
    """What hindered it."""
    try:
        way.ask(machine, device, clock)
    except Fault as fault:
        return fault
    except (BoardError, link.Refused, OSError) as error:
        reason = str(error).rpartition("\n")[2]
        return Fault(f"The board refuses: {reason}", "", "", TIMEOUT)
    return None


def _wait(
    machine: Machine, device: Device, clock: Clock, before: list[Device], patience_s: float
) -> Mount | None:
    """The new bootloader's drive; given up early while the board's port stays where it is."""
    start, found = clock.now(), list[Mount]()
    port = device.console or device.data

    def is_over() -> bool:
        found[:] = [one for one in map(_drive, _new(machine, device, before)) if one]
        stays = clock.now() - start >= STAYS_S and _listed(machine, port)
        return bool(found) or stays

    clock.wait_for(is_over, patience_s, EVERY_S)
    return found[0] if found else None


def _drive(device: Device) -> Mount | None:
    return device.bootloader


def _loaders(machine: Machine) -> list[Device]:
    return [one for one in devices.find(machine) if one.bootloader]


def _new(machine: Machine, device: Device, before: list[Device]) -> list[Device]:
    """The boards in bootloader mode that were not there and may be this one."""
    known = [one.bootloader for one in before]
    return [
        one
        for one in _loaders(machine)
        if one.bootloader not in known and one.uid in ("", device.uid)
    ]


def _listed(machine: Machine, port: Port | None) -> bool:
    return port is not None and port.path in [one.path for one in machine.ports()]


def _failure(machine: Machine, device: Device, faults: list[Fault]) -> Fault:
    if not ways_to(device):
        return Fault(
            f"{describe(device)}: the board has no serial port here that could be asked.",
            "A boot.py hides it, or it runs no CircuitPython.",
            f"{BY_HAND}, then: mastermind install",
            NO_DEVICE,
        )
    disks = [disk for disk in machine.unmounted() if _is_loader(disk)]
    if disks:
        return Fault(
            "The board is in its bootloader, but its files can't be reached.",
            missing.unmounted_cause(disks),
            f"{missing.mount_commands(disks)}, then: mastermind install",
            TIMEOUT,
        )
    busy = [fault for fault in faults if fault.code == BUSY]
    if busy:
        return busy[0]
    return Fault(
        "The board did not go into its bootloader: no drive of one has come.",
        "Its program hangs, or its CircuitPython is damaged.",
        f"{BY_HAND}, then: mastermind install",
        TIMEOUT,
    )


def _is_loader(disk: Disk) -> bool:
    return disk.label in [chip.info_id for chip in boards.CHIPS]
