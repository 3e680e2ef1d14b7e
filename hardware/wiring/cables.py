# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The strip build's wires between devices: one cable for each pair, with colours and lengths.

A device is a header of the main board, a button, a piece of strip, or an option. Lengths are cut
lengths in mm: the way along x and y, `SLACK` for both ends and a loop to lift the board out,
rounded up to 10.
"""

import itertools
from math import ceil
from typing import NamedTuple

from design import sensors

from . import mainboard, strip

SLACK = 60
BY_HAND = 20  # for a short wire from one solder pad to the next
POWER_MM2, SIGNAL_MM2 = 0.25, 0.14
# IEC 60757 colours, as WireViz writes them.
COLOURS = {
    "5V": "RD", "GND": "BK", "data": "YE",
    "left": "WH", "middle": "GY", "right": "VT", "check": "GN", "menu": "BU",
    "hood": "OG", "piezo": "BN", "3V3": "RD", "sda": "BU", "scl": "YE",
}  # fmt: skip
NAMES = {
    "RD": "red", "BK": "black", "YE": "yellow", "WH": "white", "GY": "grey", "VT": "violet",
    "GN": "green", "BU": "blue", "OG": "orange", "BN": "brown",
}  # fmt: skip


class Core(NamedTuple):
    """One wire of a cable: `net` gives its colour; pins are names on both devices."""

    net: str
    pin_from: str
    pin_to: str
    length: int  # mm

    @property
    def colour(self) -> str:
        return COLOURS[self.net]


class Cable(NamedTuple):
    """All wires between two devices."""

    start: str
    end: str
    mm2: float
    cores: tuple[Core, ...]
    option: bool = False

    @property
    def name(self) -> str:
        return f"{self.start} - {self.end}"


def cut(start, end, slack=SLACK) -> int:
    """The length to cut for a wire between two places, in mm."""
    way = abs(start[0] - end[0]) + abs(start[1] - end[1])
    return 10 * ceil((way + slack) / 10)


def on_face(hole: mainboard.Hole):
    """Where a hole of the main board is on the face: its parts look away from the players."""
    x, y = mainboard.hole_mm(hole)
    return strip.MAIN[0] + mainboard.BOARD[0] - x, strip.MAIN[1] + y


def header(name: str):
    """Where a header of the main board is on the face, in mm."""
    part = next(part for part in mainboard.PARTS if part.name == name)
    return on_face(next(iter(part.pins.values())))


def left_end(piece: strip.Piece):
    return piece.x, piece.y


def right_end(piece: strip.Piece):
    return piece.x + piece.length, piece.y


def _lights() -> Cable:
    length = cut(header("J1"), left_end(strip.PIECES[0]))
    nets = (("GND", "GND left"), ("data", "DIN"), ("5V", "5V left"))
    cores = tuple(Core(net, net, pin, length) for net, pin in nets)
    return Cable("J1", strip.PIECES[0].name, POWER_MM2, cores)


def _jump(one: strip.Piece, two: strip.Piece) -> Cable:
    """5 V up the left side, ground up the right side, data from right end back to left end."""
    left = cut(left_end(one), left_end(two), BY_HAND)
    right = cut(right_end(one), right_end(two), BY_HAND)
    back = cut(right_end(one), left_end(two), BY_HAND)
    cores = (
        Core("5V", "5V left", "5V left", left),
        Core("data", "DOUT", "DIN", back),
        Core("GND", "GND right", "GND right", right),
    )
    return Cable(one.name, two.name, POWER_MM2, cores)


def _button(name: str) -> Cable:
    """Each button's own wire from J2; the first one brings the ground along."""
    length = cut(header("J2"), strip.BUTTONS[name])
    cores = [Core(name, name, "A", length)]
    if name == "left":
        cores.append(Core("GND", "GND", "B", length))
    return Cable("J2", f"button {name}", SIGNAL_MM2, tuple(cores))


def _ground_links():
    """Ground goes on from button to button."""
    names = list(strip.BUTTONS)
    for one, two in itertools.pairwise(names):
        length = cut(strip.BUTTONS[one], strip.BUTTONS[two], BY_HAND)
        core = Core("GND", "B", "B", length)
        yield Cable(f"button {one}", f"button {two}", SIGNAL_MM2, (core,))


def _options():
    hood = cut(header("J3"), strip.HOOD_SWITCH)
    yield Cable(
        "J3",
        "hood switch",
        SIGNAL_MM2,
        (Core("hood", "hood", "A", hood), Core("GND", "GND", "B", hood)),
        option=True,
    )
    piezo = cut(header("J4"), strip.PIEZO)
    yield Cable(
        "J4",
        "piezo",
        SIGNAL_MM2,
        (Core("piezo", "piezo", "+", piezo), Core("GND", "GND", "-", piezo)),
        option=True,
    )
    nets = (("3V3", "VIN"), ("GND", "GND"), ("sda", "SDA"), ("scl", "SCL"))
    hub = cut(header("J5"), strip.SENSOR_BOARD)
    cores = tuple(Core(net, net, pin, hub) for net, pin in nets)
    yield Cable("J5", "sensor hub", SIGNAL_MM2, cores, option=True)
    yield from (_sensor(channel) for channel in range(sensors.COUNT))


def _sensor(channel: int) -> Cable:
    """From the hub to a hole of one of the two bars."""
    nets = (("3V3", "VIN", "VIN"), ("GND", "GND", "GND"))
    bus = (("sda", f"SD{channel}", "SDA"), ("scl", f"SC{channel}", "SCL"))
    bar, number = sensors.CHANNELS[channel].split()
    x, y = strip.BARS[bar]
    length = cut(strip.SENSOR_BOARD, (x + sensors.PITCH * (int(number) - 2), y))
    cores = tuple(Core(net, one, two, length) for net, one, two in nets + bus)
    return Cable("sensor hub", f"{bar} sensor {number}", SIGNAL_MM2, cores, option=True)


CABLES: tuple[Cable, ...] = (
    _lights(),
    *(_jump(one, two) for one, two in zip(strip.PIECES, strip.PIECES[1:], strict=False)),
    *(_button(name) for name in strip.BUTTONS),
    *_ground_links(),
    *_options(),
)


def total(mm2: float, option: bool = False) -> dict[str, int]:
    """Millimetres of wire by colour name, of one thickness, with or without the options."""
    found: dict[str, int] = {}
    for cable in CABLES:
        if cable.mm2 != mm2 or cable.option != option:
            continue
        for core in cable.cores:
            name = NAMES[core.colour]
            found[name] = found.get(name, 0) + core.length
    return dict(sorted(found.items()))
