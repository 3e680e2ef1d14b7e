# SPDX-License-Identifier: MIT
"""The lesson in which the holes learn their animals: steps, samples, and what is no sample."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind import lesson
from mastermind.calibrating import EMPTY, WHITE, learn
from mastermind.calibration import SATURATED, Calibration
from mastermind.lesson import BAD, DONE, MEASURING, WAITING, Lesson
from mastermind_host import optics

ALL = range(6)
# Counts that no two steps share.
PAPER, BARE = (3000, 4000, 3500, 9000), (30, 40, 35, 100)


def feed(taught, where, *readings):
    for reading in readings:
        taught.take(where, *reading)


def still(*counts):
    return [counts] * lesson.READINGS


def lying(what):
    """Counts of what lies there."""
    if what in (EMPTY, WHITE):
        return BARE if what == EMPTY else PAPER
    return (500 + 300 * what, 2000 - 200 * what, 700, 4000 + 100 * what)


def measure(taught):
    taught.begin()
    for where in taught.places:
        feed(taught, where, *still(*lying(taught.wanted(where))))


def at(step, places=(0,)):
    """A lesson that has come to `step`."""
    taught = Lesson(places)
    while taught.step < step:
        measure(taught)
        taught.next()
    return taught


def fault_of(taught, *readings):
    taught.begin()
    feed(taught, 0, *readings)
    assert taught.state(0) == (BAD if taught.fault(0) else DONE)
    return taught.fault(0)


def test_each_step_wants_what_the_table_says():
    wanted = []
    for step in range(lesson.STEPS):
        taught = at(step, ALL)
        wanted.append([taught.wanted(where) for where in ALL])
    assert wanted == [
        [7, 7, 7, 7, 7, 7],
        [6, 6, 6, 6, 6, 6],
        [0, 1, 2, 3, 4, 5],
        [1, 2, 3, 4, 5, 0],
        [2, 3, 4, 5, 0, 1],
        [3, 4, 5, 0, 1, 2],
        [4, 5, 0, 1, 2, 3],
        [5, 0, 1, 2, 3, 4],
    ]


def test_a_place_waits_is_measured_and_done():
    taught = Lesson((0, 4))
    assert (taught.step, taught.state(0), taught.state(4)) == (0, WAITING, WAITING)
    taught.begin()
    feed(taught, 0, *still(*BARE)[1:])
    assert (taught.state(0), taught.measured) == (MEASURING, False)
    feed(taught, 0, BARE)
    assert (taught.state(0), taught.state(4), taught.measured) == (DONE, MEASURING, False)
    feed(taught, 4, *still(*BARE))
    assert (taught.state(4), taught.measured, taught.step) == (DONE, True, 0)
    taught.next()
    assert (taught.step, taught.state(0), taught.state(4)) == (1, WAITING, WAITING)


def test_nothing_counts_but_while_a_place_is_measured():
    taught = Lesson((0,))
    feed(taught, 0, *still(*BARE))
    taught.lose(0)
    assert (taught.state(0), taught.samples) == (WAITING, {0: {}})
    taught.begin()
    feed(taught, 3, *still(*BARE))  # no sensor is there
    taught.lose(3)
    feed(taught, 0, *still(*BARE), *still(*PAPER))
    taught.lose(0)
    assert (taught.state(0), taught.samples) == (DONE, {0: {EMPTY: BARE}})


def test_a_sample_is_the_rounded_mean():
    taught = Lesson((2,))
    taught.begin()
    feed(taught, 2, *[(100 + at, 200, 300 + (at > 4), 400 + (at > 5)) for at in range(10)])
    assert taught.samples == {2: {EMPTY: (105, 200, 301, 400)}}  # 104.5, 200, 300.5, 400.4


def test_a_whole_lesson_gives_all_samples():
    taught = at(lesson.STEPS, ALL)
    assert (taught.step, taught.over) == (8, True)
    assert taught.samples == {where: {what: lying(what) for what in range(8)} for where in ALL}
    taught.begin()
    taught.next()
    assert (taught.step, [taught.state(where) for where in ALL]) == (8, [WAITING] * 6)


def test_three_places_see_all_animals_as_well():
    taught = at(lesson.STEPS, (0, 1, 2))
    assert taught.samples == {where: {what: lying(what) for what in range(8)} for where in range(3)}


def test_a_step_that_is_not_measured_is_not_left():
    taught = Lesson((0, 1))
    taught.next()
    taught.begin()
    feed(taught, 0, *still(*BARE))
    taught.next()
    assert taught.step == 0


@pytest.mark.parametrize(
    ("readings", "fault"),
    [
        (still(100, 100, 100, 1200)[1:] + [(100, 100, 100, 1340)], ""),  # 40 + 1200 // 12
        (still(100, 100, 100, 1199)[1:] + [(100, 100, 100, 1352)], lesson.UNSTEADY),
        (still(0, 0, 0, 0)[1:] + [(43, 0, 0, 0)], ""),
        (still(0, 0, 0, 0)[1:] + [(0, 0, 44, 0)], lesson.UNSTEADY),
        (still(100, 100, 100, 16127), ""),
        (still(100, 100, 100, 16128), lesson.BRIGHT),
        (still(100, 100, 100, 900)[1:] + [(16128, 100, 100, 900)], lesson.BRIGHT),
    ],
)
def test_readings_that_swing_or_blind_are_no_sample(readings, fault):
    taught = Lesson((0,))
    assert fault_of(taught, *readings) == fault
    assert (EMPTY in taught.samples[0]) == (not fault)


@pytest.mark.parametrize(
    ("paper", "fault"),
    [
        (BARE, lesson.SAME),
        ((39, 49, 44, 111), lesson.SAME),  # 8 and a 32nd part more in each channel
        ((40, 49, 44, 111), lesson.DARK),
        ((300, 300, 300, 299), lesson.DARK),  # 300 counts are needed
        ((75, 75, 75, 300), ""),
        ((300, 74, 300, 300), lesson.DARK),  # and a quarter of that of each colour
    ],
)
def test_paper_has_to_be_there_and_bright(paper, fault):
    assert fault_of(at(1), *still(*paper)) == fault


def test_paper_gives_twice_the_light_of_the_room():
    for clear, fault in ((799, lesson.DARK), (800, "")):
        taught = Lesson((0,))
        assert fault_of(taught, *still(120, 140, 130, 400)) == ""
        taught.next()
        assert fault_of(taught, *still(250, 290, 260, clear)) == fault


def test_an_animal_must_not_read_like_the_empty_hole_or_like_what_lay_there_before():
    assert fault_of(at(2), *still(*PAPER)) == lesson.SAME
    assert fault_of(at(2), *still(*BARE)) == lesson.SAME
    assert fault_of(at(3), *still(*lying(0))) == lesson.SAME
    assert fault_of(at(3), *still(*PAPER)) == ""  # a white animal may be one of the six
    assert fault_of(at(4), *still(*lying(0))) == ""  # two alike ones are named at the end


def test_what_is_bad_is_measured_anew_and_what_is_done_stays():
    taught = Lesson((0, 1, 2))
    taught.begin()
    feed(taught, 0, *still(*BARE))
    feed(taught, 1, *still(*BARE)[1:], PAPER)
    taught.lose(2)
    assert [taught.fault(where) for where in range(3)] == ["", lesson.UNSTEADY, lesson.GONE]
    assert [taught.state(where) for where in range(3)] == [DONE, BAD, BAD]
    taught.next()
    taught.begin()
    assert (taught.step, [taught.fault(where) for where in range(3)]) == (0, ["", "", ""])
    assert [taught.state(where) for where in range(3)] == [DONE, MEASURING, MEASURING]
    feed(taught, 1, *still(*BARE))
    feed(taught, 2, *still(*BARE))
    assert taught.measured


def test_a_second_begin_forgets_the_readings_of_the_first():
    taught = Lesson((0,))
    taught.begin()
    feed(taught, 0, *still(*PAPER)[1:])
    taught.begin()
    feed(taught, 0, *still(*BARE))
    assert taught.samples == {0: {EMPTY: BARE}}


def test_back_leads_a_step_back_and_measures_anew():
    taught = at(3)
    taught.begin()
    taught.back()
    assert (taught.step, taught.state(0)) == (2, WAITING)
    feed(taught, 0, *still(*lying(1)))
    assert taught.samples[0][0] == lying(0)
    taught.begin()
    feed(taught, 0, *still(900, 900, 900, 2000))
    assert taught.samples[0] == {EMPTY: BARE, WHITE: PAPER, 0: (900, 900, 900, 2000)}
    for step in (1, 0, 0):
        taught.back()
        assert taught.step == step


def test_back_leads_to_a_step_but_never_on():
    for step, to in ((8, 2), (3, 2), (2, 1), (1, 0)):
        taught = at(step)
        taught.back(lesson.FIRST_ANIMALS)
        assert (taught.step, taught.over) == (to, False)


@pytest.mark.parametrize("switched", [False, True])
def test_simulated_holes_are_taught_without_a_fault(switched):
    """What lies still is steady, and each piece is another than the one before, in any room."""
    randomness = random.Random(7)
    for seed in range(4):
        holes = {where: optics.Hole(seed, switched, where) for where in ALL}
        for hole in holes.values():
            hole.light(randomness.choice(optics.LAMPS), randomness.choice((0, 100, 500)))
        taught = Lesson(ALL)
        while not taught.over:
            _set(taught, holes, randomness)
            _read(taught, holes)
            assert [taught.fault(where) for where in ALL] == [""] * 6
            taught.next()
        learnt = learn(taught.samples, 77)
        assert [Calibration(learnt[where]).wiring for where in ALL] == [77] * 6


@pytest.mark.parametrize("switched", [False, True])
def test_pieces_that_were_forgotten_are_found(switched):
    """At each step nobody touches the holes at first: that is told of each of them."""
    randomness = random.Random(8)
    holes = {where: optics.Hole(3, switched, where) for where in ALL}
    taught = Lesson(ALL)
    _read(taught, holes)
    for step in range(1, lesson.STEPS):
        taught.next()
        _read(taught, holes)
        assert [taught.fault(where) for where in ALL] == [lesson.SAME] * 6, step
        _set(taught, holes, randomness)
        _read(taught, holes)
        assert taught.measured


def _set(taught, holes, randomness):
    """Do what is wanted."""
    pieces = {EMPTY: None, WHITE: optics.WHITE_PAPER, **dict(enumerate(optics.ANIMALS))}
    for where, hole in holes.items():
        hole.put(pieces[taught.wanted(where)], randomness)


def _read(taught, holes):
    taught.begin()
    for where, hole in holes.items():
        feed(taught, where, *[hole.read() for _ in range(lesson.READINGS)])


COUNTS = st.integers(0, 65535)
PLACE = st.integers(-1, 7)
CALLS = st.one_of(
    st.tuples(st.just("begin")),
    st.tuples(st.just("next")),
    st.tuples(st.just("back")),
    st.tuples(st.just("back"), st.integers(-3, 12)),
    st.tuples(st.just("lose"), PLACE),
    st.tuples(st.just("take"), PLACE, COUNTS, COUNTS, COUNTS, COUNTS),
    st.tuples(st.just("measure")),
)


@given(places=st.lists(st.sampled_from(ALL), unique=True), calls=st.lists(CALLS, max_size=60))
def test_no_order_of_calls_breaks_it(places, calls):
    taught = Lesson(places)
    for name, *arguments in calls:
        if name == "measure":
            measure(taught)
        else:
            getattr(taught, name)(*arguments)
        assert 0 <= taught.step <= lesson.STEPS
        assert taught.over == (taught.step == lesson.STEPS)
        assert set(taught.samples) == set(places)
        for where in places:
            assert (taught.state(where) == BAD) == bool(taught.fault(where))
            known = [EMPTY, WHITE] + [taught.wanted(where, step) for step in range(2, 8)]
            assert set(known[: taught.step]) <= set(taught.samples[where]) <= set(known)
            for sample in taught.samples[where].values():
                assert [type(count) for count in sample] == [int] * 4
                assert max(sample) < SATURATED
