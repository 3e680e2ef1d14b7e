# SPDX-License-Identifier: MIT
"""Puts CircuitPython on a board, from whatever state it is in. Knows no command line.

What can be wrong with the file is found before the board is touched.
"""

from __future__ import annotations

from typing import NamedTuple

from mastermind_host.clock import Clock
from mastermind_host.device import bootloader, devices, info_uf2
from mastermind_host.device.boards import Board, chip_by_info
from mastermind_host.device.devices import Device, Wanted
from mastermind_host.device.machine import Machine, Mount
from mastermind_host.errors import WRONG_DEVICE, Fault
from mastermind_host.install import arrival, choices, writing
from mastermind_host.install.arrival import Expected
from mastermind_host.install.choices import Choice, Image
from mastermind_host.progress import SILENT, Progress


class Plan(NamedTuple):
    """What an installation would do."""

    device: Device
    board: Board | None  # None: only its bootloader can tell
    version: str  # the one that is meant
    there: bool  # it is on the board already: nothing to do


class Installed(NamedTuple):
    """What an installation has done."""

    device: Device  # with its drive
    board: Board
    version: str
    written: int  # bytes; 0: it was there already


def plan(machine: Machine, target: Device | Wanted, choice: Choice) -> Plan:
    """What `install` would do; a Fault if it can't. Writes and downloads nothing."""
    device = devices.choose(machine, target) if isinstance(target, Wanted) else target
    board = choices.board_of(device, choice)
    version = choice.version
    if choice.uf2 and board:
        version = choices.load(choice, board).firmware.version
    there = bool(device.drive and device.version == version and not choice.force)
    return Plan(device, board, version, there)


def install(
    machine: Machine,
    target: Device | Wanted,
    choice: Choice,
    clock: Clock,
    progress: Progress = SILENT,
    opener: writing.Opener = writing.File,
) -> Installed:
    """Install what is chosen on the board that is meant, and see that it runs; a Fault if not."""
    device, board, version, there = plan(machine, target, choice)
    if there and board:
        return Installed(device, board, version, 0)
    if board is None:
        device = _in_bootloader(machine, device, clock, progress)
        board = choices.board_in_bootloader(device, choice)
    if device.bootloader and not (choice.board or choice.uf2):
        progress.note(choices.assumption(board))
    image = choices.load(choice, board, progress)
    device = _in_bootloader(machine, device, clock, progress)
    come = _write(machine, device, board, image, clock, progress, opener)
    return Installed(come, board, image.firmware.version, len(image.data))


def _in_bootloader(machine: Machine, device: Device, clock: Clock, progress: Progress) -> Device:
    """The board once it is in bootloader mode, with the chip that its bootloader tells."""
    if device.bootloader:
        return device
    drive = bootloader.enter(machine, device, clock, progress)
    info = info_uf2.read(drive.path)
    chip = chip_by_info(info.board_id) if info else None
    return Device(uid=device.uid, bootloader=drive, chip=chip.name if chip else "")


def _write(
    machine: Machine,
    device: Device,
    board: Board,
    image: Image,
    clock: Clock,
    progress: Progress,
    opener: writing.Opener,
) -> Device:
    """Write to the bootloader's drive, and wait for the board to come back."""
    drive = _drive_for(device, board)
    others = tuple(one for one in devices.find(machine) if not one.bootloader)
    progress.step(f"Writing {image.name} to {drive.path}.")
    complaint = writing.write(image.data, drive.path, progress, opener)
    if complaint:
        progress.note("The board went away while the system was finishing: checking it.")
    progress.step("Waiting for the board to start.")
    expected = Expected(image.firmware.version, device.uid, others, complaint)
    return arrival.wait(machine, expected, clock)


def _drive_for(device: Device, board: Board) -> Mount:
    """The bootloader's drive; a Fault if its chip is not the board's."""
    drive = device.bootloader
    if drive and device.chip == board.chip.name:
        return drive
    raise Fault(
        f"The bootloader is that of {device.chip or 'another chip'}, not of a {board.name} "
        f"with its {board.chip.name}. Nothing was written.",
        "The board is another one than it said, or another board went into bootloader mode.",
        "unplug all other boards; mastermind devices",
        WRONG_DEVICE,
    )
