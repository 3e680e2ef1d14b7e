# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Two boxes for the toy's pieces that slide from above onto the tray's dovetails.

The left one has a place for each of the six animals, the right one three for score pegs. They end
before the plugs. Without them the tray stands as well.
"""

import build123d as cad

from enclosure.shapes import box, one, prism
from enclosure.tray import dovetail

SPAN = -1.0, 135.0  # y along the board
SPACE = 0.3  # between tray and box
HOLD = 14.0  # width of the block that takes a dovetail


def animals(board, sizes):
    """The box at the left: two by three places."""
    whole = cad.mirror(_box(board, sizes, columns=2, rows=3), cad.Plane.YZ)
    return one(cad.Pos(-sizes.outside - SPACE) * whole)


def scores(board, sizes):
    """The box at the right: three places."""
    whole = _box(board, sizes, columns=1, rows=3)
    return one(cad.Pos(board.width + sizes.outside + SPACE) * whole)


def _box(board, sizes, columns: int, rows: int):
    """A box that begins at x = 0 and takes its dovetails there."""
    low, high = sizes.table, sizes.table + sizes.box_height
    wall, (y0, y1), x1 = sizes.box_wall, SPAN, sizes.box_width
    middle = cad.Pos(x1 / 2, (y0 + y1) / 2)
    whole = prism(middle * cad.RectangleRounded(x1, y1 - y0, 3), low, high)
    wide, deep = (x1 - wall) / columns, (y1 - y0 - wall) / rows
    places = middle * cad.GridLocations(wide, deep, columns, rows)
    bins = cad.Sketch() + [
        spot * cad.RectangleRounded(wide - wall, deep - wall, 4) for spot in places
    ]
    whole -= prism(bins, low + wall, high)
    for y in board.rails:
        whole += box(1, sizes.dovetail + SPACE + wall, y - HOLD / 2, y + HOLD / 2, low, high)
        slot = cad.Pos(-SPACE, y) * dovetail(sizes, sizes.clearance)
        whole -= prism(slot, low, high)
    return whole
