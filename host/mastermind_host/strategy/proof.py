# SPDX-License-Identifier: MIT
"""All that is proved of one level, in one record."""

from __future__ import annotations

from typing import NamedTuple

from mastermind_host.strategy.codes import Code, Codes
from mastermind_host.strategy.encoding import Entries, Naming, with_fewest_exceptions
from mastermind_host.strategy.optimum import Optimum, Play


class Proof(NamedTuple):
    """The best play of a level, how it is told to the firmware, and the work that showed it."""

    level: str
    codes: int
    best: Play
    fewest_rows: int  # the least worst case of any play
    openings: dict[Code, Play]  # the best that can follow each kind of opening
    rows: list[int]  # how many codes the told play breaks in 1, 2, 3 ... rows
    entries: Entries
    bound: Play  # what the count of codes alone rules out
    sets: int
    tried: int
    worst_sets: int


def prove(level: str) -> Proof:
    """Search from nothing; at expert this takes some minutes."""
    codes = Codes(level)
    optimum = Optimum(codes)
    best = optimum.play(codes.all)
    fewest_rows = optimum.fewest_rows(codes.all)
    sets, tried, worst_sets = optimum.sets, optimum.tried, optimum.worst_sets
    openings = {guess: optimum.play_after(guess, codes.all) for guess in codes.kinds(codes.all)}
    opening = min(openings, key=lambda guess: (openings[guess], guess))
    naming: Naming = with_fewest_exceptions(optimum, opening)
    return Proof(
        level=level,
        codes=len(codes.codes),
        best=best,
        fewest_rows=fewest_rows,
        openings={codes.codes[guess]: play for guess, play in openings.items()},
        rows=naming.rows(),
        entries=naming.entries(),
        bound=optimum.bound(codes.all),
        sets=sets,
        tried=tried,
        worst_sets=worst_sets,
    )
