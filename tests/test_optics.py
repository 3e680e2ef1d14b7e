# SPDX-License-Identifier: MIT
"""The model of a colour sensor under a hole, against its datasheets and what others have read."""

import math
import random
from collections import Counter

import pytest
from click.testing import CliRunner
from published import parts, readings

from mastermind.calibration import FULL, NOTHING, UNSURE
from mastermind_host import optics
from mastermind_host.optics import hole, lamps, report, sensor, spectra, surfaces, trials
from mastermind_host.optics.__main__ import main

# Datasheet TCS3472, Optical Characteristics: an LED's wavelength and halfwidth in nm, then the
# least and the most of red, green and blue against clear in per cent, and of clear in counts per
# uW/cm2 at 16x and 24 ms.
OPTICAL = (
    (465, 22, (0, 15), (10, 42), (65, 88), (11.0, 16.6)),
    (525, 35, (4, 25), (60, 85), (10, 45), (13.2, 20.0)),
    (615, 15, (80, 110), (0, 14), (5, 24), (15.6, 23.4)),
)
DARK = optics.LAMPS[0], 0


def led(nm, halfwidth):
    """An LED of 1 uW/cm2."""
    light = spectra.peak(nm, halfwidth / 2, halfwidth / 2)
    return spectra.mix((1 / spectra.total(light), light))


def counts(light):
    """What a typical part makes of a light, relative: (red, green, blue, clear)."""
    return [spectra.total(spectra.through(light, channel)) for channel in sensor.CHANNELS]


def read(seed=1, piece=None, lamp=DARK, switched=False, hands=1):
    one = optics.Hole(seed, switched)
    one.light(*lamp)
    one.put(piece, random.Random(hands))
    return one.read()


# --- spectra


def test_a_peak_is_half_at_its_halfwidths_and_an_edge_in_its_middle():
    bell, step = spectra.peak(500, 20, 30), spectra.edge(600, 40)
    assert [bell[at] for at in (8, 10, 13)] == [0.5, 1, 0.5]  # 480, 500, 530 nm
    assert (step[20], round(step[18], 2), round(step[22], 2)) == (0.5, 0.12, 0.88)


def test_a_black_body_has_its_peak_where_wien_puts_it():
    for kelvin, nm in ((5000, 580), (6500, 450), (3500, 830)):
        light = spectra.planck(kelvin)
        assert spectra.WAVELENGTHS[light.index(max(light))] == nm


def test_lux_are_those_of_the_eye():
    assert spectra.lux(led(560, 1)) == pytest.approx(6.83 * 1.019, rel=0.01)
    assert spectra.lux(led(900, 20)) == pytest.approx(0, abs=1e-9)


# --- the sensor


@pytest.mark.parametrize(("nm", "halfwidth", "red", "green", "blue", "clear"), OPTICAL)
def test_the_figure_of_the_datasheet_agrees_with_its_table(nm, halfwidth, red, green, blue, clear):
    *colours, whole = counts(led(nm, halfwidth))
    for value, (least, most) in zip(colours, (red, green, blue), strict=True):
        assert least <= 100 * value / whole <= most
    typical = sum(clear) / 2
    assert whole * sensor.RESPONSIVITY == pytest.approx(typical, rel=0.03)


@pytest.mark.parametrize(("nm", "halfwidth", "red", "green", "blue", "clear"), OPTICAL)
def test_parts_differ_within_the_table(nm, halfwidth, red, green, blue, clear):
    light = led(nm, halfwidth)
    scale = 16 / 4 * 24 / 50.4  # from 4x and 50.4 ms
    for seed in range(60):
        *colours, whole = sensor.Sensor(random.Random(seed)).counts(light)
        for value, (least, most) in zip(colours, (red, green, blue), strict=True):
            assert least <= 100 * value / whole <= most
        assert clear[0] * 0.97 <= whole * scale <= clear[1] * 1.03  # as the typical one is 3 % off


def test_no_light_is_no_count_or_two():
    part, noise = sensor.Sensor(random.Random(1)), random.Random(2)
    dark = [part.read((0,) * 4, (0,) * 4, 0, 100, noise) for _ in range(200)]
    assert max(max(each) for each in dark) <= 4
    assert min(min(each) for each in dark) == 0


def test_the_counter_ends_at_full_and_a_rippling_light_before():
    part, noise = sensor.Sensor(random.Random(1)), random.Random(2)
    much, none = (2.0 * FULL,) * 4, (0.0,) * 4
    assert part.read(much, none, 0, 100, noise) == (FULL,) * 4
    nearly = (0.9 * FULL,) * 4
    steady = [part.read(nearly, none, 0, 100, noise)[3] for _ in range(50)]
    rippling = [part.read(none, nearly, 0.5, 100, noise)[3] for _ in range(50)]
    assert min(steady) > 0.88 * FULL
    assert max(rippling) < 0.88 * FULL


def test_flicker_averages_out_to_two_per_cent():
    none, light = (0.0,) * 4, (5000.0,) * 4
    for seed in range(20):
        part, noise = sensor.Sensor(random.Random(seed)), random.Random(seed)
        for hertz in (100, 120):
            clear = [part.read(none, light, 0.35, hertz, noise)[3] for _ in range(50)]
            assert max(abs(count - 5000) for count in clear) < 5000 * 0.035  # with 0.3 % of noise


# --- the hole


def integral(height):
    """What a matt surface throws back from an LED to a sensor 5 mm beside it, by summing it up."""
    whole, step = 0.0, 0.25
    for i in range(-24, 24):
        for j in range(-24, 24):
            x, y = (i + 0.5) * step, (j + 0.5) * step
            if x * x + y * y <= 36:  # the tube
                led_2 = (x + 2.5) ** 2 + y * y + height * height
                sensor_2 = (x - 2.5) ** 2 + y * y + height * height
                whole += height**4 / (led_2 * sensor_2) ** 2
    return whole


def test_the_light_that_comes_back_falls_as_geometry_has_it():
    for height in range(2, 11):
        expected = integral(height) / integral(5)
        assert hole._level(height) == pytest.approx(expected, abs=0.015)
    assert hole._level(2.5) == pytest.approx((1.28 + 1.47) / 2)


def test_white_paper_is_far_from_dark_and_from_full():
    for seed in range(40):
        red, green, blue, clear = read(seed, optics.WHITE_PAPER)
        assert 2000 < clear < FULL * 3 // 4
        assert min(red, green, blue) > 500
        assert 0.9 < (red + green + blue) / clear < 1.15


def test_an_empty_hole_in_the_dark_sees_a_little_of_its_own_led():
    for seed in range(40):
        assert 0.003 < read(seed)[3] / read(seed, optics.WHITE_PAPER)[3] < 0.025


def test_the_room_shines_into_an_empty_hole_in_proportion():
    day = optics.LAMPS[5]
    dark, some, more = (read(1, None, (day, lux))[3] for lux in (0, 1000, 4000))
    assert (more - dark) / (some - dark) == pytest.approx(4, rel=0.03)


def test_a_piece_keeps_the_room_out():
    day = optics.LAMPS[5]
    for hands in range(30):
        piece = [read(1, optics.ANIMALS[1], (day, lux), hands=hands)[3] for lux in (0, 3000)]
        empty = [read(1, None, (day, lux), hands=hands)[3] for lux in (0, 3000)]
        assert piece[1] - piece[0] < 0.4 * (empty[1] - empty[0])


def test_switching_the_led_takes_the_room_away():
    for piece in (None, *optics.ANIMALS):
        for hands in range(10):
            dark = read(1, piece, DARK, True, hands)
            lit = read(1, piece, (optics.LAMPS[4], 3000), True, hands)  # daylight does not flicker
            assert max(abs(a - b) for a, b in zip(dark, lit, strict=True)) < 90


def test_a_hole_is_its_seed_and_place():
    assert read(5, optics.ANIMALS[0]) == read(5, optics.ANIMALS[0])
    white = {read(seed, optics.WHITE_PAPER) for seed in range(5)}
    white |= {read_at(place) for place in range(1, 6)}
    assert len(white) == 10


def read_at(place):
    one = optics.Hole(0, place=place)
    one.put(optics.WHITE_PAPER, random.Random(1))
    return one.read()


def test_pieces_of_a_kind_differ_and_one_piece_does_not():
    hands = random.Random(1)
    casts = [surfaces.one_of(optics.ANIMALS[0], hands).cast for _ in range(400)]
    mean = [sum(cast[at] for cast in casts) / 400 for at in range(4)]
    assert mean == pytest.approx([1, 1, 1, 1], abs=0.01)
    spread = math.sqrt(sum((cast[3] - 1) ** 2 for cast in casts) / 400)
    assert spread == pytest.approx(0.0416, abs=0.004)  # 4 %, and the colours' 2 % over root 3
    mine = surfaces.one_of(optics.ANIMALS[0], hands)
    assert mine.spread == 0
    assert mine.cast != casts[0]


def test_guided_samples_are_of_all_steps_in_each_hole():
    holes = {where: optics.Hole(3, place=where) for where in (1, 4)}
    taken = optics.samples(holes, random.Random(3))
    assert sorted(taken) == [1, 4]
    for own in taken.values():
        assert sorted(own) == list(range(8))
        assert all(type(count) is int for sample in own.values() for count in sample)
        assert own[6][3] > max(own[what][3] for what in (0, 2, 3, 4, 5, 7))
    assert all(read.read()[3] < 300 for read in holes.values())  # and they are empty again


# --- against what others have read


def model(piece):
    """A piece's parts of red, green and blue, in the LED's light and by a typical sensor."""
    white = counts(spectra.through(lamps.SENSOR_LED, optics.WHITE_PAPER.colour))
    return parts(counts(spectra.through(lamps.SENSOR_LED, piece.colour)), white)


def test_white_reads_as_others_have_read_it():
    red, green, blue, clear = counts(spectra.through(lamps.SENSOR_LED, optics.WHITE_PAPER.colour))
    cube, sweets = readings()["cube"]["white"], readings()["sweets"]["white"]
    for share, one, other in ((red, 0, 0), (green, 1, 1), (blue, 2, 2)):
        seen = sorted((cube[one] / cube[3], sweets[other] / sweets[3]))
        assert 0.95 * seen[0] < share / clear < 1.05 * seen[1]
    assert (red + green + blue) / clear == pytest.approx(1, abs=0.03)


def test_the_three_colours_add_up_to_clear_in_all_published_readings():
    for name, colours in readings().items():
        for colour, (red, green, blue, clear) in colours.items():
            assert 0.9 < (red + green + blue) / clear < 1.1, (name, colour)


@pytest.mark.parametrize("brick", surfaces.BRICKS[:5], ids=lambda brick: brick.name)
def test_the_colours_of_a_cube_are_where_the_model_has_them(brick):
    """Within 0.1 of the parts of red and blue, where the five lie 0.3 apart in the mean."""
    cube = readings()["cube"]
    seen = parts(cube[brick.name], cube["white"])
    red, _, blue = model(brick)
    assert abs(red - seen[0]) < 0.1
    assert abs(blue - seen[2]) < 0.15
    nearest = min(surfaces.BRICKS[:5], key=lambda other: math.dist(model(other), seen))
    assert nearest is brick


def test_gloss_and_print_keep_published_colours_paler_than_the_model():
    """Sweets and chocolate are round and glossy: nearer to white than flat plastic is."""
    for name in ("sweets", "chocolate"):
        colours = readings()[name]
        white = colours.get("white") or counts(lamps.SENSOR_LED)
        for brick in surfaces.BRICKS[1:4]:  # orange, yellow, green
            seen = parts(colours[brick.name], white)
            grey = [1 / 3] * 3
            assert math.dist(seen, grey) < math.dist(model(brick), grey)


# --- the report


def test_trials_are_counted_and_told():
    done = list(trials.trials(700, 1))
    assert len(done) == 700
    assert {trial.kind for trial in done} == {0, 1, 2, 3, 4, 5, NOTHING}
    assert Counter(trial.lamp for trial in done).keys() == {lamp.name for lamp in optics.LAMPS}
    assert max(trial.lux for trial in done) <= 10_000
    assert sum(trial.lux == 0 for trial in done) == pytest.approx(70, abs=30)
    assert done == list(trials.trials(700, 1))


def test_outcomes_have_names():
    def outcome(kind, answer):
        return trials.outcome(trials.Trial(kind, "", 0, answer))

    assert outcome(3, 3) == outcome(NOTHING, NOTHING) == "right"
    assert outcome(3, 4) == outcome(NOTHING, 0) == "wrong"
    assert outcome(3, UNSURE) == outcome(NOTHING, UNSURE) == "not sure"
    assert outcome(3, NOTHING) == "taken for empty"


def test_bands_of_light():
    lux = (0, 10, 100, 1000, 2999, 3001, 10_000)
    words = [report.band(trials.Trial(0, "", each, 0)) for each in lux]
    assert words == [
        *("dark", "to 100 lx", "to 100 lx", "to 1,000 lx", "to 3,000 lx"),
        *("to 10,000 lx", "to 10,000 lx"),
    ]


def test_the_report_prints_a_table_for_each_lamp_and_the_margins():
    done = CliRunner().invoke(main, ["--placements", "700", "--seed", "2", "--objects", "bricks"])
    assert done.exit_code == 0
    lines = done.output.splitlines()
    heads = [line for line in lines if line.endswith("nothing")]
    assert sorted(head[:24].strip() for head in heads) == sorted(lamp.name for lamp in optics.LAMPS)
    assert lines[0].split()[3:9] == ["red", "orange", "yellow", "green", "blue", "pink"]
    assert len([line for line in lines if ", " in line and line[-3] == "."]) == 15
