# SPDX-License-Identifier: MIT
"""The lights of a room, and the white LED beside each sensor: their spectra. Knows no hole."""

from __future__ import annotations

from collections import namedtuple

from mastermind_host.optics.spectra import Spectrum, edge, flat, mix, peak, planck, through

# light: a Spectrum of any strength. flicker: how far it swings around its mean, as a share, at
# twice the mains' frequency.
Lamp = namedtuple("Lamp", ("name", "light", "flicker"))


def white_led(blue: float, phosphor_nm: float = 600, width_nm: float = 105) -> Spectrum:
    """A blue chip under a phosphor: two bells, the blue one `blue` times as high.

    As figure e) of the datasheet of QT-Brightek's QBLP674-IWM draws them, for five whites.
    """
    return mix((blue, peak(456, 17, 20)), (1, peak(phosphor_nm, width_nm / 2, width_nm / 2)))


# Adafruit's breakout has an LED of 4150 K. The figure (curve RL, natural white) has its phosphor at
# 600 nm, but what others read of white things (tests/readings) asks for one nearer to 580 nm.
SENSOR_LED = white_led(1.0, 578, 115)

# A tube of three phosphors: 436 and 545 (mercury, terbium), 490 and 585, and 612 nm (europium).
_TUBE = mix(
    (0.55, peak(438, 8, 12)),
    (0.25, peak(490, 14, 14)),
    (1.00, peak(545, 8, 8)),
    (0.30, peak(585, 12, 12)),
    (0.95, peak(612, 8, 8)),
    (0.06, through(flat(1), mix((1, flat(1)), (-1, edge(720, 40))))),
)

# Daylight is near enough to a black body in these bands. Flicker is our estimate: 10 % of a
# filament, 35 % of tubes on a choke and of cheap LED lamps.
LAMPS = (
    Lamp("incandescent 2700 K", planck(2700), 0.10),
    Lamp("warm LED 2700 K", white_led(0.35, 605, 130), 0.35),
    Lamp("neutral LED 4000 K", white_led(0.85, 585, 130), 0.35),
    Lamp("fluorescent 4000 K", _TUBE, 0.35),
    Lamp("daylight 5000 K", planck(5000), 0.0),
    Lamp("daylight 6500 K", planck(6500), 0.0),
    Lamp("daylight 7500 K", planck(7500), 0.0),
)
