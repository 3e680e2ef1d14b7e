# SPDX-License-Identifier: MIT
"""The lights of a room, by name: their spectra and how they flicker. Knows no hole.

flicker: how deep the light swings around its mean at twice the mains' frequency, as a share.
"""

from __future__ import annotations

from collections import namedtuple

from mastermind_host.optics.spectra import Spectrum, flat, mix, peak, planck

Lamp = namedtuple("Lamp", ("name", "light", "flicker"))


def white_led(blue_nm: float, blue: float, phosphor_nm: float, width_nm: float) -> Spectrum:
    """A blue chip under a phosphor: two bells, as every datasheet of a white LED draws them."""
    return mix(
        (blue, peak(blue_nm, 10, 13)),
        (1, peak(phosphor_nm, 0.42 * width_nm, 0.62 * width_nm)),
    )


def daylight(kelvin: float) -> Spectrum:
    """Daylight of a correlated colour temperature: near enough to a black body in these bands."""
    return mix((1, planck(kelvin)), (0, flat(1)))


# Three narrow bands of a tri-phosphor tube: 436 and 545 (mercury, terbium), 611 nm (europium).
_TUBE = mix(
    (0.55, peak(438, 8, 12)),
    (0.25, peak(490, 14, 14)),
    (1.0, peak(545, 8, 8)),
    (0.30, peak(585, 12, 12)),
    (0.95, peak(612, 8, 8)),
    (0.06, flat(1)),
)

# Flicker: filament lamps 10 %, tubes on a choke and cheap LED lamps 35 %: our estimate after
# IEEE 1789's collection.
LAMPS = (
    Lamp("incandescent 2700 K", planck(2700), 0.10),
    Lamp("warm LED 2700 K", white_led(452, 0.35, 600, 130), 0.35),
    Lamp("neutral LED 4000 K", white_led(450, 0.75, 580, 130), 0.35),
    Lamp("fluorescent 4000 K", _TUBE, 0.35),
    Lamp("daylight 5000 K", daylight(5000), 0.0),
    Lamp("daylight 6500 K", daylight(6500), 0.0),
    Lamp("daylight 7500 K", daylight(7500), 0.0),
)
