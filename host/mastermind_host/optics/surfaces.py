# SPDX-License-Identifier: MIT
"""What is put into a hole: how its underside reflects light. Knows no lamp and no sensor.

The shapes are those of coloured plastics: pigments with one edge (yellow, orange, red), with one
or two bells (green, blue, purple), over a few per cent that every surface reflects. They are our
estimate; the game's own pieces have not been measured.
"""

from __future__ import annotations

from collections import namedtuple

from mastermind_host.optics.spectra import Spectrum, edge, flat, mix, peak

# colour: the Spectrum; gloss: share of the LED's light that its skin at most mirrors into the sensor;
# spread: how much one piece differs from the next of the same kind, as a share.
Piece = namedtuple("Piece", ("name", "colour", "gloss", "spread"))


def piece(name: str, colour: Spectrum, gloss: float = 0.01, spread: float = 0.04) -> Piece:
    return Piece(name, colour, gloss, spread)


# In the order of `rules.ANIMALS`, of the hues that the lights show: orange, yellow, green,
# blue-green, blue and pink.
ANIMALS = (
    piece("tiger", mix((0.05, flat(1)), (0.62, edge(585, 40)))),
    piece("lion", mix((0.06, flat(1)), (0.74, edge(515, 40)))),
    piece("crocodile", mix((0.04, flat(1)), (0.34, peak(530, 28, 34)))),
    piece("parrot", mix((0.05, flat(1)), (0.42, peak(490, 35, 32)))),
    piece("elephant", mix((0.04, flat(1)), (0.36, peak(450, 40, 32)), (0.08, edge(690, 30)))),
    piece("hippo", mix((0.10, flat(1)), (0.62, edge(605, 40)), (0.30, peak(430, 30, 32)))),
)
WHITE_PAPER = piece("white paper", mix((0.80, flat(1)), (0.05, peak(440, 20, 20))), 0.002, 0.01)
OTHERS = (
    piece("steel coin", flat(0.45), 0.15),
    piece("copper coin", mix((0.22, flat(1)), (0.35, edge(580, 60))), 0.10),
    piece("finger", mix((0.20, flat(1)), (0.25, edge(590, 30)), (0.08, edge(500, 60)))),
    piece("red brick", mix((0.04, flat(1)), (0.55, edge(615, 25))), 0.03),
    piece("white brick", flat(0.80), 0.03),
    piece("black brick", flat(0.04), 0.03),
    piece("grey card", flat(0.25), 0.004),
    piece("wood", mix((0.15, flat(1)), (0.45, edge(560, 160)))),
    piece("purple lid", mix((0.05, flat(1)), (0.25, edge(660, 50)), (0.30, peak(430, 30, 35)))),
)
