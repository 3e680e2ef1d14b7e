# SPDX-License-Identifier: MIT
"""One TCS34725: light in, counts out. Its figures are those of ams' datasheet TCS3472, v1-02.

Knows no surface and no lamp. A light here is irradiance at the chip, in uW/cm2 per nm.
"""

from __future__ import annotations

import random

from mastermind.calibration import CYCLES, FULL, GAIN
from mastermind_host.optics.spectra import Spectrum, edge, flat, mix, peak, shape, through, total

# What each filter lets through relative to the clear diode: bells fitted so that the ratios to
# clear at 465, 525 and 615 nm are in the middle of the table "Optical Characteristics": red 7, 14
# and 95 %, green 26, 72 and 7 %, blue 76, 27 and 14 %.
_CLEAR_FALL = shape(lambda nm: min(1.0, max(0.0, (705 - nm) / 45)))  # the IR filter
CLEAR = through(mix((0.55, flat(1)), (0.45, edge(520, 200))), _CLEAR_FALL)
RED = through(CLEAR, mix((0.06, flat(1)), (0.90, edge(580, 22))))
GREEN = through(CLEAR, mix((0.07, flat(1)), (0.72, peak(537, 42, 38))))
BLUE = through(CLEAR, mix((0.12, flat(1)), (0.75, peak(455, 60, 45))))
CHANNELS = (RED, GREEN, BLUE, CLEAR)

# Clear counts per uW/cm2 at 465 nm, 16x gain and 24 ms (typical), and the 50.4 ms and GAIN of ours.
_TYPICAL = 13.8 / CLEAR[6] * (GAIN / 16) * (CYCLES * 2.4 / 24)
_RIPPLE = 0.75  # of full scale: where rippling light saturates the integrator (design note DN40)


class Sensor:
    """One part: its own sensitivity, colour filters and integration time, drawn by `tolerances`."""

    def __init__(self, tolerances: random.Random) -> None:
        part = tolerances.uniform(0.8, 1.2)  # clear: 11.0 to 16.6 around 13.8
        self.gains = tuple(part * tolerances.gauss(1, 0.03) * _TYPICAL for _ in CHANNELS)
        self.dark = tolerances.uniform(0, 2)  # datasheet: 1, at most 5 counts at 60x and 100 ms

    def counts(self, light: Spectrum) -> tuple[float, ...]:
        """Mean counts of (red, green, blue, clear) in `light`, with no limit."""
        return tuple(
            gain * total(through(light, channel))
            for gain, channel in zip(self.gains, CHANNELS, strict=True)
        )

    def convert(self, counts: tuple[float, ...], ripple: float, noise: random.Random) -> int:
        raise NotImplementedError


def digitise(count: float, noise: random.Random) -> int:
    """A reading of a mean `count`: noise, whole numbers, and the ends of the scale."""
    spread = (1 + 0.1 * max(count, 0) + (0.002 * count) ** 2) ** 0.5
    return min(FULL, max(0, round(noise.gauss(count, spread))))
