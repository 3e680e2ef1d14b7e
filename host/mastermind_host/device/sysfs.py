# SPDX-License-Identifier: MIT
"""The disks that Linux knows, mounted or not, and the USB devices that they are on.

`sys` and `dev` are the folders /sys and /dev, so that a test can hand in its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path

from mastermind_host.device import boards
from mastermind_host.device.machine import Disk

LABELS = (boards.LABEL, *(chip.info_id for chip in boards.CHIPS))

_HEXADECIMAL = re.compile(r"\\x([0-9a-f]{2})")


def uid_of(device: str, sys: Path) -> str:
    """The USB serial number of the disk /dev/sdb1; "" where it is on no USB device."""
    usb = _usb_of(sys / "class/block" / Path(device).name)
    return _line(usb / "serial").upper() if usb else ""


def labels(dev: Path) -> dict[str, str]:
    """{device: label}. Of two drives with one label only one is told."""
    folder = dev / "disk/by-label"
    found = {}
    for name in _names(folder):
        try:
            device = "/dev/" + Path(os.readlink(folder / name)).name
        except OSError:
            continue  # unplugged just now
        found[device] = _HEXADECIMAL.sub(lambda code: chr(int(code[1], 16)), name)
    return found


def unmounted(mounted: Collection[str], sys: Path, dev: Path) -> list[Disk]:
    """The disks of boards that are not among the devices `mounted`."""
    named = labels(dev)
    disks = []
    for name in _names(sys / "class/block"):
        device, block = f"/dev/{name}", sys / "class/block" / name
        label = named.get(device, "")
        if device not in mounted and (label in LABELS or _may_be_a_board(block)):
            disks.append(Disk(device, label, uid_of(device, sys)))
    return disks


def _may_be_a_board(block: Path) -> bool:
    """Whether it is something that can be mounted, of a vendor whose USB ids boards have."""
    usb = _usb_of(block)
    if not usb or _line(usb / "idVendor") not in [f"{vendor:04x}" for vendor in boards.VENDORS]:
        return False
    is_divided = any((block / name / "partition").exists() for name in _names(block))
    return not is_divided and _line(block / "size") not in ("", "0")


def _usb_of(block: Path) -> Path | None:
    """The folder of the USB device that a disk is on."""
    if not block.exists():
        return None
    return next((up for up in block.resolve().parents if (up / "idVendor").exists()), None)


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _line(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""
