# SPDX-License-Identifier: MIT
"""Waits for a board to come back from its bootloader with CircuitPython on it.

That its drive is there with the right version is the only proof that an installation worked.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mastermind_host.clock import Clock
from mastermind_host.device import boards, devices, missing
from mastermind_host.device.devices import Device
from mastermind_host.device.found import flag
from mastermind_host.device.machine import Disk, Machine
from mastermind_host.errors import TIMEOUT, UNVERIFIED, UNWRITABLE, Fault
from mastermind_host.install.writing import AGAIN

WAIT_S = 30  # a first start takes 3 s, a slow system 10 s more
EVERY_S = 0.5


class Expected(NamedTuple):
    """The board that should come."""

    version: str  # of CircuitPython
    uid: str  # "" where it is not known
    others: tuple[Device, ...]  # who was there before
    complaint: OSError | None = None  # of the system, when the last block was written


def wait(machine: Machine, expected: Expected, clock: Clock) -> Device:
    """The board with its drive and that version; a Fault TIMEOUT, UNVERIFIED or UNWRITABLE that
    says how far it has come.
    """
    come: list[Device] = []

    def has_come() -> bool:
        come[:] = [one for one in _mine(machine, expected) if one.version == expected.version]
        return bool(come)

    if not clock.wait_for(has_come, WAIT_S, EVERY_S):
        raise _missing(machine, expected)
    _check_listing(come[0])
    return come[0]


def _mine(machine: Machine, expected: Expected) -> list[Device]:
    """The boards with CircuitPython that may be the one; those with a drive first."""
    there = [one for one in devices.find(machine) if not one.bootloader]
    if expected.uid:
        mine = [one for one in there if one.uid == expected.uid]
    else:
        known = [_mark(other) for other in expected.others]
        mine = [one for one in there if _mark(one) not in known]
    return sorted(mine, key=lambda one: one.drive is None)


def _mark(device: Device) -> tuple[str, str]:
    """What tells a board from the others that were there before."""
    return device.uid, str(device.drive.path if device.drive else device.console)


def _missing(machine: Machine, expected: Expected) -> Fault:
    """The Fault of a board that has not come, or not as it should."""
    disks = [disk for disk in machine.unmounted() if _is_its(disk, expected.uid)]
    for device in _mine(machine, expected):
        if device.version:
            return _other_version(device, expected.version)
        if device.drive:
            return _says_nothing(device)
        if not disks:
            return _no_drive(device)
    if disks:
        return _not_mounted(disks)
    return _never_came(machine, expected)


def _check_listing(device: Device) -> None:
    """A Fault if CircuitPython has taken for a drive what an older program has left there."""
    if device.drive is None:
        return
    strange = _strange(device.drive.path)
    if strange:
        raise Fault(
            f"CircuitPython {device.version} runs, but its drive is damaged: it lists {strange}.",
            "It took for a drive what an older program had left in the flash.",
            f"mastermind recover {flag(device)}   (offers to erase the drive)",
            UNWRITABLE,
        )


def _strange(drive: Path) -> str:
    """A name on the drive that nobody has given; "" if there is none."""
    try:
        names = sorted(path.name for path in drive.iterdir())
    except OSError as error:
        return f"nothing ({error.strerror})"
    strange = [name for name in names if not name.isprintable() or "\ufffd" in name]
    return f"a file {strange[0]!a}" if strange else ""


def _is_its(disk: Disk, uid: str) -> bool:
    return disk.uid.upper() == uid if disk.uid and uid else disk.label in ("", boards.LABEL)


def _other_version(device: Device, version: str) -> Fault:
    return Fault(
        f"The board has come back with CircuitPython {device.version}, not {version}.",
        "The bootloader did not take all of the file, or boot_out.txt on the drive is an old one.",
        f"unplug it and plug it in again, then: mastermind devices; if it stays so: {AGAIN}",
        UNVERIFIED,
    )


def _says_nothing(device: Device) -> Fault:
    where = device.drive.path if device.drive else ""
    return Fault(
        f"The board's drive {where} has come back, without a boot_out.txt that tells its version.",
        "It is in safe mode, or its drive is damaged.",
        "unplug it and plug it in again, then: mastermind install; if it stays so: "
        "mastermind recover",
        TIMEOUT,
    )


def _no_drive(device: Device) -> Fault:
    return Fault(
        "The board has come back with its serial port, but without a drive.",
        "A boot.py on it hides the drive, or the drive is damaged.",
        f"mastermind recover {flag(device)}".rstrip(),
        TIMEOUT,
    )


def _not_mounted(disks: list[Disk]) -> Fault:
    return Fault(
        "The board has come back, but its files can't be reached.",
        missing.unmounted_cause(disks),
        f"{missing.mount_commands(disks)}, then: mastermind install   (sees that it is there)",
        TIMEOUT,
    )


def _never_came(machine: Machine, expected: Expected) -> Fault:
    waiting = [one.bootloader.path for one in devices.find(machine) if one.bootloader]
    told = f" The system said: {expected.complaint.strerror}." if expected.complaint else ""
    if waiting:
        what = (
            f"{WAIT_S} s after the last block the bootloader's drive {waiting[0]} is still there."
        )
        return Fault(what, f"It did not take the file.{told}", AGAIN, TIMEOUT)
    return Fault(
        f"The board has not come back within {WAIT_S} s.",
        f"It needs to be plugged in anew, or its cable or hub failed.{told}",
        "unplug it and plug it in again, then: mastermind devices; if it is not there: " + AGAIN,
        TIMEOUT,
    )
