# SPDX-License-Identifier: MIT
"""Which boards are plugged in, each with its drive and its ports; and choosing one of them.

A drive and a port are of one board when they tell the same UID: the drive by the USB device that it
is on or by its boot_out.txt, the port by its USB serial number. Never guesses between two.
"""

from __future__ import annotations

from pathlib import Path

from mastermind_host.device import drives, missing, pairing
from mastermind_host.device.drives import Drive
from mastermind_host.device.found import ANY, Device, Wanted
from mastermind_host.device.machine import CONSOLE, Machine, Mount, Port

__all__ = ["ANY", "Device", "Wanted", "again", "choose", "console_of", "drive_of", "find"]


def find(machine: Machine) -> list[Device]:
    """All boards, in the order of their UIDs; those in bootloader mode last."""
    return pairing.pair(drives.all_of(machine), machine.ports())


def choose(machine: Machine, wanted: Wanted = ANY) -> Device:
    """The one board that is meant; a Fault (NO_DEVICE, SEVERAL_DEVICES, WRONG_DEVICE) with the
    exact next command if there is not exactly one.
    """
    there = find(machine)
    if wanted.port or wanted.drive:
        device = _named(machine, wanted, there)
        if not _has_serial(device, wanted.serial):
            raise missing.other_serial(device, wanted.serial)
        return device
    meant = [device for device in there if _has_serial(device, wanted.serial)]
    if not meant:
        raise missing.no_device(machine, wanted, there)
    if len(meant) > 1:
        raise missing.several_devices(meant)
    return meant[0]


def again(machine: Machine, device: Device) -> Device | None:
    """The same board as it is plugged in now, with its ports of now; None if it is not there."""
    return next((one for one in find(machine) if _is_same(one, device)), None)


def drive_of(machine: Machine, device: Device) -> Mount:
    """Its CIRCUITPY drive; a Fault NO_DEVICE with the way to it where it has none."""
    if device.drive is None:
        raise missing.no_drive(machine, device)
    return device.drive


def console_of(device: Device) -> Port:
    """Its console port; a Fault NO_DEVICE where it has none."""
    if device.console is None:
        raise missing.no_console(device)
    return device.console


def _is_same(one: Device, other: Device) -> bool:
    if one.uid and other.uid:
        return one.uid == other.uid
    if one.drive and other.drive:  # which keeps its place when ports are named anew
        return one.drive.path == other.drive.path
    ports = [(one.console, other.console), (one.data, other.data)]
    known = [(mine, its) for mine, its in ports if mine and its]
    return bool(known) and all(mine.path == its.path for mine, its in known)


def _has_serial(device: Device, serial: str) -> bool:
    return device.uid.endswith(serial.upper())


def _named(machine: Machine, wanted: Wanted, there: list[Device]) -> Device:
    """The board of --port, of --drive or of both; neither needs to be in any listing."""
    by_port = _by_port(machine, wanted.port, there) if wanted.port else None
    by_drive = _by_drive(machine, wanted.drive, there) if wanted.drive else None
    if not (by_port and by_drive):
        return by_port or by_drive or Device()
    if by_port.uid and by_drive.uid and by_port.uid != by_drive.uid:
        raise missing.two_boards(wanted.port, by_port.uid, Path(wanted.drive or ""), by_drive.uid)
    return _join(by_port, by_drive)


def _by_port(machine: Machine, path: str, there: list[Device]) -> Device:
    for device in there:
        if path in [port.path for port in (device.console, device.data) if port]:
            return device
    listed = [port for port in machine.ports() if port.path == path]
    return pairing.device(None, listed or [Port(path, CONSOLE)])


def _by_drive(machine: Machine, path: Path, there: list[Device]) -> Device:
    for device in there:
        if any(_same(path, mount.path) for mount in (device.drive, device.bootloader) if mount):
            return device
    if not path.is_dir():
        raise missing.no_folder(path, machine)
    drive = drives.look_at(_mount(machine, path))
    if drive is None:
        raise missing.no_board_drive(path, machine)
    return pairing.bootloader(drive) if drive.info else _with_ports(drive, there)


def _with_ports(drive: Drive, there: list[Device]) -> Device:
    """The board of a folder that is in no listing, with the ports that tell its UID."""
    for device in there:
        if drive.uid and device.uid == drive.uid and not device.drive:
            return pairing.device(drive, [port for port in (device.console, device.data) if port])
    return pairing.device(drive, [])


def _mount(machine: Machine, path: Path) -> Mount:
    """The folder as a mount: as it is listed, or with no more told than its path."""
    listed = (mount for mount in machine.mounts() if _same(path, mount.path))
    return next(listed, Mount(path))


def _same(one: Path, other: Path) -> bool:
    return one == other or one.resolve() == other.resolve()


def _join(by_port: Device, by_drive: Device) -> Device:
    """One board, named by both."""
    if by_drive.bootloader:
        return by_drive
    return by_drive._replace(
        uid=by_drive.uid or by_port.uid,
        board_id=by_drive.board_id or by_port.board_id,
        chip=by_drive.chip or by_port.chip,
        console=by_port.console,
        data=by_port.data or by_drive.data,
    )
