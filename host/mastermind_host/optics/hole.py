# SPDX-License-Identifier: MIT
"""One hole with its sensor, its LED and what is put into it; the room's light leaks in.

The way of the light: a matt black tube, 12 mm inside, from the breakout to the rim of the hole; a
piece stands on the rim, its underside 2 to 10 mm above the sensor. Figures without a source are our
estimate.
"""

from __future__ import annotations

import random

from mastermind_host.optics.lamps import LAMPS, SENSOR_LED, Lamp, white_led
from mastermind_host.optics.sensor import Counts, Sensor
from mastermind_host.optics.spectra import Spectrum, lux, mix, through
from mastermind_host.optics.surfaces import Piece, one_of

# What a white paper 5 mm above throws back at the sensor: an LED of 0.3 cd (3 mA).
WHITE_LX = 2000.0
RIM_MM = 5.0
# How much a matt surface throws back from 2, 3 ... 10 mm, relative to 5 mm: LED and sensor 5 mm
# apart, both as bright (as sensitive) as the cosine of the angle, integrated over the surface.
_LEVELS = (1.28, 1.47, 1.28, 1.00, 0.75, 0.56, 0.42, 0.31, 0.24)
_MIRROR = 0.05  # of what white paper there throws back: what a flat polished plastic (4 %) mirrors
_WALL = (0.005, 0.015)  # of WHITE_LX: what comes straight from the LED and the black wall


class Hole:
    """A simulated hole; `seed` and `place` draw its own sensor, LED and tube.

    `switched`: readings are the difference of the LED on and off, as with `pin_sensor_light`.
    """

    def __init__(self, seed: int, switched: bool = False, place: int = 0) -> None:
        self._noise = random.Random(f"hole {seed} {place}")
        draw = self._noise.uniform
        self._switched = switched
        self._sensor = Sensor(self._noise)
        # Intensity bins 2400 to 4150 mcd, and the white's own bin: 3640 to 4240 K (QBLP674, RL).
        self._led = _bright(
            mix((1, SENSOR_LED), (draw(-0.15, 0.15), white_led(1))), WHITE_LX * draw(0.73, 1.27)
        )
        self._wall = draw(*_WALL)
        self._rim_mm = RIM_MM + draw(-0.3, 0.3)
        self._hertz = self._noise.choice((100, 120))
        self._seen: dict[tuple[str, str], Counts] = {}
        self._piece: Piece | None = None
        self.light(LAMPS[0], 0)
        self.put(None, self._noise)

    def put(self, piece: Piece | None, randomness: random.Random) -> None:
        """Put `piece` into the hole, as it happens to come to stand; None empties it."""
        draw = randomness.uniform
        self._drift = randomness.gauss(1, 0.02)  # the LED's warmth: 0.3 % a degree (QBLP674)
        if piece is None:
            self._piece = None
            self._leak = draw(0.10, 0.40)
            return
        self._piece = one_of(piece, randomness) if piece.spread else piece
        height_mm = self._rim_mm if piece.flat else self._rim_mm + draw(-3, 5)
        tilt = 0.0 if piece.flat else draw(0, 12)  # degrees
        self._level = _level(height_mm)
        self._gloss = piece.gloss * _MIRROR * self._level * draw(0.2, 1) * (1 - tilt / 20)
        self._leak = draw(0, 0.03)
        self._direct = draw(0.2, 0.6)  # of the leak: what has not touched the piece

    def light(self, lamp: Lamp, lux: float) -> None:
        """Light the room around the hole with `lux` of `lamp`."""
        self._lamp, self._lux = lamp, lux

    def read(self) -> tuple[int, int, int, int]:
        """One reading: (red, green, blue, clear) in counts."""
        room = self._room()
        lit = self._sensor.read(
            self._reflected(), room, self._lamp.flicker, self._hertz, self._noise
        )
        if not self._switched:
            return lit
        unlit = self._sensor.read((0, 0, 0, 0), room, self._lamp.flicker, self._hertz, self._noise)
        red, green, blue, clear = (max(0, on - off) for on, off in zip(lit, unlit, strict=True))
        return red, green, blue, clear

    def _reflected(self) -> Counts:
        """What comes back of the LED."""
        white = self._counts("LED", "")
        if self._piece is None:
            return _sum(self._wall * self._drift, white, 0, white)
        colour = _tinted(self._counts("LED", self._piece.name), self._piece.cast)
        return _sum(
            (self._wall + self._gloss) * self._drift, white, self._level * self._drift, colour
        )

    def _room(self) -> Counts:
        """What leaks in: straight, and by way of the piece's underside."""
        leak = self._lux * self._leak
        straight = self._counts(self._lamp.name, "")
        if self._piece is None:
            return _sum(leak, straight, 0, straight)
        colour = _tinted(self._counts(self._lamp.name, self._piece.name), self._piece.cast)
        return _sum(leak * self._direct, straight, leak * (1 - self._direct), colour)

    def _counts(self, light: str, surface: str) -> Counts:
        """Counts of the LED or of 1 lx of the lamp, straight or thrown back; reckoned once each."""
        key = (light, surface)
        if key not in self._seen:
            source = self._led if light == "LED" else _bright(self._lamp.light, 1)
            if surface:
                assert self._piece is not None
                source = through(source, self._piece.colour)
            self._seen[key] = self._sensor.counts(source)
        return self._seen[key]


def _level(height_mm: float) -> float:
    """How much of the LED's light comes back from `height_mm`, relative to 5 mm."""
    height_mm = max(2.0, min(9.999, height_mm))
    place = int(height_mm) - 2
    share = height_mm - place - 2
    return (1 - share) * _LEVELS[place] + share * _LEVELS[place + 1]


def _bright(light: Spectrum, wanted_lux: float) -> Spectrum:
    """`light`, so strong that it gives `wanted_lux`."""
    return mix((wanted_lux / lux(light), light))


def _sum(share: float, one: Counts, more: float, other: Counts) -> Counts:
    red, green, blue, clear = (share * a + more * b for a, b in zip(one, other, strict=True))
    return red, green, blue, clear


def _tinted(counts: Counts, cast: Counts) -> Counts:
    red, green, blue, clear = (a * b for a, b in zip(counts, cast, strict=True))
    return red, green, blue, clear
