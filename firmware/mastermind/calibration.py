# SPDX-License-Identifier: MIT
"""What one hole's colour sensor has learnt, and what it makes of a reading. Pure.

The bytes: version, wiring (2), white and dark as 4 + 4 counts of 16 bits, then for each animal two
features and its level in 1/1000 of 16 bits, signed; little endian.
"""

import math

from mastermind.rules import NOT_CHOSEN as NOTHING

VERSION = 1
MOST_BYTES = 80
INTEGRATION_MS = 51  # 21 cycles of 2.4 ms: whole periods of 100 and nearly of 120 Hz
CYCLES = 21
GAIN = 4
FULL = CYCLES * 1024  # counts
READ_MS = 60  # how often each sensor is read
UNSURE = -1

_BYTES = 3 + 16 + 6 * 6


class Calibration:
    """One hole's calibration of `data`; ValueError where that is none."""

    def __init__(self, data):
        if len(data) != _BYTES or data[0] != VERSION:
            raise ValueError("This is no calibration of this version.")
        self.wiring = data[1] + 256 * data[2]
        numbers = [data[at] + 256 * data[at + 1] for at in range(3, _BYTES, 2)]
        self._white, self._dark = numbers[:4], numbers[4:8]
        self._animals = [(n - 65536 if n > 32767 else n) / 1000 for n in numbers[8:]]

    def answer(self, red, green, blue, clear):
        """0-5 an animal, NOTHING or UNSURE, for raw counts."""
        white, dark = self._white, self._dark
        if clear - dark[3] < 0.03 * (white[3] - dark[3]):
            return NOTHING
        r = (red - dark[0]) / (white[0] - dark[0])
        g = (green - dark[1]) / (white[1] - dark[1])
        b = (blue - dark[2]) / (white[2] - dark[2])
        if r <= 0.0 or g <= 0.0 or b <= 0.0 or clear > 0.7 * FULL:
            return UNSURE
        x, y = math.log(r / g), math.log(b / g)
        best, nearest, second = UNSURE, 9.0, 9.0
        for animal in range(6):
            dx, dy = x - self._animals[3 * animal], y - self._animals[3 * animal + 1]
            distance = dx * dx + dy * dy
            if distance < nearest:
                best, nearest, second = animal, distance, nearest
            elif distance < second:
                second = distance
        return best if nearest < 0.1 and 2 * nearest < second else UNSURE

    def room_differs(self, red, green, blue, clear):
        """Whether an empty hole's light is much another than at calibration."""
        return abs(clear - self._dark[3]) > 0.2 * self._white[3]
