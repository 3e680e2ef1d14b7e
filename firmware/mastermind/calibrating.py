# SPDX-License-Identifier: MIT
"""From measured samples to each hole's calibration; imported only while calibrating. Pure.

samples: {where: {what: (red, green, blue, clear)}}, where 0-5 a place, what EMPTY, WHITE or 0-5.
"""

import math

from mastermind.calibration import VERSION

EMPTY = 7
WHITE = 6


def learn(samples, wiring):
    """{where: bytes} for Calibration; ValueError with a sentence for samples of no use."""
    learnt = {}
    for where in samples:
        own = samples[where]
        if own[WHITE][3] < 2 * own[EMPTY][3]:
            raise ValueError("White paper gave too little light.")
        numbers = list(own[WHITE]) + list(own[EMPTY])
        for animal in range(6):
            features_ = features(own[animal], own[EMPTY], own[WHITE])
            numbers += [int(1000 * each) & 0xFFFF for each in features_]
        data = bytearray([VERSION, wiring & 255, wiring >> 8])
        for number in numbers:
            data += bytes([number & 255, number >> 8])
        learnt[where] = bytes(data)
    return learnt


def features(sample, empty, white):
    """(red over green, blue over green, clear) against white, as logarithms."""
    r, g, b, c = [max(sample[i] - empty[i], 1) / max(white[i] - empty[i], 1) for i in range(4)]
    return math.log(r / g), math.log(b / g), math.log(c)


def margins(samples):
    """[(animal, animal, margin)] of all 15 pairs; below 1.0 they can't be told apart."""
    pairs = []
    for one in range(6):
        for other in range(one + 1, 6):
            margin = min(_apart(own, one, other) for own in samples.values())
            pairs.append((one, other, margin))
    return pairs


def alike(samples):
    """The pairs of `margins` that are too alike, worst first."""
    return sorted((pair for pair in margins(samples) if pair[2] < 1.0), key=lambda pair: pair[2])


def _apart(own, one, other):
    a = features(own[one], own[EMPTY], own[WHITE])
    b = features(own[other], own[EMPTY], own[WHITE])
    return math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) / 0.3
