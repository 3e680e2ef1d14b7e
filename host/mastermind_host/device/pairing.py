# SPDX-License-Identifier: MIT
"""Drives and ports become boards: what tells the same UID is one board. Pure; never guesses."""

from __future__ import annotations

from collections.abc import Iterable

from mastermind_host.device import boards
from mastermind_host.device.boot_out import BootOut
from mastermind_host.device.drives import Drive
from mastermind_host.device.found import Device
from mastermind_host.device.machine import CONSOLE, DATA, UNKNOWN, Port


def pair(drives: list[Drive], ports: list[Port]) -> list[Device]:
    """All boards, in the order of their UIDs; those in bootloader mode last."""
    running = [drive for drive in drives if not drive.info]
    pairs = _couple(running, _groups(ports, {drive.uid for drive in running}))
    found = [device(drive, group) for drive, group in pairs]
    found.sort(key=lambda one: (one.uid, str(one.drive), str(one.console)))
    return found + [bootloader(drive) for drive in drives if drive.info]


def device(drive: Drive | None, ports: Iterable[Port]) -> Device:
    """A board of a drive, ports or both."""
    ports = list(ports)
    console, data = _console(ports), _with_role(ports, DATA)
    told = _trusted(drive, ports)
    board = _by_usb(ports)
    board_id = told.board_id or (board.id if board else "")
    return Device(
        uid=(drive.uid if drive else "") or _uid(ports),
        board_id=board_id,
        version=told.version,
        drive=drive.mount if drive else None,
        console=console,
        data=data,
        chip=_chip(board_id, told),
    )


def bootloader(drive: Drive) -> Device:
    """A board in bootloader mode."""
    chip = boards.chip_by_info(drive.info.board_id) if drive.info else None
    return Device(uid=drive.uid, bootloader=drive.mount, chip=chip.name if chip else "")


def is_stale(drive: Drive, ports: Iterable[Port]) -> bool:
    """Whether boot_out.txt tells of another board than this one, as USB knows it."""
    told = drive.boot_out
    uid, board = drive.mount.uid.upper() or _uid(ports), _by_usb(ports)
    if told.uid and uid and told.uid != uid:
        return True
    return bool(told.board_id and board and told.board_id != board.id)


def _trusted(drive: Drive | None, ports: list[Port]) -> BootOut:
    return drive.boot_out if drive and not is_stale(drive, ports) else BootOut()


def _chip(board_id: str, told: BootOut) -> str:
    board = boards.by_id(board_id)
    chip = board.chip if board else boards.chip_by_name(told.chip)
    return chip.name if chip else told.chip


def _groups(ports: list[Port], uids: set[str]) -> list[list[Port]]:
    """The ports of each board; ports of anything else are left out."""
    groups: dict[str, list[Port]] = {}
    for port in ports:
        uid = port.uid.upper()
        if port.role != UNKNOWN or boards.by_usb(port.vid, port.pid) or (uid and uid in uids):
            groups.setdefault(uid, []).append(port)
    unknown = groups.pop("", [])
    if len(unknown) > len({port.role for port in unknown}):
        return [*groups.values(), *([port] for port in unknown)]
    return [*groups.values(), unknown] if unknown else [*groups.values()]


def _couple(drives: list[Drive], groups: list[list[Port]]) -> list[tuple[Drive | None, list[Port]]]:
    """Each drive with its ports, then the ports without a drive."""
    pairs: list[tuple[Drive | None, list[Port]]] = []
    left = list(groups)
    uids = [drive.uid for drive in drives]
    for drive in drives:
        # Two drives that claim one UID: one of them has the boot_out.txt of the other.
        mine = [group for group in left if drive.uid and _uid(group) == drive.uid]
        if len(mine) == 1 and uids.count(drive.uid) == 1:
            left.remove(mine[0])
            pairs.append((drive, mine[0]))
        else:
            pairs.append((drive, []))
    return _join_the_last(pairs, left)


def _join_the_last(
    pairs: list[tuple[Drive | None, list[Port]]], left: list[list[Port]]
) -> list[tuple[Drive | None, list[Port]]]:
    """One drive that tells no UID and one board without a drive are no choice: they are one."""
    lonely = [drive for drive, group in pairs if not group]
    if len(left) == len(lonely) == 1 and lonely[0] and not (lonely[0].uid and _uid(left[0])):
        return [pair for pair in pairs if pair[1]] + [(lonely[0], left[0])]
    return pairs + [(None, group) for group in left]


def _uid(ports: Iterable[Port]) -> str:
    return next((port.uid.upper() for port in ports if port.uid), "")


def _by_usb(ports: Iterable[Port]) -> boards.Board | None:
    known = (boards.by_usb(port.vid, port.pid) for port in ports)
    return next((board for board in known if board), None)


def _console(ports: list[Port]) -> Port | None:
    """The port that is told to be it, or the only one that could be."""
    unknown = [port for port in ports if port.role == UNKNOWN]
    return _with_role(ports, CONSOLE) or (unknown[0] if len(unknown) == 1 else None)


def _with_role(ports: list[Port], role: str) -> Port | None:
    return next((port for port in ports if port.role == role), None)
