# SPDX-License-Identifier: MIT
"""What lies in the six holes of a virtual board, and the simulated colour sensors under them.

A piece goes the way of a real one: light into counts (`optics`), counts through the board's own
calibration and debouncing into events. Knows no page, and nothing of who may see which hole.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from mastermind import rules
from mastermind.calibration import READ_MS
from mastermind.holes import Holes, wiring_of
from mastermind.keys import PLACES

if TYPE_CHECKING:
    from mastermind.app import App
    from mastermind_host import optics

SOMETHING_ELSE = "something else"
NAMES = (*rules.ANIMALS, SOMETHING_ELSE)

_LAMP, _LUX = "warm LED 2700 K", 150  # a living room in the evening
_SEED = 5  # the same six holes, and the same hands, at each start: good ones, as most are


class Pieces:
    """The pieces of one board; `lying`: the name of what lies in each place, or "".

    Sensors are there once a piece was touched: until then the board is one without any.
    `settings`: those of the board, for its wiring.
    """

    def __init__(self, settings: dict) -> None:
        self.lying = [""] * PLACES
        self._wiring = wiring_of(settings)
        self._hands = random.Random(_SEED)
        self._kinds: dict[str, optics.Piece] = {}
        self._sensors: dict[int, optics.Hole] = {}
        self._learnt: dict[int, bytes] = {}
        self._due_ms = 0

    def put(self, where: int, name: str) -> None:
        """Put a piece of NAMES into a place of `keys.PLACED`, or with "" take out what is there."""
        if not self._sensors:
            self._make_sensors()
        self.lying[where] = name
        self._sensors[where].put(self._kinds.get(name), self._hands)

    def read(self, app: App, now_ms: int) -> None:
        """Read all sensors when it is time, and tell the App what that leads to."""
        if not self._sensors or now_ms < self._due_ms:
            return
        self._due_ms = now_ms + READ_MS
        table: Any = app.table
        if table.holes is None:  # also after each start of the board
            table.holes = self._new_holes()
        for where, sensor in self._sensors.items():
            happened = table.holes.take(where, *sensor.read(), now_ms)
            if happened:
                app.take(happened, now_ms)

    def _make_sensors(self) -> None:
        """Six holes in a lit room, each taught the animals by a whole calibration."""
        from mastermind import calibrating  # neither is for those who press buttons
        from mastermind_host import optics

        self._kinds = dict(zip(rules.ANIMALS, optics.ANIMALS, strict=True))
        self._kinds[SOMETHING_ELSE] = _bottle_cap()
        lamp = next(lamp for lamp in optics.LAMPS if lamp.name == _LAMP)
        self._sensors = {where: optics.Hole(_SEED, place=where) for where in range(PLACES)}
        for sensor in self._sensors.values():
            sensor.light(lamp, _LUX)
        samples = optics.samples(self._sensors, self._hands)
        self._learnt = calibrating.learn(samples, self._wiring)
        for sensor in self._sensors.values():
            sensor.put(None, self._hands)

    def _new_holes(self) -> Holes:
        holes = Holes(self._wiring)
        for where, data in self._learnt.items():
            holes.use(where, data)
        return holes


def _bottle_cap() -> optics.Piece:
    """A cap of a purple that no animal has."""
    from mastermind_host.optics.spectra import edge, flat, mix, peak
    from mastermind_host.optics.surfaces import piece

    purple = mix((0.03, flat(1)), (0.50, peak(440, 30, 35)), (0.35, edge(620, 30)))
    return piece("bottle cap", purple)
