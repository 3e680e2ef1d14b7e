# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Every printed part: how it is made, how many, how it lies on the bed, its colour."""

from collections.abc import Callable
from dataclasses import dataclass

import build123d as cad

from enclosure import board as boards
from enclosure import boxes, caps, face, hood, sensorbar, tray, wells

UPSIDE_DOWN = cad.Rot(180, 0, 0)
UPRIGHT = cad.Rot(0, 0, 0)
ON_SIDE = cad.Rot(0, -90, 0)  # what looks right, looks up
ON_BACK = cad.Rot(90, 0, 0)

WOOD, CREAM, SAND, ROCK = (0.54, 0.33, 0.16), (0.97, 0.96, 0.9), (0.98, 0.8, 0.45), (0.5, 0.49, 0.5)
GREEN, BLUE, DARK = (0.08, 0.5, 0.25), (0.13, 0.36, 0.78), (0.22, 0.16, 0.12)


@dataclass(frozen=True)
class Part:
    """A part as it is printed; `make(board, sizes)` hands it back in its place in the case."""

    name: str
    count: int
    colour: tuple
    make: Callable
    pose: cad.Location = UPRIGHT
    coupon: bool = False  # belongs to the fit coupon, not to the case

    def solid(self, sizes):
        """The part in its place."""
        return self.make(boards.coupon() if self.coupon else boards.a0(), sizes)

    def lying(self, solid):
        """The part as it lies on the bed: in the middle, z from 0."""
        turned = self.pose * solid
        middle, low = turned.bounding_box().center(), turned.bounding_box().min.Z
        return cad.Pos(-middle.X, -middle.Y, -low) * turned


def _cap(name):
    return lambda board, sizes: _over(board.buttons[name], caps.cap(name, sizes))


def _over(place, shape):
    return cad.Pos(place.x, place.y) * shape


def _diffuser(kind):
    return lambda board, sizes: _over(board.of(kind)[0], wells.diffuser(kind, sizes))


def _foot(board, sizes):
    return _over(board.feet[0], tray.foot(sizes))


CAP_COLOURS = {"check": GREEN, "menu": BLUE}

PARTS = (
    Part("tray", 1, WOOD, tray.tray),
    Part("face", 1, DARK, face.face, UPSIDE_DOWN),
    Part("diffuser-guess", 27, CREAM, _diffuser("guess"), UPSIDE_DOWN),
    Part("diffuser-narrow", 30, CREAM, _diffuser("score"), UPSIDE_DOWN),
    *(Part(f"cap-{name}", 1, CAP_COLOURS.get(name, SAND), _cap(name)) for name in caps.NAMES),
    Part("hood", 1, ROCK, hood.hood),
    Part("hood-peg", 1, ROCK, hood.peg),
    Part("foot", 4, DARK, _foot),
    Part("jack-cover", 1, WOOD, tray.jack_cover, ON_SIDE),
    Part("sensor-bar", 2, DARK, sensorbar.bar, UPSIDE_DOWN),
    Part("box-animals", 1, WOOD, boxes.animals),
    Part("box-scores", 1, WOOD, boxes.scores),
    Part("coupon-face", 1, DARK, face.face, UPSIDE_DOWN, coupon=True),
    Part("coupon-tray", 1, WOOD, tray.tray, coupon=True),
)
BY_NAME = {part.name: part for part in PARTS}
