# SPDX-License-Identifier: MIT
"""The serial ports of this computer. Knows no drive."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from mastermind_host.device.machine import CONSOLE, DATA, UNKNOWN, Port


class Listed(Protocol):
    """What pyserial tells of a port; None where it does not know."""

    device: str
    serial_number: str | None
    vid: int | None
    pid: int | None
    product: str | None


def of_listing(
    listed: Iterable[Listed], consoles: Collection[str], data: Collection[str]
) -> list[Port]:
    """The ports, in the order of their numbers; `consoles` and `data` are paths of ports."""
    found = [
        Port(
            one.device,
            CONSOLE if one.device in consoles else DATA if one.device in data else UNKNOWN,
            (one.serial_number or "").upper(),
            one.vid or 0,
            one.pid or 0,
            one.product or "",
        )
        for one in listed
    ]
    return sorted(found, key=lambda port: (len(port.path), port.path))


def here() -> list[Port]:
    """The ports of this computer. The names of USB interfaces tell what each is for."""
    from adafruit_board_toolkit import circuitpython_serial
    from serial.tools import list_ports

    consoles = {port.device for port in circuitpython_serial.repl_comports()}
    data = {port.device for port in circuitpython_serial.data_comports()}
    return of_listing(list_ports.comports(), consoles, data)
