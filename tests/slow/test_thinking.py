# SPDX-License-Identifier: MIT
"""What takes minutes: the proof at expert, ten thousand hints, a hint after any two rows."""

import itertools
import json
from pathlib import Path

import bruteforce
import pytest

from mastermind import codebreaker, rules, strategies
from mastermind_host.strategy import table
from mastermind_host.strategy.codes import Codes
from mastermind_host.strategy.optimum import Optimum
from mastermind_host.strategy.proof import prove

LIMITS = json.loads((Path(__file__).parents[1] / "limits.json").read_text())["optimal"]
LEVELS = pytest.mark.parametrize("level", rules.LEVELS)
KINDS = ((0, 0, 0), (0, 0, 1), (0, 1, 2))


def test_the_proof_of_expert_gives_the_limits_and_the_very_bytes():
    proof, limits = prove("expert"), LIMITS["expert_free"]
    assert proof.best == (limits["min_expected_total"], limits["min_worst_case"])
    assert proof.fewest_rows == limits["min_worst_case"]
    for kind, total in limits["by_first_guess_class_total"].items():
        assert proof.openings[tuple(map(int, kind))].total == total
    assert proof.rows == [1, 5, 34, 161, 135, 7]
    assert len(proof.entries) == 24
    assert table.text(proof.entries) == strategies.STRATEGIES["expert"]


def test_every_guess_at_every_set_of_younger_gives_no_better_play():
    """No bound and no symmetry."""
    codes = Codes("younger")
    plays = bruteforce.best_plays(codes)
    assert len(plays) == 51_185
    assert plays[codes.all] == Optimum(codes).play(codes.all) == (881, 6)


@LEVELS
def test_ten_thousand_hints_are_those_of_brute_force(level):
    for history in bruteforce.histories(level, 10_000, seed=2):
        assert codebreaker.hint(history, level) == bruteforce.hint(history, level)


@pytest.mark.parametrize(("level", "most"), [("younger", 700), ("older", 1500), ("expert", 2500)])
def test_no_two_rows_make_a_hint_take_longer(level, most):
    """Any two rows, but for the names of the animals and the order of the holes."""
    longest = 0
    for first, second in itertools.product(KINDS, bruteforce.codes(level)):
        for one in bruteforce.scored(first, level):
            for two in bruteforce.scored(second, level):
                history = [(first, rules.Score(*one)), (second, rules.Score(*two))]
                longest = max(longest, steps_of_hint(history, level))
    assert most - 100 < longest <= most


def steps_of_hint(history, level):
    """How many steps a hint takes; 0 where there is none."""
    if not bruteforce.agreeing(history, level):
        return 0
    search, steps = codebreaker.Hint(history, level), 1
    while search.search(1) is None:
        steps += 1
    return steps
