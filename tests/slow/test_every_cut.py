# SPDX-License-Identifier: MIT
"""Room is made in a journal with the power cut at every single step of it."""

import flash
import pytest
import test_carry
from snapshots import kept

from mastermind import carry

PARTS = 4  # so that both cores have something to do


@pytest.mark.parametrize("part", range(PARTS))
def test_no_step_at_which_the_power_goes_loses_anything(part):
    nvm, second = flash.Nvm(), flash.Spare()
    test_carry.in_guess(test_carry.crowd(nvm))
    before = kept(nvm)
    steps = test_carry.steps_of(nvm, second)
    for step in range(part, steps, PARTS):
        found = kept(test_carry.cut_and_mend(nvm, second, step, seed=step))
        assert found == before, f"cut at step {step}"


def test_every_step_is_a_step_of_the_flash():
    """What the number of cuts rests on: two sectors of the spare, one of nvm, and its header."""
    nvm, second = flash.Nvm(), flash.Spare()
    test_carry.crowd(nvm)
    steps = test_carry.steps_of(nvm, second)
    header = 8
    assert steps == 3 * (flash.ERASE_STEPS + flash.SECTOR) + header
    carry.mend(nvm, second, test_carry.CHIP)
    assert [sector.erases for sector in second.sectors] == [1, 1]
