# SPDX-License-Identifier: MIT
"""The pictures of the pages, by file name. Each step of the strip build has one,
the printed case one for its order, the colour sensors have two."""

from design import extras
from wiring import boarddrawing, boxdrawing, overview, plate, strip

from . import casedrawing, sensordrawing, svg


def _face():
    return plate.sheet("The face", plate.face(), plate.holes(), plate.button_names())


def _spacer():
    return plate.sheet(
        "A spacer", plate.plate(), plate.holes(buttons=False), show=0.5, low=strip.PLATE_LOW
    )


def _plate(*layers: str):
    return plate.sheet(
        "The light plate", plate.plate(), plate.pieces(), *layers, plate.pad_names(),
        plate.row_names(), low=strip.PLATE_LOW,
    )  # fmt: skip


def _power():
    return _plate(plate.power())


def _data():
    return _plate(plate.power(), plate.jumps())


def _points():
    """Where to measure on the light plate."""
    one, last = strip.PIECES[0], strip.PIECES[-1]
    spots = (
        ("A", one.x + 1.2, one.y + 3.2),
        ("B", one.x + 1.2, one.y - 3.2),
        ("C", one.x + one.length - 1.2, one.y),
        ("D", one.x + 1.2, strip.PIECES[1].y),
        ("E", last.x + last.length - 1.2, last.y + 3.2),
        ("F", last.x + last.length - 1.2, last.y - 3.2),
    )
    marks = [_mark(*spot) for spot in spots]
    return _plate(plate.power(), plate.jumps(), plate.feed(), *marks)


def _mark(name: str, x: float, y: float):
    lower = name in "BF"
    to = (x + 5, plate.up(y) + (9 if lower else -9))
    ring = svg.circle(x, plate.up(y), 1.7, stroke="#c000c0", stroke_width=0.7)
    flag = svg.circle(*to, 3.1, "#c000c0") + svg.text(to[0], to[1] + 1.3, name, 4, "middle", "#fff")
    return svg.line([(x, plate.up(y)), to], "#c000c0", 0.6) + ring + flag


PICTURES = {
    "step-01-pieces": boxdrawing.pieces,
    "step-02-face": _face,
    "step-03-plate": _plate,
    "step-04-power": _power,
    "step-05-data": _data,
    "step-06-measure": _points,
    "step-07-parts": boarddrawing.top,
    "step-08-power-wires": lambda: boarddrawing.solder("power"),
    "step-09-signal-wires": lambda: boarddrawing.solder("power", "signals"),
    "step-10-buttons": lambda: overview.back(rest=False),
    "step-11-cables": overview.back,
    "step-12-self-test": boxdrawing.walk,
    "step-13-layers": boxdrawing.layers,
    "step-13-spacer": _spacer,
    "step-14-hood": boxdrawing.hood,
    "case-upside-down": lambda: casedrawing.upside_down(extras.SCREW_MM),
    "sensor-hole": sensordrawing.section,
    "sensor-places": sensordrawing.places,
    "fault-dead": lambda: boxdrawing.dead(17),
    "fault-swapped": lambda: boxdrawing.swapped(2, 3),
    "button-left": lambda: boxdrawing.column(0, "Held down: left"),
    "button-menu": lambda: boxdrawing.column(4, "Held down: menu"),
}


def draw(name: str) -> str:
    return PICTURES[name]()
