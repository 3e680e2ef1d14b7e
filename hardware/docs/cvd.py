# SPDX-License-Identifier: MIT
"""How a palette looks to colour-blind eyes, and how far apart its colours stay (CIEDE2000).

Linear light through Machado, Oliveira and Fernandes (2009) at severity 1.0, clipped, then Lab
(D65), each light relative to full white: as tests/test_palettes.py has it, which holds the figures.
"""

import itertools
import warnings
from functools import cache

from coloraide import Color

from mastermind import lights, rules
from mastermind_host.colours import srgb

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # colour-science warns of optional packages
    from colour.blindness import matrix_cvd_Machado2009

# view: (its deficiency in the matrices, what it is in plain words)
VIEWS = {
    "normal": (None, "most eyes"),
    "protanopia": ("Protanomaly", "no red cones"),
    "deuteranopia": ("Deuteranomaly", "no green cones"),
    "tritanopia": ("Tritanomaly", "no blue cones"),
}
ANIMALS = range(len(rules.ANIMALS))
SCORE = (lights.RED, lights.WHITE)


@cache
def _matrix(view: str):
    name = VIEWS[view][0]
    if name is None:
        return ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its tritanomaly is an approximation, known as one
        return matrix_cvd_Machado2009(name, 1.0).tolist()


def linear(look: int, palette: str, view: str):
    """The light of a look as an eye mixes it: three channels from 0 to 1."""
    colour = lights.colour_of(look, palette)
    given = [(colour >> shift & 255) / 255 for shift in (16, 8, 0)]
    mixed = [sum(w * v for w, v in zip(row, given, strict=True)) for row in _matrix(view)]
    return [min(1.0, max(0.0, value)) for value in mixed]


def screen(look: int, palette: str, view: str):
    """The same for paper and screens: "#rrggbb" of sRGB."""
    return "#" + "".join(f"{srgb(channel):02x}" for channel in linear(look, palette, view))


def distance(one: int, two: int, palette: str, view: str):
    """CIEDE2000 between two looks."""
    pair = [Color("srgb-linear", linear(look, palette, view)) for look in (one, two)]
    labs = [colour.convert("lab-d65") for colour in pair]
    return labs[0].delta_e(labs[1], method="2000", space="lab-d65")


def closest(palette: str, view: str):
    """The two animals that are hardest to tell apart, and their distance."""
    pairs = itertools.combinations(ANIMALS, 2)
    one, two = min(pairs, key=lambda pair: distance(*pair, palette, view))
    return one, two, distance(one, two, palette, view)
