# SPDX-License-Identifier: MIT
"""The mounted drives, from what each system tells of them. Pure but for `windows_label`."""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol

from mastermind_host.device.machine import Mount

_OCTAL = re.compile(r"\\([0-7]{3})")


class Partition(Protocol):
    """What psutil tells of a mounted drive."""

    device: str
    mountpoint: str
    fstype: str
    opts: str


def of_linux(
    mountinfo: str, labels: Mapping[str, str], uid_of: Callable[[str], str]
) -> list[Mount]:
    """The drives in the text of /proc/self/mountinfo.

    `labels` is {device: label}. Left out are what is no disk, a folder of a drive that is bound to
    another place, and a drive that is mounted a second time.
    """
    places: dict[str, Mount] = {}  # what is mounted over another hides it
    for line in mountinfo.splitlines():
        mount = _mountinfo_line(line)
        if mount:
            places[str(mount.path)] = mount
    drives: dict[str, Mount] = {}
    for mount in places.values():
        drives.setdefault(mount.device, mount)
    return [
        mount._replace(label=labels.get(mount.device, ""), uid=uid_of(mount.device))
        for mount in drives.values()
    ]


def _mountinfo_line(line: str) -> Mount | None:
    """A line such as 36 35 8:17 / /media/me/CIRCUITPY rw,nosuid shared:1 - vfat /dev/sdb1 rw"""
    front, dash, back = line.partition(" - ")
    fields, ends = front.split(" "), back.split(" ")
    if not dash or len(fields) < 6 or len(ends) < 3:
        return None
    root, place, options = fields[3:6]
    filesystem, device, more = ends[:3]
    if root != "/" or not device.startswith("/dev/"):
        return None
    read_only = "ro" in options.split(",") + more.split(",")
    return Mount(Path(_plain(place)), _plain(device), filesystem, read_only=read_only)


def _plain(text: str) -> str:
    r"""A name as it is: space, tab, newline and backslash are written as \040 and so on."""
    return _OCTAL.sub(lambda found: chr(int(found[1], 8)), text)


def of_macos(partitions: Iterable[Partition]) -> list[Mount]:
    """The drives below /Volumes. The name there is the label; a second CIRCUITPY is numbered."""
    found = []
    for one in partitions:
        place = one.mountpoint
        if place.startswith("/Volumes/"):
            label = re.sub(r" \d+$", "", place.removeprefix("/Volumes/"))
            found.append(Mount(Path(place), one.device, one.fstype, label, _read_only(one)))
    return found


def of_windows(partitions: Iterable[Partition], label_of: Callable[[str], str]) -> list[Mount]:
    """The drives that have a letter and a medium in them."""
    return [
        Mount(
            Path(one.mountpoint),
            one.device.rstrip("\\"),
            one.fstype,
            label_of(one.mountpoint),
            _read_only(one),
        )
        for one in partitions
        if one.fstype
    ]


def _read_only(partition: Partition) -> bool:
    return "ro" in partition.opts.split(",")


def windows_label(root: str) -> str:
    r"""The label of the drive E:\ on Windows; "" where there is none, or on another system."""
    if sys.platform != "win32":
        return ""
    label = ctypes.create_unicode_buffer(261)
    told = ctypes.windll.kernel32.GetVolumeInformationW(
        root, label, len(label), None, None, None, None, 0
    )
    return label.value if told else ""
