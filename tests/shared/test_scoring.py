# SPDX-License-Identifier: MIT
"""Scoring and games, in plain Python: the same functions on CPython, MicroPython and the board.

Imports nothing but `mastermind` and needs no pytest. `CASES` lists what to call, (name, arguments),
each with little memory: an interpreter may be able to collect garbage between two of them only.
"""

from mastermind import codebreaker, rules, selftest
from mastermind.game import Game, Row, contradicted

STEP = 31  # of all pairs, every 31st: quick on the board, and prime to 6 and 7
PARTS = 24
# Level, code, and the rows that best play needs.
BEST_PLAY = [
    ("younger", (3, 2, 2), 1),
    ("younger", (5, 5, 3), 6),
    ("older", (1, 3, 2), 1),
    ("older", (5, 5, 3), 5),
    ("expert", (2, 0, 4), 1),
    ("expert", (6, 6, 6), 5),
]


def scored_by_hand(code, guess, level):
    """As the rules are told at the table: reds are crossed out first, then whites, each animal
    once.
    """
    code, guess, red, white = list(code), list(guess), 0, 0
    for hole in range(3):
        if code[hole] == guess[hole]:
            red, code[hole], guess[hole] = red + 1, None, None
    for animal in guess:
        if animal is not None and animal in code:
            code[code.index(animal)] = None
            white += 1
    return (0, red + white) if level == "younger" else (red, white)


def code_of(number, count):
    return (number // count // count, number // count % count, number % count)


def refused(function, *arguments):
    """The sentence of the ValueError that `function` must raise."""
    try:
        function(*arguments)
    except ValueError as error:
        return str(error)
    raise AssertionError("accepted: " + repr(arguments))


def test_scores_are_those_of_the_table():
    for part in range(PARTS):
        for level in rules.LEVELS:
            check_scores(level, part)


def check_scores(level, part):
    """One part in PARTS of the pairs of code and guess."""
    count = rules.colours(level)
    codes = count**3
    for pair in range(part * STEP, codes * codes, PARTS * STEP):
        code, guess = code_of(pair // codes, count), code_of(pair % codes, count)
        assert tuple(rules.score(code, guess, level)) == scored_by_hand(code, guess, level)


def test_self_test_is_true():
    selftest.check_scoring()
    for row in selftest.KNOWN:
        level, code, guess, (red, white) = selftest.parse(row)
        assert scored_by_hand(code, guess, level) == (red, white)


def test_repeats_count_once():
    assert rules.score((0, 0, 1), (1, 1, 0), "older") == (0, 2)
    assert rules.score((0, 1, 1), (0, 0, 0), "older") == (1, 0)
    assert rules.score((2, 2, 2), (2, 3, 2), "younger") == (0, 2)
    assert rules.score((6, 6, 0), (0, 6, 6), "expert") == (1, 2)


def test_levels_are_broken_by_their_own_score():
    assert rules.is_broken(rules.Score(0, 3), "younger")
    assert not rules.is_broken(rules.Score(0, 3), "older")
    assert rules.is_broken(rules.Score(3, 0), "older")
    assert rules.is_broken(rules.Score(3, 0), "expert")
    assert not rules.is_broken(rules.Score(2, 0), "expert")


def test_illegal_input_is_refused_in_a_sentence():
    assert refused(rules.score, (0, 1), (0, 1, 2), "older") == "A code has 3 holes, not 2."
    assert refused(rules.score, (0, 1, 2), (0, 1, 2, 3), "older") == "A code has 3 holes, not 4."
    assert (
        refused(rules.score, (0, 1, 6), (0, 1, 2), "older")
        == "6 is no animal at older: use 0 to 5."
    )
    assert (
        refused(rules.score, (0, 1, 2), (0, 7, 2), "expert")
        == "7 is no animal at expert: use 0 to 6."
    )
    assert (
        refused(rules.score, (0, -1, 2), (0, 1, 2), "younger")
        == "-1 is no animal at younger: use 0 to 5."
    )
    assert (
        refused(rules.score, (0, True, 2), (0, 1, 2), "younger")
        == "True is no animal at younger: use 0 to 5."
    )
    assert (
        refused(rules.score, None, (0, 1, 2), "older")
        == "A code is a sequence of 3 animals, not None."
    )
    assert (
        refused(rules.colours, "grown-up")
        == "'grown-up' is no level: use younger, older or expert."
    )


def test_a_row_cycles_through_its_animals():
    row = Row("older")
    seen = []
    for _ in range(8):
        seen.append(row.holes[1])
        row.step(1)
    assert seen == [7, 0, 1, 2, 3, 4, 5, 0]
    expert = Row("expert")
    for _ in range(7):
        expert.step(0)
    assert expert.holes == [rules.BLANK, rules.NOT_CHOSEN, rules.NOT_CHOSEN]
    expert.step(0)
    assert expert.holes[0] == 0


def test_a_game_is_broken_lost_and_then_over():
    game = Game("older", (0, 1, 2))
    assert game.rows_needed is None
    assert game.guess((2, 1, 0)) == (1, 2)
    assert game.guess((0, 1, 2)) == (3, 0)
    assert (game.broken, game.lost, game.over, game.rows_needed) == (True, False, True, 2)
    assert refused(game.guess, (0, 1, 2)) == "The game is over: start the next one."
    lost = Game("younger", (0, 1, 2))
    for _ in range(9):
        lost.guess((3, 3, 3))
    assert (lost.broken, lost.lost, lost.over, lost.rows_needed) == (False, True, True, 10)


def test_a_game_broken_in_the_last_row_is_not_lost():
    game = Game("expert", (6, 6, 6))
    for _ in range(8):
        game.guess((0, 0, 0))
    game.guess((6, 6, 6))
    assert (game.broken, game.lost, game.rows_needed) == (True, False, 9)


def test_hints_agree_with_every_row():
    game = Game("expert", (6, 3, 3))
    for guess in ((0, 1, 2), (6, 6, 3), (3, 3, 6)):
        game.guess(guess)
    hint = codebreaker.hint(game.history, "expert")
    for guess, score in game.history:
        assert scored_by_hand(hint, guess, "expert") == tuple(score)


def test_hints_come_in_slices():
    history = [((0, 1, 2), rules.Score(0, 1))]
    search, steps, answer = codebreaker.Hint(history, "expert"), 0, None
    while answer is None:
        steps, answer = steps + 1, search.search(1)
    assert (steps, answer, search.left) == (2318, (1, 3, 4), 108)


def test_no_answer_where_no_code_agrees():
    history = [((0, 0, 0), rules.Score(1, 0)), ((0, 0, 0), rules.Score(2, 0))]
    assert codebreaker.codes_left(history, "older") == 0
    for function in (codebreaker.hint, codebreaker.best_guess):
        assert refused(function, history, "older") == "No code agrees with all these rows."
    assert (
        refused(codebreaker.codes_left, [((0, 0, 6), (1, 0))], "older")
        == "6 is no animal at older: use 0 to 5."
    )


def test_best_play_needs_the_rows_of_the_table():
    for level, code, rows in BEST_PLAY:
        check_best_play(level, code, rows)


def check_best_play(level, code, rows):
    """The board breaks a code in so many rows."""
    game = Game(level, code)
    while not game.over:
        game.guess(codebreaker.best_guess(game.history, level))
    assert (game.broken, len(game.history)) == (True, rows)


def test_a_hint_takes_over_where_best_play_was_left():
    history = [((6, 6, 6), rules.Score(1, 0))]
    assert codebreaker.best_guess(history, "expert") == codebreaker.hint(history, "expert")


def test_all_codes_are_counted_as_they_are_left():
    history = []
    assert codebreaker.codes_left(history, "expert") == 343
    for guess, score, left in (((0, 1, 2), (0, 1), 108), ((1, 3, 4), (0, 1), 32)):
        history.append((guess, rules.Score(*score)))
        assert codebreaker.codes_left(history, "expert") == left
    assert codebreaker.codes_left([((0, 1, 2), rules.Score(0, 2))], "younger") == 72


def test_the_row_that_rules_a_guess_out_is_found():
    history = [((0, 1, 2), rules.Score(1, 0)), ((0, 3, 4), rules.Score(0, 1))]
    assert contradicted((0, 5, 5), history, "older") == 1
    assert contradicted((1, 0, 5), history, "older") == 0
    assert contradicted((3, 1, 5), history, "older") is None


CASES = [("check_scores", (level, part)) for level in rules.LEVELS for part in range(PARTS)]
CASES += [("check_best_play", case) for case in BEST_PLAY]
CASES += [
    (name, ())
    for name in sorted(globals())
    if name.startswith("test_") and "_of_the_table" not in name
]
