# SPDX-License-Identifier: MIT
"""The chips and boards that the firmware runs on, each fact about them once. Knows no machine."""

from __future__ import annotations

from typing import NamedTuple


class Chip(NamedTuple):
    """A chip, and the bootloader in its ROM."""

    name: str  # RP2040
    family: int  # of the UF2 files that it takes
    info_id: str  # Board-ID in its bootloader's INFO_UF2.TXT; the label of that drive as well
    vid: int  # of its bootloader
    pid: int
    bootloader_uid: bool  # is its bootloader's USB serial number the UID?


class Board(NamedTuple):
    """A board that CircuitPython runs on."""

    id: str  # raspberry_pi_pico: CircuitPython's name
    name: str  # Raspberry Pi Pico
    chip: Chip
    vid: int  # under CircuitPython
    pid: int


# The RP2040's bootloader tells one and the same serial number on every chip.
RP2040 = Chip("RP2040", 0xE48BFF56, "RPI-RP2", 0x2E8A, 0x0003, bootloader_uid=False)
RP2350 = Chip("RP2350", 0xE48BFF59, "RP2350", 0x2E8A, 0x000F, bootloader_uid=True)
CHIPS = (RP2040, RP2350)

BOARDS = (
    Board("raspberry_pi_pico", "Raspberry Pi Pico", RP2040, 0x239A, 0x80F4),
    Board("raspberry_pi_pico_w", "Raspberry Pi Pico W", RP2040, 0x239A, 0x8120),
    Board("raspberry_pi_pico2", "Raspberry Pi Pico 2", RP2350, 0x2E8A, 0x000B),
    Board("raspberry_pi_pico2_w", "Raspberry Pi Pico 2 W", RP2350, 0x239A, 0x8162),
)

LABEL = "CIRCUITPY"  # of the drive of every board
VENDORS = (0x239A, 0x2E8A)  # Adafruit, Raspberry Pi: whose USB ids these boards have
# What a Pico is while something else runs on it.
MICROPYTHON = (0x2E8A, 0x0005)


def by_id(board_id: str) -> Board | None:
    return next((board for board in BOARDS if board.id == board_id), None)


def by_usb(vid: int, pid: int) -> Board | None:
    return next((board for board in BOARDS if (board.vid, board.pid) == (vid, pid)), None)


def chip_by_info(info_id: str) -> Chip | None:
    """The chip whose bootloader says that Board-ID."""
    return next((chip for chip in CHIPS if chip.info_id == info_id), None)


def chip_by_family(family: int) -> Chip | None:
    """The chip that takes UF2 files of that family."""
    return next((chip for chip in CHIPS if chip.family == family), None)


def chip_by_name(name: str) -> Chip | None:
    """RP2040, also as rp2040; and as rp2350a, for the packages of a chip are alike here."""
    return next((chip for chip in CHIPS if name.upper().startswith(chip.name)), None)
