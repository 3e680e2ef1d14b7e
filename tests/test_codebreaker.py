# SPDX-License-Identifier: MIT
"""Codes left, hints and best play against brute force and the proven limits."""

import itertools
import json
from pathlib import Path

import bruteforce
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind import codebreaker, rules, scorer, strategies

LIMITS = json.loads((Path(__file__).parent / "limits.json").read_text())
OPTIMAL = {"younger": "younger_a_free", "older": "older_free", "expert": "expert_free"}
LEVELS = pytest.mark.parametrize("level", rules.LEVELS)
MOST_STEPS = {"younger": 700, "older": 1500, "expert": 2500}  # of a hint: see the slow tier
SCORES = [rules.Score(red, white) for red in range(4) for white in range(4 - red)]


def total(rows):
    return sum(count * row for row, count in enumerate(rows, 1))


def steps_of(search):
    """(answer, steps) of a search that is asked for one step at a time."""
    for steps in itertools.count(1):
        answer = search.search(1)
        if answer is not None:
            return answer, steps


@LEVELS
def test_the_fast_scorer_is_the_rules_for_every_pair(level):
    fast = scorer.Scorer(level)
    for guess in bruteforce.codes(level):
        fast.aim(*guess)
        for code in bruteforce.codes(level):
            assert fast.score(*code) == scorer.number_of(rules.score(code, guess, level))


def test_scores_have_numbers_of_their_own_and_nonsense_has_none():
    numbers = [scorer.number_of(score) for score in SCORES]
    assert len(set(numbers)) == len(SCORES) == 10
    assert set(numbers) <= set(range(scorer.NUMBERS))
    for nonsense in ((-1, 0), (0, -1), (0, 4), (2, 2), (4, 0), (9, 9), (1, -1)):
        assert scorer.number_of(nonsense) == -1


@pytest.mark.parametrize(
    ("level", "rows"),
    [
        ("younger", [3, 9, 42, 82, 74, 6]),
        ("older", [1, 5, 41, 125, 44]),
        ("expert", [1, 5, 34, 161, 135, 7]),
    ],
)
def test_best_play_is_the_proven_one(level, rows):
    limits = LIMITS["optimal"][OPTIMAL[level]]
    assert bruteforce.rows_needed(codebreaker.best_guess, level) == rows
    assert total(rows) == limits["min_expected_total"]
    assert len(rows) == limits["min_worst_case"]


@pytest.mark.parametrize(
    ("level", "rows"),
    [
        ("younger", [3, 12, 28, 61, 91, 21]),
        ("older", [1, 8, 40, 111, 52, 4]),
        ("expert", [1, 8, 41, 129, 136, 25, 3]),
    ],
)
def test_hints_all_along_are_nearly_as_good(level, rows):
    assert bruteforce.rows_needed(codebreaker.hint, level) == rows
    known = LIMITS["consistent_expected_size"] | {"younger": 936}
    assert total(rows) == known[level]


@LEVELS
def test_hints_are_those_of_brute_force(level):
    for history in bruteforce.histories(level, 170):
        assert codebreaker.hint(history, level) == bruteforce.hint(history, level)


@LEVELS
def test_every_row_leaves_the_known_number_of_codes(level):
    per_guess = "per_guess_class_ordered" if level == "younger" else "per_guess_class"
    assert codebreaker.codes_left([], level) == len(bruteforce.codes(level))
    for kind, counts in LIMITS["scoring"][level][per_guess].items():
        for guess in set(itertools.permutations(map(int, kind))):
            for score in SCORES:
                name = f"{score.red}{score.white}"
                if level == "younger":
                    name = str(score.white) if score.red == 0 else "none"
                left = codebreaker.codes_left([(guess, score)], level)
                assert left == counts.get(name, 0)


HISTORIES = st.sampled_from(rules.LEVELS).flatmap(
    lambda level: st.tuples(
        st.just(level),
        st.lists(
            st.tuples(
                st.sampled_from(bruteforce.codes(level)),
                st.builds(rules.Score, st.integers(-1, 4), st.integers(-1, 4)),
            ),
            max_size=4,
        ),
    )
)


@given(HISTORIES)
def test_whatever_the_rows_all_agree_with_brute_force(drawn):
    """Scores that nobody gives as well; a hint and best play are one of the codes counted."""
    level, history = drawn
    left = bruteforce.agreeing(history, level)
    assert codebreaker.codes_left(history, level) == left.bit_count()
    if left:
        assert codebreaker.hint(history, level) == bruteforce.hint(history, level)
        rules.check_code(codebreaker.best_guess(history, level), level)
        return
    for function in (codebreaker.hint, codebreaker.best_guess):
        with pytest.raises(ValueError, match="No code agrees with all these rows"):
            function(history, level)


@LEVELS
def test_best_play_that_was_left_goes_on_with_hints(level):
    """Each position of the play, the last row's guess or score changed afterwards."""
    for code in bruteforce.codes(level)[::7]:
        history = []
        while not history or not rules.is_broken(history[-1][1], level):
            guess = codebreaker.best_guess(history, level)
            for other in ((0, 0, 0), (1, 2, 3)):
                score = rules.score(code, other, level)
                after = history + [(other, score)]
                if not rules.is_broken(rules.score(guess, other, level), level):
                    assert codebreaker.best_guess(after, level) == codebreaker.hint(after, level)
            history.append((guess, rules.score(code, guess, level)))


def test_at_younger_best_play_is_followed_in_any_order():
    opening = codebreaker.best_guess([], "younger")
    for guess in set(itertools.permutations(opening)):
        history = [(guess, rules.Score(0, 1))]
        assert codebreaker.best_guess(history, "younger") == (2, 4, 5)
        assert codebreaker.hint(history, "younger") != (2, 4, 5)


@LEVELS
def test_slices_of_any_size_give_the_same_answer(level):
    for history in bruteforce.histories(level, 4):
        for search in (codebreaker.CodesLeft, codebreaker.Hint, codebreaker.BestGuess):
            answer, steps = steps_of(search(history, level))
            for size in (7, steps - 1, steps, 10 * steps):
                again = search(history, level)
                found = [again.search(size) for _ in range(-(-steps // size))]
                assert found == [None] * (len(found) - 1) + [answer]


@LEVELS
def test_no_hint_takes_long(level):
    """Of the first rows, which leave most codes, and of games."""
    firsts = [[]] + [
        [(guess, rules.Score(*score))]
        for guess in ((0, 0, 0), (0, 0, 1), (0, 1, 2))
        for score in bruteforce.scored(guess, level)
    ]
    taken = [
        steps_of(codebreaker.Hint(history, level))[1]
        for history in firsts + list(bruteforce.histories(level, 100))
    ]
    assert max(taken) <= MOST_STEPS[level]


@LEVELS
def test_best_play_takes_few_steps_and_a_search_counts_on_its_way(level):
    for history in bruteforce.histories(level, 20):
        best, hint = codebreaker.BestGuess(history, level), codebreaker.Hint(history, level)
        assert hint.left is None
        steps_of(hint)
        assert hint.left == codebreaker.codes_left(history, level)
        _, steps = steps_of(best)
        assert steps <= MOST_STEPS[level] + 100


@LEVELS
@pytest.mark.parametrize(
    "search", [codebreaker.codes_left, codebreaker.hint, codebreaker.best_guess]
)
def test_a_history_with_no_guess_in_it_is_refused(search, level):
    for guess in ((0, 1), (0, 1, 7), (0, 1, -1), None, (0, 1, 7.0)):
        with pytest.raises(ValueError, match=r"\.$"):
            search([(guess, rules.Score(0, 0))], level)
    with pytest.raises(ValueError, match="is no level"):
        search([], "grown-up")


def test_all_strategies_together_are_small():
    assert set(strategies.STRATEGIES) == set(rules.LEVELS)
    assert sum(map(len, strategies.STRATEGIES.values())) == 306
