# SPDX-License-Identifier: MIT
"""What has to be right before anything is written, each with the way to mend it."""

from __future__ import annotations

from collections.abc import Mapping

from mastermind_host.deploy.onboard import Facts
from mastermind_host.deploy.volume import Volume
from mastermind_host.device import boards, versions
from mastermind_host.device.devices import Device
from mastermind_host.device.machine import Mount, Port
from mastermind_host.errors import BUSY, NO_DEVICE, UNWRITABLE, WRONG_DEVICE, Fault

MOST_BYTES = 16 * 1024 * 1024  # a Pico's whole flash at most: what is larger is somebody's stick
MPY_HEADER = b"C\x06"  # compiled for CircuitPython 9 and 10


def check_device(device: Device, command: str = "deploy") -> Mount:
    """The drive of a board that the firmware can go on; a Fault if it can't."""
    drive = check_mounted(device, command)
    check_kind(device.board_id)
    check_version(device.version)
    return drive


def check_mounted(device: Device, command: str) -> Mount:
    """The drive of a board; a Fault if it has none."""
    if device.bootloader:
        raise Fault(
            "The board waits for CircuitPython: it is in its bootloader.",
            "It is new, or BOOT was held while it was plugged in.",
            "mastermind install   (then mastermind deploy), or mastermind flash for both",
            WRONG_DEVICE,
        )
    if device.drive is None:
        raise Fault(
            "The board's drive CIRCUITPY is not there.",
            "The system has not mounted it, or boot.py on the board hides it.",
            f"mastermind doctor; or, where it is mounted: mastermind {command} --drive FOLDER",
            NO_DEVICE,
        )
    return device.drive


def check_console(device: Device, otherwise: str) -> Port:
    """The port to hold a board by; a Fault NO_DEVICE with what else could be done."""
    if device.console is None:
        raise Fault(
            "The board's console is not there, so the board cannot be held.",
            "Its port is off (boot.py), the system has no driver for it, or it is another board's.",
            f"mastermind doctor; {otherwise}",
            NO_DEVICE,
        )
    return device.console


def open_volume(mount: Mount) -> Volume:
    """The files of a mounted drive; a Fault NO_DEVICE if it is gone."""
    try:
        return Volume(mount.path)
    except OSError as error:
        raise Fault(
            f"The board's drive {mount.path} is not there: {error.strerror or error}.",
            "The board was unplugged or reset.",
            "plug it in, then mastermind devices",
            NO_DEVICE,
        ) from error


def check_kind(board_id: str) -> None:
    """WRONG_DEVICE for a board whose pins are others; "" is not known yet."""
    if board_id and boards.by_id(board_id) is None:
        raise Fault(
            f"This board is a {board_id}; the firmware is for {_names()}.",
            "Another board with CircuitPython is plugged in.",
            "plug in the game's board, or name it: mastermind devices",
            WRONG_DEVICE,
        )


def check_version(version: str) -> None:
    """WRONG_DEVICE for a CircuitPython that the firmware does not run on; "" is not known yet."""
    if version and not versions.in_range(version):
        raise Fault(
            f"The board has CircuitPython {version}; the firmware needs {versions.RANGE}.",
            "It was set up some time ago, or for something else.",
            "mastermind install   (keeps what is on the drive), then mastermind deploy",
            WRONG_DEVICE,
        )


def check_volume(volume: Volume, drive: Mount, command: str = "deploy") -> None:
    """A Fault unless the drive is a board's, and may be written."""
    if volume.is_mount and volume.room().total > MOST_BYTES:
        raise Fault(
            f"{volume.root} has {volume.room().total // 1024 // 1024} MB: it is no board's drive.",
            "It is a memory stick or a disk that looks like one.",
            f"mastermind devices; then mastermind {command} --drive FOLDER",
            WRONG_DEVICE,
        )
    if drive.read_only:
        raise _read_only(volume)
    if not volume.is_writable:
        raise _others(volume, drive) if volume.owner else _read_only(volume)


def check_facts(facts: Facts, device: Device) -> None:
    """A Fault unless port and drive are of one board that the firmware can go on."""
    check_same(facts, device)
    check_kind(facts.board_id)
    check_version(facts.version)
    if not facts.host_writes:
        raise Fault(
            "The board keeps its drive to itself: it is read-only for this computer.",
            "boot.py on the board says storage.remount.",
            "mastermind recover   (in safe mode boot.py does not run)",
            UNWRITABLE,
        )


def check_same(facts: Facts, device: Device) -> None:
    """WRONG_DEVICE unless port and drive are of one board."""
    if device.uid and facts.uid != device.uid:
        raise Fault(
            f"The port is of board {facts.uid}, the drive of board {device.uid}.",
            "Two boards are plugged in, and a port or a drive of the other one was named.",
            "mastermind devices; then name one of them: --serial UID",
            WRONG_DEVICE,
        )


def check_compiled(files: Mapping[str, bytes]) -> None:
    """WRONG_DEVICE for compiled files that CircuitPython 9 and 10 refuse."""
    for path, data in files.items():
        if path.endswith(".mpy") and data[:2] != MPY_HEADER:
            raise Fault(
                f"{path} is compiled for another CircuitPython.",
                "An older or newer library is installed beside this program.",
                "make setup   (installs the one that fits)",
                WRONG_DEVICE,
            )


def _read_only(volume: Volume) -> Fault:
    boot = volume.read("boot.py") or b""
    if b"storage.remount" in boot and b"from mastermind import" not in boot:
        cause = "boot.py on it says storage.remount, which gives the drive to the board."
        advice = "mastermind recover   (in safe mode boot.py does not run)"
    else:
        cause = "A hub, an unplugging in mid-write or a fault on the drive."
        advice = (
            "unplug the board and plug it into the computer itself, not into a hub; "
            "if it stays so: mastermind recover"
        )
    return Fault(f"The board's drive {volume.root} is read-only.", cause, advice, UNWRITABLE)


def _others(volume: Volume, drive: Mount) -> Fault:
    return Fault(
        f"The board's drive {volume.root} belongs to {volume.owner}.",
        "It was mounted without saying for whom.",
        f"sudo umount {drive.device} && udisksctl mount -b {drive.device}"
        if drive.device
        else "eject it, unplug it and plug it in again",
        BUSY,
    )


def _names() -> str:
    names = [board.name for board in boards.BOARDS]
    return ", ".join(names[:-1]) + " and " + names[-1]
