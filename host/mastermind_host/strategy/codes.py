# SPDX-License-Identifier: MIT
"""Sets of codes as the bits of an int, and how a guess splits them. Knows nothing of best play."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from mastermind import rules

Code = tuple[int, int, int]
Before = tuple[int | None, ...]  # for each colour the one before it that is alike


class Codes:
    """All codes of a level. A set of them is an int: bit n is the code with number n.

    `colours` may be another count than the level's, to compare with results known for it.
    """

    def __init__(self, level: str, colours: int | None = None):
        self.level = level
        self.in_order = level != "younger"  # whether the order of a guess matters
        self.colours = colours or rules.colours(level)
        self.codes: list[Code] = [
            (left, middle, right)
            for left, middle, right in itertools.product(range(self.colours), repeat=rules.HOLES)
        ]
        self.all = (1 << len(self.codes)) - 1
        self.guesses = [number for number in range(len(self.codes)) if self.plain(number) == number]
        self._scores = {guess: self._scored(guess) for guess in self.guesses}
        self._cells = {
            guess: [codes for score, codes in scores.items() if not rules.is_broken(score, level)]
            for guess, scores in self._scores.items()
        }
        self._kinds: dict[Before, list[int]] = {}

    def number(self, code: Sequence[int]) -> int:
        """The place of a code among all: its animals read as digits."""
        left, middle, right = code
        return (left * self.colours + middle) * self.colours + right

    def plain(self, guess: int) -> int:
        """The lowest guess that is the same as this one: at younger its animals in order."""
        return guess if self.in_order else self.number(sorted(self.codes[guess]))

    def cells(self, guess: int, codes: int) -> list[int]:
        """The parts into which the scores of a guess split the codes that it does not break."""
        return [cell for scored in self._cells[guess] if (cell := codes & scored)]

    def scored_cells(self, guess: int, codes: int) -> Iterator[tuple[rules.Score, int]]:
        """(score, codes) for each score that a guess may get, that which breaks included."""
        for score, scored in sorted(self._scores[guess].items()):
            if codes & scored:
                yield score, codes & scored

    def kinds(self, codes: int) -> list[int]:
        """One guess, the lowest, of each kind.

        Two colours are alike where swapping them turns the set into itself. A guess with them
        swapped splits the set into the same parts, swapped; so one of both is enough.
        """
        before = self._alike(codes)
        if before not in self._kinds:
            self._kinds[before] = [
                guess for guess in self.guesses if _is_lowest(self.codes[guess], before)
            ]
        return self._kinds[before]

    def _scored(self, guess: int) -> dict[rules.Score, int]:
        scores: dict[rules.Score, int] = {}
        for number, code in enumerate(self.codes):
            score = rules.compare(code, self.codes[guess], self.level)
            scores[score] = scores.get(score, 0) | 1 << number
        return scores

    def _alike(self, codes: int) -> Before:
        """For each colour the one before it that is alike in this set, or None."""
        members = {self.codes[number] for number in numbers(codes)}
        before: list[int | None] = []
        for colour in range(self.colours):
            earlier = (other for other in reversed(range(colour)) if _swaps(other, colour, members))
            before.append(next(earlier, None))
        return tuple(before)


def numbers(codes: int) -> Iterator[int]:
    """The numbers of the codes of a set, ascending."""
    while codes:
        lowest = codes & -codes
        yield lowest.bit_length() - 1
        codes ^= lowest


def _swaps(one: int, other: int, members: set[Code]) -> bool:
    """Whether the set stays what it is when two colours are swapped."""
    swapped = {one: other, other: one}
    return all(tuple(swapped.get(colour, colour) for colour in code) in members for code in members)


def _is_lowest(code: Code, before: Before) -> bool:
    """Whether each colour stands after the one before it that is alike."""
    return all(
        before[colour] is None or before[colour] in code[:hole] for hole, colour in enumerate(code)
    )
