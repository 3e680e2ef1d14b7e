# SPDX-License-Identifier: MIT
"""Spectra from 400 to 700 nm in steps of 10 nm, built from shapes. Knows no part and no lamp.

A spectrum is a tuple of 31 floats: power of a light (any unit), or a share from 0 to 1 that a
surface reflects or a filter lets through.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

STEP_NM = 10
WAVELENGTHS = tuple(range(400, 701, STEP_NM))
Spectrum = tuple[float, ...]


def shape(height: Callable[[int], float]) -> Spectrum:
    """The spectrum whose value at each wavelength (nm) `height` gives."""
    return tuple(height(nm) for nm in WAVELENGTHS)


def flat(height: float) -> Spectrum:
    return shape(lambda nm: height)


def peak(centre: float, below: float, above: float) -> Spectrum:
    """A bell 1 high at `centre` nm, with its halfwidths on the blue and on the red side."""
    return shape(lambda nm: _bell(nm - centre, below if nm < centre else above))


def edge(centre: float, width: float) -> Spectrum:
    """A soft step from 0 (blue) to 1 (red): half at `centre` nm, 12 to 88 % within `width` nm."""
    return shape(lambda nm: 1 / (1 + math.exp(-4 * (nm - centre) / width)))


def planck(kelvin: float) -> Spectrum:
    """What a black body of `kelvin` sends out, as power, by Planck's law; 1 at 560 nm."""
    return shape(lambda nm: _planck(nm, kelvin) / _planck(560, kelvin))


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


def total(spectrum: Iterable[float]) -> float:
    """The power in all bands."""
    return sum(spectrum) * STEP_NM


def lumens(light: Spectrum) -> float:
    """What the eye makes of `light`: lumens where its power is in W/nm."""
    return 683 * total(through(light, EYE))


def _bell(distance: float, halfwidth: float) -> float:
    return math.exp(-math.log(2) * (distance / halfwidth) ** 2)


def _planck(nm: float, kelvin: float) -> float:
    # hc/k = 14.388 mm K, the second radiation constant
    return nm**-5 / (math.exp(14.388e6 / (nm * kelvin)) - 1)


# The eye's V(lambda) of CIE 1931, as the usual Gaussian (within 2 % of the table above 0.05).
EYE = shape(lambda nm: 1.019 * math.exp(-285.4 * (nm / 1000 - 0.559) ** 2))
