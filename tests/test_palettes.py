# SPDX-License-Identifier: MIT
"""The palettes' figures: CIEDE2000 distances, seen by normal and by colour-blind eyes.

Linear light through Machado, Oliveira and Fernandes (2009) at severity 1.0, clipped, then Lab (D65)
relative to full white. The matrices come from colour-science, the distances from coloraide.
"""

import itertools
import warnings
from functools import cache

import pytest
from coloraide import Color

from mastermind import lights

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # colour-science warns of optional packages
    from colour.blindness import matrix_cvd_Machado2009

VIEWS = {
    "normal": None,
    "protanopia": "Protanomaly",
    "deuteranopia": "Deuteranomaly",
    "tritanopia": "Tritanomaly",
}
ANIMALS, SCORES = range(6), (6, 7)
NAIVE = (0xFF0000, 0xFFFF00, 0x00FF00, 0x00FFFF, 0x0000FF, 0xFF00FF)


@cache
def matrix(view):
    name = VIEWS[view]
    return (
        ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        if name is None
        else matrix_cvd_Machado2009(name, 1.0).tolist()
    )


def seen(colour, view, scale=255):
    """How an eye sees a light, dimmed to `scale`, relative to white at that scale."""
    dimmed = lights.dim(colour, scale)
    linear = [(dimmed >> shift & 255) / scale for shift in (16, 8, 0)]
    mixed = [
        sum(weight * value for weight, value in zip(row, linear, strict=True))
        for row in matrix(view)
    ]
    return Color("srgb-linear", [min(1.0, max(0.0, value)) for value in mixed]).convert("lab-d65")


def nearest(palette, pairs, view, scale=255):
    """The smallest CIEDE2000 distance among `pairs` of a palette."""
    colours = [seen(colour, view, scale) for colour in palette]
    return min(
        colours[one].delta_e(colours[two], method="2000", space="lab-d65") for one, two in pairs
    )


ANIMAL_PAIRS = list(itertools.combinations(ANIMALS, 2))
SCORE_PAIRS = list(itertools.product(ANIMALS, SCORES))


def test_bright_keeps_animals_and_scores_apart():
    palette = lights.PALETTES["bright"]
    assert round(nearest(palette, ANIMAL_PAIRS, "normal"), 1) == 33.3
    assert round(nearest(palette, SCORE_PAIRS, "normal"), 1) == 30.9


@pytest.mark.parametrize(("scale", "least"), [(10, 27), (20, 30), (40, 30), (80, 30), (160, 30)])
def test_bright_stays_apart_at_every_brightness(scale, least):
    assert scale in lights.BRIGHTNESS
    assert nearest(lights.PALETTES["bright"], ANIMAL_PAIRS + SCORE_PAIRS, "normal", scale) > least


@pytest.mark.parametrize(
    ("view", "figure"),
    [("normal", 33.5), ("protanopia", 27.0), ("deuteranopia", 26.2), ("tritanopia", 30.2)],
)
def test_high_contrast_keeps_every_pair_of_animals_apart_for_every_eye(view, figure):
    distance = nearest(lights.PALETTES["high-contrast"], ANIMAL_PAIRS, view)
    assert distance >= 25  # 20 is asked for, 25 is known to be possible
    assert round(distance, 1) == figure


@pytest.mark.parametrize("view", VIEWS)
def test_high_contrast_keeps_scores_apart_for_every_eye(view):
    palette = lights.PALETTES["high-contrast"]
    assert nearest(palette, SCORE_PAIRS, view) >= 12
    assert nearest(palette, [SCORES], view) >= 20


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("scale", [20, 40, 80, 160])
def test_high_contrast_holds_at_the_brightnesses_of_a_lit_room(view, scale):
    assert nearest(lights.PALETTES["high-contrast"], ANIMAL_PAIRS, view, scale) >= 20


@pytest.mark.parametrize("view", VIEWS)
def test_players_are_told_apart_by_every_eye(view):
    players = [lights.colour_of(look, "bright") for look in (lights.ONE, lights.TWO)]
    assert nearest(players, [(0, 1)], view) >= 20


def test_a_common_six_hue_palette_would_be_unplayable():
    assert nearest(NAIVE, ANIMAL_PAIRS, "protanopia") < 5
