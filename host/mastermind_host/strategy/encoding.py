# SPDX-License-Identifier: MIT
"""A best play in few words: play the lowest code that agrees with all rows, but for exceptions.

The animals are alike until one is named, so a best play can be played with any animals, and the
names decide how often the lowest code is a best guess. The search for the fewest exceptions keeps
one opening, for which it has proved the play, and renames the animals instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from mastermind import rules, scorer
from mastermind_host.strategy.codes import Code, Codes, numbers
from mastermind_host.strategy.optimum import Optimum

Entries = dict[str, Code]  # the exceptions: scores so far, as in the firmware's table, to guess

_NEVER = 1 << 30


class Choice(NamedTuple):
    exceptions: int  # in this guess and all that follow it
    guess: int


def with_fewest_exceptions(optimum: Optimum, opening: int) -> Naming:
    """Of all names for the animals of a best opening those with the fewest exceptions.

    Of equals it is that whose opening is the lowest.
    """
    namings = (Naming(optimum, opening, names) for names in _names(optimum.codes, opening))
    return min(namings, key=lambda naming: (naming.exceptions, naming.opening_code))


class Naming:
    """The play from one opening, with the animals renamed by `names`."""

    def __init__(self, optimum: Optimum, opening: int, names: list[int]):
        self.opening = opening
        self._optimum, self._codes = optimum, optimum.codes
        renamed = [tuple(names[colour] for colour in code) for code in self._codes.codes]
        self._named = [self._codes.number(code) for code in renamed]
        self._choices: dict[tuple[int, int], Choice] = {}
        self._rows = optimum.play(self._codes.all).worst
        self.exceptions = 1 + self._after(opening, self._codes.all, self._rows, _NEVER)

    @property
    def opening_code(self) -> Code:
        return self._code(self.opening)

    def entries(self) -> Entries:
        """The exceptions, the opening first, in ascending order of their scores."""
        entries = {"": self.opening_code}
        for scores, codes, guess in self._positions():
            if guess != self._lowest(codes):
                entries[scores] = self._code(guess)
        return dict(sorted(entries.items()))

    def rows(self) -> list[int]:
        """How many codes are broken in 1, 2, 3 ... rows."""
        broken: Counter[int] = Counter()
        for scores, codes, guess in self._positions():
            left = sum(cell.bit_count() for cell in self._codes.cells(guess, codes))
            broken[len(scores) + 1] += codes.bit_count() - left
        return [broken[row] for row in range(1, max(broken) + 1)]

    def _positions(self) -> Iterator[tuple[str, int, int]]:
        """(scores so far, codes left, guess) for every position that the play can lead to."""
        todo = [("", self._codes.all, self.opening)]
        while todo:
            scores, codes, guess = todo.pop()
            yield scores, codes, guess
            for score, cell in self._codes.scored_cells(guess, codes):
                if not rules.is_broken(score, self._codes.level):
                    after = scores + f"{scorer.number_of(score):x}"
                    todo.append((after, cell, self._choice(cell, self._rows - len(after)).guess))

    def _choice(self, codes: int, rows: int) -> Choice:
        """The best guess with the fewest exceptions that breaks all codes in so many rows."""
        if (codes, rows) not in self._choices:
            self._choices[codes, rows] = self._choose(codes, rows)
        return self._choices[codes, rows]

    def _choose(self, codes: int, rows: int) -> Choice:
        lowest, guesses = self._lowest(codes), self._guesses(codes, rows)
        best = Choice(_NEVER, 0)
        if any(lowest in alike for alike in guesses):
            best = Choice(self._after(lowest, codes, rows, _NEVER), lowest)
        if best.exceptions <= 1:
            return best  # any other guess is an exception itself
        for guess in sorted(
            (min(alike, key=self._plain_name) for alike in guesses), key=self._plain_name
        ):
            exceptions = 1 + self._after(guess, codes, rows, best.exceptions - 1)
            if exceptions < best.exceptions:
                best = Choice(exceptions, guess)
        return best

    def _guesses(self, codes: int, rows: int) -> list[set[int]]:
        """The best guesses that break all codes in so many rows, with those that split alike."""
        best = self._optimum.best_guesses(codes)
        return [split.guesses for split in best if split.worst <= rows]

    def _after(self, guess: int, codes: int, rows: int, limit: int) -> int:
        """The exceptions that follow a guess; any number from `limit` on where there are more."""
        exceptions = 0
        for cell in self._codes.cells(guess, codes):
            exceptions += self._choice(cell, rows - 1).exceptions
            if exceptions >= limit:
                break
        return exceptions

    def _lowest(self, codes: int) -> int:
        """The guess that is no exception: the code with the lowest named number."""
        return self._codes.plain(min(numbers(codes), key=self._named.__getitem__))

    def _plain_name(self, guess: int) -> int:
        return self._codes.plain(self._named[guess])

    def _code(self, guess: int) -> Code:
        return self._codes.codes[self._plain_name(guess)]


def _names(codes: Codes, opening: int) -> Iterator[list[int]]:
    """Names for all colours, for each code that the opening may become."""
    old = codes.codes[opening]
    for new in codes.codes:
        if len(set(zip(old, new, strict=True))) == len(set(old)) == len(set(new)):
            named = dict(zip(old, new, strict=True))
            others = (colour for colour in range(codes.colours) if colour not in new)
            yield [
                named[colour] if colour in named else next(others)
                for colour in range(codes.colours)
            ]
