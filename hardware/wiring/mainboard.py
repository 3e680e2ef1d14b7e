# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The main board of the strip build: where each part sits on a perfboard, and which wires join it.

Holes are (column, row), both from 1, from the lower left of the component side; 2.54 mm apart.
Wires run on the solder side, and no two of different nets cross. Pins of the Pico come from
`firmware/settings.toml`.
"""

from typing import NamedTuple

from design import firmware

COLUMNS, ROWS = 24, 18  # holes of a 70 x 50 mm perfboard
GRID = 2.54
BOARD = (70.0, 50.0)

Hole = tuple[int, int]


class Part(NamedTuple):
    """A part: `pins` maps pin names to holes, `body` is (left, bottom, right, top) in holes."""

    name: str
    value: str
    pins: dict[str, Hole]
    body: tuple[float, float, float, float]


class Wire(NamedTuple):
    """A wire on the solder side through `holes`, bent at each; soldered at `joints` only."""

    net: str
    holes: tuple[Hole, ...]


PICO_LEFT, PICO_LOW, PICO_HIGH = 1, 5, 12
# Pins of a Pico beside its GPIOs: its datasheet, "Raspberry Pi Pico pinout".
PICO_FIXED = {3: "GND", 8: "GND", 13: "GND", 18: "GND", 23: "GND", 28: "GND", 33: "AGND"} | {
    38: "GND", 30: "RUN", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS",
}  # fmt: skip
_GPIOS = [*range(23), 26, 27, 28]
PICO_GPIO = {
    f"GP{gpio}": pin
    for gpio, pin in zip(
        _GPIOS, [pin for pin in range(1, 41) if pin not in PICO_FIXED], strict=True
    )
}


def pins() -> dict[str, str]:
    """{"left": "GP2", ...} as firmware/settings.toml has it, those left out that are "none"."""
    chosen = firmware.settings()
    names = [name for name in chosen if name.startswith("pin_") and chosen[name] != "none"]
    return {name.removeprefix("pin_"): chosen[name] for name in names}


def pico_pin(net: str) -> int:
    """The number on the Pico of a net such as "left"."""
    return PICO_GPIO[pins()[net]]


def pico_hole(pin: int) -> Hole:
    """USB looks left: pins 1 to 20 along the lower row, 40 to 21 along the upper."""
    if pin <= 20:
        return (PICO_LEFT + pin - 1, PICO_LOW)
    return (PICO_LEFT + 40 - pin, PICO_HIGH)


def _dip14(left: int, low: int, high: int) -> dict[str, Hole]:
    """Notch to the left: pins 1 to 7 along the lower row, 14 to 8 along the upper."""
    lower = {str(pin): (left + pin - 1, low) for pin in range(1, 8)}
    return lower | {str(pin): (left + 14 - pin, high) for pin in range(8, 15)}


def _row(first: Hole, *names: str) -> dict[str, Hole]:
    return {name: (first[0] + at, first[1]) for at, name in enumerate(names)}


def _column(first: Hole, *names: str) -> dict[str, Hole]:
    return {name: (first[0], first[1] + at) for at, name in enumerate(names)}


PARTS = (
    Part(
        "U1",
        "Raspberry Pi Pico H on two 20-pin sockets",
        {str(pin): pico_hole(pin) for pin in range(1, 41)},
        (0.5, 4.4, 20.5, 12.6),
    ),
    Part("U2", "74AHCT125, DIP-14, in a socket", _dip14(13, 14, 17), (12.4, 14.3, 19.6, 16.7)),
    Part("F1", "500 mA", {"1": (1, 18), "2": (3, 18)}, (0.6, 17.5, 3.4, 18.5)),
    Part("C1", "100 nF", {"1": (11, 18), "2": (11, 16)}, (10.65, 15.8, 11.35, 18.2)),
    Part("C2", "2.2 µF", {"1": (10, 18), "2": (10, 16)}, (9.65, 15.8, 10.35, 18.2)),
    Part("R1", "330 Ω", {"1": (12, 15), "2": (8, 15)}, (8.7, 14.6, 11.3, 15.4)),
    Part("R2", "330 Ω", {"1": (20, 4), "2": (22, 4)}, (19.6, 3.6, 22.4, 4.4)),
    Part("J1", "lights", _row((6, 17), "GND", "data", "5V"), (5.4, 16.1, 8.6, 17.9)),
    Part(
        "J2",
        "buttons",
        _row((4, 2), "left", "middle", "right", "check", "GND", "menu"),
        (3.4, 1.4, 9.6, 2.6),
    ),
    Part("J3", "hood switch", _row((11, 2), "hood", "GND"), (10.4, 1.4, 12.6, 2.6)),
    Part("J4", "piezo", _row((22, 2), "piezo", "GND"), (21.4, 1.4, 23.6, 2.6)),
    Part("J5", "sensors", _column((22, 8), "3V3", "scl", "sda", "GND"), (21.3, 7.4, 22.9, 11.6)),
)

WIRES = (
    *(
        Wire(name, (pico_hole(pico_pin(name)), (column, 2)))
        for name, column in (("left", 4), ("middle", 5), ("right", 6), ("check", 7), ("menu", 9))
    ),
    Wire("GND", ((8, 5), (8, 2), (8, 1))),
    Wire("GND", ((8, 1), (24, 1), (24, 16), (10, 16))),
    Wire("hood", (pico_hole(pico_pin("hood")), (10, 3), (11, 3), (11, 2))),
    Wire("GND", ((12, 2), (12, 1))),
    Wire("piezo drive", (pico_hole(pico_pin("piezo")), (20, 4))),
    Wire("piezo", ((22, 4), (22, 2))),
    Wire("GND", ((23, 2), (23, 1))),
    Wire("VBUS", (pico_hole(40), (1, 18))),
    Wire("5V", ((3, 18), (13, 18), (13, 17))),
    Wire("5V", ((8, 18), (8, 17))),
    Wire("GND", (pico_hole(38), (3, 15), (6, 15), (6, 17))),
    Wire("GND", (pico_hole(28), (13, 14))),
    Wire("leds", (pico_hole(pico_pin("leds")), (20, 13), (14, 13), (14, 14))),
    Wire("data out", ((15, 14), (15, 15), (12, 15))),
    Wire("data", ((8, 15), (7, 15), (7, 17))),
    *(Wire("GND", ((column, 14), (column, 16))) for column in (16, 17, 19)),
    *(Wire("GND", ((column, 17), (column, 16))) for column in (14, 15, 17, 18)),
    Wire("sda", (pico_hole(pico_pin("sda")), (15, 10), (22, 10))),
    Wire("scl", (pico_hole(pico_pin("scl")), (14, 9), (22, 9))),
    Wire("3V3", (pico_hole(36), (5, 8), (22, 8))),
    Wire("GND", ((24, 11), (22, 11))),
)


def hole_mm(hole: Hole) -> tuple[float, float]:
    """A hole's place in mm from the perfboard's lower left corner."""
    margin = [
        (side - GRID * (count - 1)) / 2 for side, count in zip(BOARD, (COLUMNS, ROWS), strict=False)
    ]
    return margin[0] + GRID * (hole[0] - 1), margin[1] + GRID * (hole[1] - 1)
