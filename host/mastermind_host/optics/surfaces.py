# SPDX-License-Identifier: MIT
"""What is put into a hole: how its underside reflects light. Knows no lamp and no sensor.

All shapes and figures here are our estimate: the game's own pieces have not been measured. They are
drawn after what coloured plastics do: yellow, orange and red pigments have one edge, green and blue
ones a bell and then an edge in the infrared, over a few per cent that every surface reflects.
"""

from __future__ import annotations

import random
from collections import namedtuple

from mastermind_host.optics.spectra import Spectrum, edge, flat, mix, peak

# colour: the Spectrum. gloss: how much its skin mirrors, 1 being a flat and polished plastic.
# spread: how much a piece differs from the next of its kind, as a share. cast: how this one piece
# differs in red, green, blue and clear. flat: it lies on the rim of the hole, as paper does.
Piece = namedtuple("Piece", ("name", "colour", "gloss", "spread", "cast", "flat"))


def piece(
    name: str, colour: Spectrum, gloss: float = 0.5, spread: float = 0.04, flat: bool = False
) -> Piece:
    return Piece(name, colour, gloss, spread, (1.0, 1.0, 1.0, 1.0), flat)


def one_of(kind: Piece, randomness: random.Random) -> Piece:
    """One piece of a `kind`: half of the spread is in its brightness, half in its colour."""
    light = randomness.gauss(1, kind.spread)
    red, green, blue = (light * randomness.gauss(1, kind.spread / 2) for _ in range(3))
    cast = (red, green, blue, (red + green + blue) / 3)
    return kind._replace(spread=0, cast=cast)


_INFRARED = edge(745, 40)  # where the pigments of green and blue plastics let go

# In the order of `rules.ANIMALS`, of the hues that the lights show: orange, yellow, green,
# blue-green, blue and pink.
ANIMALS = (
    piece("tiger", mix((0.05, flat(1)), (0.62, edge(585, 40)))),
    piece("lion", mix((0.06, flat(1)), (0.74, edge(515, 40)))),
    piece("crocodile", mix((0.04, flat(1)), (0.34, peak(530, 30, 36)), (0.40, _INFRARED))),
    piece("parrot", mix((0.05, flat(1)), (0.42, peak(490, 40, 36)), (0.40, _INFRARED))),
    piece("elephant", mix((0.04, flat(1)), (0.36, peak(455, 40, 34)), (0.40, _INFRARED))),
    piece("hippo", mix((0.10, flat(1)), (0.62, edge(605, 40)), (0.30, peak(435, 30, 36)))),
)
WHITE_PAPER = piece("white paper", mix((0.80, flat(1)), (0.05, peak(440, 20, 20))), 0, 0.01, True)
# What else may come to lie there (metals mirror some 15 times as much as plastics).
OTHERS = (
    piece("steel coin", flat(0.40), 8),
    piece("copper coin", mix((0.20, flat(1)), (0.35, edge(580, 60))), 6),
    piece("finger", mix((0.20, flat(1)), (0.08, edge(500, 60)), (0.25, edge(590, 30))), 0.2),
    piece("red brick", mix((0.04, flat(1)), (0.55, edge(615, 25))), 1),
    piece("white brick", flat(0.80), 1),
    piece("black brick", flat(0.04), 1),
    piece("grey card", flat(0.25), 0.1, 0.04, True),
    piece("wood", mix((0.15, flat(1)), (0.45, edge(560, 160))), 0.2),
    piece(
        "purple lid", mix((0.05, flat(1)), (0.30, peak(430, 30, 40)), (0.50, edge(630, 40))), 0.7
    ),
)
# Other six that a family may teach. Bricks are glossy and bright, felt is neither.
BRICKS = (
    piece("red", mix((0.04, flat(1)), (0.60, edge(612, 25))), 1, 0.02),
    piece("orange", mix((0.05, flat(1)), (0.75, edge(570, 35))), 1, 0.02),
    piece("yellow", mix((0.06, flat(1)), (0.80, edge(520, 35))), 1, 0.02),
    piece("green", mix((0.03, flat(1)), (0.30, peak(525, 30, 34)), (0.4, _INFRARED)), 1, 0.02),
    piece("blue", mix((0.03, flat(1)), (0.35, peak(450, 40, 36)), (0.4, _INFRARED)), 1, 0.02),
    piece("pink", mix((0.20, flat(1)), (0.55, edge(600, 40)), (0.35, peak(440, 30, 40))), 1, 0.02),
)
FELTS = (
    piece("rust", mix((0.06, flat(1)), (0.35, edge(600, 60))), 0.05, 0.06),
    piece("mustard", mix((0.07, flat(1)), (0.50, edge(540, 60))), 0.05, 0.06),
    piece("moss", mix((0.05, flat(1)), (0.22, peak(545, 35, 45)), (0.4, _INFRARED)), 0.05, 0.06),
    piece("teal", mix((0.05, flat(1)), (0.25, peak(500, 40, 40)), (0.4, _INFRARED)), 0.05, 0.06),
    piece("royal blue", mix((0.04, flat(1)), (0.30, peak(450, 35, 40))), 0.05, 0.06),
    piece(
        "magenta",
        mix((0.05, flat(1)), (0.50, edge(610, 30)), (0.30, peak(430, 30, 35))),
        0.05,
        0.06,
    ),
)
SETS = {"animals": ANIMALS, "bricks": BRICKS, "felts": FELTS}
