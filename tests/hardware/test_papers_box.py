# SPDX-License-Identifier: MIT
"""The strip build's box: holes keep their distance, and everything has room."""

from itertools import combinations, pairwise

import pytest

WHY = "runs in the project's .venv: make setup"
boxdrawing = pytest.importorskip("wiring.boxdrawing", reason=WHY)
cables = pytest.importorskip("wiring.cables", reason=WHY)
mainboard = pytest.importorskip("wiring.mainboard", reason=WHY)
strip = pytest.importorskip("wiring.strip", reason=WHY)

WALL = 3.0  # mm of foam board between two holes, so that it does not tear
A4_FREE = (186, 273)  # what the template's margins leave of A4
STACK = 6 + 1.6 + 8.5 + 2.5 + 1.0 + 2.8  # spacer, perfboard, socket, header, Pico, its USB
BUTTON_HEAD, BUTTON_DEPTH = 16.0, 30.0  # the largest that the parts list lets one buy


def holes():
    sizes = {"guess": strip.GUESS_HOLE, "code": strip.GUESS_HOLE, "score": strip.SCORE_HOLE}
    found = [(light.x, light.y, sizes[light.kind] / 2) for light in strip.LIGHTS]
    return found + [(x, y, BUTTON_HEAD / 2) for x, y in strip.BUTTONS.values()]


def test_holes_leave_a_wall_between_them():
    lit = holes()[: len(strip.LIGHTS)]
    for (x0, y0, r0), (x1, y1, r1) in combinations(lit, 2):
        assert ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 - r0 - r1 >= WALL


def test_button_heads_do_not_touch():
    heads = holes()[len(strip.LIGHTS) :]
    for (x0, y0, r0), (x1, y1, r1) in combinations(heads, 2):
        assert ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 > r0 + r1


def test_everything_lies_inside_the_face():
    for x, y, r in holes():
        assert r + WALL <= x <= strip.WIDTH - r - WALL
        assert r + WALL <= y <= strip.LENGTH - r - WALL


def test_the_light_plate_ends_above_the_buttons_and_below_row_1():
    assert strip.BUTTONS_Y + BUTTON_HEAD / 2 < strip.PLATE_LOW
    assert strip.ROW_1 - strip.GUESS_HOLE / 2 - WALL > strip.PLATE_LOW


def test_pieces_lie_on_the_plate_and_not_on_each_other():
    for one, two in pairwise(strip.PIECES):
        assert two.y - one.y >= strip.STRIP_WIDTH + 5  # room for the data wire
    for piece in strip.PIECES:
        assert piece.x + piece.length + 8 <= strip.WIDTH  # and for the ground wire
        assert piece.x >= 10


def test_every_light_is_at_a_whole_pitch_of_its_piece():
    for light in strip.LIGHTS:
        piece = strip.PIECES[light.piece - 1]
        assert light.x - piece.x == pytest.approx(strip.PITCH * (light.place + 0.5))


def test_the_template_fits_on_a4():
    assert A4_FREE[0] >= strip.WIDTH
    assert A4_FREE[1] - 35 >= strip.LENGTH  # heading and the line to measure


def test_the_main_board_is_behind_the_plate_with_usb_at_the_edge():
    x, y = strip.MAIN
    width, height = mainboard.BOARD
    assert y > strip.PLATE_LOW
    assert y + height < strip.LENGTH
    assert 0 <= strip.WIDTH - (x + width) <= 5
    usb = cables.on_face(mainboard.pico_hole(1))
    assert usb[0] > x + width / 2


def air():
    return next(thickness for name, thickness, _ in boxdrawing.LAYERS if name.startswith("air"))


def test_there_is_air_enough_for_pico_and_buttons():
    assert air() >= STACK + 3
    above = sum(thickness for name, thickness, _ in boxdrawing.LAYERS[1:4])
    assert above + air() >= BUTTON_DEPTH


def test_the_hood_covers_the_code_holes():
    width, depth, height = boxdrawing.HOOD
    code = strip.LIGHTS[54:]
    span = code[-1].x - code[0].x + strip.GUESS_HOLE
    assert width >= span + 10
    assert depth >= strip.GUESS_HOLE + 10
    assert height >= 20
    left = strip.ROW_LEFT - 2
    assert code[-1].x + strip.GUESS_HOLE / 2 + 4 < strip.HOOD_SWITCH[0] < left + width - 4
    assert left + width < strip.WIDTH
    gap = strip.CODE_Y - strip.row_y(8) - depth / 2
    assert gap >= strip.GUESS_HOLE / 2  # row 9 stays free
