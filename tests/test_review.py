# SPDX-License-Identifier: MIT
"""How a game went: a game at each level, counted by hand, and any game against brute force."""

from fractions import Fraction

import bruteforce
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from mastermind import codebreaker, match, rules
from mastermind.played import Played
from mastermind_host import review

TIGER, LION, CROCODILE, PARROT, ELEPHANT, HIPPO, BLANK = range(7)
FEW = effort(max_examples=40)


def game(level, code, *guesses, hider="friend", codebreaker=0, helped=False, slips=0):
    return Played(1, level, hider, codebreaker, code, guesses, helped, 60, slips)


# ---- Counted by hand


def test_older():
    """1 red and 2 white: one animal stays, the others swap. So 3 codes are left of 216."""
    played = game(
        *("older", (TIGER, LION, CROCODILE)),
        *((LION, TIGER, CROCODILE), (TIGER, TIGER, PARROT)),
        *((LION, HIPPO, TIGER), (TIGER, LION, CROCODILE)),
    )
    opening, clever, wasted, last = review.review(played)
    sizes = (63, 48, 33, 27, 24, 15, 3, 2, 1)  # of 216 codes, by the scores of three animals
    average = Fraction(sum(size * size for size in sizes), 216)
    assert (opening.before, opening.after, opening.wins) == (216, 3, 1)
    assert opening.expected == opening.best_expected == average == Fraction(4453, 108)
    assert (opening.best_play, opening.lucky, opening.ruled_out_by) == (True, True, None)
    # TLC, CTL and LCT are left: TTP tells the one with the tiger first from the others.
    assert (clever.before, clever.after, clever.expected) == (3, 2, Fraction(5, 3))
    assert (clever.best_play, clever.nearly_best, clever.ruled_out_by) == (False, True, 1)
    assert (wasted.before, wasted.after, wasted.expected) == (2, 2, 2)
    assert (wasted.best, wasted.best_expected) == ((TIGER, LION, CROCODILE), 1)
    assert (last.before, last.wins, last.certain) == (2, 1, False)
    assert review.sentences(played) == [
        "Player one found the code tiger, lion, crocodile in 4 rows.",
        "Row 1: lion, tiger, crocodile: 1 red and 2 white. Of 216 possible codes it left 3. "
        "Lucky: such a guess leaves 41.2 on average. The board could not have asked better.",
        "Row 2: tiger, tiger, parrot: 1 red. Of 3 possible codes it left 2. Such a guess leaves "
        "1.7 on average. Row 1 had already ruled it out, but it was a clever question. "
        "Nearly as good as the board's own guess.",
        "Row 3: lion, hippo, tiger: 2 white. It could tell nothing new: still 2 possible codes. "
        "Row 1 had already ruled it out. "
        "The board would have tried tiger, lion, crocodile: 1 on average.",
        "Row 4: tiger, lion, crocodile: found! 2 codes were possible: the chance was 1 in 2.",
        "Skill: 3 of 4 guesses were as good as the board's, or nearly.",
        "Luck: 1 lucky row, 0 unlucky rows.",
    ]


def test_younger_counts_codes_hole_by_hole():
    """Six of the 22 codes that are left are tiger, lion and crocodile in some order."""
    played = game(
        *("younger", (TIGER, LION, CROCODILE)),
        *((TIGER, TIGER, LION), (TIGER, PARROT, ELEPHANT), (CROCODILE, LION, TIGER)),
        codebreaker=1,
        helped=True,
    )
    opening, second, last = review.review(played)
    assert (opening.after, opening.expected) == (40, Fraction(64**2 + 109**2 + 40**2 + 3**2, 216))
    assert (second.before, second.after, second.expected) == (40, 22, Fraction(101, 5))
    assert (second.best, second.best_expected) == ((TIGER, TIGER, CROCODILE), Fraction(353, 20))
    assert (last.before, last.wins, last.after) == (22, 6, 6)
    assert review.sentences(played) == [
        "Player two found the animals tiger, lion, crocodile in 3 rows.",
        "Row 1: tiger, tiger, lion: 2 white. Of 216 possible codes it left 40. "
        "Lucky: such a guess leaves 81.4 on average. The board could not have asked better.",
        "Row 2: tiger, parrot, elephant: 1 white. Of 40 possible codes it left 22. "
        "Such a guess leaves 20.2 on average. Row 1 had already ruled it out, "
        "but it was a clever question. Nearly as good as the board's own guess.",
        "Row 3: crocodile, lion, tiger: found! 22 codes were possible: the chance was 3 in 11.",
        "Skill: 3 of 3 guesses were as good as the board's, or nearly.",
        "Luck: 2 lucky rows, 0 unlucky rows.",
        "Codes are counted hole by hole: three different animals can hide in 6 ways.",
        "The board helped with a hint.",
    ]


def test_expert():
    """Two blanks and an animal are 18 codes: six animals in three holes."""
    played = game(
        *("expert", (BLANK, LION, BLANK)),
        *((BLANK, BLANK, BLANK), (TIGER, LION, BLANK), (BLANK, LION, BLANK)),
        slips=1,
    )
    opening, second, last = review.review(played)
    assert (opening.before, opening.after) == (343, 18)
    assert opening.expected == Fraction(216**2 + 108**2 + 18**2 + 1, 343)
    assert (opening.best_expected, opening.nearly_best) == (Fraction(24387, 343), False)
    assert (second.before, second.after, second.expected) == (18, 2, Fraction(46, 9))
    assert (last.before, last.wins) == (2, 1)
    assert review.sentences(played) == [
        "Player one found the code blank, lion, blank in 3 rows.",
        "Row 1: blank, blank, blank: 2 red. Of 343 possible codes it left 18. "
        "Lucky: such a guess leaves 171 on average. "
        "The board would have tried crocodile, tiger, elephant: 71.1 on average.",
        "Row 2: tiger, lion, blank: 2 red. Of 18 possible codes it left 2. "
        "Lucky: such a guess leaves 5.1 on average. Row 1 had already ruled it out, "
        "but it was a clever question. The board could not have asked better.",
        "Row 3: blank, lion, blank: found! 2 codes were possible: the chance was 1 in 2.",
        "Skill: 2 of 3 guesses were as good as the board's, or nearly.",
        "Luck: 2 lucky rows, 0 unlucky rows.",
        "Once a score was wrong at first, and then put right. That happens to everybody.",
    ]


def test_what_was_certain_and_not_seen():
    played = game(
        *("older", (HIPPO, HIPPO, HIPPO), (TIGER, LION, CROCODILE), (PARROT, PARROT, ELEPHANT)),
        *((TIGER, TIGER, TIGER), (HIPPO, HIPPO, HIPPO)),
    )
    assert review.review(played)[2].certain
    assert not review.review(played)[2].nearly_best
    assert review.tell(played).rows[2:] == (
        "Row 3: tiger, tiger, tiger: no light. "
        "Only one answer was possible by then: hippo, hippo, hippo.",
        "Row 4: hippo, hippo, hippo: found! Nothing else was possible.",
    )
    assert review.verdict(played, review.review(played)[2]) == "one answer was left"


def test_a_code_that_was_not_found():
    played = game("older", (TIGER, TIGER, TIGER), *[(LION, CROCODILE, PARROT)] * 9, hider="board")
    told = review.tell(played)
    assert told.title == "Player one did not find the code tiger, tiger, tiger in 9 rows."
    assert told.notes[0] == "At the end 27 codes were still possible."
    assert (review.found(played), review.rows_needed(played)) == (False, 10)
    assert (review.codemaker(played), review.codebreaker_of(played)) == ("the board", "player one")


def test_a_game_of_the_board_has_luck_alone():
    played = game(
        *("older", (HIPPO, HIPPO, HIPPO)),
        *((TIGER, LION, CROCODILE), (PARROT, PARROT, ELEPHANT), (HIPPO, HIPPO, HIPPO)),
        hider=match.AGAINST_BOARD,
        codebreaker=1,
        slips=2,
    )
    assert (review.codemaker(played), review.codebreaker_of(played)) == ("player one", "the board")
    assert review.sentences(played) == [
        "The board found the code hippo, hippo, hippo in 3 rows.",
        "Row 1: tiger, lion, crocodile: no light. Of 216 possible codes it left 27. "
        "Such a guess leaves 41.2 on average.",
        "Row 2: parrot, parrot, elephant: no light. Of 27 possible codes it left 1. "
        "Lucky: such a guess leaves 4.4 on average.",
        "Row 3: hippo, hippo, hippo: found! Nothing else was possible.",
        "Skill: no play needs fewer rows on average than the board's.",
        "Luck: 1 lucky row, 0 unlucky rows.",
        "2 times a score was wrong at first, and then put right. That happens to everybody.",
    ]


def test_a_code_kept_in_a_head_to_the_end():
    played = game(
        *("expert", None, *[(TIGER, LION, CROCODILE)] * 9),
        hider=match.AGAINST_BOARD,
        codebreaker=1,
    )
    assert review.review(played) == review.scores(played) == ()
    assert review.sentences(played) == [
        "The board did not find the code in 9 rows.",
        "The code stayed in a head, so nobody can say how much each row told, "
        "nor whether the scores were right.",
    ]


def test_against_the_board_the_roles_swap():
    played = game("younger", (0, 1, 2), (0, 1, 2), hider=match.AGAINST_BOARD)
    assert (review.codemaker(played), review.codebreaker_of(played)) == ("the board", "player one")
    assert review.tell(played).rows == (
        "Row 1: tiger, lion, crocodile: found! 216 codes were possible: the chance was 1 in 36.",
    )


# ---- Any game


@st.composite
def any_games(draw):
    level = draw(st.sampled_from(rules.LEVELS))
    codes = st.tuples(*[st.integers(0, rules.colours(level) - 1)] * rules.HOLES)
    return game(
        *(level, draw(st.none() | codes), *draw(st.lists(codes, min_size=1, max_size=rules.ROWS))),
        hider=draw(st.sampled_from(match.HIDERS)),
        codebreaker=draw(st.integers(0, 1)),
        helped=draw(st.booleans()),
        slips=draw(st.integers(0, 3)),
    )


@given(any_games())
@FEW
def test_any_game_has_sentences(played):
    told = review.tell(played)
    assert told.title.endswith(f"{len(played.guesses)} row{'s' * (len(played.guesses) > 1)}.")
    assert len(told.rows) == (len(played.guesses) if played.code else 0)
    for sentence in review.sentences(played):
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
        assert "None" not in sentence
        assert "(" not in sentence


@given(any_games())
@FEW
def test_any_games_numbers_are_those_of_brute_force(played):
    level, history = played.level, []
    for row in review.review(played):
        left = bruteforce.agreeing(history, level)
        assert row.before == left.bit_count() == codebreaker.codes_left(history, level)
        squares = bruteforce.squares(row.guess, left, level)
        assert row.expected == Fraction(squares, row.before)
        assert row.best == codebreaker.best_guess(history, level)
        squares = bruteforce.squares(row.best, left, level)
        assert row.best_expected == Fraction(squares, row.before)
        above = [guess for guess, _ in history]
        assert (row.ruled_out_by is None) == bool(
            left >> bruteforce.codes(level).index(row.guess) & 1
        )
        assert row.ruled_out_by is None or row.ruled_out_by <= len(above)
        history.append((row.guess, row.score))
        assert row.after == bruteforce.agreeing(history, level).bit_count()
        assert 1 <= row.after <= row.before
