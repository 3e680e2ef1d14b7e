# SPDX-License-Identifier: CERN-OHL-P-2.0
"""A bar with three holes for the toy's pieces, each a dark tube over a colour sensor.

The sensors' breakouts lie in pockets that are open below, under three-cornered ledges, and their
cables leave at the back. Printed lying on its upper side. One bar stands before the case, for the
guess, the same one behind it, for the code.
"""

import build123d as cad
from design import sensors

from enclosure.shapes import box, one, prism

LEDGE = 3.0  # legs of the three-cornered ledges in a pocket's corners
SLOT = 12.0, 2.4  # for a cable: width, height


def bar(board, sizes):
    """The bar as one solid, standing on the table before the case."""
    low = -sensors.BREAKOUT_THICK - sensors.BELOW
    pocket = sensors.BREAKOUT + 2 * sizes.clearance
    long, deep = 2 * sensors.PITCH + pocket + 2 * sizes.wall, pocket + 2 * sizes.wall
    whole = prism(cad.RectangleRounded(long, deep, 3), low, sensors.RIM)
    places = [cad.Pos(sensors.PITCH * number) for number in (-1, 0, 1)]
    whole -= [place * _hole(pocket, low, deep) for place in places]
    return one(cad.Pos(board.width / 2, -sensors.AWAY, sizes.table - low) * whole)


def _hole(pocket: float, low: float, deep: float):
    """What is taken away for one sensor: its tube, the room of its breakout, its cable's way."""
    half, leg = pocket / 2, pocket / 2 - LEDGE
    cut = ((half, leg), (leg, half), (-leg, half), (-half, leg))
    corners = cut + tuple((-x, -y) for x, y in cut)
    over = cad.make_face(cad.Polyline(*corners, close=True))
    return (
        prism(cad.Circle(sensors.TUBE / 2), 0, sensors.RIM)
        + prism(over, -1, sensors.PARTS)
        + prism(cad.Rectangle(pocket, pocket), low, 0)
        + box(-SLOT[0] / 2, SLOT[0] / 2, 0, deep, low, low + SLOT[1])
    )
