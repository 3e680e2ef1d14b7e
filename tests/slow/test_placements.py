# SPDX-License-Identifier: MIT
"""More than 100,000 animals put into holes of 240 homes, on the model: none is taken for another.

An answer that lasts 300 ms is what the board tells. Single readings are counted here, which is
harder; the empty hole that flickers in switched light is why the board waits.
"""

import pytest

from mastermind.calibration import NOTHING
from mastermind_host import optics
from mastermind_host.optics import surfaces, trials
from mastermind_host.optics.trials import MISSED, NOT_SURE, RIGHT, WRONG

COUNT = 120_000  # a seventh of them leave the hole empty


def percent(part, whole):
    return 100 * part / whole


def counted(switched, kinds=optics.ANIMALS, seed=1, count=COUNT, lux=None):
    """(tally, how many animals, how many empty holes, wrong ones that last)."""
    done = list(trials.trials(count, seed, switched, kinds, lux))
    tally = trials.tally(iter(done))
    empty = sum(trial.kind == NOTHING for trial in done)
    return tally, count - empty, empty, sum(trial.lasts for trial in done)


@pytest.mark.parametrize("seed", [1, 2])
def test_no_animal_is_taken_for_another(seed):
    tally, animals, empty, lasting = counted(False, seed=seed)
    assert animals > 100_000
    assert tally["animal", WRONG] == tally["empty", WRONG] == lasting == 0
    assert percent(tally["animal", NOT_SURE], animals) < 1.5
    assert percent(tally["animal", MISSED], animals) < 0.2  # all of them above 1,000 lx
    assert percent(tally["empty", RIGHT], empty) > 99.9


@pytest.mark.parametrize("seed", [1, 2])
def test_nor_where_the_led_is_switched(seed):
    tally, animals, empty, lasting = counted(True, seed=seed)
    assert animals > 100_000
    assert tally["animal", WRONG] == tally["animal", MISSED] == lasting == 0
    assert percent(tally["animal", NOT_SURE], animals) < 0.1
    assert tally["empty", WRONG] <= 2
    assert percent(tally["empty", RIGHT], empty) > 99.8


def test_up_to_a_thousand_lux_nearly_all_are_named():
    done = [trial for trial in trials.trials(COUNT, 3) if trial.lux <= 1000]
    tally = trials.tally(iter(done))
    animals = sum(count for (kind, _), count in tally.items() if kind == "animal")
    assert percent(tally["animal", NOT_SURE], animals) < 0.15
    assert tally["animal", WRONG] == tally["animal", MISSED] == 0


def test_in_ten_thousand_lux_the_board_asks_again_and_is_not_wrong():
    tally, animals, empty, _ = counted(False, seed=4, count=60_000, lux=10_000)
    assert tally["animal", WRONG] == tally["empty", WRONG] == 0
    assert percent(tally["animal", NOT_SURE], animals) < 17
    assert percent(tally["animal", MISSED], animals) < 4
    assert percent(tally["empty", RIGHT], empty) > 99.9


@pytest.mark.parametrize(("kinds", "unsure"), [(surfaces.BRICKS, 3), (surfaces.FELTS, 8)])
def test_other_things_are_hardly_ever_taken_for_another(kinds, unsure):
    tally, animals, _, _ = counted(False, kinds)
    assert tally["animal", WRONG] <= 2
    assert tally["empty", WRONG] == 0
    assert percent(tally["animal", NOT_SURE], animals) < unsure
