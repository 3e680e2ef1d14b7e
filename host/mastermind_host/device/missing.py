# SPDX-License-Identifier: MIT
"""Why there is not exactly one board, and what to do about it: the Faults of choosing one."""

from __future__ import annotations

from pathlib import Path

from mastermind_host import errors
from mastermind_host.device import boards
from mastermind_host.device.found import Device, Wanted, describe, flag, quoted
from mastermind_host.device.machine import MACOS, WINDOWS, Disk, Machine

EXAMPLES = {MACOS: "/Volumes/CIRCUITPY", WINDOWS: "E:\\"}


def no_device(machine: Machine, wanted: Wanted, there: list[Device]) -> errors.Fault:
    """None of those that are there is the one that is meant."""
    what = "No board is plugged in."
    if wanted.serial:
        what = f"No board whose serial number ends in {wanted.serial.upper()} is plugged in."
    if there:
        return errors.Fault(what, _named_wrongly(there), "mastermind devices", errors.NO_DEVICE)
    cause, advice = _why_none(machine)
    return errors.Fault(what, cause, advice, errors.NO_DEVICE)


def _named_wrongly(there: list[Device]) -> str:
    listed = "; ".join(f"{one.uid or 'no serial number told'}: {describe(one)}" for one in there)
    return f"It is another one that is there: {listed}."


def _why_none(machine: Machine) -> tuple[str, str]:
    """(cause, advice)"""
    disks = machine.unmounted()
    if disks:
        return unmounted_cause(disks), mount_commands(disks)
    for port in machine.ports():
        if (port.vid, port.pid) == boards.MICROPYTHON:
            return (
                f"The board at {port.path} runs MicroPython, not CircuitPython.",
                "hold BOOT while plugging it in, then: mastermind flash",
            )
    return (
        "The cable is not plugged in or carries power only, or the board is a blank one.",
        "take a cable that carries data; a blank board: hold BOOT while plugging it in, "
        "then: mastermind flash",
    )


def unmounted_cause(disks: list[Disk]) -> str:
    listed = ", ".join(
        f"{disk.device} ({disk.label})" if disk.label else disk.device for disk in disks
    )
    return f"A drive is plugged in but not mounted: {listed}."


def mount_commands(disks: list[Disk]) -> str:
    return " && ".join(f"udisksctl mount -b {disk.device}" for disk in disks)


def several_devices(there: list[Device]) -> errors.Fault:
    lines = "".join(f"\n  {flag(one)}   {describe(one)}" for one in there)
    return errors.Fault(
        f"{len(there)} boards are plugged in, and it is not said which one is meant.",
        "A command works on one board and never guesses.",
        f"the same command with one of these:{lines}",
        errors.SEVERAL_DEVICES,
    )


def no_folder(drive: Path, machine: Machine) -> errors.Fault:
    disks = machine.unmounted()
    return errors.Fault(
        f"There is no drive {drive}.",
        unmounted_cause(disks) if disks else "The board was unplugged, or its path is another.",
        mount_commands(disks) if disks else "mastermind devices",
        errors.NO_DEVICE,
    )


def no_board_drive(drive: Path, machine: Machine) -> errors.Fault:
    example = EXAMPLES.get(machine.system, "/media/$USER/CIRCUITPY")
    return errors.Fault(
        f"{drive} is no board's drive: it has neither boot_out.txt nor INFO_UF2.TXT.",
        "It is another disk or folder, or the board has not started CircuitPython yet.",
        f"mastermind devices   (a board's drive is one such as {example})",
        errors.WRONG_DEVICE,
    )


def two_boards(port: str, port_uid: str, drive: Path, drive_uid: str) -> errors.Fault:
    return errors.Fault(
        f"The port {port} is of the board {port_uid}, the drive {drive} of {drive_uid}.",
        "They are two boards; or boot_out.txt on that drive is a copy of another board's.",
        "mastermind devices   (if there is one board only: delete boot_out.txt, unplug it and "
        "plug it in again)",
        errors.WRONG_DEVICE,
    )


def other_serial(device: Device, serial: str) -> errors.Fault:
    return errors.Fault(
        f"That board's serial number is {device.uid or 'not known'}, not {serial.upper()}.",
        "--serial means another board than --port or --drive.",
        "the same command without --serial, or: mastermind devices",
        errors.WRONG_DEVICE,
    )


def no_drive(machine: Machine, device: Device) -> errors.Fault:
    """A command needs CIRCUITPY, and this board has none."""
    if device.bootloader:
        return errors.Fault(
            f"The board at {device.bootloader.path} is in bootloader mode.",
            "It has no CircuitPython yet, or was started with BOOT held down.",
            "mastermind flash   (or unplug it and plug it in again)",
            errors.NO_DEVICE,
        )
    mine = [disk for disk in machine.unmounted() if not disk.uid or disk.uid.upper() == device.uid]
    cause = "boot.py hides it, the system did not mount it, or it is damaged."
    return errors.Fault(
        f"{device.name} {device.uid} has no drive here.".replace("  ", " "),
        unmounted_cause(mine) if mine else cause,
        mount_commands(mine) if mine else f"mastermind doctor {flag(device)}",
        errors.NO_DEVICE,
    )


def no_console(device: Device) -> errors.Fault:
    """A command needs the console, and this board has none."""
    drive = device.drive or device.bootloader
    where = f"The board at {quoted(drive.path)}" if drive else "The board"
    if device.bootloader:
        return errors.Fault(
            f"{where} is in bootloader mode: nothing runs on it that could answer.",
            "It has no CircuitPython yet, or was started with BOOT held down.",
            "mastermind flash   (or unplug it and plug it in again)",
            errors.NO_DEVICE,
        )
    return errors.Fault(
        f"{where} has no serial port here.",
        "boot.py hides it, or the port is not of the drive's board as far as the UIDs tell.",
        "mastermind devices; then the same command with --port",
        errors.NO_DEVICE,
    )
