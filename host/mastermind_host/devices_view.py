# SPDX-License-Identifier: MIT
"""The boards that are plugged in, as data and as a table for people. Reads their drives, writes
nothing.
"""

from __future__ import annotations

from typing import Any

from rich.table import Table

from mastermind_host.deploy import manifest
from mastermind_host.device.devices import Device
from mastermind_host.device.machine import Mount, Port

# What is on a board's drive.
COMPLETE = "complete"  # a deploy came to its end
INCOMPLETE = "half copied"
BY_HAND = "copied by hand"  # there is a firmware, and no manifest
NO_FIRMWARE = "no firmware"
UNREADABLE = "unreadable"
BOOTLOADER = "bootloader"
NO_DRIVE = "no drive"

# Three lines for each board, or its drive's path would not fit into a terminal.
HEADINGS = (
    "board\nchip\n ",
    "serial number\ndrive\n ",
    "console\ndata\n ",
    "CircuitPython\nfirmware\nnow",
)


def data(device: Device, doing: str = "") -> dict[str, Any]:
    """Exact data of a board; null is what is not there or not known. `doing`: see `device.now`."""
    state, version = firmware(device)
    return {
        "uid": device.uid or None,
        "board_id": device.board_id or None,
        "name": device.name,
        "chip": device.chip or None,
        "drive": _place(device.drive),
        "bootloader": _place(device.bootloader),
        "console": _path(device.console),
        "data": _path(device.data),
        "circuitpython": device.version or None,
        "firmware": version or None,
        "state": state,
        "now": doing or None,
    }


def firmware(device: Device) -> tuple[str, str]:
    """(state, version of the firmware) of what is on a board's drive."""
    if device.bootloader:
        return BOOTLOADER, ""
    if device.drive is None:
        return NO_DRIVE, ""
    try:
        return _firmware_on(device.drive)
    except OSError:
        return UNREADABLE, ""


def table(devices: list[tuple[Device, str]]) -> Table:
    """Three lines for each board, with what it is doing."""
    lines = Table(box=None, pad_edge=False, header_style="bold")
    for heading in HEADINGS:
        lines.add_column(heading, overflow="fold")
    for device, doing in devices:
        lines.add_row(*_cells(device, doing))
    return lines


def _firmware_on(drive: Mount) -> tuple[str, str]:
    told = manifest.read(drive.path)
    if told is None:
        is_there = (drive.path / "mastermind").is_dir() and (drive.path / "code.py").is_file()
        return (BY_HAND if is_there else NO_FIRMWARE), ""
    return (COMPLETE, told.version) if told.complete else (INCOMPLETE, "")


def _cells(device: Device, doing: str) -> tuple[str, ...]:
    state, version = firmware(device)
    drive = _place(device.drive or device.bootloader)
    return (
        _lines(device.name, device.chip),
        _lines(device.uid, drive),
        _lines(_path(device.console), _path(device.data)),
        _lines(device.version, f"{version} {state}".strip(), doing),
    )


def _lines(*texts: str | None) -> str:
    return "\n".join(text or "-" for text in texts)


def _place(mount: Mount | None) -> str | None:
    return str(mount.path) if mount else None


def _path(port: Port | None) -> str | None:
    return port.path if port else None
