# SPDX-License-Identifier: MIT
"""From measured samples to what each hole has learnt; imported only while calibrating. Pure.

samples: {where: {what: (red, green, blue, clear)}}: where 0-5 is a place, what is EMPTY, WHITE or
an animal, 0-5; means of 8 readings or more, in counts. Any of the places may be there.
"""

import math

from mastermind.calibration import (
    DIMMER,
    DIMMEST,
    OFF_LAMPS,
    SATURATED,
    VERSION,
    Calibration,
    off_lamps,
)
from mastermind.rules import BLANK, NOT_CHOSEN

EMPTY = NOT_CHOSEN
WHITE = BLANK

OWN = 0.5  # weight of a hole's own sample of an animal against the mean of all holes
APART = 12.0  # how far two animals are from each other (as `far` has it) at a margin of 1
LEAST_WHITE = 300  # counts
USUAL = 0.03  # spread of an even animal between holes, at most


def learn(samples: dict, wiring: int):
    """{where: bytes} for Calibration; ValueError with a sentence where samples can't be used."""
    colours = _colours(samples)
    learnt = {}
    for where in samples:
        own = samples[where]
        data = bytearray((VERSION,))
        _add(data, wiring)
        for count in tuple(own[WHITE]) + tuple(own[EMPTY]):
            _add(data, count)
        data.append(round(_wall(own) * 10000))
        for animal in range(BLANK):
            mine, all_of_it = colours[where][animal], [colours[each][animal] for each in colours]
            x, y, level = [sum([one[at] for one in all_of_it]) / len(all_of_it) for at in range(3)]
            x, y = OWN * mine[0] + (1 - OWN) * x, OWN * mine[1] + (1 - OWN) * y
            _add(data, round(x * 50000))
            _add(data, round(y * 50000))
            _add(data, round(math.exp(level) * 10000))
            data.append(_uneven(all_of_it))
        data.append(sum(data) & 255)
        learnt[where] = bytes(data)
    return learnt


def alike(samples: dict):
    """The pairs of `margins` that can't be told apart, worst first: [(animal, animal, margin)].

    An animal that can't be told from an empty hole, as it is grey or black, stands there with
    EMPTY: (animal, EMPTY, margin).
    """
    colours = _colours(samples)
    pairs = margins(samples)
    for animal in range(BLANK):
        seen = [colours[where][animal] for where in colours]
        lamp = min([off_lamps(x, y) for x, y, _ in seen]) / (1.2 * OFF_LAMPS)
        dark = max([math.exp(level) for _, _, level in seen]) / (1.5 * DIMMEST)
        pairs.append((animal, EMPTY, min(math.sqrt(lamp), dark)))
    return sorted([pair for pair in pairs if pair[2] < 1], key=lambda pair: pair[2])


def margins(samples: dict):
    """How well each pair of animals is told apart, in the hole where it is worst.

    [(animal, animal, margin)], 15 of them; below 1 a part of the readings will be not sure.
    """
    learnt = learn(samples, 0)
    holes = [Calibration(learnt[where]) for where in learnt]
    return [
        (one, other, min([_apart(hole, one, other) for hole in holes]))
        for one in range(BLANK)
        for other in range(one + 1, BLANK)
    ]


def features(sample, empty, white):
    """(log of red : green, log of blue : green, log of all), against white paper: for plots.

    They are what the classifier compares, in logarithms: white is at (0, 0, 0).
    """
    r, g, b = _parts(sample, white, _wall({EMPTY: empty, WHITE: white}))
    return math.log(r / g), math.log(b / g), math.log((r + g + b) / 3)


def _colours(samples: dict):
    """{where: six of [x, y, log of x + y + z]}; ValueError where samples can't be used."""
    if not samples:
        raise ValueError("No hole has been measured.")
    colours: dict = {}
    for where in samples:
        own = samples[where]
        _check(own)
        colours[where] = []
        for animal in range(BLANK):
            r, g, b = _parts(own[animal], own[WHITE], _wall(own))
            light = r + g + b
            colours[where].append([r / light, b / light, math.log(min(light, 6))])
    return colours


def _apart(hole: Calibration, one: int, other: int):
    """How far two animals are from each other in a hole: 1 where APART; 2.9 at most."""
    fars = [100.0]
    for here, there in ((one, other), (other, one)):
        x, y = hole.lines[there][:2]
        fars.append(hole.far(here, x, y, hole.lines[here][7] / DIMMER))
    return math.sqrt(min(fars) / APART)


def _uneven(colours: list):
    """How much farther than usual an animal's colours lie apart in these holes, in 1/16: 16 to 255.

    An underside with a pattern on it has to be taken for what it is in a wider range.
    """
    count = len(colours)
    x, y = [sum([colour[at] for colour in colours]) / count for at in (0, 1)]
    squares = sum([(one[0] - x) ** 2 + (one[1] - y) ** 2 for one in colours])
    return min(255, max(16, round(16 * math.sqrt(squares / max(1, count - 1)) / USUAL)))


def _add(data: bytearray, number: int):
    data.append(number & 255)
    data.append(number >> 8)


def _check(own: dict):
    if sorted(own) != list(range(NOT_CHOSEN + 1)):
        raise ValueError("A hole wants a sample of each animal, of white paper, and empty.")
    if max([max(own[what]) for what in own]) >= SATURATED:
        raise ValueError("There is too much light for a sensor: draw the curtains.")
    if min(own[WHITE]) < LEAST_WHITE // 4 or own[WHITE][3] < LEAST_WHITE:
        raise ValueError("White paper gives too little light: is the sensor's own light on?")
    if own[EMPTY][3] > own[WHITE][3] // 2:
        raise ValueError("The room gives more light than the sensor's own: draw the curtains.")


def _wall(own: dict):
    """The part of white paper's light that is there without anything to throw it back.

    At most 1 %: more of an empty hole's light is the room's, which does not get under an animal.
    """
    return max(0, min([0.01] + [own[EMPTY][at] / own[WHITE][at] for at in range(4)]))


def _parts(sample, white, wall: float):
    """Red, green and blue as parts of white paper's, without the wall's; a little at least."""
    return [max(sample[at] / white[at] - wall, 0.001) / (1 - wall) for at in range(3)]
