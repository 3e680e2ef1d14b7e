# SPDX-License-Identifier: CERN-OHL-P-2.0
"""All of the board's tracks: those that repeat, then one way found for each net that is left.

Knows pads as rectangles and nets by the description's names, not KiCad.
"""

import itertools
from typing import NamedTuple

import numpy as np
from design import layout

from electronics import cells, grid, keylines, lanes, router
from electronics.cells import Track, Via
from electronics.grid import BACK, FRONT, STEP, Copper

GAP = 0.2  # between copper of two nets
HOLE_GAP = 0.3


class Pad(NamedTuple):
    ref: str
    pin: str
    net: str | None
    x: float
    y: float
    width: float  # along x as placed
    height: float
    layers: tuple[int, ...]
    drill: float


# Nets that no plane carries, in the order in which they look for a way, and their width.
WIDTHS = {
    "VBUS": 1.2,
    "USB_5V": 1.2,
    "EXT_IN": 1.6,
    "EXT_5V": 1.2,
    "VSYS": 0.8,
    "SCL": 0.25,
    "SDA": 0.25,
    "LEDS_3V3": 0.25,
    "LEDS_5V": 0.25,
    "DATA": 0.25,
    "HOOD": 0.25,
    "PIEZO_DRIVE": 0.25,
    "PIEZO": 0.25,
    "EXT_SENSE": 0.25,
    "MUX_RESET": 0.25,
    "+3V3": 0.4,
    **{f"{line}_{n}": 0.25 for n in (4, 5) for line in ("SDA", "SCL")},
}


# The planes do the rest: these pads stand where signals cut a plane into pieces.
BY_TRACK = (
    ("+5V", cells.SUPPLY, ("Q1.2", "C101.1")),
    ("+5V", cells.SUPPLY, ("U2.4", "U2.10", "U2.13", "U2.14", "C102.1")),
    ("GND", cells.GROUND, ("TP2.1", "U1.23")),
)


class Board:
    """What is on the board so far, and the ways added to it."""

    def __init__(self, pads: list[Pad]):
        self.pads = pads
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        self._coppers = [_pad_copper(pad) for pad in pads]
        self._coppers += _kept_free()
        self._holes = [(pad.x, pad.y, pad.drill) for pad in pads if pad.drill]

    def add(self, tracks: list[Track], vias: list[Via]) -> None:
        self.tracks += tracks
        self.vias += vias
        for track in tracks:
            for (x1, y1), (x2, y2) in zip(track.points, track.points[1:], strict=False):
                half = track.width / 2
                self._coppers.append(Copper(track.net, (track.layer,), x1, y1, x2, y2, half))
        for via in vias:
            both = (FRONT, BACK)
            self._coppers.append(grid.disc(via.net, both, via.x, via.y, cells.VIA))
            self._holes.append((via.x, via.y, cells.DRILL))

    def dark(self, net: str, width: float) -> np.ndarray:
        found = grid.mask(self._coppers, net, width / 2 + GAP)
        return found | grid.edges(width / 2)[None]

    def no_via(self, net: str) -> np.ndarray:
        dark = self.dark(net, cells.VIA).any(axis=0)
        holes = [grid.disc(None, (FRONT,), x, y, drill) for x, y, drill in self._holes]
        return dark | grid.mask(holes, net, cells.DRILL / 2 + HOLE_GAP)[FRONT]

    def route(self, net: str, width: float, some: tuple[str, ...] = ()) -> None:
        """Join all that the net has so far, or `some` of its pads, the nearest piece first."""
        dark, no_via = self.dark(net, width), self.no_via(net)
        pieces = self._pieces(net, some)
        joined = pieces.pop(0)
        while pieces:
            pieces.sort(key=lambda piece: (_apart(joined, piece), sorted(piece)[0]))
            goal = pieces.pop(0)
            try:
                way = router.find(sorted(joined), goal, dark, no_via)
            except ValueError:
                raise ValueError(f"There is no way for {net}.")
            self._lay(net, width, way)
            joined |= goal | set(way)

    def stub(self, pad: Pad) -> None:
        """A short way from a ground pad on the front to a via of its own."""
        width = cells.GROUND if min(pad.width, pad.height) >= cells.GROUND else 0.25
        dark, no_via = self.dark("GND", width), self.no_via("GND")
        start = _node(FRONT, pad.x, pad.y)
        inside = _cells(pad, FRONT)
        reach = 16
        goals = set()
        for line in range(max(0, start[1] - reach), min(grid.LINES, start[1] + reach)):
            for column in range(max(0, start[2] - reach), min(grid.COLUMNS, start[2] + reach)):
                spot = (FRONT, line, column)
                clear = abs(column * STEP - pad.x) > pad.width / 2 + 0.4
                clear |= abs(line * STEP - pad.y) > pad.height / 2 + 0.4
                if clear and not no_via[line, column] and not dark[FRONT, line, column]:
                    goals.add(spot)
        try:
            way = router.find(sorted(inside), goals, dark, np.ones_like(no_via))
        except ValueError:
            raise ValueError(f"There is no room for a via of {pad.ref} pin {pad.pin}.")
        self._lay("GND", width, way)
        _, line, column = way[-1]
        self.add([], [Via("GND", column * STEP, line * STEP)])

    def _pieces(self, net: str, some: tuple[str, ...]) -> list[set[router.Node]]:
        pieces = []
        for pad in self.pads:
            if pad.net == net and (not some or f"{pad.ref}.{pad.pin}" in some):
                pieces.append({node for layer in pad.layers for node in _cells(pad, layer)})
        for track in self.tracks:
            if track.net == net and not some:
                ends = {_node(track.layer, *point) for point in track.points}
                pieces.append(ends)
        for via in self.vias:
            if via.net == net and not some:
                pieces.append({_node(layer, via.x, via.y) for layer in (FRONT, BACK)})
        return _merged(pieces)

    def _lay(self, net: str, width: float, way: list[router.Node]) -> None:
        tracks, vias = [], []
        points = router.corners(way)
        for one, two in itertools.pairwise(points):
            if one[0] == two[0]:
                ends = tuple((node[2] * STEP, node[1] * STEP) for node in (one, two))
                tracks.append(Track(net, one[0], width, ends))
            else:
                vias.append(Via(net, one[2] * STEP, one[1] * STEP))
        tracks += self._into_pads(net, width, way)
        self.add(tracks, vias)

    def _into_pads(self, net: str, width: float, way: list[router.Node]) -> list[Track]:
        """From the way's ends, which lie on the grid, to the middles of their pads."""
        found = []
        for layer, line, column in {way[0], way[-1]}:
            for pad in self.pads:
                if pad.net == net and layer in pad.layers and _covers(pad, line, column):
                    ends = ((column * STEP, line * STEP), (pad.x, pad.y))
                    if ends[0] != ends[1]:
                        thin = width if width >= cells.SUPPLY else min(width, pad.width, pad.height)
                        found.append(Track(net, layer, max(thin, 0.25), ends))
        return sorted(found)


def _pad_copper(pad: Pad) -> Copper:
    return grid.rectangle(pad.net, pad.layers, pad.x, pad.y, pad.width, pad.height)


def _kept_free() -> list[Copper]:
    both = (FRONT, BACK)
    found = [grid.disc(None, both, at.x, at.y, layout.SCREW_CLEAR) for at in layout.SCREWS]
    at = layout.ANTENNA
    found.append(grid.rectangle(None, both, at.x, at.y, at.width, at.depth))
    return found


def _node(layer: int, x: float, y: float) -> router.Node:
    return layer, round(y / STEP), round(x / STEP)


def _covers(pad: Pad, line: int, column: int) -> bool:
    x, y = column * STEP - pad.x, line * STEP - pad.y
    return abs(x) <= pad.width / 2 + 0.13 and abs(y) <= pad.height / 2 + 0.13


def _cells(pad: Pad, layer: int) -> set[router.Node]:
    """The grid points well inside a pad, or the nearest one."""
    half_x, half_y = max(0.0, pad.width / 2 - 0.2), max(0.0, pad.height / 2 - 0.2)
    found = set()
    middle = _node(layer, pad.x, pad.y)
    for line in range(middle[1] - 8, middle[1] + 9):
        for column in range(middle[2] - 8, middle[2] + 9):
            x, y = column * STEP - pad.x, line * STEP - pad.y
            if abs(x) <= min(half_x, 0.4) and abs(y) <= min(half_y, 0.4):
                found.add((layer, line, column))
    return found or {middle}


def _merged(pieces: list[set[router.Node]]) -> list[set[router.Node]]:
    found: list[set[router.Node]] = []
    for piece in pieces:
        same = [other for other in found if other & piece]
        for other in same:
            found.remove(other)
            piece = piece | other
        found.append(piece)
    return found


def _apart(one: set[router.Node], two: set[router.Node]) -> int:
    some = sorted(one)[:: max(1, len(one) // 60)]
    return min(abs(a - c) + abs(b - d) for _, a, b in some for _, c, d in sorted(two)[:20])


def wire(pads: list[Pad]) -> Board:
    """Every track and via of the board."""
    board = Board(pads)
    board.add(*cells.copper())
    board.add(*keylines.copper())
    board.add(lanes.copper(), [])
    board.add(*lanes.supply())
    repeated = {f"D{light.number}" for light in layout.LIGHTS}
    repeated |= {f"C{light.number}" for light in layout.LIGHTS}
    supplies = [net for net, width in WIDTHS.items() if width >= cells.SUPPLY]
    for net in supplies:
        board.route(net, WIDTHS[net])
    for net, width, some in BY_TRACK:
        board.route(net, width, some)
    for pad in pads:
        if pad.net == "GND" and not pad.drill and pad.ref not in repeated:
            board.stub(pad)
    for net in WIDTHS:
        if net not in supplies:
            board.route(net, WIDTHS[net])
    return board
