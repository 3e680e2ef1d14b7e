# SPDX-License-Identifier: MIT
"""One TCS34725: light in, counts out. Its figures are those of ams' datasheet TCS3472, v1-03.

Knows no surface and no lamp. A light here is irradiance at the chip, in uW/cm2 per nm; counts are
(red, green, blue, clear).
"""

from __future__ import annotations

import math
import random

from mastermind.calibration import CYCLES, FULL, GAIN
from mastermind_host.optics.spectra import STEP_NM, WAVELENGTHS, Spectrum, through, total

Counts = tuple[float, float, float, float]

# Figure "Photodiode Spectral Responsivity RGBC", read off at 400, 410 ... 700 nm, in per cent; then
# every 30 nm from 710 to 1100 nm, where red is as clear and blue as green.
_RED = "1 6 9 5 2 1 1 0 1 1 1 2 4 7 9 8 11 23 44 61 75 85 83 73 32 19 19 11 6 5 4"
_GREEN = "1 3 5 6 8 10 13 20 25 26 33 43 55 64 65 64 55 47 33 22 11 7 5 4 2 1 2 1 1 1 1"
_BLUE = "9 33 43 47 51 53 56 56 53 47 38 30 19 15 13 11 8 8 9 9 9 9 9 7 4 5 4 2 1 1 1"
_CLEAR = "19 44 55 57 60 62 67 70 72 73 75 77 78 80 84 85 88 90 91 92 95 97 90 67 31 21 18 10 5 4 5"
_RED_IR = "5 7 13 7 10 7 6 6 6 5 6 8 5 2"
_BLUE_IR = "1 2 6 6 10 7 6 7 6 5 7 9 5 2"


def _curve(visible: str, infrared: str) -> Spectrum:
    heights = [float(height) / 100 for height in visible.split()]
    far = [float(height) / 100 for height in infrared.split()]
    for nm in WAVELENGTHS[len(heights) :]:
        place = (nm - 710) // 30
        share = (nm - 710) % 30 / 30
        heights.append((1 - share) * far[place] + share * far[min(place + 1, len(far) - 1)])
    return tuple(heights)


CHANNELS = (
    _curve(_RED, _RED_IR),
    _curve(_GREEN, _BLUE_IR),
    _curve(_BLUE, _BLUE_IR),
    _curve(_CLEAR, _RED_IR),
)

# Counts of a channel whose curve stands at 1, per uW/cm2, at 16x and 24 ms: the one number that the
# table's three clear responsivities (13.8, 16.6 and 19.5 at 465, 525 and 615 nm) agree on to 3 %.
RESPONSIVITY = 20.8
_TYPICAL = RESPONSIVITY * (GAIN / 16) * (CYCLES * 2.4 / 24)

# How parts differ: clear is +-20 % in the table, and a cycle takes 2.27 to 2.56 ms. The colours'
# ratios to clear are tested to some +-15 %: we let them have 3 %, and their filters' edges 2 nm, as
# usual spreads, with a limit that keeps all parts within the table. Our estimate.
_CLEAR_SPREAD = 0.2
_RATIO, _MOST_RATIO = 0.03, 0.06
_SHIFT_NM, _MOST_NM = 2.0, 4.0

# Noise of one reading, which the datasheet does not give. Shot noise is nothing: at 4x a count is
# some million electrons (0.01 mm2, 0.3 A/W). Left are a count or so of the converter, and 0.3 % of
# unrest of supply and lamp. Our estimate.
_COUNTS, _UNREST = 1.0, 0.003


class Sensor:
    """One part, as `tolerances` draw it."""

    def __init__(self, tolerances: random.Random) -> None:
        # A longer cycle also gathers more light, but that is within the +-20 %.
        gain = _TYPICAL * tolerances.uniform(1 - _CLEAR_SPREAD, 1 + _CLEAR_SPREAD)
        self._cycle_ms = tolerances.uniform(2.27, 2.56)
        self._dark = tolerances.uniform(0, 0.3)  # table: at most 5 at 60x and 100 ms
        self._curves = [(gain, CHANNELS[3])]
        for channel in CHANNELS[2::-1]:
            ratio = 1 + _drawn(tolerances, _RATIO, _MOST_RATIO)
            nm = _drawn(tolerances, _SHIFT_NM, _MOST_NM)
            self._curves.insert(0, (gain * ratio, _shifted(channel, nm)))

    def counts(self, light: Spectrum) -> Counts:
        """Mean counts in `light`, without noise or limit."""
        red, green, blue, clear = (
            gain * total(through(light, curve)) for gain, curve in self._curves
        )
        return red, green, blue, clear

    def read(
        self, steady: Counts, rippling: Counts, flicker: float, hertz: float, noise: random.Random
    ) -> tuple[int, int, int, int]:
        """A reading of a steady light and of one that swings by `flicker` at `hertz`."""
        swing = 0.0
        if flicker:
            turn = math.pi * hertz * CYCLES * self._cycle_ms / 1000
            swing = flicker * math.sin(turn) / turn * math.sin(noise.uniform(0, 2 * math.pi))
        peak = 1 + flicker
        red, green, blue, clear = (
            _digits(self._dark + still + live * (1 + swing), still + live * peak, noise)
            for still, live in zip(steady, rippling, strict=True)
        )
        return red, green, blue, clear


def _digits(count: float, peak: float, noise: random.Random) -> int:
    """A reading of a mean `count` whose brightest cycles are those of a light of `peak` counts.

    A cycle that is full loses what comes on top: so rippling light saturates before the counter is
    full, some 25 % below it (ams' design note DN40 puts the limit at 75 %).
    """
    limit = FULL - max(0.0, peak - count) / 2 if peak > FULL else FULL
    reading = noise.gauss(count, math.hypot(_COUNTS, _UNREST * count))
    return max(0, round(min(reading, limit)))


def _drawn(tolerances: random.Random, spread: float, most: float) -> float:
    return max(-most, min(most, tolerances.gauss(0, spread)))


def _shifted(curve: Spectrum, nm: float) -> Spectrum:
    """`curve` moved to the red by `nm` (at most 10 either way)."""
    share = abs(nm) / STEP_NM
    beside = (curve[0], *curve[:-1]) if nm > 0 else (*curve[1:], curve[-1])
    return tuple((1 - share) * own + share * next for own, next in zip(curve, beside, strict=True))
