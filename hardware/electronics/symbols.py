# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The symbols of the schematic, all our own: signals go in at the left and out at the right."""

from typing import Any

from electronics import chips
from electronics.sexpr import w
from electronics.shapes import Pin, Symbol, box, circle, effects, line, pin, word

VERSION = "20241209"  # of KiCad 9's symbol libraries


def _lying(kind: str = "passive", reach: int = 4, length: float = 2.0) -> list[Pin]:
    left = Pin("1", "1", kind, -reach, 0, "left", length)
    return [left, Pin("2", "2", kind, reach, 0, "right", length)]


def _standing(reach: int = 3, length: float = 1.0) -> list[Pin]:
    top = Pin("1", "1", "passive", 0, reach, "top", length)
    return [top, Pin("2", "2", "passive", 0, -reach, "bottom", length)]


BESIDE = ((2, 1), (2, -1))  # written away to the right
ABOVE = ((0, 3), (0, -3))


def _diode_left() -> list[list[Any]]:
    """A Schottky whose cathode, pin 1, looks to the left."""
    bar = line((-0.6, 1), (-0.6, 1.4), (-1, 1.4), (-1, -1.4), (-1.4, -1.4), (-1.4, -1))
    return [line((1, 1.2), (1, -1.2), (-1, 0), (1, 1.2), fill="outline"), bar]


def _tvs() -> list[list[Any]]:
    bar = line((-1.4, 0.6), (-1.4, 1), (1.4, 1), (1.4, 1.4))
    return [line((-1.2, -1), (1.2, -1), (0, 1), (-1.2, -1), fill="outline"), bar]


def _pmos() -> Symbol:
    """Drain left, source right, gate below; its body diode conducts from left to right."""
    pins = [
        Pin("1", "G", "passive", 0, -4, "bottom", 2.2),
        Pin("2", "S", "passive", 4, 0, "right", 2.0),
        Pin("3", "D", "passive", -4, 0, "left", 2.0),
    ]
    drawing = [
        line((-1.6, -1.8), (1.6, -1.8)),
        line((-2, 0), (-1.4, 0), (-1.4, -1.2)),
        line((2, 0), (1.4, 0), (1.4, -1.2)),
        line((-1.7, -1.2), (-1.1, -1.2)),
        line((-0.4, -1.2), (0.4, -1.2)),
        line((1.1, -1.2), (1.7, -1.2)),
        line((-1.4, 0), (-1.4, 1.6), (-0.5, 1.6)),
        line((-0.5, 2.1), (-0.5, 1.1), (0.5, 1.6), (-0.5, 2.1), fill="outline"),
        line((0.5, 2.1), (0.5, 1.1)),
        line((0.5, 1.6), (1.4, 1.6), (1.4, 0)),
        word(-2.4, -1.4, "D", 0.8),
        word(2.4, -1.4, "S", 0.8),
        word(1.2, -2.6, "G", 0.8),
    ]
    return Symbol(pins, drawing, labels=((0, 4), (5, -3)), prefix="Q")


def _light() -> Symbol:
    pins = [
        Pin("1", "VDD", "power_in", 0, 6, "top"),
        Pin("2", "DOUT", "output", 6, -2, "right"),
        Pin("3", "VSS", "power_in", 0, -6, "bottom"),
        Pin("4", "DIN", "input", -6, -2, "left"),
    ]
    drawing = [
        box(-4, 4, 4, -4),
        word(-2.6, -2, "DIN", 0.9),
        word(2.2, -2, "DOUT", 0.9),
        word(0, 3, "VDD", 0.9),
        word(0, -3, "VSS", 0.9),
    ]
    return Symbol(pins, drawing, numbers=True, labels=((-3, 5), (5, -5)), prefix="D")


def _flat(name: str, kind: str, drawing: list[list[Any]], up: bool) -> Symbol:
    """A power symbol: one pin at the origin, its drawing above or below."""
    only = Pin("1", name, kind, 0, 0, "bottom" if up else "top", 0)
    label = (0, 3) if up else (0, -3)
    return Symbol([only], drawing, labels=((0, 5), label), power=True, prefix="#PWR")


def _all() -> dict[str, Symbol]:
    coil = [box(-2, 0.8, 2, -0.8, "none"), line((-2.4, -1.4), (-1.6, -1.4), (1.6, 1.4), (2.4, 1.4))]
    plates = [line((-1.6, 0.5), (1.6, 0.5), width=0.4), line((-1.6, -0.5), (1.6, -0.5), width=0.4)]
    stems = [line((0, 2), (0, 0.5)), line((0, -2), (0, -0.5))]
    plus = [line((-1.8, 1.4), (-1.0, 1.4)), line((-1.4, 1.8), (-1.4, 1.0))]
    key = [circle(-1.6, 0, 0.4), circle(1.6, 0, 0.4), line((-2, 1), (2, 1)), line((0, 1), (0, 2.2))]
    reed = [
        line((-3, 1), (3, 1), (3, -1), (-3, -1), (-3, 1)),
        line((-3, 0), (0.4, 0.5)),
        line((3, 0), (-0.4, 0)),
    ]
    jack_pins = [
        Pin("1", "tip", "passive", 6, 2, "right"),
        Pin("2", "sleeve", "passive", 6, -2, "right"),
        Pin("3", "switch", "passive", 6, 0, "right"),
    ]
    socket = [
        Pin(str(n + 1), name, "passive", -5, 3 - 2 * n, "left")
        for n, name in enumerate(("GND", "3V3", "SDA", "SCL"))
    ]
    arrow = [line((0, 0), (0, 1.2)), line((-0.7, 1.2), (0.7, 1.2), (0, 2.2), (-0.7, 1.2))]
    ground = [line((0, 0), (0, -1)), line((-1, -1), (1, -1), (0, -2), (-1, -1))]
    flag = [line((0, 0), (0, 1)), line((0, 1), (-1, 1.5), (0, 2), (1, 1.5), (0, 1))]
    mark = [circle(0, 0, 1), line((-1.4, 0), (1.4, 0)), line((0, -1.4), (0, 1.4))]
    return {
        "R": Symbol(_standing(), [box(-0.8, 2, 0.8, -2, "none")], labels=BESIDE, prefix="R"),
        "R_lying": Symbol(_lying(), [box(-2, 0.8, 2, -0.8, "none")], labels=ABOVE, prefix="R"),
        "C": Symbol(_standing(), plates + stems, labels=BESIDE, prefix="C"),
        "C_Polarized": Symbol(_standing(), plates + stems + plus, labels=BESIDE, prefix="C"),
        "Polyfuse": Symbol(_lying(), coil, labels=ABOVE, prefix="F"),
        "D_Schottky": Symbol(_lying(length=3.0), _diode_left(), labels=ABOVE, prefix="D"),
        "D_TVS": Symbol(_standing(length=2.0), _tvs(), labels=BESIDE, prefix="D"),
        "PMOS": _pmos(),
        "WS2812B": _light(),
        "74AHCT125": chips.shifter(),
        "TCA9548A": chips.mux(),
        "Pico": chips.pico(),
        "Key": Symbol(_lying(), key, labels=((0, 4), (0, -2)), prefix="SW"),
        "Reed": Symbol(_lying(length=1.0), reed, labels=((0, 2), (0, -2)), prefix="SW"),
        "Piezo": Symbol(
            [Pin("1", "1", "passive", -4, 1, "left"), Pin("2", "2", "passive", -4, -1, "left")],
            [box(-2, 2.4, -0.6, -2.4), line((0, 3), (0, -3)), line((0.8, 2), (0.8, -2))],
            labels=((2, 4), (2, -4)),
            prefix="LS",
        ),
        "Jack": Symbol(jack_pins, [box(-4, 4, 4, -4)], True, True, ((0, 5), (0, -5)), prefix="J"),
        "Socket4": Symbol(socket, [box(-3, 5, 3, -5)], True, True, ((0, 6), (0, -6)), prefix="J"),
        "Test": Symbol(
            [Pin("1", "1", "passive", 0, 0, "bottom", 1.0)],
            [circle(0, 1.6, 0.6)],
            labels=((0, 4), (0, 9)),
            prefix="TP",
        ),
        "Mark": Symbol([], mark, labels=((0, 3), (0, -3)), prefix="FID"),
        "Hole": Symbol([], [circle(0, 0, 1), circle(0, 0, 1.5)], labels=ABOVE, prefix="H"),
        "+5V": _flat("+5V", "power_in", arrow, True),
        "+3V3": _flat("+3V3", "power_in", arrow, True),
        "GND": _flat("GND", "power_in", ground, False),
        "PWR_FLAG": _flat("PWR_FLAG", "power_out", flag, True)._replace(prefix="#FLG"),
    }


SYMBOLS = _all()


def _property(name: str, text: str, at: tuple[int, int], hide: bool) -> list[Any]:
    place = ["at", at[0] * 1.27, at[1] * 1.27, 0]
    return ["property", name, text, place, effects(hide=hide)]


def library_symbol(name: str, prefix: str = "") -> list[Any]:
    """The symbol as a library holds it; with `prefix` "jungle:" as a sheet does."""
    symbol = SYMBOLS[name]
    found: list[Any] = ["symbol", prefix + name]
    if symbol.power:
        found.append(["power"])
    if not symbol.numbers:
        found.append(["pin_numbers", ["hide", w("yes")]])
    names = ["offset", 0.6] if symbol.names else ["offset", 0]
    found.append(["pin_names", names, *([] if symbol.names else [["hide", w("yes")]])])
    on = w("no") if symbol.prefix in ("H", "FID", "TP") or symbol.power else w("yes")
    found += [["exclude_from_sim", w("no")], ["in_bom", on], ["on_board", w("yes")]]
    found += [
        _property("Reference", symbol.prefix, symbol.labels[0], symbol.power),
        _property("Value", name, symbol.labels[1], False),
        _property("Footprint", "", (0, 0), True),
        _property("Datasheet", "", (0, 0), True),
        _property("Description", "", (0, 0), True),
    ]
    found.append(["symbol", name + "_0_1", *symbol.drawing])
    found.append(["symbol", name + "_1_1", *(pin(p, symbol.names) for p in symbol.pins)])
    found.append(["embedded_fonts", w("no")])
    return found


def library() -> list[Any]:
    """Everything as a project library, jungle.kicad_sym."""
    head = [["version", w(VERSION)], ["generator", "jungle"], ["generator_version", "9.0"]]
    return ["kicad_symbol_lib", *head, *(library_symbol(name) for name in sorted(SYMBOLS))]
