# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The Rocky Mountain hood: a ridge of rocks between the codebreaker and the three code lights.

The ridge leans over the lights, so that nobody on the codebreaker's side sees them, and leaves
them open towards the codemaker. Printed standing as it is used. A peg, printed apart and glued
under the hood's back bar by two tongues, goes through the face, keeps the hood in its place and
closes the reed switch: bar and peg enclose a magnet. Lift the hood to show the code.
"""

import build123d as cad

from enclosure.face import PEG, peg_place
from enclosure.shapes import box, one, polyhedron, prism

SIDES = 0.2, 55.8  # x of the hood's sides
FOOT = 132.9  # y of the ridge's foot: between row 9 and the code
BACK = 161.0, 10.4  # y where the hood ends, and how deep its back bar is
BAR = 2.4  # height of the back bar: the codemaker looks over it
# The ridge from left to right: x, how much higher than its lowest place. No peak is sharp.
RIDGE = ((0, 2), (5.5, 8.5), (9, 9), (14.5, 1.5), (21, 15), (25.5, 16), (32, 3))
RIDGE += ((37, 11), (40.5, 10.5), (45.5, 0), (49, 5), (52, 5.5), (55.6, 1))
# Rocks half way up: x, share of the lowest height, how far they stand out.
ROCKS = (
    (0, 0.4, 0),
    (4, 0.62, 1.1),
    (10, 0.45, 0.5),
    (14, 0.3, -0.5),
    (20, 0.65, 1.2),
    (26, 0.5, 0.4),
)
ROCKS += ((31.5, 0.35, -0.6), (36, 0.6, 1.2), (41, 0.48, 0.2), (45, 0.3, -0.5), (48, 0.6, 1.0))
ROCKS += ((52, 0.4, 0.4), (55.6, 0.5, 0))
UPRIGHT = 2.0  # foot and crest of the ridge rise so far before they lean
TONGUE = 2.0  # length of each of the peg's tongues
# A side of the hood: y behind the ridge's foot, height as a share of the valley's.
SIDE = ((28.1, 0), (28.1, 0.12), (20.5, 0.24), (17.5, 0.5), (14, 0.58), (12.5, 0.8), (8.2, 0.95))


def hood(board, sizes):
    """The hood as one solid, standing on the face."""
    whole = _ridge(sizes) + _side(SIDES[0], sizes) + _side(SIDES[1] - sizes.hood_wall, sizes)
    whole += box(*SIDES, BACK[0] - BACK[1], BACK[0], 0, BAR)
    slots = prism(_tongues(sizes.glued), 0, BAR)
    return one(cad.Pos(0, 0, sizes.top) * (whole - cad.Pos(*peg_place(board)) * slots))


def peg(board, sizes):
    """The magnet's peg as it stands in the hood; its slot is open upwards, where the bar lies."""
    low, high = sizes.peg_bottom, sizes.top
    body = prism(cad.Rectangle(*PEG), low, high)
    body = cad.chamfer(body.faces().sort_by(cad.Axis.Z)[0].edges(), 0.8)
    room = cad.Rectangle(sizes.magnet_length + 0.4, sizes.magnet + 0.2)
    whole = body - prism(room, low + 1.4, high) + prism(_tongues(), high, high + BAR)
    return one(cad.Pos(*peg_place(board)) * whole)


def _tongues(gap=0.0):
    """The outlines of the peg's two tongues, larger by `gap` all round."""
    long, thick = PEG
    flat = cad.Rectangle(TONGUE + 2 * gap, thick + 2 * gap)
    return cad.Sketch() + [cad.Pos(side * (long - TONGUE) / 2, 0) * flat for side in (-1, 1)]


def _ridge(sizes):
    """The wall of rocks: a surface of triangles, as thick everywhere along y."""
    rows = _front(sizes)
    columns = len(RIDGE)
    front = [corner for row in rows for corner in row]
    back = [(x, y + sizes.hood_wall, z) for x, y, z in front]
    sides = []
    for n in range(len(front) - columns):
        if (n + 1) % columns:
            sides += _triangles((n, n + 1, n + columns + 1, n + columns), n % 2)
    sides += [tuple(i + len(front) for i in three) for three in sides]
    sides += [(a, b, b + len(front), a + len(front)) for a, b in _border(columns, len(rows))]
    return polyhedron(front + back, sides)


def _triangles(quad, turn):
    """A quad's corners as two triangles, cut along one of its diagonals."""
    cut = ((0, 1, 2), (0, 2, 3)) if turn else ((0, 1, 3), (1, 2, 3))
    return [tuple(quad[i] for i in three) for three in cut]


def _front(sizes):
    """Rows of corners of the front, each from left to right.

    Foot and crest are upright for `UPRIGHT` mm, so that no edge there is thin.
    """
    foot, rocks, crest = [], [], []
    ridge = FOOT + sizes.hood_lean * (sizes.hood_valley - UPRIGHT)
    for (x, more), (rock_x, share, out) in zip(RIDGE, ROCKS, strict=True):
        high = sizes.hood_valley + more
        half = share * sizes.hood_valley
        foot.append((SIDES[0] + x, FOOT, 0.0))
        rocks.append((SIDES[0] + rock_x, FOOT + sizes.hood_lean * half - out, half))
        crest.append((SIDES[0] + x, ridge, high - UPRIGHT))
    return [foot, _raised(foot), rocks, crest, _raised(crest)]


def _raised(row):
    return [(x, y, z + UPRIGHT) for x, y, z in row]


def _border(columns: int, rows: int):
    """The edges around a surface of rows of corners."""
    top, last = (rows - 1) * columns, columns - 1
    edges = [(n, n + 1) for start in (0, top) for n in range(start, start + last)]
    return edges + [(n, n + columns) for end in (0, last) for n in range(end, top + end, columns)]


def _side(x, sizes):
    """One side, from the ridge down to the back bar."""
    corners = [(0.8, 0.0)]
    corners += [(y, max(BAR, share * sizes.hood_valley) if share else 0.0) for y, share in SIDE]
    high = sizes.hood_valley + 1
    corners += [(sizes.hood_lean * high, high), (4.0, high / 2), (0.8, UPRIGHT)]  # within the ridge
    points = [(x, FOOT + y, z) for y, z in corners]
    flat = cad.Face(cad.Wire.make_polygon(points))
    return cad.extrude(flat, sizes.hood_wall, dir=(1, 0, 0))
