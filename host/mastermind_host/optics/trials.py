# SPDX-License-Identifier: MIT
"""Many pieces put into many holes of many homes: what the sensors' firmware makes of each.

A home is six holes, calibrated once under a lamp of its own of 0 to 500 lx. Then any piece comes
into any hole, under any lamp, in the dark or in light of 10 to 10,000 lx (each decade as often).
"""

from __future__ import annotations

import random
from collections import Counter, namedtuple
from collections.abc import Iterator, Sequence

from mastermind import calibrating
from mastermind.calibration import NOTHING, UNSURE, Calibration
from mastermind_host.optics.guided import samples
from mastermind_host.optics.hole import Hole
from mastermind_host.optics.lamps import LAMPS
from mastermind_host.optics.surfaces import ANIMALS, Piece

HOLES = 6
HOME = 500  # pieces put into the holes of one home
DARK = 0.1  # share of them in the dark
HOME_LUX = 500
LASTING = 5  # readings in 300 ms

# kind: 0-5, or NOTHING where the hole was left empty. lamp: by its name. answer: of one reading.
# lasts: whether the readings of 300 ms would tell a wrong animal, as the board waits for.
Trial = namedtuple("Trial", ("kind", "lamp", "lux", "answer", "lasts"), defaults=(False,))

RIGHT, WRONG, NOT_SURE, MISSED = "right", "wrong", "not sure", "taken for empty"


def trials(
    count: int,
    seed: int,
    switched: bool = False,
    kinds: Sequence[Piece] = ANIMALS,
    lux: float | None = None,
) -> Iterator[Trial]:
    """`count` pieces put in, one after the other; a seventh of the times the hole is left empty.

    `lux`: all of them in so much light.
    """
    randomness = random.Random(seed)
    holes, learnt = _home(randomness, switched, kinds)
    for number in range(count):
        if number and number % HOME == 0:
            holes, learnt = _home(randomness, switched, kinds)
        where, kind = randomness.randrange(HOLES), randomness.choice((*range(6), NOTHING))
        lamp, light = randomness.choice(LAMPS), _lux(randomness) if lux is None else lux
        holes[where].light(lamp, light)
        holes[where].put(None if kind == NOTHING else kinds[kind], randomness)
        trial = Trial(kind, lamp.name, light, learnt[where].answer(*holes[where].read()))
        yield trial._replace(lasts=_lasts(trial, holes[where], learnt[where]))


def outcome(trial: Trial) -> str:
    """RIGHT, WRONG (an animal that is not there), NOT_SURE, or MISSED (there is one)."""
    if trial.answer == trial.kind:
        return RIGHT
    return {UNSURE: NOT_SURE, NOTHING: MISSED}.get(trial.answer, WRONG)


def tally(all_of_them: Iterator[Trial]) -> Counter[tuple[str, str]]:
    """How many trials of an "animal" or of an "empty" hole had each outcome."""
    return Counter(
        ("empty" if trial.kind == NOTHING else "animal", outcome(trial)) for trial in all_of_them
    )


def _lasts(trial: Trial, hole: Hole, learnt: Calibration) -> bool:
    if outcome(trial) != WRONG:
        return False
    return all(learnt.answer(*hole.read()) == trial.answer for _ in range(LASTING - 1))


def _home(
    randomness: random.Random, switched: bool, kinds: Sequence[Piece]
) -> tuple[dict[int, Hole], dict[int, Calibration]]:
    seed, lamp = randomness.randrange(1 << 30), randomness.choice(LAMPS)
    lux = randomness.uniform(0, HOME_LUX)
    holes = {where: Hole(seed, switched, where) for where in range(HOLES)}
    for hole in holes.values():
        hole.light(lamp, lux)
    learnt = calibrating.learn(samples(holes, randomness, kinds), 0)
    return holes, {where: Calibration(data) for where, data in learnt.items()}


def _lux(randomness: random.Random) -> float:
    return 0.0 if randomness.random() < DARK else float(10 ** randomness.uniform(1, 4))
