# SPDX-License-Identifier: MIT
"""Scoring over every pair of code and guess at every level, and codes drawn by the board."""

import itertools
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind import rules

SCORING = json.loads((Path(__file__).parent / "limits.json").read_text())["scoring"]
POSSIBLE = {(red, white) for red in range(4) for white in range(4 - red)} - {(2, 1)}


def codes(level):
    return list(itertools.product(range(7 if level == "expert" else 6), repeat=3))


def by_counting(code, guess):
    """Another way to score than the firmware's: multisets."""
    red = sum(map(int.__eq__, code, guess))
    return red, sum((Counter(code) & Counter(guess)).values()) - red


@pytest.fixture(scope="module", params=["older", "expert"])
def scored(request):
    """(level, {(code, guess): score}) over all ordered pairs."""
    level = request.param
    pairs = itertools.product(codes(level), repeat=2)
    return level, {pair: tuple(rules.score(*pair, level)) for pair in pairs}


def test_every_pair_agrees_with_an_independent_scorer(scored):
    _, scores = scored
    assert all(score == by_counting(*pair) for pair, score in scores.items())


def test_every_pair_adds_up_to_the_proven_totals(scored):
    level, scores = scored
    limits = SCORING[level]
    assert len(scores) == limits["pairs"] == {"older": 46_656, "expert": 117_649}[level]
    assert Counter(f"{red}{white}" for red, white in scores.values()) == limits["counts"]
    assert sum(red for red, _ in scores.values()) == limits["sum_red"]
    assert sum(white for _, white in scores.values()) == limits["sum_white"]


def test_each_kind_of_guess_has_its_proven_totals(scored):
    level, scores = scored
    for kind, counts in SCORING[level]["per_guess_class"].items():
        guess = tuple(map(int, kind))
        found = Counter("{}{}".format(*scores[code, guess]) for code in codes(level))
        assert found == counts


def test_scores_are_symmetric_and_possible(scored):
    _, scores = scored
    assert all(scores[guess, code] == score for (code, guess), score in scores.items())
    assert set(scores.values()) == POSSIBLE


def test_younger_counts_animals_alone():
    scores = {
        pair: rules.score(*pair, "younger")
        for pair in itertools.product(codes("younger"), repeat=2)
    }
    assert all(score == (0, sum(by_counting(*pair))) for pair, score in scores.items())
    totals = Counter(str(score.white) for score in scores.values())
    assert totals == SCORING["younger"]["ordered_pairs_216x216"]


@given(st.data(), st.sampled_from(rules.LEVELS))
def test_renaming_animals_or_moving_holes_changes_no_score(data, level):
    code, guess = data.draw(st.sampled_from(codes(level))), data.draw(st.sampled_from(codes(level)))
    names = data.draw(st.permutations(range(rules.colours(level))))
    holes = data.draw(st.permutations(range(3)))
    moved = [[names[row[hole]] for hole in holes] for row in (code, guess)]
    assert rules.score(*moved, level) == rules.score(code, guess, level)


@given(
    st.recursive(st.none() | st.integers() | st.text() | st.floats(), st.lists),
    st.sampled_from(rules.LEVELS),
)
def test_whatever_is_no_code_is_a_value_error(code, level):
    legal = (
        isinstance(code, list)
        and tuple(code) in codes(level)
        and all(type(animal) is int for animal in code)
    )
    if legal:
        assert rules.score(code, code, level).white in (0, 3)
    else:
        with pytest.raises(ValueError, match=r"\.$"):
            rules.score(code, (0, 1, 2), level)


@pytest.mark.parametrize("level", ["grown-up", "", None, 1, ["older"], b"older"])
def test_unknown_levels_are_value_errors(level):
    with pytest.raises(ValueError, match="is no level: use younger, older or expert"):
        rules.score((0, 1, 2), (0, 1, 2), level)


class Bytes:
    """An os.urandom that gives every byte value in turn, so that a fair draw gives exactly equal
    counts.
    """

    def __init__(self):
        self._next = itertools.cycle(range(256))

    def __call__(self, count):
        return bytes(next(self._next) for _ in range(count))


@pytest.mark.parametrize(("level", "holes"), [("older", 6), ("expert", 7)])
def test_each_byte_that_counts_gives_each_animal_equally_often(level, holes):
    urandom = Bytes()
    drawn = [rules.draw_code(level, True, urandom) for _ in range(84)]  # 252 bytes: one full turn
    assert Counter(itertools.chain(*drawn)) == {animal: 252 // holes for animal in range(holes)}


@given(st.binary(min_size=3, max_size=40), st.sampled_from(rules.LEVELS), st.booleans())
def test_drawn_codes_are_legal(data, level, repeats):
    left, more = list(data), Bytes()
    code = rules.draw_code(
        level, repeats, lambda count: bytes([left.pop(0)]) if left else more(count)
    )
    rules.check_code(code, level)
    assert repeats or len(set(code)) == 3


def test_bytes_that_would_favour_an_animal_are_drawn_again():
    data = iter([252, 253, 254, 255, 251, 0, 1])
    assert rules.draw_code("expert", True, lambda count: bytes([next(data)])) == (251 % 7, 0, 1)
