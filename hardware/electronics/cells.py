# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The copper that repeats: each light with its capacitor, and the chain.

Board millimetres (y up). Tracks and vias by net; what they join is checked by KiCad, not here.
"""

from typing import NamedTuple

from design import layout, nets

from electronics.grid import BACK, FRONT

CHAIN, SUPPLY, GROUND = 0.3, 0.8, 0.5  # widths of tracks
VIA, DRILL = 0.6, 0.3
LANE = 6.25  # between two rows, above a row's lights: the way back to the left
RIGHT_LANE, LEFT_LANE = 82.3, 8.0

# Pads of a light as placed, from its middle.
DIN, DOUT, VDD, VSS = (-2.45, -1.65), (2.45, 1.65), (2.45, -1.65), (-2.45, 1.65)
CAP_PAD = 1.0375  # a capacitor's pads from its middle

# 5 V passes below each lane on the back, so that the front plane is one.
STRAPS_X, STRAP_REACH, STRAP = (20.5, 35.5, 63.0), 1.05, 1.6
LAST_STRAP_X = 77.5  # beside Q1, where 5 V comes in
BRIDGE_X = 46.2  # ground passes above the key lines, on the front, from here


class Track(NamedTuple):
    net: str
    layer: int
    width: float
    points: tuple[tuple[float, float], ...]


class Via(NamedTuple):
    net: str
    x: float
    y: float


def _light(light: layout.Light) -> tuple[list[Track], list[Via]]:
    x, y = light.x, light.y
    cap_y = y - layout.CAP_DROP
    plus = (x + 0.6 + CAP_PAD, cap_y)
    minus = (x + 0.6 - CAP_PAD, cap_y)
    tracks = [
        Track("+5V", FRONT, SUPPLY, ((x + VDD[0], y + VDD[1]), (x + VDD[0], cap_y + 0.8), plus)),
        Track("GND", FRONT, GROUND, ((x + VSS[0], y + VSS[1]), (x - 4.0, y + VSS[1]))),
        Track("GND", FRONT, GROUND, (minus, (x - 2.0, cap_y))),
    ]
    return tracks, [Via("GND", x - 4.0, y + VSS[1]), Via("GND", x - 2.0, cap_y)]


def _along(net: str, one: layout.Light, two: layout.Light) -> Track:
    """From a light to the next in its row: level, down at 45 degrees, level."""
    start, end = (one.x + DOUT[0], one.y + DOUT[1]), (two.x + DIN[0], two.y + DIN[1])
    drop = start[1] - end[1]
    bend = (start[0] + end[0] - drop) / 2
    points = (start, (bend, start[1]), (bend + drop, end[1]), end)
    return Track(net, FRONT, CHAIN, points)


def _back_left(net: str, one: layout.Light, two: layout.Light) -> Track:
    """From a row's last light to the first of the next row, with corners cut."""
    start, end = (one.x + DOUT[0], one.y + DOUT[1]), (two.x + DIN[0], two.y + DIN[1])
    lane, cut = one.y + LANE, 1.0
    points = (
        start,
        (RIGHT_LANE - cut, start[1]),
        (RIGHT_LANE, start[1] + cut),
        (RIGHT_LANE, lane - cut),
        (RIGHT_LANE - cut, lane),
        (LEFT_LANE + cut, lane),
        (LEFT_LANE, lane + cut),
        (LEFT_LANE, end[1] - cut),
        (LEFT_LANE + cut, end[1]),
        end,
    )
    return Track(net, FRONT, CHAIN, points)


def _bridges() -> tuple[list[Track], list[Via]]:
    """Ground across the key lines, once a row: from the first score light's capacitor."""
    tracks, vias = [], []
    for row in range(layout.ROWS):
        y = layout.ROW_1 + layout.ROW_PITCH * row - layout.CAP_DROP
        end = layout.SCORE_X[0] - 2.0
        tracks.append(Track("GND", FRONT, SUPPLY, ((BRIDGE_X, y), (end, y))))
        vias.append(Via("GND", BRIDGE_X, y))
    return tracks, vias


def _straps() -> tuple[list[Track], list[Via]]:
    tracks, vias = [], []
    for row in range(layout.ROWS):
        lane = layout.ROW_1 + layout.ROW_PITCH * row + LANE
        for x in (*STRAPS_X, LAST_STRAP_X) if row == layout.ROWS - 1 else STRAPS_X:
            ends = tuple((x, lane + reach) for reach in (-STRAP_REACH, STRAP_REACH))
            tracks.append(Track("+5V", BACK, STRAP, ends))
            for _, y in ends:
                vias += [Via("+5V", x + side, y) for side in (-0.45, 0.45)]
    return tracks, vias


def copper() -> tuple[list[Track], list[Via]]:
    """All of it."""
    tracks, vias = _bridges()
    more_tracks, more_vias = _straps()
    tracks += more_tracks
    vias += more_vias
    for light in layout.LIGHTS:
        more_tracks, more_vias = _light(light)
        tracks += more_tracks
        vias += more_vias
    for one, two in zip(layout.LIGHTS, layout.LIGHTS[1:], strict=False):
        net = nets.chain_net(two.number)
        tracks.append(_along(net, one, two) if one.y == two.y else _back_left(net, one, two))
    return tracks, vias
