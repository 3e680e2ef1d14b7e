# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Our own footprints, as text: the Pico on sockets and the reed switch. Millimetres, y down."""

import itertools
from typing import Any

from electronics.sexpr import dump, uid, w

PITCH, ROWS_APART = 2.54, 17.78
PICO_LONG, PICO_WIDE = 51.0, 21.0
USB_WIDE = 8.0


def pico_pad(number: int) -> tuple[float, float]:
    """Where a pin of the Pico is: USB to the right, pin 1 at the upper right."""
    if number <= 20:
        return 9.5 * PITCH - PITCH * (number - 1), -ROWS_APART / 2
    return -9.5 * PITCH + PITCH * (number - 21), ROWS_APART / 2


def _look(size: float) -> list[Any]:
    return ["effects", ["font", ["size", size, size], ["thickness", round(size * 0.15, 3)]]]


def _property(name: str, key: str, text: str, at: tuple[float, float], layer: str) -> list[Any]:
    place = [["at", *at, 0], ["layer", layer], ["uuid", uid(name, key)]]
    return ["property", key, text, *place, _look(1.0)]


def _line(name: str, layer: str, *points: tuple[float, float]) -> list[list[Any]]:
    width = {"F.CrtYd": 0.05, "F.Fab": 0.1}.get(layer, 0.15)
    found = []
    for start, end in itertools.pairwise(points):
        stroke = ["stroke", ["width", width], ["type", w("solid")]]
        ends = [["start", *start], ["end", *end]]
        found.append(
            ["fp_line", *ends, stroke, ["layer", layer], ["uuid", uid(name, layer, start, end)]]
        )
    return found


def _box(name: str, layer: str, x1: float, y1: float, x2: float, y2: float) -> list[list[Any]]:
    return _line(name, layer, (x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1))


def _pad(name: str, number: str, at: tuple[float, float], shape: str, size: float, drill: float):
    return [
        "pad",
        number,
        w("thru_hole"),
        w(shape),
        ["at", *at],
        ["size", size, size],
        ["drill", drill],
        ["layers", "*.Cu", "*.Mask"],
        ["remove_unused_layers", w("no")],
        ["uuid", uid(name, "pad", number, *at)],
    ]


def _footprint(name: str, about: str, items: list[Any], label: tuple[float, float]) -> str:
    head: list[Any] = ["footprint", name, ["version", w("20241229")], ["generator", "jungle"]]
    head += [["generator_version", "9.0"], ["layer", "F.Cu"], ["descr", about]]
    head.append(_property(name, "Reference", "REF**", label, "F.SilkS"))
    head.append(_property(name, "Value", name, (0, 0), "F.Fab"))
    head.append(["attr", w("through_hole")])
    return dump([*head, *items, ["embedded_fonts", w("no")]]) + "\n"


def pico() -> str:
    name = "Pico_Sockets"
    x, y = PICO_LONG / 2, PICO_WIDE / 2
    items = _box(name, "F.Fab", -x, -y, x, y)
    items += _box(name, "F.Fab", x - 6.3, -USB_WIDE / 2, x + 1.3, USB_WIDE / 2)
    # Its outline, open where the USB looks out; lines stay inside the board's edge.
    items += _line(name, "F.SilkS", (x - 0.6, -y), (-x, -y), (-x, y), (x - 0.6, y))
    for side in (-1, 1):  # only the sockets need the board: low parts may sit between them
        middle = side * ROWS_APART / 2
        items += _box(name, "F.CrtYd", -x - 0.25, middle - 1.5, x + 0.25, middle + 1.5)
    for number in range(1, 41):
        shape = "rect" if number == 1 else "circle"
        items.append(_pad(name, str(number), pico_pad(number), shape, 1.7, 1.02))
    return _footprint(name, "Raspberry Pi Pico on two 20-pin sockets, USB right", items, (0, 0))


def reed() -> str:
    name = "Reed_P17.78mm"
    items = _box(name, "F.SilkS", -7.65, -1.3, 7.65, 1.3)
    items += _box(name, "F.Fab", -7.65, -1.15, 7.65, 1.15)
    items += _box(name, "F.CrtYd", -9.9, -1.55, 9.9, 1.55)
    items += _line(name, "F.Fab", (-8.89, 0), (-7.65, 0)) + _line(
        name, "F.Fab", (7.65, 0), (8.89, 0)
    )
    for number, x in (("1", -8.89), ("2", 8.89)):
        items.append(_pad(name, number, (x, 0), "circle", 1.8, 0.9))
    return _footprint(
        name, "Reed switch, glass up to 15.3 mm, leads bent at 17.78 mm", items, (0, 0)
    )


def key() -> str:
    """A 12 mm key (Omron B3F-4000 series): pads small enough for two keys 15 mm apart."""
    name = "Key_12mm"
    items = _box(name, "F.Fab", -6, -6, 6, 6)
    for x in (-6, 6):  # its outline, open where the pins are
        items += _line(name, "F.SilkS", (0, -6), (x, -6), (x, -3.8))
        items += _line(name, "F.SilkS", (x, -1.2), (x, 1.2))
        items += _line(name, "F.SilkS", (x, 3.8), (x, 6), (0, 6))
    half = [(6.25, -6.25), (6.25, -3.75), (7.4, -3.75), (7.4, 3.75), (6.25, 3.75), (6.25, 6.25)]
    around = half + [(-x, y) for x, y in half[::-1]]
    items += _line(name, "F.CrtYd", *around, around[0])
    for number, y in (("1", -2.5), ("2", 2.5)):
        for x in (-6.25, 6.25):
            items.append(_pad(name, number, (x, y), "circle", 2.0, 1.3))
    return _footprint(name, "Key 12 x 12 mm, pins 12.5 x 5 mm", items, (0, 0))


OWN = {"Pico_Sockets": pico, "Reed_P17.78mm": reed, "Key_12mm": key}
