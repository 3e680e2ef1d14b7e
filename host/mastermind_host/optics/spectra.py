# SPDX-License-Identifier: MIT
"""Spectra from 400 to 1100 nm in steps of 10 nm, built from shapes. Knows no part and no lamp.

A spectrum is a tuple of 71 floats: the power of a light (any unit), or a share from 0 to 1 that a
surface reflects or a filter lets through. Infrared is in it because the sensor's filter lets some
of it pass.
"""

from __future__ import annotations

import math
from collections.abc import Callable

STEP_NM = 10
WAVELENGTHS = tuple(range(400, 1101, STEP_NM))
Spectrum = tuple[float, ...]


def shape(height: Callable[[float], float]) -> Spectrum:
    """The spectrum whose value at each wavelength (nm) `height` gives."""
    return tuple(height(nm) for nm in WAVELENGTHS)


def flat(height: float) -> Spectrum:
    return shape(lambda nm: height)


def peak(centre: float, below: float, above: float) -> Spectrum:
    """A bell, 1 at `centre` nm and 0.5 at `below` nm on its blue and `above` nm on its red side."""
    return shape(lambda nm: 0.5 ** (((nm - centre) / (below if nm < centre else above)) ** 2))


def edge(centre: float, width: float) -> Spectrum:
    """A soft step from 0 (blue) to 1 (red): half at `centre` nm, 12 to 88 % within `width` nm."""
    return shape(lambda nm: 1 / (1 + math.exp(-4 * (nm - centre) / width)))


def planck(kelvin: float) -> Spectrum:
    """What a black body of `kelvin` sends out, as power, by Planck's law."""
    # hc/k is 14.388 mm K, the second radiation constant; 1e15 keeps the numbers near 1.
    return shape(lambda nm: 1e15 * nm**-5 / (math.exp(14.388e6 / (nm * kelvin)) - 1))


def mix(*parts: tuple[float, Spectrum]) -> Spectrum:
    """The sum of (weight, spectrum)."""
    return tuple(
        sum(weight * spectrum[band] for weight, spectrum in parts)
        for band in range(len(WAVELENGTHS))
    )


def through(light: Spectrum, *filters: Spectrum) -> Spectrum:
    """What is left of `light` after all `filters` or surfaces."""
    for each in filters:
        light = tuple(power * share for power, share in zip(light, each, strict=True))
    return light


def total(spectrum: Spectrum) -> float:
    """The power in all bands."""
    return sum(spectrum) * STEP_NM


def lux(light: Spectrum) -> float:
    """How bright a light of so many uW/cm2 per nm is to the eye."""
    return 6.83 * total(through(light, EYE))  # 683 lm/W; 1 uW/cm2 is 0.01 W/m2


# The eye's V(lambda) of CIE 1931, as the usual Gaussian: within 0.02 of the table.
EYE = shape(lambda nm: 1.019 * math.exp(-285.4 * (nm / 1000 - 0.559) ** 2))
