# SPDX-License-Identifier: MIT
"""The six colour sensors on an emulated board, and what lies on them: simulated pieces.

Light and surfaces are those of `mastermind_host.optics`. It outlives the power: a Sensed can be
wired to one board after another, and what lies in its holes stays there.
"""

from collections.abc import Iterable
from functools import partial
from random import Random

from emulator import chips, remembered
from emulator.chips import TCS34725_ID, Lamp, Tca9548a, Tcs34725
from emulator.i2c import Bus, Device
from emulator.pico import Pico
from emulator.remembered import Remembered, SpareFile

from mastermind import calibrating, carry, keys, settings, state
from mastermind.calibration import Calibration
from mastermind.holes import wiring_of
from mastermind.memory import Memory
from mastermind_host import optics

PLACES = range(keys.PLACES)
READINGS = 12  # that a piece as it stands must give one answer in
TRIES = 200  # how often it is set anew until it does
SHADE = 0.1  # of the room's light in an empty hole: what comes in under a piece that stands
DARK: chips.Counts = (0, 0, 0, 0)


def channel_of(where: int) -> int:
    """The switch's channel of a place: its first three are the code's holes."""
    return (where + keys.PLACES // 2) % keys.PLACES


class Sensed:
    """Sensors in `places`; `light`: the pin that switches their LEDs, "none" without one.

    `room`: the counts that the room adds in an empty hole. `calibrations`: {place: bytes}, of a
    guided calibration in the dark. `sensors`, `switch` and `bus` are those of the board wired last.
    """

    def __init__(self, places: Iterable[int] = PLACES, light: str = "none", seed: int = 1) -> None:
        self.room = DARK
        self.light = light
        self.chip_ids: dict[int, int] = {}  # of a place in which sits another chip
        self.without_switch = False
        self._random = Random(seed)
        self._shaded: set[int] = set()  # the places in which something stands
        self._holes = {where: optics.Hole(seed, place=where) for where in places}
        chosen = settings.defaults() | {"pin_sensor_light": light}
        samples = optics.samples(self._holes, self._random)
        self.calibrations = calibrating.learn(samples, wiring_of(chosen))
        self.sensors: dict[int, Tcs34725] = {}

    def __call__(self, pico: Pico) -> None:
        """Wire it to a Pico that has no power yet."""
        gpio, clock = pico.mcu.gpio, pico.mcu.clock
        lamp = Lamp(clock, gpio[int(self.light[2:])]) if self.light != "none" else None
        gone = [where for where, sensor in self.sensors.items() if not sensor.plugged]
        for where in self._holes:
            chip_id = self.chip_ids.get(where, TCS34725_ID)
            self.sensors[where] = Tcs34725(clock, partial(self._see, where), lamp, chip_id)
        for where in gone:
            self.sensors[where].unplug()
        behind: dict[int, list[Device]] = {
            channel_of(where): [sensor] for where, sensor in self.sensors.items()
        }
        self.switch = Tca9548a(behind)
        if self.without_switch:
            self.switch.unplug()
        self.bus = Bus(pico)
        self.bus.devices.append(self.switch)

    def past(self, places: Iterable[int] | None = None) -> Remembered:
        """A new board that has learnt the animals, in `places` or wherever there is a sensor."""
        store, file = bytearray(remembered.EMPTY), SpareFile()
        memory = Memory(store)
        for where in self.calibrations if places is None else places:
            memory.tell(state.HOLE, bytes((where,)) + self.calibrations[where])
        carry.mend(store, file, remembered.CHIP)
        return Remembered(bytes(store), bytes(file.content))

    def put(self, where: int, what: int) -> None:
        """Put a piece into a hole, or UNSURE: another thing; NOTHING empties it.

        It is set anew until it is read as what it is, as people do with one that blinks: how often
        that must be is a question for the optics alone.
        """
        for _ in range(TRIES):
            piece = None if what == keys.NOTHING else self._random.choice(_pieces(what))
            self.set_down(where, piece)
            if self._answers(where) == {what}:
                return
        raise ValueError(f"Nothing is read as {what} in place {where}.")

    def set_down(self, where: int, piece: optics.Piece | None) -> None:
        """Put any piece into a hole, as it happens to come to stand."""
        self._holes[where].put(piece, self._random)
        (self._shaded.add if piece else self._shaded.discard)(where)

    def _answers(self, where: int) -> set[int]:
        calibration = Calibration(self.calibrations[where])
        return {calibration.answer(*self._holes[where].read()) for _ in range(READINGS)}

    def _see(self, where: int, lit: float) -> chips.Counts:
        own, shade = self._holes[where].read(), SHADE if where in self._shaded else 1
        red, green, blue, clear = (
            round(lit * count + shade * more) for count, more in zip(own, self.room, strict=True)
        )
        return red, green, blue, clear


def _pieces(what: int) -> tuple[optics.Piece, ...]:
    return optics.OTHERS if what == keys.UNSURE else (optics.ANIMALS[what],)
