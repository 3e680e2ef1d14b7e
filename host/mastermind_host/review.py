# SPDX-License-Identifier: MIT
"""A game that is over, looked at again: how much each row told, by skill and by luck. Pure.

First numbers, one `Row` for each; then sentences that one can read to a child. Codes are counted as
in `mastermind.codebreaker`. What a guess leaves "on average" is the expectation before its score is
known: each of n codes that are scored alike leaves n. The measure of skill is what the guess of the
board's best play leaves.

Its sentences name the code: they are for games that are over.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from mastermind import codebreaker, match, rules
from mastermind.played import Played

Code = tuple[int, ...]
History = tuple[tuple[Code, rules.Score], ...]

NEARLY = Fraction(5, 4)  # of what the board's guess leaves on average: nearly as good
LUCKY, UNLUCKY = Fraction(1, 2), Fraction(3, 2)  # of what the guess itself leaves on average
KEPT = 256  # answers that are remembered: the rows of all games that a memory can hold

PLAYERS = ("player one", "player two")
BOARD = "the board"


class Row(NamedTuple):
    """What one row has told."""

    number: int  # from 1
    guess: Code
    score: rules.Score
    before: int  # codes that were possible
    after: int
    wins: int  # of those before, the codes that this guess would have broken
    expected: Fraction  # what the guess leaves on average
    best: Code  # the board's guess in its place
    best_wins: int
    best_expected: Fraction
    ruled_out_by: int | None  # the first row above that the guess cannot be right with

    @property
    def certain(self) -> bool:
        """Whether one guess was sure to break the code."""
        return self.best_wins == self.before

    @property
    def best_play(self) -> bool:
        """Whether it leaves no more on average than the board's guess; of equals wins count."""
        return (self.expected, -self.wins) <= (self.best_expected, -self.best_wins)

    @property
    def nearly_best(self) -> bool:
        if self.certain:
            return self.wins == self.before
        return self.expected <= self.best_expected * NEARLY

    @property
    def lucky(self) -> bool:
        return self.after <= self.expected * LUCKY

    @property
    def unlucky(self) -> bool:
        return self.after >= self.expected * UNLUCKY


class Told(NamedTuple):
    """A review in sentences."""

    title: str  # who found what
    rows: tuple[str, ...]  # one text for each row, or none
    notes: tuple[str, ...]


def codemaker(game: Played) -> str:
    """Who hid the code, for people."""
    if game.hider == match.FRIEND:
        return PLAYERS[1 - game.codebreaker]
    return PLAYERS[0] if by_board(game) else BOARD


def codebreaker_of(game: Played) -> str:
    """Who guessed, for people."""
    return BOARD if by_board(game) else PLAYERS[game.codebreaker]


def by_board(game: Played) -> bool:
    """Whether the board guessed: it is player two of such a match."""
    return game.hider == match.AGAINST_BOARD and game.codebreaker == 1


def scores(game: Played) -> tuple[rules.Score, ...]:
    """The score of each row; none for a code that nobody told."""
    if game.code is None:
        return ()
    return tuple(rules.compare(game.code, guess, game.level) for guess in game.guesses)


def found(game: Played) -> bool:
    told = scores(game)
    return bool(told) and rules.is_broken(told[-1], game.level)


def rows_needed(game: Played) -> int:
    """1 to 9, or 10 for a code that was not found."""
    return len(game.guesses) if found(game) else rules.ROWS + 1


@lru_cache(maxsize=KEPT)
def review(game: Played) -> tuple[Row, ...]:
    """Each row of a game; none where the code was kept in a head to the end."""
    history: History = ()
    rows = []
    for guess, score in zip(game.guesses, scores(game), strict=False):
        rows.append(_row(game.level, history, guess, score))
        history = (*history, (guess, score))
    return tuple(rows)


def tell(game: Played) -> Told:
    """The review in sentences."""
    rows = review(game)
    return Told(_title(game), tuple(_row_text(game, row) for row in rows), _notes(game, rows))


def sentences(game: Played) -> list[str]:
    """The whole review, a line each for the game, its rows and what else there is to say."""
    told = tell(game)
    return [told.title, *told.rows, *told.notes]


def names(code: Sequence[int]) -> str:
    """The animals of a code, from left to right."""
    return ", ".join(names_of(code))


def names_of(code: Sequence[int]) -> list[str]:
    return [(*rules.ANIMALS, "blank")[animal] for animal in code]


def codes_left(level: str, history: History) -> int:
    """How many codes agree with every row, also of a game that runs."""
    return len(_agreeing(level, history))


# ---- Numbers


def _row(level: str, history: History, guess: Code, score: rules.Score) -> Row:
    codes = _agreeing(level, history)
    sizes = _sizes(guess, codes, level)
    best = _best_guess(level, history)
    best_sizes = _sizes(best, codes, level)
    return Row(
        number=len(history) + 1,
        guess=guess,
        score=score,
        before=len(codes),
        after=sizes[score],
        wins=_wins(sizes, level),
        expected=_expected(sizes),
        best=best,
        best_wins=_wins(best_sizes, level),
        best_expected=_expected(best_sizes),
        ruled_out_by=_ruled_out_by(guess, history, level),
    )


@lru_cache(maxsize=KEPT)
def _agreeing(level: str, history: History) -> tuple[Code, ...]:
    """The codes that agree with every row."""
    if not history:
        return tuple(itertools.product(range(rules.colours(level)), repeat=rules.HOLES))
    *before, (guess, score) = history
    codes = _agreeing(level, tuple(before))
    return tuple(code for code in codes if rules.compare(code, guess, level) == score)


@lru_cache(maxsize=KEPT)
def _best_guess(level: str, history: History) -> Code:
    return codebreaker.best_guess(history, level)


@lru_cache(maxsize=KEPT)
def _sizes(guess: Code, codes: tuple[Code, ...], level: str) -> Counter[rules.Score]:
    """How many of the codes would score the guess so, for each score."""
    return Counter(rules.compare(code, guess, level) for code in codes)


def _wins(sizes: Counter[rules.Score], level: str) -> int:
    return sum(size for score, size in sizes.items() if rules.is_broken(score, level))


def _expected(sizes: Counter[rules.Score]) -> Fraction:
    return Fraction(sum(size * size for size in sizes.values()), sizes.total())


def _ruled_out_by(guess: Code, history: History, level: str) -> int | None:
    for number, (row, score) in enumerate(history, 1):
        if rules.compare(guess, row, level) != score:
            return number
    return None


# ---- Sentences


def _title(game: Played) -> str:
    who = codebreaker_of(game).capitalize()
    what = "animals" if game.level == "younger" else "code"
    named = "" if game.code is None else f" {names(game.code)}"
    rows = count(len(game.guesses), "row")
    did = "found" if found(game) else "did not find"
    return f"{who} {did} the {what}{named} in {rows}."


def _row_text(game: Played, row: Row) -> str:
    heading = f"Row {row.number}: {names(row.guess)}"
    if rules.is_broken(row.score, game.level):
        return f"{heading}: found! {_chance(row)}"
    parts = [f"{heading}: {score_words(row.score, game.level)}."]
    if row.certain:
        parts.append(f"Only one answer was possible by then: {names(row.best)}.")
    else:
        parts += [_left(row), *([] if by_board(game) else _skill(row))]
    return " ".join(parts)


def verdict(game: Played, row: Row) -> str:
    """Luck and skill of a row in a word or two, or none."""
    if rules.is_broken(row.score, game.level):
        return "found!"
    if row.certain:
        return "one answer was left"
    luck = "lucky" if row.lucky else "bad luck" if row.unlucky else ""
    skill = "well asked" if row.best_play and not by_board(game) else ""
    return ", ".join(filter(None, (luck, skill)))


def score_words(score: rules.Score, level: str) -> str:
    """A score as one reads it from the lights."""
    red, white = score
    if not red + white:
        return "no light"
    if level == "younger":
        return f"{white} white"
    parts = ((red, "red"), (white, "white"))
    return " and ".join(f"{lit} {colour}" for lit, colour in parts if lit)


def _left(row: Row) -> str:
    """What the row told, and whether that was luck."""
    if row.expected == row.before:
        return f"It could tell nothing new: still {row.before} possible codes."
    was = "Lucky: such" if row.lucky else "Bad luck: such" if row.unlucky else "Such"
    return (
        f"Of {row.before} possible codes it left {row.after}. "
        f"{was} a guess leaves {decimal(row.expected)} on average."
    )


def _chance(row: Row) -> str:
    if row.wins == row.before:
        return "Nothing else was possible."
    chance = Fraction(row.wins, row.before)
    return (
        f"{row.before} codes were possible: "
        f"the chance was {chance.numerator} in {chance.denominator}."
    )


def _skill(row: Row) -> list[str]:
    told = []
    if row.ruled_out_by is not None:
        clever = ", but it was a clever question" if row.nearly_best else ""
        told.append(f"Row {row.ruled_out_by} had already ruled it out{clever}.")
    if row.best_play:
        return [*told, "The board could not have asked better."]
    if row.nearly_best:
        return [*told, "Nearly as good as the board's own guess."]
    left = decimal(row.best_expected)
    return [*told, f"The board would have tried {names(row.best)}: {left} on average."]


def _notes(game: Played, rows: tuple[Row, ...]) -> tuple[str, ...]:
    notes = []
    if game.code is None:
        notes.append(
            "The code stayed in a head, so nobody can say how much each row told, "
            "nor whether the scores were right."
        )
    elif not found(game):
        left = rows[-1].after
        could = "only this code was" if left == 1 else f"{left} codes were still"
        notes.append(f"At the end {could} possible.")
    if rows:
        notes += _verdicts(game, rows)
    if game.level == "younger" and rows:
        notes.append("Codes are counted hole by hole: three different animals can hide in 6 ways.")
    if game.helped:
        notes.append("The board helped with a hint.")
    if game.slips:
        notes.append(_slips(game.slips))
    return tuple(notes)


def _verdicts(game: Played, rows: tuple[Row, ...]) -> list[str]:
    """Skill and luck of the whole game."""
    lucky, unlucky = _lucky_rows(game, rows)
    luck = f"Luck: {count(lucky, 'lucky row')}, {count(unlucky, 'unlucky row')}."
    if by_board(game):
        return ["Skill: no play needs fewer rows on average than the board's.", luck]
    good = sum(row.nearly_best for row in rows)
    guesses = "guess was" if len(rows) == 1 else "guesses were"
    return [f"Skill: {good} of {len(rows)} {guesses} as good as the board's, or nearly.", luck]


def _lucky_rows(game: Played, rows: tuple[Row, ...]) -> tuple[int, int]:
    """(lucky, unlucky) rows. To break the code is luck where that was less likely than not."""
    lucky = unlucky = 0
    for row in rows:
        if rules.is_broken(row.score, game.level):
            lucky += 2 * row.wins < row.before
        elif not row.certain:
            lucky += row.lucky
            unlucky += row.unlucky
    return lucky, unlucky


def _slips(slips: int) -> str:
    times = "Once" if slips == 1 else f"{slips} times"
    return f"{times} a score was wrong at first, and then put right. That happens to everybody."


def decimal(number: Fraction) -> str:
    """One decimal, or none where it is whole."""
    whole, tenth = divmod(round(number * 10), 10)
    return f"{whole}.{tenth}" if tenth else str(whole)


def count(number: int, one: str) -> str:
    return f"{number} {one if number == 1 else one + 's'}"
