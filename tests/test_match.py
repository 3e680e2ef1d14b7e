# SPDX-License-Identifier: MIT
"""Whose turn it is and who has won: rounds, ties, dropped half rounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind.match import BOARD, FRIEND, Match

ONE, TWO = 0, 1


def match_of(hider=FRIEND, level="older"):
    match = Match()
    match.prepare(level, hider)
    return match


def test_the_younger_player_hides_first_and_then_the_roles_swap():
    match = match_of()
    breakers = []
    for _ in range(4):
        breakers.append(match.codebreaker)
        match.record(5)
    assert breakers == [TWO, ONE, TWO, ONE]


def test_the_younger_player_guesses_first_where_the_board_hides():
    match = match_of(BOARD)
    assert match.codebreaker == ONE
    match.record(5)
    assert match.codebreaker == TWO


@pytest.mark.parametrize(
    ("two", "one", "winner", "won"),
    [
        (3, 4, TWO, [0, 1]),
        (4, 3, ONE, [1, 0]),
        (5, 5, None, [0, 0]),
        (10, 9, ONE, [1, 0]),
        (10, 10, None, [0, 0]),
    ],
)
def test_fewer_rows_win_the_round(two, one, winner, won):
    match = match_of()
    assert match.record(two) is None
    assert match.record(one) == winner
    assert match.rounds_won == won
    assert match.last_rows == [one, two]


def test_a_half_round_of_another_kind_is_dropped():
    match = match_of()
    match.record(2)
    match.prepare("expert", FRIEND)
    assert match.codebreaker == TWO
    match.record(9)
    match.record(8)
    assert match.rounds_won == [1, 0]


def test_a_half_round_goes_on_when_nothing_was_changed():
    match = match_of()
    match.record(2)
    match.prepare("older", FRIEND)
    assert match.codebreaker == ONE


def test_reset_forgets_everything():
    match = match_of(BOARD)
    match.record(2)
    match.reset()
    assert (match.rounds_won, match.last_rows, match.hider) == ([0, 0], [0, 0], FRIEND)


def test_nobody_else_hides():
    sentence = r"'cat' cannot hide a code: use one of friend, board, board-guesses\."
    with pytest.raises(ValueError, match=sentence):
        Match().prepare("older", "cat")


@given(st.lists(st.integers(1, 10), max_size=40))
def test_the_tally_is_that_of_the_pairs_of_games(games):
    match = match_of()
    for rows in games:
        match.record(rows)
    pairs = list(zip(games[::2], games[1::2], strict=False))
    assert match.rounds_won == [
        sum(one < two for two, one in pairs),
        sum(two < one for two, one in pairs),
    ]


def test_against_the_board_player_one_hides_first_and_guesses_then():
    match = Match()
    match.prepare("older", "board-guesses")
    assert match.codebreaker == 1
    assert not match.will_board_hide("older", "board-guesses")
    match.record(4)
    assert match.codebreaker == 0
    assert match.will_board_hide("older", "board-guesses")
    assert not match.will_board_hide("expert", "board-guesses"), "a round of another kind begins"
    assert match.record(3) == 0


def test_who_hides_next():
    assert Match().will_board_hide("older", "board")
    assert not Match().will_board_hide("older", "friend")
