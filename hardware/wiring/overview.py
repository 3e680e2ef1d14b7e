# SPDX-License-Identifier: MIT
"""Pictures of the box: seen from behind with all cables, its layers from the side, the hood."""

import itertools

from docs import svg

from . import boarddrawing, cables, mainboard, plate, strip

BOARD_PAPER = "#e9d9ae"


def _x(x: float) -> float:
    """A place on the face, seen from behind."""
    return strip.WIDTH - x


def back(buttons=True, rest=True):
    """The box from behind: buttons with their wires, and, with `rest`, all that hangs on it."""
    parts = [plate.face(), *(_button(name) for name in strip.BUTTONS)]
    parts += [_main_board(), _option("hood switch", *strip.HOOD_SWITCH)] if rest else []
    parts += [_option("piezo", *strip.PIEZO)] if rest else []
    if buttons:
        parts += _ground_links()
    if rest:
        parts += [_wire(cable, core, at) for cable, core, at in _cores()]
        parts += [_light_wire(at, name) for at, name in enumerate(("5V", "data", "GND"))]
    high = strip.LENGTH if rest else 60
    return plate.sheet("The box from behind", *parts, high=high)


def _button(name: str):
    x, y = strip.BUTTONS[name]
    fill = {"check": "#11743f", "menu": "#1750a8"}.get(name, "#ffd98a")
    body = svg.circle(_x(x), plate.up(y), 6, fill, stroke="#5a3414", stroke_width=0.5)
    lugs = "".join(
        svg.rect(_x(x) + dx - 1, plate.up(y) - 1.2, 2, 2.4, plate.COPPER) for dx in (-3, 3)
    )
    return body + lugs + svg.text(_x(x), plate.up(y) + 11, name, 3.6, "middle", "#555")


def _lug(name: str, which: str):
    """A is at the right as seen from behind, B at the left."""
    x, y = strip.BUTTONS[name]
    return _x(x) + (3 if which == "A" else -3), plate.up(y)


def _ground_links():
    names = list(strip.BUTTONS)
    for one, two in itertools.pairwise(names):
        (x0, y), (x1, _) = _lug(one, "B"), _lug(two, "B")
        yield svg.line([(x0, y), (x0, y + 5), (x1, y + 5), (x1, y)], plate.BLACK, 1.0)


def _main_board():
    width, height = mainboard.BOARD
    left, top = _x(strip.MAIN[0] + width), plate.up(strip.MAIN[1] + height)
    box = svg.rect(left, top, width, height, BOARD_PAPER, rx=1, stroke="#6b5323", stroke_width=0.5)
    corner = _spot((mainboard.PICO_LEFT, mainboard.PICO_HIGH))
    pico = svg.rect(corner[0] - 1.4, corner[1] - 1.6, 51, 21, "#1d6b3a", rx=1, fill_opacity=0.3)
    shell = svg.rect(corner[0] - 2.7, corner[1] + 5.1, 5.6, 7.6, "#c8ccd0", stroke="#222")
    told = svg.text(left + width / 2 - 6, corner[1] + 8, "main board,", 3.6, "middle")
    told += svg.text(left + width / 2 - 6, corner[1] + 13, "parts towards you", 3.2, "middle")
    usb = svg.text(left - 8, corner[1] + 10, "USB", 3.4, "middle", "#555")
    heads = "".join(_header(part) for part in mainboard.PARTS if part.name[0] == "J")
    return box + pico + shell + told + usb + heads


def _header(part: mainboard.Part):
    spots = [_spot(hole) for hole in part.pins.values()]
    dots = "".join(
        svg.circle(x, y, 0.9, "#ffffff", stroke="#222", stroke_width=0.3) for x, y in spots
    )
    x, y = (sum(values) / len(values) for values in zip(*spots, strict=True))
    over = 10 if part.name == "J5" else 3
    return dots + svg.text(x, y - over if part.name != "J1" else y + 5, part.name, 3, "middle")


def _spot(hole: mainboard.Hole):
    """A hole of the main board in this picture."""
    x, y = cables.on_face(hole)
    return _x(x), plate.up(y)


def _option(name: str, x: float, y: float):
    box = svg.rect(
        _x(x) - 8, plate.up(y) - 3.5, 16, 7, "#ffffff", rx=1.5, stroke="#555", stroke_width=0.4
    )
    return box + svg.text(_x(x), plate.up(y) + 1, name, 2.6, "middle")


def _cores():
    """The single wires from the main board's headers, each with its number for an own lane."""
    found = [
        (cable, core)
        for cable in cables.CABLES
        if cable.start in ("J2", "J3", "J4")
        for core in cable.cores
    ]
    return [(cable, core, at) for at, (cable, core) in enumerate(found)]


def _wire(cable: cables.Cable, core: cables.Core, at: int):
    part = next(part for part in mainboard.PARTS if part.name == cable.start)
    x0, y0 = _spot(part.pins[core.pin_from])
    x1, y1 = _end(cable, core)
    if cable.start == "J2":
        lane = y0 + 17 - 1.8 * at
        way = [(x0, y0), (x0, lane), (x1, lane), (x1, y1)]
    else:
        lane, side = y0 + 14.5 - 1.6 * at, 138 - 1.8 * at
        way = [(x0, y0), (x0, lane), (side, lane), (side, y1), (x1, y1)]
    colour = boarddrawing.NET_COLOURS[core.colour]
    return svg.line(way, "#ffffff", 1.5) + svg.line(way, colour, 1.0)


def _light_wire(at: int, name: str):
    """From J1 over the edge of the light plate to the left end of row 1."""
    part = next(part for part in mainboard.PARTS if part.name == "J1")
    (x, y), lane, side = _spot(part.pins[name]), 4 + 1.8 * at, 120 - 1.8 * at
    end = plate.up(strip.ROW_1)
    way = [(x, y), (x, y - lane), (side, y - lane), (side, end)]
    colour = boarddrawing.NET_COLOURS[cables.COLOURS[name]]
    drawn = svg.line(way, "#ffffff", 1.5) + svg.line(way, colour, 1.0)
    if name != "data":
        return drawn
    return drawn + svg.text(side, end + 5, "to row 1, left end", 3, "middle")


def _end(cable: cables.Cable, core: cables.Core):
    if cable.end.startswith("button"):
        return _lug(cable.end.removeprefix("button "), core.pin_to)
    x, y = strip.HOOD_SWITCH if cable.end == "hood switch" else strip.PIEZO
    return _x(x) + 8, plate.up(y) + (1.5 if core.net == "GND" else -1.5)
