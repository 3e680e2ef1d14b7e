# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Light wells and the diffusers that stand in them.

Every light stands in a cell of its own, whose walls hang down from the face to the board, so that
no light gets to a neighbour. A diffuser is a plate under the hole with two legs that stand on the
board: nothing is glued, and a finger that presses on it presses on the board, not on the light.
"""

import build123d as cad
from design import layout

from enclosure.shapes import prism

NARROW = ("score", "code")  # both have the room of a score light
GUESS_CORNER, NARROW_CORNER = 3.0, 0.8
LEG = 1.8  # thickness of a diffuser's legs
CAPACITOR = 5.2, 2.0  # width and height that a leg leaves free for a light's capacitor


def cell_size(kind: str, sizes):
    """Width and depth of the well of a light of this kind."""
    cell = layout.CELLS["score" if kind in NARROW else kind]
    return 2 * cell.x - sizes.web, 2 * cell.y - sizes.web


def cell(kind: str, sizes):
    """The well's outline, centred on its light."""
    return cad.Rectangle(*cell_size(kind, sizes))


def block(kind: str, sizes):
    """The outline of the well with its walls."""
    width, depth = cell_size(kind, sizes)
    return cad.Rectangle(width + 2 * sizes.web, depth + 2 * sizes.web)


def hole_diameter(kind: str, sizes) -> float:
    return {"guess": sizes.large_hole, "code": sizes.code_hole, "score": sizes.small_hole}[kind]


def diffuser(kind: str, sizes):
    """A diffuser as it stands over a light at the origin, a plate with two legs."""
    width, depth = (side - 2 * sizes.clearance for side in cell_size(kind, sizes))
    corner = NARROW_CORNER if kind in NARROW else GUESS_CORNER
    flat = cad.RectangleRounded(width, depth, corner)
    high = sizes.under - sizes.clearance
    straight = width - 2 * max(0, corner - 1.5)  # further out the legs would be thin
    legs = flat & (cad.Rectangle(straight, depth) - cad.Rectangle(width, depth - 2 * LEG))
    capacitor = prism(cad.Rectangle(CAPACITOR[0], depth + 1), 0, CAPACITOR[1])
    return prism(flat, high - sizes.diffuser, high) + (prism(legs, 0, high) - capacitor)
