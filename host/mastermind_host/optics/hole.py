# SPDX-License-Identifier: MIT
"""One hole with its sensor, its LED and what is put into it; the room's light leaks in.

The way of the light: a matt black tube of 12 mm from the breakout to the rim of the hole; a piece
stands on the rim, its underside 2 to 10 mm above the sensor.
"""

from __future__ import annotations

import random

from mastermind_host.optics import sensor
from mastermind_host.optics.lamps import LAMPS, Lamp, white_led
from mastermind_host.optics.spectra import lumens, mix, through
from mastermind_host.optics.surfaces import Piece

WHITE_LX = 1500.0  # what white paper 5 mm above throws back at the sensor: our estimate
_CROSSTALK = 0.01  # of that, straight from the LED and the tube's wall
_LED = white_led(455, 1.0, 570, 130)  # about 4150 K, as Adafruit says of its breakout's LED


class Hole:
    """A simulated hole.

    `seed` draws its own tolerances; `switched` readings are the difference of LED on and off.
    """

    def __init__(self, seed: int, switched: bool = False, place: int = 0) -> None:
        self._random = random.Random(f"{seed} {place}")
        self._switched = switched
        self._sensor = sensor.Sensor(self._random)
        self._strength = self._random.uniform(0.8, 1.25)
        self.put(None, self._random)
        self.light(LAMPS[0], 0)

    def put(self, piece: Piece | None, randomness: random.Random) -> None:
        """Put `piece` into the hole, as it happens to come to stand; None empties it."""
        self._piece = piece
        height_mm = randomness.uniform(2, 10)
        self._near = 2.2 / (1 + (height_mm / 4.5) ** 2)
        self._gloss = randomness.random() ** 4
        self._leak = randomness.uniform(0, 0.03) if piece else randomness.uniform(0.1, 0.4)
        self._print = randomness.gauss(1, piece.spread) if piece else 1.0

    def light(self, lamp: Lamp, lux: float) -> None:
        """Light the room around the hole with `lux` of `lamp`."""
        self._lamp, self._lux = lamp, lux

    def read(self) -> tuple[int, int, int, int]:
        """One reading: (red, green, blue, clear) in counts."""
        led = _scaled(_LED, WHITE_LX * self._strength)
        room = _scaled(self._lamp.light, self._lux * self._leak)
        back = mix((_CROSSTALK, led))
        if self._piece:
            colour = mix((self._near * self._print, self._piece.colour))
            back = mix((1, back), (1, through(led, colour)), (self._piece.gloss * self._gloss, led))
            room = mix((0.3, room), (0.7, through(room, self._piece.colour)))
        lit = self._digits(mix((1, back), (1, room)))
        if not self._switched:
            return lit
        dark = self._digits(room)
        red, green, blue, clear = (max(0, on - off) for on, off in zip(lit, dark, strict=True))
        return red, green, blue, clear

    def _digits(self, light: tuple[float, ...]) -> tuple[int, int, int, int]:
        red, green, blue, clear = (
            sensor.digitise(count, self._random) for count in self._sensor.counts(light)
        )
        return red, green, blue, clear


def _scaled(light: tuple[float, ...], lux: float) -> tuple[float, ...]:
    """`light` in uW/cm2 per nm where it gives `lux`: 1 W/m2 is 100 uW/cm2."""
    return mix((100 * lux / lumens(light), light))
