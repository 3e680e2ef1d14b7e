# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Small shapes that several parts share. mm; outlines lie flat at z = 0."""

import build123d as cad


def outline(board, grow: float, corner: float | None = None):
    """The board's outline, `grow` mm larger all round; its corners too unless told otherwise."""
    radius = max(0.5, board.corner + grow) if corner is None else corner
    flat = cad.RectangleRounded(board.width + 2 * grow, board.length + 2 * grow, radius)
    return cad.Pos(board.width / 2, board.length / 2) * flat


def prism(flat, low: float, high: float):
    """A flat shape from z = `low` to z = `high`."""
    return cad.Pos(0, 0, low) * cad.extrude(flat, high - low)


def box(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float):
    """A box by its six sides."""
    middle = cad.Pos((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2)
    return middle * cad.Box(x1 - x0, y1 - y0, z1 - z0)


def room(body, clearance: float):
    """The room of a `layout.Body`, larger by `clearance`, from below the board's top face."""
    wide, deep = body.width / 2 + clearance, body.depth / 2 + clearance
    return box(
        body.x - wide, body.x + wide, body.y - deep, body.y + deep, -1, body.height + clearance
    )


def at(places, flat):
    """`flat` at each of `places`, as one sketch."""
    return cad.Sketch() + [cad.Pos(place.x, place.y) * flat for place in places]


def ring(flat, thick: float):
    """What lies within `thick` mm outside `flat`."""
    return cad.offset(flat, thick, kind=cad.Kind.ARC) - flat


def polyhedron(points, faces):
    """A solid from corner points and faces (indices, in any turn), each of them flat."""
    sides = [cad.Face(cad.Wire.make_polygon([points[i] for i in side])) for side in faces]
    return cad.Solid(cad.Shell(sides))


def one(shape):
    """The single solid a part must be."""
    solids = shape.solids()
    if len(solids) != 1:
        raise ValueError(f"This part fell into {len(solids)} pieces.")
    return solids[0]
