# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The five button caps. Outline and raised mark tell each from the others by touch alone.

`left` and `right` are arrows, `middle` is round with a dot, `check` is wide with a tick and
`menu` a hexagon with three bars. A cap rests on its key's plunger and is held by its flange.
"""

import build123d as cad
from design import layout

from enclosure.shapes import prism

ARROW = ((-6.2, 0.0), (-1.5, 5.5), (5.5, 5.5), (5.5, -5.5), (-1.5, -5.5))
TICK = ((-4.6, 0.4), (-1.6, -2.8), (4.6, 3.8))
TRIANGLE = ((-3.4, 0.0), (2.2, 3.4), (2.2, -3.4))
NAMES = tuple(layout.BUTTONS)


def outline(name: str):
    """The cap's outline, centred on its key."""
    flat = {
        "left": lambda: cad.make_face(cad.Polyline(*ARROW, close=True)),
        "middle": lambda: cad.Circle(5.75),
        "right": lambda: cad.mirror(outline("left"), cad.Plane.YZ),
        "check": lambda: cad.RectangleRounded(16.4, 13, 2.5),
        "menu": lambda: cad.Rot(0, 0, 30) * cad.RegularPolygon(6.8, 6),
    }
    return flat[name]()


def mark(name: str):
    """What is raised on the cap's top."""
    flat = {
        "left": lambda: cad.make_face(cad.Polyline(*TRIANGLE, close=True)),
        "middle": lambda: cad.Circle(2.4),
        "right": lambda: cad.mirror(mark("left"), cad.Plane.YZ),
        "check": lambda: cad.trace(cad.Polyline(*TICK), 1.8),
        "menu": lambda: (
            cad.Sketch() + [cad.Pos(0, y) * cad.Rectangle(6.6, 1.5) for y in (-2.9, 0, 2.9)]
        ),
    }
    return flat[name]()


def cap(name: str, sizes):
    """One cap over the origin, at the height it has on the board."""
    low, high = sizes.flange_top - sizes.flange_height, sizes.top + sizes.cap_rise
    flat = outline(name)
    body = prism(flat, low, high)
    body = cad.chamfer(body.faces().sort_by(cad.Axis.Z)[-1].edges(), 0.6)
    skirt = prism(cad.offset(flat, sizes.flange, kind=cad.Kind.ARC), low, sizes.flange_top)
    return body + skirt + prism(mark(name), high, high + sizes.mark_rise)


def well(name: str, sizes):
    """The hole in the face in which the cap slides."""
    return cad.offset(outline(name), sizes.clearance, kind=cad.Kind.ARC)
