# SPDX-License-Identifier: MIT
"""The hood hides the code from the codebreaker and shows it to the codemaker; wells are dark."""

import dataclasses

import numpy as np
import pytest
import trimesh

WHY = "needs build123d: python3 -m venv .venv-hardware; .venv-hardware/bin/pip install -r "
WHY += "hardware/enclosure/requirements.txt; run pytest from there"
built = pytest.importorskip("enclosure.built", reason=WHY)
boards = pytest.importorskip("enclosure.board", reason=WHY)
meshes = pytest.importorskip("enclosure.meshes", reason=WHY)
sight = pytest.importorskip("enclosure.sight", reason=WHY)

SIZES = built.DEFAULT
BOARD = boards.a0()
CODE = BOARD.of("code")
LEAKED = 0.001  # of all light, after three bounces, through the slit below the walls


def case(sizes=SIZES):
    """The face with its hood."""
    return [built.mesh("face"), built.mesh("hood", sizes), built.mesh("hood-peg")]


@pytest.mark.parametrize("light", CODE, ids=lambda light: f"D{light.number}")
def test_the_hood_hides_the_code_from_everywhere_in_the_codebreakers_eye_box(light):
    eyes = sight.eye_box("codebreaker", SIZES)
    assert sight.seen(light, eyes, case()[:1], SIZES).min() >= 0  # without the hood ...
    assert sight.seen(light, eyes, case()[:1], SIZES).mean() > 0.4  # ... they see it well
    assert sight.seen(light, eyes, case(), SIZES).max() == 0


@pytest.mark.parametrize("light", CODE, ids=lambda light: f"D{light.number}")
def test_the_hood_leaves_the_code_to_the_codemaker(light):
    for sitting in (sight.CHILD, sight.ADULT):
        eyes = sight.eye(*sitting, "codemaker", SIZES)[None]
        bare = sight.seen(light, eyes, case()[:1], SIZES)
        assert bare.min() > 0.6
        assert (sight.seen(light, eyes, case(), SIZES) == bare).all()
    eyes = sight.eye_box("codemaker", SIZES)
    with_hood = sight.seen(light, eyes, case(), SIZES).mean()
    assert with_hood >= 0.9 * sight.seen(light, eyes, case()[:1], SIZES).mean()


def test_the_hood_hides_no_row_from_the_codebreaker():
    light = next(light for light in BOARD.lights if light.y == max(g.y for g in BOARD.of("guess")))
    eyes = sight.eye_box("codebreaker", SIZES)
    bare = sight.seen(light, eyes, case()[:1], SIZES)
    assert np.array_equal(sight.seen(light, eyes, case(), SIZES), bare)


def test_a_low_hood_is_caught():
    low = dataclasses.replace(SIZES, hood_valley=6.0)
    eyes = sight.eye_box("codebreaker", SIZES)
    assert max(sight.seen(light, eyes, case(low), SIZES).max() for light in CODE) > 0.3


def test_no_light_shines_on_a_neighbours_diffuser():
    shares = sight.leak(
        BOARD, built.mesh("face"), meshes.plate(BOARD), built.diffusers(BOARD), SIZES
    )
    assert shares[0] == 0  # straight
    assert max(shares) < LEAKED


def test_walls_that_end_too_high_are_caught():
    face = built.mesh("face")
    cut = trimesh.intersections.slice_mesh_plane(face, (0, 0, 1), (0, 0, 5.0))
    shares = sight.leak(BOARD, cut, meshes.plate(BOARD), built.diffusers(BOARD), SIZES, bounces=1)
    assert shares[0] > 0
    assert max(shares) > LEAKED
