# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What a board file says, read as text without KiCad: pads with nets and places, tracks."""

import math
from pathlib import Path
from typing import Any, NamedTuple

from electronics import sexpr
from electronics.drawing import PROJECT
from electronics.run import HARDWARE

KEPT = HARDWARE / "electronics" / "kicad" / f"{PROJECT}.kicad_pcb"


class Pad(NamedTuple):
    """A pad on the board: millimetres from the board's lower left corner, y up."""

    ref: str
    pin: str
    net: str
    x: float
    y: float
    drill: float


class Body(NamedTuple):
    ref: str
    value: str
    footprint: str
    x: float
    y: float
    turn: float


class Segment(NamedTuple):
    net: str
    layer: str
    width: float
    length: float


class Board(NamedTuple):
    bodies: dict[str, Body]
    pads: list[Pad]
    segments: list[Segment]
    vias: int

    def nets(self) -> dict[str, set[tuple[str, str]]]:
        """(reference, pin) by net; nets of a single pin are left out."""
        found: dict[str, set[tuple[str, str]]] = {}
        for pad in self.pads:
            if pad.net and pad.pin:
                found.setdefault(pad.net, set()).add((pad.ref, pad.pin))
        return {name: pins for name, pins in found.items() if len(pins) > 1}

    def net_of(self, ref: str, pin: str) -> str:
        return next(pad.net for pad in self.pads if (pad.ref, pad.pin) == (ref, pin))


def read(path: Path = KEPT) -> Board:
    tree = sexpr.parse(path.read_text())
    origin = sexpr.first(sexpr.first(tree, "setup"), "aux_axis_origin")
    left, low = float(origin[1]), float(origin[2])
    names = {node[1]: node[2] for node in sexpr.each(tree, "net")}
    bodies, pads = {}, []
    for node in sexpr.each(tree, "footprint"):
        body = _body(node, left, low)
        bodies[body.ref] = body
        pads += [_pad(body, pad, left, low) for pad in sexpr.each(node, "pad")]
    segments = [_segment(node, names) for node in sexpr.each(tree, "segment")]
    return Board(bodies, pads, segments, len(list(sexpr.each(tree, "via"))))


def _fields(node: list[Any]) -> dict[str, str]:
    return {field[1]: field[2] for field in sexpr.each(node, "property")}


def _body(node: list[Any], left: float, low: float) -> Body:
    at = [float(word) for word in sexpr.first(node, "at")[1:]]
    fields = _fields(node)
    turn = at[2] if len(at) > 2 else 0.0
    return Body(fields["Reference"], fields["Value"], node[1], at[0] - left, low - at[1], turn)


def _pad(body: Body, node: list[Any], left: float, low: float) -> Pad:
    at = [float(word) for word in sexpr.first(node, "at")[1:]]
    turn = math.radians(body.turn)
    x = at[0] * math.cos(turn) + at[1] * math.sin(turn)
    y = -at[0] * math.sin(turn) + at[1] * math.cos(turn)
    net = next(sexpr.each(node, "net"), ["net", "0", ""])
    drill = next(sexpr.each(node, "drill"), ["drill", "0"])
    place = (round(body.x + x, 4), round(body.y - y, 4))
    return Pad(body.ref, node[1], net[2], *place, float(drill[1]))


def _segment(node: list[Any], names: dict[str, str]) -> Segment:
    start = [float(word) for word in sexpr.first(node, "start")[1:]]
    end = [float(word) for word in sexpr.first(node, "end")[1:]]
    net = names[sexpr.first(node, "net")[1]]
    width = float(sexpr.first(node, "width")[1])
    return Segment(net, sexpr.first(node, "layer")[1], width, math.dist(start, end))
