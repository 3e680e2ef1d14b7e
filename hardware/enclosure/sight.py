# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Who can see which light: the players' eyes at the table, the hood, and light between the wells.

Heights of eyes above a table of 74 cm on chairs of 45 cm: a child of six has its eyes some 57 cm
above the seat, an adult some 78 cm (common anthropometric tables, rounded). So sitting upright:
child 28 cm, adult 49 cm. The boxes are wider, for those who kneel, lean in or sit back.
"""

import numpy as np
import trimesh
from design import layout

from enclosure import measure, wells

# Distance from the case's edge, to both sides of its middle, and height above the table: mm.
BOX_AWAY, BOX_ASIDE, BOX_HEIGHT = (100.0, 450.0), (-300.0, 300.0), (200.0, 600.0)
CHILD = (250.0, 0.0, 280.0)  # sits upright: away, aside, above the table
ADULT = (300.0, 0.0, 490.0)


def eye(away: float, aside: float, height: float, side: str, sizes):
    """A point in the board's coordinates, for an eye at the `side` of a player."""
    if side == "codebreaker":
        y = -sizes.outside - away
    else:
        y = layout.LENGTH + sizes.outside + away
    return np.array((layout.WIDTH / 2 + aside, y, sizes.table + height))


def eye_box(side: str, sizes, steps=(4, 7, 5)):
    """Eyes all over a player's box, corners included, (n, 3)."""
    spans = [
        np.linspace(*span, n)
        for span, n in zip((BOX_AWAY, BOX_ASIDE, BOX_HEIGHT), steps, strict=True)
    ]
    grid = np.array(np.meshgrid(*spans)).reshape(3, -1).T
    return np.array([eye(*row, side, sizes) for row in grid])


def spots(light, sizes):
    """Points all over the lit place of a hole, on the diffuser's upper side, (n, 3)."""
    radius = wells.hole_diameter(light.kind, sizes) / 2
    flat = [(0.0, 0.0)]
    for share, count in ((0.5, 8), (0.98, 16)):
        turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
        flat += list(zip(share * radius * np.cos(turn), share * radius * np.sin(turn), strict=True))
    z = sizes.under - sizes.clearance + 0.02
    return np.array([(light.x + x, light.y + y, z) for x, y in flat])


def seen(light, eyes, meshes, sizes):
    """The share of the light's spots that each of `eyes` sees past `meshes`, (n,)."""
    scene = trimesh.util.concatenate(meshes)
    places = spots(light, sizes)
    starts = np.tile(places, (len(eyes), 1))
    ends = np.repeat(eyes, len(places), axis=0)
    free = ~measure.blocked(scene, starts, ends)
    return free.reshape(len(eyes), len(places)).mean(1)


def leak(board, face, plate, diffusers, sizes, rays=400, bounces=3):
    """Of all rays from lit windows, the share that meets another light's diffuser, by bounce.

    A ray leaves a light's window upwards and is thrown back anywhere by what it meets: walls and
    board and, half of the time, diffusers. `diffusers` are in the order of `board.lights`.
    """
    scene = [face, plate, *diffusers]
    ways = measure.directions(2 * rays)
    ways = ways[ways[:, 2] > 0]
    starts = np.concatenate([_window(light, len(ways)) for light in board.lights])
    ways = np.tile(ways, (len(board.lights), 1))
    home = np.repeat(np.arange(len(board.lights)), rays) + 2
    chance = np.random.default_rng(57)
    shares = []
    for _ in range(bounces + 1):
        met, where, normal = measure.first_owner(scene, starts, ways)
        shares.append(float(((met >= 2) & (met != home)).mean()))
        normal = np.where((normal * ways).sum(1, keepdims=True) > 0, -normal, normal)
        starts = where + normal * 1e-3
        ways = chance.normal(size=ways.shape)
        ways = normal + 0.999 * ways / np.linalg.norm(ways, axis=1, keepdims=True)
        ways /= np.linalg.norm(ways, axis=1, keepdims=True)
        kept = met >= 0
        starts, ways, home = starts[kept], ways[kept], home[kept]
    return shares


def _window(light, count: int):
    """Points over a WS2812B's round window of 3.3 mm, (count, 3)."""
    turn = np.arange(count) * np.pi * (3 - 5**0.5)
    radius = 1.65 * np.sqrt((np.arange(count) + 0.5) / count)
    high = np.full(count, layout.LED_HEIGHT + 1e-3)
    return np.column_stack((light.x + radius * np.cos(turn), light.y + radius * np.sin(turn), high))
