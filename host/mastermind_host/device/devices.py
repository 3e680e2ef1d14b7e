# SPDX-License-Identifier: MIT
"""Which boards are plugged in, each with its drive and its ports; and choosing one of them.

A drive and a port are of one board when they tell the same UID: the drive by the USB device that it
is on or by its boot_out.txt, the port by its USB serial number. Never guesses between two.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mastermind_host.device.machine import Machine, Mount, Port


class Device(NamedTuple):
    """A board. What is not there, or not known, is None or ""."""

    uid: str = ""  # upper-case hexadecimal
    board_id: str = ""  # raspberry_pi_pico
    version: str = ""  # CircuitPython's: 9.2.4
    drive: Mount | None = None  # CIRCUITPY
    console: Port | None = None
    data: Port | None = None
    bootloader: Mount | None = None  # the drive of a board in bootloader mode; then nothing else


class Wanted(NamedTuple):
    """What the flags say of the board that is meant."""

    port: str = ""  # --port: its console
    drive: Path | None = None  # --drive: CIRCUITPY, or the drive of its bootloader
    serial: str = ""  # --serial: its UID, or the end of it


ANY = Wanted()


def find(machine: Machine) -> list[Device]:
    """All boards, in the order of their UIDs; those in bootloader mode last."""
    raise NotImplementedError


def choose(machine: Machine, wanted: Wanted = ANY) -> Device:
    """The one board that is meant; a Fault (NO_DEVICE, SEVERAL_DEVICES, WRONG_DEVICE) with the
    exact next command if there is not exactly one.
    """
    raise NotImplementedError
