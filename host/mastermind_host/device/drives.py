# SPDX-License-Identifier: MIT
"""Which mounted drives are a board's, and what their files tell. Knows no port."""

from __future__ import annotations

import re
from typing import NamedTuple

from mastermind_host.device import boards, boot_out, info_uf2
from mastermind_host.device.boot_out import BootOut
from mastermind_host.device.info_uf2 import Info
from mastermind_host.device.machine import Machine, Mount

# Nothing else is looked into: another kind of drive can be slow, far away or asleep.
FAT = ("", "vfat", "msdos", "lifs", "fat", "fat12", "fat16", "fat32")
# A second drive of a name gets a number: CIRCUITPY1 on Linux, "CIRCUITPY 1" on macOS.
_NAMED = re.compile(rf"{boards.LABEL}( ?\d+)?$")


class Drive(NamedTuple):
    """A board's drive: CIRCUITPY, or of its bootloader if there is an `info`."""

    mount: Mount
    boot_out: BootOut
    info: Info | None = None

    @property
    def uid(self) -> str:
        """Of the USB device, else what boot_out.txt says; "" where neither tells."""
        if self.info:
            chip = boards.chip_by_info(self.info.board_id)
            return self.mount.uid.upper() if chip and chip.bootloader_uid else ""
        return self.mount.uid.upper() or self.boot_out.uid


def look_at(mount: Mount) -> Drive | None:
    """The mount as a board's drive; None if it is something else."""
    if mount.filesystem.lower() not in FAT:
        return None
    info = info_uf2.read(mount.path)
    if info:
        return Drive(mount, BootOut(), info)
    told = boot_out.read(mount.path) or BootOut()
    return Drive(mount, told) if told.version or is_named(mount) else None


def is_named(mount: Mount) -> bool:
    """Whether it has the name of a board's drive, whatever is on it."""
    return mount.label == boards.LABEL or bool(_NAMED.match(mount.path.name))


def all_of(machine: Machine) -> list[Drive]:
    found = (look_at(mount) for mount in machine.mounts())
    return [drive for drive in found if drive]
