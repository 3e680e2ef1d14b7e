# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What symbols are drawn of: pins, lines, boxes, circles. Millimetres, y up, KiCad 9's syntax."""

from typing import Any, NamedTuple

from electronics.sexpr import w

G = 1.27  # the grid of all symbols and sheets

# Where a pin's wire ends, seen from the symbol's body, and the angle KiCad gives such a pin.
SIDES = {"left": 0, "right": 180, "bottom": 90, "top": 270}


class Pin(NamedTuple):
    """A pin whose wire end lies at (x, y), in grid steps."""

    number: str
    name: str
    kind: str  # KiCad's electrical type
    x: int
    y: int
    side: str
    length: float = 2.0


def effects(size: float = 1.27, hide: bool = False, justify: str = "") -> list[Any]:
    found: list[Any] = ["effects", ["font", ["size", size, size]]]
    if justify:
        found.append(["justify", *(w(word) for word in justify.split())])
    if hide:
        found.append(["hide", w("yes")])
    return found


def pin(shape: Pin, names: bool) -> list[Any]:
    size = 1.27 if names else 0.9
    return [
        "pin",
        w(shape.kind),
        w("line"),
        ["at", shape.x * G, shape.y * G, SIDES[shape.side]],
        ["length", shape.length * G],
        ["name", shape.name, effects(1.27)],
        ["number", shape.number, effects(size)],
    ]


def _stroke(width: float) -> list[Any]:
    return ["stroke", ["width", width], ["type", w("default")]]


def _fill(kind: str) -> list[Any]:
    return ["fill", ["type", w(kind)]]


def box(x1: float, y1: float, x2: float, y2: float, fill: str = "background") -> list[Any]:
    """A rectangle between two corners in grid steps."""
    ends = (["start", x1 * G, y1 * G], ["end", x2 * G, y2 * G])
    return ["rectangle", *ends, _stroke(0.254), _fill(fill)]


def line(*points: tuple[float, float], width: float = 0.254, fill: str = "none") -> list[Any]:
    """A line through points in grid steps."""
    corners = ["pts", *(["xy", x * G, y * G] for x, y in points)]
    return ["polyline", corners, _stroke(width), _fill(fill)]


def circle(x: float, y: float, radius: float, fill: str = "none") -> list[Any]:
    return ["circle", ["center", x * G, y * G], ["radius", radius * G], _stroke(0.254), _fill(fill)]


def word(x: float, y: float, text: str, size: float = 1.0) -> list[Any]:
    return ["text", text, ["at", x * G, y * G, 0], effects(size)]


class Symbol(NamedTuple):
    """`names`: whether pin names are drawn; `labels`: where reference and value stand."""

    pins: list[Pin]
    drawing: list[list[Any]]
    names: bool = False
    numbers: bool = False
    labels: tuple[tuple[int, int], tuple[int, int]] = ((0, 4), (0, -4))
    power: bool = False
    prefix: str = "U"
