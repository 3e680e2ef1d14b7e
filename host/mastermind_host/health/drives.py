# SPDX-License-Identifier: MIT
"""Checks of a board's drive: can it be read and written, is there room, what is in its listing.
They write nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from mastermind_host import drive, errors
from mastermind_host.deploy import manifest, plan, room
from mastermind_host.deploy.volume import Volume
from mastermind_host.device.found import flag, quoted
from mastermind_host.device.machine import LINUX, WINDOWS
from mastermind_host.health.finding import Case, Finding, Findings, few

TAKES_DRIVE = re.compile(rb"^[^#\n]*storage\.(remount|disable_usb_drive)", re.MULTILINE)
NEARLY_FULL = 16  # clusters that are left beside what a deploy takes
# Of the systems; CircuitPython itself puts empty files in the place of some, against them.
RUBBISH = (
    *(".DS_Store", ".Spotlight-V100", ".TemporaryItems", ".Trashes"),
    *(".Trash-1000", "System Volume Information", "$RECYCLE.BIN", "Thumbs.db"),
)


def look_at_writing(case: Case) -> Findings:
    mount = case.device.drive
    if mount and mount.read_only:
        yield _read_only(case)
    elif not case.volume.is_writable:
        yield _not_yours(case)


def _read_only(case: Case) -> Finding:
    what = f"The drive {case.drive} is read-only."
    if _takes_drive(case):
        return Finding(
            what,
            "boot.py on it keeps the drive for the board (storage.remount or disable_usb_drive).",
            f"mastermind recover {flag(case.device)}   (or: press BOOT in the second after "
            "plugging it in, which starts safe mode; then rename boot.py and plug it in again)",
            errors.UNWRITABLE,
        )
    return Finding(
        what,
        "It was unplugged while it was written, or a USB hub is in between.",
        "unplug it, plug it into the computer itself; if that does not help: "
        f"mastermind recover {flag(case.device)}",
        errors.UNWRITABLE,
    )


def _not_yours(case: Case) -> Finding:
    mount = case.device.drive
    device = mount.device if mount else ""
    if case.machine.system == LINUX and device:
        advice = f"sudo umount {device} && udisksctl mount -b {device}"
    else:
        advice = "eject it, unplug it and plug it in again"
    owner = case.volume.owner
    cause = f"It was mounted by {owner}." if owner else "The system does not let you write there."
    belongs = f" belongs to {owner}, and" if owner else ":"
    return Finding(
        f"The drive {case.drive}{belongs} you may not write to it.", cause, advice, errors.BUSY
    )


def look_at_boot_py(case: Case) -> Findings:
    mount = case.device.drive
    if mount and not mount.read_only and _takes_drive(case):
        yield Finding(
            "boot.py on the drive is not ours, and can take the drive away from this computer.",
            "Another program was on the board before.",
            f"mastermind deploy {flag(case.device)}   (it backs up what it replaces)",
        )


def _takes_drive(case: Case) -> bool:
    text = case.volume.read("boot.py") or b""
    return bool(TAKES_DRIVE.search(text)) and text != drive.files()["boot.py"]


def look_at_room(case: Case) -> Findings:
    has = case.volume.room()
    needed = _clusters_to_deploy(case.volume, has.cluster)
    if has.free >= needed + NEARLY_FULL:
        return
    is_short = has.free < needed
    yield Finding(
        f"The drive is {'' if is_short else 'nearly '}full: {_kib(has.free, has.cluster)} are "
        f"free, the firmware needs {_kib(needed, has.cluster)} more.",
        "There are other files on it; each takes whole clusters.",
        f"look for what is not needed: {_list_command(case)}",
        errors.UNWRITABLE if is_short else errors.OK,
    )


def _clusters_to_deploy(volume: Volume, cluster: int) -> int:
    """What a deploy of this program's firmware would take."""
    wanted, old = drive.files(), manifest.read(volume.root)
    read = {path: volume.read(path) for path in plan.looked_at(wanted, old)}
    present = {path: content for path, content in read.items() if content is not None}
    changes = plan.plan(wanted, present, old)
    return room.needed(changes, room.folders_of(volume.names()), cluster)


def _kib(clusters: int, cluster: int) -> str:
    return f"{clusters * cluster / 1024:.1f} KiB"


def _list_command(case: Case) -> str:
    if case.machine.system == WINDOWS:
        return f"dir /s /a {quoted(case.drive)}"
    return f"du -ah {quoted(case.drive)} | sort -h"


def look_for_garbage(case: Case) -> Findings:
    """Names that nobody gave: an old content of the flash read as a directory."""
    total = case.volume.room().total
    bad = sorted(entry.name for entry in os.scandir(case.drive) if _is_garbage(entry, total))
    if bad:
        yield Finding(
            f"The drive lists names that are garbage: {few(map(ascii, bad))}.",
            "Its directory is damaged, or is old content of the flash.",
            f"mastermind backup {flag(case.device)}; then mastermind recover {flag(case.device)}"
            "   (it asks before it erases)",
            errors.UNWRITABLE,
        )


def _is_garbage(entry: os.DirEntry[str], total: int) -> bool:
    if not entry.name.isprintable() or "\ufffd" in entry.name:
        return True
    try:
        return entry.stat().st_size > total > 0
    except OSError:
        return True


def look_for_rubbish(case: Case) -> Findings:
    doubles = [path for path in _paths(case) if path.rpartition("/")[2].startswith("._")]
    others = [name for name in sorted(os.listdir(case.drive)) if _is_rubbish(case, name)]
    if doubles or others:
        yield Finding(
            f"There is rubbish of a computer on the drive: {few(doubles + others)}.",
            "macOS keeps a ._ file beside each it copies; systems keep indexes and trash cans.",
            _delete_command(case, bool(doubles), others),
        )


def _is_rubbish(case: Case, name: str) -> bool:
    place = case.drive / name
    return name in RUBBISH and (place.is_dir() or place.stat().st_size > 0)


def _paths(case: Case) -> Iterator[str]:
    for folder, _, names in os.walk(case.drive):
        for name in sorted(names):
            yield os.path.relpath(os.path.join(folder, name), case.drive).replace(os.sep, "/")


def _delete_command(case: Case, has_doubles: bool, others: list[str]) -> str:
    if case.machine.system == WINDOWS:
        return f"delete them, in PowerShell: ls -r -fo {quoted(case.drive)} -filter ._* | rm -fo"
    commands = [f"find {quoted(case.drive)} -name '._*' -delete"] if has_doubles else []
    if others:
        commands.append("rm -rf " + " ".join(quoted(case.drive / name) for name in others))
    return " && ".join(commands)
