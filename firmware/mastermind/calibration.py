# SPDX-License-Identifier: MIT
"""What one hole's colour sensor has learnt, and what it makes of a reading. Pure.

A colour is (x, y): the shares of red and blue in light = red + green + blue, each as a part of what
white paper gave. White light that a skin mirrors, and the room's that leaks in, draw it from its
animal's towards those of lamps: so each animal is a line with a width. Lamps themselves are on the
line from WARM to COOL. All figures were found with the host's model (mastermind_host.optics).

The bytes: VERSION; wiring (2); white paper (8), empty hole (8); wall in 1/10000 of white (1); each
animal's x, y in 1/50000, light in 1/10000 (6), unevenness in 1/16 (1); sum of all before (1). White
and empty are red, green, blue, clear in counts; numbers of two bytes are little endian.
"""

import math

from mastermind.rules import BLANK, NOT_CHOSEN

VERSION, BYTES, MOST_BYTES = 1, 63, 80
CYCLES, GAIN = 21, 4
INTEGRATION_MS, READ_MS = 51, 60  # 21 cycles of 2.4 ms are whole periods of 100, nearly of 120 Hz
FULL = CYCLES * 1024  # counts
SATURATED = FULL * 3 // 4  # counts, from where rippling light is cut off (ams design note DN40)
NOTHING, UNSURE = NOT_CHOSEN, -1  # answers beside 0-5, as `keys.PLACED` has them
FAR = 9999.0

DIMMEST, BRIGHTEST = 0.09, 6  # light of any animal; white paper's is 3
DIMMER, BRIGHTER = 0.16, 5.5  # light of an animal against calibration, 2 to 10 mm from the sensor
WARM, COOL = (0.50, 0.21), (0.265, 0.425)  # lamps of 2700 K and of 7500 K
LAMP = (0.36001, 0.32601)  # usual light of a room; no x or y of bytes is just that
PRINT, GLOSS, FLOOR, LAMPS = 0.05, 0.03, 0.002, 0.0186  # spreads: see `_line` and `off_lamps`
SWAY = 0.07  # how far lamps are from LAMP across an animal's line, against its length
LEAK = 0.42  # most of the room's light under an animal
NEAR, AHEAD, AHEAD_BY, OFF_LAMPS = 9.3, 6, 2.5, 3.2  # in squares of spreads: see `_answer`
NOT_NEAR, MIXED, BY_LAMPS, LESS_MIXED = 6, 0.5, 16, 0.36


class Calibration:
    """One hole's calibration of `data`; ValueError where that is none."""

    def __init__(self, data: bytes):
        if len(data) != BYTES or data[0] != VERSION or sum(data[:-1]) & 255 != data[-1]:
            raise ValueError("These bytes are no calibration.")
        self.wiring, *counts = [data[at] + 256 * data[at + 1] for at in range(1, 19, 2)]
        self._white, self._empty = counts[:4], counts[4:]
        if min(self._white) == 0:
            raise ValueError("White paper gave no light in this calibration.")
        self._wall = data[19] / (10000 - data[19])
        self._parts = [(1 + self._wall) / count for count in self._white]
        self._whole = sum(self._white[:3]) / self._white[3]
        self.lines = [_line(data[at : at + 7]) for at in range(20, BYTES - 1, 7)]
        self._share = self._beside = 0.0

    def answer(self, red: int, green: int, blue: int, clear: int):
        """0-5 the animal, NOTHING or UNSURE, for a reading in counts. Allocates nothing."""
        parts, wall = self._parts, self._wall
        r, b = red * parts[0] - wall, blue * parts[2] - wall
        light = r + green * parts[1] - wall + b
        if light < DIMMEST or light > BRIGHTEST:
            return NOTHING
        if not 0 < clear < SATURATED:
            return UNSURE
        return self._answer(r / light, b / light, light, (red + green + blue) / self._whole / clear)

    def _answer(self, x: float, y: float, light: float, whole: float):
        """The animal that is NEAR, well AHEAD of the second, and off the lamps' line.

        On that line, where no animal is near it, holes are empty. `whole`: red + green + blue
        against clear; lamps' infrared, which all channels see, takes it above 1. No lamp is bluish
        and has much of it.
        """
        best, mixed = UNSURE, 0.0
        nearest = beside = second = FAR
        for animal in range(BLANK):
            far = self.far(animal, x, y, light)
            if far < nearest:
                second = min(second, beside)  # in pairs at most: three at once are a tuple
                nearest, beside = far, self._beside
                best, mixed = animal, self._share
            else:
                second = min(second, self._beside)
        lamps = off_lamps(x, y)
        if lamps < OFF_LAMPS:
            empty = (nearest > NOT_NEAR or mixed > MIXED) and (whole < 1.25 or y < 0.36)
            return NOTHING if empty else UNSURE
        sure = nearest <= NEAR and second >= AHEAD + AHEAD_BY * nearest
        sure = sure and mixed < (MIXED if lamps > BY_LAMPS else LESS_MIXED)
        return best if sure and 0.9 < whole < 1.12 + 0.83 * mixed else UNSURE

    def far(self, animal: int, x: float, y: float, light: float):
        """How far a colour is from an animal's line: a square of spreads, or FAR.

        `_share`: the part of the light that is the room's; `_beside`: how far if under any lamp.
        """
        line = self.lines[animal]
        x, y = x - line[0], y - line[1]
        across = x * line[2] + y * line[3]
        self._beside = FAR
        if not -10 < across < 10:
            return FAR
        along, most = x * line[4] + y * line[5], min(LEAK / light, 0.96)
        share = self._share = min(max(along, 0.0), most)
        if not line[7] < light * (1 - share) < line[8]:
            return FAR
        across, along = across * across, along - share
        width, share = 1 + line[9] * share * share, share / most
        along = along * along * line[6] + 4.6 * share * share
        self._beside = along + across / width
        return along + across

    def room_differs(self, red: int, green: int, blue: int, clear: int):
        """Whether an empty hole's reading is of a room much brighter or darker than at calibration.

        Then or now it is a tenth of white paper's or more, and five times the other: no noise is.
        """
        then, now = max(1, self._empty[3]), max(1, clear)
        return max(then, now) * 10 >= self._white[3] and not then < 5 * now < 25 * then


def off_lamps(x: float, y: float):
    """How far a colour is from those of lamps: a square of spreads."""
    x, y = x - WARM[0], y - WARM[1]
    along = 0.675 * y - 0.7378 * x  # the way from WARM to COOL, which is 0.3185 long
    across, beyond = 0.675 * x + 0.7378 * y, max(-along, along - 0.3185, 0.0)
    return (across * across + beyond * beyond) / (LAMPS * LAMPS)


def _line(data: bytes):
    """What `far` needs of an animal, from its 7 bytes.

    Its spread: PRINT of each channel's share, times unevenness; GLOSS of white light; FLOOR of all.
    """
    x, y, light = [(data[at] + 256 * data[at + 1]) / 50000 for at in (0, 2, 4)]
    light, z = light * 5, 1 - x - y
    squares, own = x * x + y * y + z * z, (PRINT * data[6] / 16) ** 2
    white, dx, dy = (GLOSS / max(light, 0.09)) ** 2, 1 / 3 - x, 1 / 3 - y
    xx = own * x * x * (1 - 2 * x + squares) + white * dx * dx + FLOOR * FLOOR
    yy = own * y * y * (1 - 2 * y + squares) + white * dy * dy + FLOOR * FLOOR
    xy = own * x * y * (squares - x - y) + white * dx * dy
    dx, dy = LAMP[0] - x, LAMP[1] - y
    length, across = dx * dx + dy * dy, math.sqrt(dy * dy * xx - 2 * dx * dy * xy + dx * dx * yy)
    along_x, along_y = yy * dx - xy * dy, xx * dy - xy * dx
    along = along_x * dx + along_y * dy
    line: tuple = (x, y, -dy / across, dx / across, along_x / along, along_y / along)
    line += (along / (xx * yy - xy * xy), DIMMER * light, BRIGHTER * light)
    return line + ((SWAY * length / across) ** 2,)
