# SPDX-License-Identifier: MIT
"""A whole guided calibration on simulated holes. Knows what is laid where, and no more."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from mastermind.calibrating import EMPTY, WHITE
from mastermind_host.optics.hole import Hole
from mastermind_host.optics.surfaces import ANIMALS, WHITE_PAPER, Piece, one_of

READINGS = 10

Sample = tuple[int, int, int, int]
Samples = dict[int, dict[int, Sample]]


def samples(
    holes: Mapping[int, Hole], randomness: random.Random, kinds: Sequence[Piece] = ANIMALS
) -> Samples:
    """{where: {what: (red, green, blue, clear)}} of `holes`, as `calibrating.learn` takes them.

    The same six pieces go through all holes, as the family lays them.
    """
    laid: dict[int, Piece | None] = {EMPTY: None, WHITE: one_of(WHITE_PAPER, randomness)}
    laid |= {animal: one_of(kind, randomness) for animal, kind in enumerate(kinds)}
    taken: Samples = {}
    for where, hole in holes.items():
        taken[where] = {}
        for what, piece in laid.items():
            hole.put(piece, randomness)
            taken[where][what] = mean(hole.read)
        hole.put(None, randomness)
    return taken


def mean(read: Callable[[], Sample]) -> Sample:
    """The rounded mean of READINGS readings."""
    readings = [read() for _ in range(READINGS)]
    red, green, blue, clear = (
        round(sum(channel) / READINGS) for channel in zip(*readings, strict=True)
    )
    return red, green, blue, clear
