# SPDX-License-Identifier: MIT
"""Which CircuitPython for which board is meant, and its UF2: a file, the cache or a download.

Checks all that can be checked without touching a board.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mastermind_host.device import boards
from mastermind_host.device.boards import Board
from mastermind_host.device.found import Device
from mastermind_host.errors import WRONG_DEVICE, Fault
from mastermind_host.install import downloads, firmware, releases, uf2
from mastermind_host.install.downloads import Places, Release
from mastermind_host.progress import SILENT, Progress


class Choice(NamedTuple):
    """What the flags say of the CircuitPython that is meant."""

    uf2: Path | None = None  # --uf2: this file, and no download
    version: str = releases.DEFAULT
    offline: bool = False
    board: str = ""  # --board: its id, where the board itself does not tell it
    force: bool = False  # also if it is on the board already
    places: Places | None = None  # where downloads come from and are kept; None: as is usual


class Image(NamedTuple):
    """A UF2 that may be written."""

    data: bytes
    uf2: uf2.Uf2
    firmware: firmware.Firmware
    name: str  # where it is from


def load(choice: Choice, board: Board, progress: Progress = SILENT) -> Image:
    """The UF2 that is chosen for `board`; a Fault if there is none, or it must not be written."""
    if choice.uf2 is not None:
        return check(_read(choice.uf2), str(choice.uf2), board)
    release = Release(board.id, choice.version)
    places = choice.places or downloads.default_places()
    data = downloads.get(release, places, choice.offline, progress)
    return check(data, str(release), board)


def check(data: bytes, name: str, board: Board) -> Image:
    """`data` as an Image; a Fault WRONG_DEVICE that says why not."""
    try:
        content = uf2.parse(data)
        _check_chip(content, board)
        uf2.check_sectors(content)
        told = firmware.read(content)
        _check_firmware(told, board)
    except ValueError as error:
        raise _wrong(name, board, str(error))
    return Image(data, content, told, name)


def board_of(device: Device, choice: Choice) -> Board | None:
    """Which board it is, as far as it or the flags tell; None if only its bootloader can. A Fault
    WRONG_DEVICE if it is none of ours, or another than the flags say.
    """
    if device.bootloader:
        return board_in_bootloader(device, choice)
    told = boards.by_id(device.board_id)
    if device.board_id and told is None:
        raise _no_board_of_ours(device.board_id)
    if told and choice.board not in ("", told.id):
        raise _other_board(f"is a {told.id}", choice.board)
    return told or boards.by_id(choice.board)


def board_in_bootloader(device: Device, choice: Choice) -> Board:
    """As `board_of`: there the chip is all that the board tells, and its first board is taken if
    neither --board nor the file says another.
    """
    chip = boards.chip_by_name(device.chip) if device.chip else None
    if chip is None:
        raise _no_board_of_ours(device.name)
    named = boards.by_id(choice.board or _board_in(choice.uf2))
    if named and named.chip == chip:
        return named
    if choice.board:
        raise _other_board(f"has an {chip.name}", choice.board)
    return next(board for board in boards.BOARDS if board.chip == chip)


def assumption(board: Board) -> str:
    """What was taken for granted of a board in bootloader mode."""
    others = [one.id for one in boards.BOARDS if one.chip == board.chip and one != board]
    return (
        f"In bootloader mode all boards with an {board.chip.name} look alike: this one is taken "
        f"for a {board.name}. Else: --board {' or '.join(others)}"
    )


def _board_in(path: Path | None) -> str:
    """The id of the board that a UF2 file is for; "" where it does not say, or is none."""
    try:
        return firmware.read(uf2.parse(_read(path))).board_id if path else ""
    except ValueError:
        return ""  # `load` says what is wrong with it


def _no_board_of_ours(name: str) -> Fault:
    known = ", ".join(board.name for board in boards.BOARDS)
    return Fault(
        f"This is no board that the game runs on: {name}.",
        f"It runs on: {known}.",
        "unplug it, plug in one of those, then: mastermind devices",
        WRONG_DEVICE,
    )


def _other_board(is_so: str, named: str) -> Fault:
    return Fault(
        f"The board {is_so}, and is no {named}.",
        "--board names another board than the one that is plugged in.",
        "the same command without --board, or: mastermind devices",
        WRONG_DEVICE,
    )


def _check_chip(content: uf2.Uf2, board: Board) -> None:
    if content.family != board.chip.family:
        raise ValueError(
            f"It is for the {content.chip}, and the {board.name} has an {board.chip.name}: its "
            "bootloader would ignore the file."
        )


def _check_firmware(told: firmware.Firmware, board: Board) -> None:
    releases.check_range(told.version)
    if told.board_id and told.board_id != board.id:
        raise ValueError(f"It is for the board {told.board_id}, and this is a {board.id}.")


def _read(path: Path) -> bytes:
    """What is in it; of a file that is too large, one byte too many."""
    try:
        with path.open("rb") as file:
            return file.read(uf2.LARGEST + 1)
    except OSError as error:
        raise Fault(
            f"{path} can't be read: {error.strerror or error}.",
            "The name is mistyped, or the file is elsewhere.",
            "mastermind install   (without --uf2 it is downloaded)",
            WRONG_DEVICE,
        )


def _wrong(name: str, board: Board, why: str) -> Fault:
    return Fault(
        f"{name} can't go on a {board.name}. {why}",
        "It is the file of another board, or its download was interrupted.",
        f"mastermind install   (downloads the right one; by hand: {releases.page(board.id)})",
        WRONG_DEVICE,
    )
