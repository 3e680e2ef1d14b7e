# SPDX-License-Identifier: MIT
"""A whole guided calibration on simulated holes. Knows the order of its eight steps only."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from mastermind_host.optics.hole import Hole
from mastermind_host.optics.surfaces import ANIMALS, WHITE_PAPER, Piece

EMPTY, WHITE = 7, 6
READINGS = 10

Samples = dict[int, dict[int, tuple[int, int, int, int]]]


def samples(
    holes: Mapping[int, Hole], randomness: random.Random, pieces: Sequence[Piece] = ANIMALS
) -> Samples:
    """{where: {what: (red, green, blue, clear)}} of `holes`, as `calibrating.learn` takes them."""
    taken: Samples = {}
    for where, hole in holes.items():
        laid: list[tuple[int, Piece | None]] = [(EMPTY, None), (WHITE, WHITE_PAPER)]
        laid += enumerate(pieces)
        taken[where] = {}
        for what, piece in laid:
            hole.put(piece, randomness)
            taken[where][what] = mean(hole.read)
    return taken


def mean(read: Callable[[], tuple[int, int, int, int]]) -> tuple[int, int, int, int]:
    """The rounded mean of READINGS readings."""
    readings = [read() for _ in range(READINGS)]
    red, green, blue, clear = (
        round(sum(channel) / READINGS) for channel in zip(*readings, strict=True)
    )
    return red, green, blue, clear
