# SPDX-License-Identifier: MIT
"""A board as it is found on a machine, and what flags say of the board that is meant."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mastermind_host.device import boards
from mastermind_host.device.machine import Mount, Port


class Device(NamedTuple):
    """A board. What is not there, or not known, is None or ""."""

    uid: str = ""  # upper-case hexadecimal
    board_id: str = ""  # raspberry_pi_pico
    version: str = ""  # CircuitPython's: 9.2.4
    drive: Mount | None = None  # CIRCUITPY
    console: Port | None = None
    data: Port | None = None
    bootloader: Mount | None = None  # the drive of a board in bootloader mode; then nothing else
    chip: str = ""  # RP2040

    @property
    def name(self) -> str:
        """Raspberry Pi Pico; what is known of another board."""
        board = boards.by_id(self.board_id)
        if board:
            return board.name
        if self.bootloader:
            return f"{self.chip or 'a board of another kind'} in bootloader mode"
        return self.board_id or "CircuitPython board"


class Wanted(NamedTuple):
    """What the flags say of the board that is meant."""

    port: str = ""  # --port: its console
    drive: Path | None = None  # --drive: CIRCUITPY, or the drive of its bootloader
    serial: str = ""  # --serial: its UID, or the end of it


ANY = Wanted()


def flag(device: Device) -> str:
    """The flag that means this board and no other."""
    drive = device.drive or device.bootloader
    if device.uid:
        return f"--serial {device.uid}"
    if drive:
        return f"--drive {quoted(drive.path)}"
    return f"--port {device.console.path}" if device.console else ""


def quoted(path: Path | str) -> str:
    """A path as a command line takes it."""
    text = str(path)
    return f'"{text}"' if set(text) & set(" ()&;'$") else text


def describe(device: Device) -> str:
    """Raspberry Pi Pico, /media/you/CIRCUITPY, /dev/ttyACM0."""
    drive = device.drive or device.bootloader
    places = [str(drive.path)] if drive else ["no drive"]
    if device.console:
        places.append(device.console.path)
    elif not device.bootloader:
        places.append("no port")
    return ", ".join([device.name, *places])
