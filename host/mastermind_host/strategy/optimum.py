# SPDX-License-Identifier: MIT
"""The proof: the fewest rows, on average and at worst, that any play of a level needs.

An exhaustive search over sets of possible codes. What it leaves out it proves to be no better:

- guesses of a kind that was tried (`Codes.kinds`), and those that split a set into the same parts;
- guesses that tell nothing, for the set stays what it is;
- guesses whose lower bound is no better than a play found. The bound is that of a play which splits
  at every guess as far as scores can: a row breaks at most 1 code, or the 6 orders of it at
  younger, and any other goes on as one of 8 scores, or 3 at younger.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mastermind_host.strategy.codes import Codes, numbers

_NEVER = 1 << 30


class Play(NamedTuple):
    """What a play needs, the less the better: first of all on average, then at worst."""

    total: int  # rows over all codes of the set; divided by their number it is the mean
    worst: int


class Split(NamedTuple):
    """Best guesses that split a set into the same parts."""

    worst: int
    guesses: set[int]


class Optimum:
    """Best plays from any set of codes. `sets` and `tried` count the work of the proof."""

    def __init__(self, codes: Codes):
        self.codes = codes
        self.sets = 0  # whose best play was searched
        self.tried = 0  # guesses that no bound ruled out
        self.worst_sets = 0  # that were asked whether some number of rows is enough
        self._bounds = _bounds(codes)
        self._plays: dict[int, Play] = {}
        self._breakable: dict[tuple[int, int], bool] = {}
        self._best: dict[int, list[Split]] = {}

    def bound(self, codes: int) -> Play:
        """What no play can beat, by the number of codes alone."""
        return self._bounds[codes.bit_count()]

    def play(self, codes: int) -> Play:
        """The best play's total, and the least worst case of all plays with that total."""
        if codes not in self._plays:
            self.sets += 1
            self._plays[codes] = self._search(codes)
        return self._plays[codes]

    def play_after(self, guess: int, codes: int) -> Play:
        """As `play`, where the guess is given; it must tell something."""
        plays = [self.play(cell) for cell in self.codes.cells(guess, codes)]
        return _join(codes, plays)

    def breakable(self, codes: int, rows: int) -> bool:
        """Whether some play breaks each of the codes in so many rows."""
        if self.bound(codes).worst > rows:
            return False
        if (codes, rows) not in self._breakable:
            self.worst_sets += 1
            self._breakable[codes, rows] = any(
                all(self.breakable(cell, rows - 1) for cell in _largest_first(cells))
                for _, _, cells in self._promising(codes)
            )
        return self._breakable[codes, rows]

    def fewest_rows(self, codes: int) -> int:
        """The least worst case of any play, whatever its total."""
        rows = self.bound(codes).worst
        while not self.breakable(codes, rows):
            rows += 1
        return rows

    def best_guesses(self, codes: int) -> list[Split]:
        """All guesses with the least total, by how they split the set."""
        if codes not in self._best:
            self._best[codes] = self._all_best(codes)
        return self._best[codes]

    def _all_best(self, codes: int) -> list[Split]:
        total = self.play(codes).total
        found: dict[tuple[int, ...] | None, Split] = {}
        for guess in self._worth_a_try(codes):
            cells = self._telling(guess, codes)
            if cells in found:
                found[cells].guesses.add(guess)
            elif cells is not None and self._reaches(codes, cells, total):
                found[cells] = Split(self.play_after(guess, codes).worst, {guess})
        return list(found.values())

    def _worth_a_try(self, codes: int) -> Iterable[int]:
        """The set's own codes where a play meets the bound: it breaks one of them at once."""
        if self.play(codes).total == self.bound(codes).total:
            return sorted({self.codes.plain(number) for number in numbers(codes)})
        return self.codes.guesses

    def _search(self, codes: int) -> Play:
        if self._is_split_by_its_own(codes):
            return self.bound(codes)
        best = Play(_NEVER, _NEVER)
        for bound, _, cells in self._promising(codes):
            if bound >= best:
                break
            self.tried += 1
            best = min(best, self._play_within(codes, cells, best))
        return best

    def _is_split_by_its_own(self, codes: int) -> bool:
        """Whether one of a few codes tells all others apart: then no play can be better."""
        return self.bound(codes).worst <= 2 and any(
            self.play_after(self.codes.plain(number), codes) == self.bound(codes)
            for number in numbers(codes)
        )

    def _promising(self, codes: int) -> list[tuple[Play, int, tuple[int, ...]]]:
        """(bound, guess, parts), best bound first; each way to split a set but once."""
        splits: dict[tuple[int, ...], int] = {}
        for guess in self.codes.kinds(codes):
            cells = self._telling(guess, codes)
            if cells is not None:
                splits.setdefault(cells, guess)
        return sorted(
            (self._bound_after(codes, cells), guess, cells) for cells, guess in splits.items()
        )

    def _telling(self, guess: int, codes: int) -> tuple[int, ...] | None:
        """The parts in a fixed order; None where the guess leaves the set as it is."""
        cells = self.codes.cells(guess, codes)
        return None if codes in cells else tuple(sorted(cells))

    def _bound_after(self, codes: int, cells: tuple[int, ...]) -> Play:
        bounds = [self._bounds[cell.bit_count()] for cell in cells]
        return _join(codes, bounds)

    def _reaches(self, codes: int, cells: tuple[int, ...], total: int) -> bool:
        """Whether the best play over these parts has no greater total."""
        if self._bound_after(codes, cells).total > total:
            return False
        return self._play_within(codes, cells, Play(total, _NEVER)).total <= total

    def _play_within(self, codes: int, cells: tuple[int, ...], best: Play) -> Play:
        """The best play over these parts, or what shows that it is no better than `best`."""
        plays = [self.bound(cell) for cell in _largest_first(cells)]
        for index, cell in enumerate(_largest_first(cells)):
            plays[index] = self.play(cell)
            if _join(codes, plays) >= best:
                break
        return _join(codes, plays)


def _join(codes: int, plays: list[Play]) -> Play:
    """A row for each of the codes, and what its parts need after it."""
    total, worst = codes.bit_count(), 0
    for play in plays:
        total += play.total
        worst = max(worst, play.worst)
    return Play(total, 1 + worst)


def _largest_first(cells: tuple[int, ...]) -> list[int]:
    return sorted(cells, key=int.bit_count, reverse=True)


def _bounds(codes: Codes) -> list[Play]:
    """For each number of codes what no play can beat."""
    broken, scores = (1, 8) if codes.in_order else (6, 3)
    bounds, row, room = [Play(0, 0)], 1, broken
    for _ in codes.codes:
        if room == 0:
            row, room = row + 1, broken * scores**row
        bounds.append(Play(bounds[-1].total + row, row))
        room -= 1
    return bounds
