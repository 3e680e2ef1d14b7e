# SPDX-License-Identifier: MIT
"""Pictures of the main board's perfboard: parts from above, wires from the solder side.

A unit is one hole (2.54 mm). Seen from the solder side, columns run from right to left.
"""

from docs import svg

from . import cables, mainboard

ROWS, COLUMNS = mainboard.ROWS, mainboard.COLUMNS
BOARD, PAD, HOLE = "#f0e2bd", "#c9a04a", "#6b5323"
NET_COLOURS = {
    "GND": "#202020", "5V": "#d01c1c", "VBUS": "#d01c1c", "3V3": "#e0701c",
    "RD": "#d01c1c", "BK": "#202020", "YE": "#e6b800", "WH": "#9a9a9a", "GY": "#606060",
    "VT": "#8030b0", "GN": "#1f8a3a", "BU": "#2050d0", "OG": "#f08000", "BN": "#7a4a20",
}  # fmt: skip
GROUPS = {
    "power": ("GND", "VBUS", "5V"),
    "signals": None,  # all others
}


def colour(net: str):
    """The colour that a net's wire is drawn in."""
    if net in NET_COLOURS:
        return NET_COLOURS[net]
    alias = {"leds": "data", "data out": "data", "piezo drive": "piezo"}.get(net, net)
    return NET_COLOURS[cables.COLOURS[alias]]


def _x(column, solder_side=False):
    return COLUMNS + 1 - column if solder_side else column


def _y(row):
    return ROWS + 1 - row


def _sheet(title: str, *parts: str):
    return svg.drawing(
        (COLUMNS + 4) * 4, (ROWS + 4) * 4, svg.move(0, 0, *parts, scale=4), title=title, show=1.5,
        background="#ffffff",
    )  # fmt: skip


def _base(solder_side: bool):
    parts = [
        svg.rect(0.8, 0.8, COLUMNS + 2.4, ROWS + 2.4, BOARD, rx=0.6, stroke=HOLE, stroke_width=0.08)
    ]
    for column in range(1, COLUMNS + 1):
        x = 1 + _x(column, solder_side)
        for row in range(1, ROWS + 1):
            parts.append(svg.circle(x, 1 + _y(row), 0.3, PAD))
            parts.append(svg.circle(x, 1 + _y(row), 0.13, HOLE))
        parts += [svg.text(x, y, str(column), 0.62, "middle", "#555") for y in (0.6, ROWS + 3.85)]
    for row in range(1, ROWS + 1):
        y = 1.2 + _y(row)
        parts += [svg.text(0.65, y, str(row), 0.62, "end", "#555")]
        parts += [svg.text(COLUMNS + 3.35, y, str(row), 0.62, "start", "#555")]
    return "".join(parts)


def top():
    """The component side: parts at their holes, with pin 1 and the Pico's USB."""
    return _sheet(
        "Main board, component side", _base(False), *(_part(part) for part in mainboard.PARTS)
    )


def solder(*groups: str):
    """The solder side with the wires of some groups; the parts are dotted lines."""
    wires = [wire for wire in mainboard.WIRES if _group(wire.net) in groups]
    outlines = [_outline(part, True) for part in mainboard.PARTS]
    ends = [_joints(wire) for wire in wires]
    return _sheet(
        "Main board, solder side", _base(True), *outlines, *(_wire(wire) for wire in wires), *ends
    )


def _group(net: str):
    return "power" if net in GROUPS["power"] else "signals"


def _wire(wire: mainboard.Wire):
    points = [(1 + _x(x, True), 1 + _y(y)) for x, y in wire.holes]
    return svg.line(points, "#ffffff", 0.5) + svg.line(points, colour(wire.net), 0.32)


def _joints(wire: mainboard.Wire):
    ends = (wire.holes[0], wire.holes[-1])
    return "".join(
        svg.circle(1 + _x(x, True), 1 + _y(y), 0.27, "#c8ccd0", stroke="#333", stroke_width=0.06)
        for x, y in ends
    )


def _outline(part: mainboard.Part, solder_side: bool):
    left, low, right, high = part.body
    x = 1 + _x(right if solder_side else left, solder_side)
    box = svg.rect(
        x, 1 + _y(high), right - left, high - low, "none", rx=0.15, stroke="#777",
        stroke_width=0.06, stroke_dasharray="0.25 0.2",
    )  # fmt: skip
    middle = 1 + _x((left + right) / 2, solder_side)
    return box + svg.text(middle, 1.25 + _y((low + high) / 2), part.name, 0.7, "middle", "#777")


FILLS = {"U": "#2f3540", "F": "#e8c33a", "C": "#d98f3e", "R": "#8fb7d9", "J": "#f7f7f2"}
SIZES = {"U1": 1.1, "U2": 0.8, "F1": 0.66, "J1": 0.7, "J2": 0.7, "J3": 0.7, "J4": 0.7, "J5": 0.7}
REF_ROWS = {"J1": 16.3, "J2": 3.2, "J3": 3.2, "J4": 3.2, "J5": 12.2}  # beside their pins
HALO = {"stroke": BOARD, "stroke_width": 0.22, "paint_order": "stroke"}


def _part(part: mainboard.Part):
    left, low, right, high = part.body
    fill = "#1d6b3a" if part.name == "U1" else FILLS[part.name[0]]
    dark = part.name[0] == "U"
    box = svg.rect(
        1 + left, 1 + _y(high), right - left, high - low, fill, rx=0.15, stroke="#222",
        stroke_width=0.07, fill_opacity=0.93,
    )  # fmt: skip
    pins = "".join(_pin(part, name, hole) for name, hole in part.pins.items())
    return box + pins + _name(part, "#ffffff" if dark else "#222") + _marks(part)


def _pin(part: mainboard.Part, name: str, hole):
    x, y = 1 + hole[0], 1 + _y(hole[1])
    lead = svg.circle(x, y, 0.22, "#e8e8e8", stroke="#222", stroke_width=0.06)
    if name == "1" and part.name[0] == "U":
        lead += svg.circle(x, y, 0.36, "none", stroke="#ff4040", stroke_width=0.1)
    return lead


def _name(part: mainboard.Part, fill: str):
    left, low, right, high = part.body
    x, y = 1 + (left + right) / 2, 1.25 + _y((low + high) / 2)
    if part.name in REF_ROWS:
        y = 1.25 + _y(REF_ROWS[part.name])
    tall = high - low > 1.5 * (right - left) and part.name not in REF_ROWS
    turned = {"transform": f"rotate(-90 {svg.number(x)} {svg.number(y - 0.2)})"} if tall else {}
    size = SIZES.get(part.name, 0.62)
    return svg.text(x, y, part.name, size, "middle", fill, bold=True, **turned)


def _marks(part: mainboard.Part):
    if part.name == "U1":
        return _usb() + _pin_names(part)
    if part.name == "U2":
        x, y = 1 + part.body[0], 1 + _y(15.5)
        notch = f"M{svg.number(x)} {svg.number(y - 0.4)} a0.4 0.4 0 0 1 0 0.8"
        return svg.element("path", d=notch, fill=BOARD)
    return _pin_names(part) if part.name[0] == "J" else ""


def _usb():
    y = 1 + _y(8.5)
    shell = svg.rect(0.6, y - 1.5, 2.2, 3, "#c8ccd0", rx=0.2, stroke="#222", stroke_width=0.07)
    return shell + svg.text(1.7, y + 0.2, "USB", 0.7, "middle", "#222", bold=True)


def _pin_names(part: mainboard.Part):
    """What the pins of a header, and the used pins of the Pico, are called."""
    return "".join(_pin_name(part, name, hole) for name, hole in _told(part))


def _pin_name(part: mainboard.Part, name: str, hole):
    x, y = 1 + hole[0], 1 + _y(hole[1])
    if part.name == "J5":
        return svg.text(x + 0.75, y + 0.2, name, 0.6, "start", **HALO)
    upwards = part.name == "J1" or (part.name == "U1" and hole[1] == mainboard.PICO_LOW)
    shift, anchor = (0.5, "start") if upwards else (-0.5, "end")
    style = {"fill": "#ffffff"} if part.name == "U1" else HALO
    turn = f"rotate(-90 {svg.number(x)} {svg.number(y)})"
    return svg.text(x + shift, y + 0.2, name, 0.6, anchor, transform=turn, **style)


def _told(part: mainboard.Part):
    if part.name != "U1":
        return list(part.pins.items())
    used = {mainboard.PICO_GPIO[gpio]: gpio for gpio in mainboard.pins().values()}
    used |= {40: "VBUS", 36: "3V3"} | {pin: "GND" for pin in (8, 28, 38)}
    return [(name, mainboard.pico_hole(pin)) for pin, name in used.items()]
