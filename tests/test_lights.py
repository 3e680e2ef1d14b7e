# SPDX-License-Identifier: MIT
"""Where the lights are, what the looks are, and that no frame takes more current than it may."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind import lights, rules

PICTURES = st.binary(min_size=57, max_size=57).map(
    lambda data: bytes(byte % len(lights.LOOKS) for byte in data)
)


def channels(colour):
    return colour >> 16, colour >> 8 & 255, colour & 255


def current_ma(frame):
    """20 mA a channel at full and 1 mA a light, by the definition."""
    return 57 + sum(sum(channels(colour)) for colour in frame) * 20 / 255


def rendered(picture, scale=20, limit_ma=400, palette="bright", blink_on=True):
    frame = [0] * 57
    lights.Lights(palette, limit_ma).render(picture, frame, scale, blink_on)
    return frame


def test_the_chain_goes_row_by_row_and_ends_in_the_code():
    order = []
    for row in range(9):
        order += [lights.guess_light(row, hole) for hole in range(3)]
        order += [lights.score_light(row, peg) for peg in range(3)]
    order += [lights.code_light(hole) for hole in range(3)]
    assert order == list(range(57))


def test_looks_are_numbered_as_the_rules_number_animals():
    names = [look[0] for look in lights.LOOKS]
    assert names[:6] == list(rules.ANIMALS)
    assert (names[rules.BLANK], names[rules.NOT_CHOSEN]) == ("blank", "not chosen")
    assert (names[lights.OFF], names[lights.RED], names[lights.WHITE]) == ("off", "red", "white")
    assert names[lights.PROBE_B] == "probe blue"
    assert len(names) == len(set(names)) == lights.UNSURE + 1


@pytest.mark.parametrize("palette", lights.PALETTES)
def test_no_two_looks_of_a_game_are_alike(palette):
    game = (*range(lights.PROBE_R), lights.UNSURE)
    looks = [(lights.colour_of(look, palette), lights.LOOKS[look][2]) for look in game]
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize("score", [(red, white) for red in range(4) for white in range(4 - red)])
def test_score_lights_are_reds_then_whites_and_tell_no_place(score):
    picture = lights.dark()
    lights.paint_row(picture, 4, (0, 1, 2), score)
    red, white = score
    expected = [lights.RED] * red + [lights.WHITE] * white + [lights.OFF] * (3 - red - white)
    assert list(picture[27:30]) == expected


def test_not_chosen_blinks_blank_is_steady_and_off_is_dark():
    picture = lights.dark()
    lights.paint_row(picture, 0, (rules.NOT_CHOSEN, rules.BLANK, lights.OFF))
    on, off = rendered(picture, 40), rendered(picture, 40, blink_on=False)
    assert [colour > 0 for colour in on[:3]] == [True, True, False]
    assert [colour > 0 for colour in off[:3]] == [False, True, False]
    assert on[1] == off[1]


@pytest.mark.parametrize("look", range(len(lights.LOOKS)))
def test_a_look_that_is_lit_stays_lit_at_every_brightness(look):
    picture = bytes([look]) + bytes([lights.OFF] * 56)
    for scale in (1, *lights.BRIGHTNESS[1:]):
        assert (rendered(picture, scale)[0] > 0) == (look != lights.OFF)


def test_dimming_rounds_to_the_nearest_step():
    assert lights.dim(0xFF8001, 255) == 0xFF8001
    assert lights.dim(0xFF8001, 20) == 0x140A01
    assert lights.dim(0xFF8001, 0) == 0


def test_full_scale_is_the_palette():
    picture = bytes([0]) + bytes([lights.OFF] * 56)
    assert rendered(picture, 255, 3000)[0] == lights.PALETTES["bright"][0]


@given(
    PICTURES,
    st.integers(0, 255),
    st.integers(100, 3000),
    st.sampled_from(sorted(lights.PALETTES)),
    st.booleans(),
)
def test_no_frame_is_ever_over_its_current(picture, scale, limit_ma, palette, blink_on):
    assert current_ma(rendered(picture, scale, limit_ma, palette, blink_on)) <= limit_ma


def test_the_brightest_picture_of_all_is_held_at_the_limit():
    picture = bytes([lights.WHITE] * 57)
    assert 380 < current_ma(rendered(picture, 160, 400)) <= 400
    assert current_ma(rendered(picture, 160, 3000)) > 1000


@given(PICTURES, st.integers(1, 255))
def test_the_limit_does_not_make_steady_lights_blink(picture, scale):
    on, off = rendered(picture, scale, 150), rendered(picture, scale, 150, blink_on=False)
    steady = [light for light in range(57) if not lights.LOOKS[picture[light]][2]]
    assert [on[light] for light in steady] == [off[light] for light in steady]


def test_a_limited_animation_does_not_pulse():
    engine, frame = lights.Lights("bright", 150), [0] * 57
    few, many = (bytes([lights.WHITE] * lit + [lights.OFF] * (57 - lit)) for lit in (20, 57))
    seen = []
    for picture in (few, many, few, many):
        engine.render(picture, frame, 160, True)
        seen.append(frame[0])
    assert seen[0] > seen[1] == seen[2] == seen[3]


def test_after_a_limited_picture_the_next_has_its_brightness_back():
    engine, frame = lights.Lights("bright", 150), [0] * 57
    engine.render(bytes([lights.WHITE] * 57), frame, 160, True)
    engine.lift()
    engine.render(bytes([0]) + bytes([lights.OFF] * 56), frame, 160, True)
    assert frame[0] == lights.dim(lights.PALETTES["bright"][0], 160)


def test_the_error_look_is_an_exclamation_mark():
    picture = lights.dark()
    lights.paint_error(picture)
    lit = {light for light in range(57) if picture[light] == lights.ERROR}
    assert lit == {1, 13, 19, 25, 31, 37, 43, 49, 54, 55, 56}
