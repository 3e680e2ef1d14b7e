# SPDX-License-Identifier: MIT
"""The six colour sensors (TCS34725) behind their switch (TCA9548A): one of them a step.

The chips measure by themselves; a step fetches what one of them has measured, or takes one that
was found a little further. A sensor that fails is told, its hole is left to its button, and it is
looked for again. The stock drivers find a sensor and set it up. They allocate for each reading, and
the lights would stop while that is collected, so what a sensor has measured is fetched here.
"""

import adafruit_tca9548a
import adafruit_tcs34725

from mastermind.bus import NO_SWITCH, SWITCH
from mastermind.calibration import FULL, GAIN, INTEGRATION_MS, READ_MS
from mastermind.holes import NAMES, Holes, wiring_of
from mastermind.keys import PLACES

SENSOR = 0x29
CHANNELS = (3, 4, 5, 0, 1, 2)  # of the switch, by place: its first three are the code's
STATUS = bytes((0x80 | 0x20 | 0x13,))  # read on from register STATUS (TCS3472 datasheet)
VALID = 1  # in the status: an integration has ended since the sensor was switched on
MOST_BAD = 5  # readings in a row that were invalid, as after a loss of power, or failed
STEP_MS = READ_MS // PLACES
AGAIN_MS = 2000  # how often one that does not answer is looked for
# Where the sensors' lights are switched: after two integrations a reading knows one light alone.
# Lit and dark, each with a round at its end, are 500 ms: they go off twice a second, within 3 Hz.
DARK_MS = 2 * INTEGRATION_MS
LIT_MS = 500 - DARK_MS - 2 * (READ_MS - STEP_MS)

# How far a sensor is: not there, found, told how to measure, powered, measuring.
AWAY, FOUND, TOLD, POWERED, READY = range(5)
# Its register ENABLE. It wants 2.4 ms between the two (datasheet); a stock driver sleeps meanwhile.
POWER_ON, MEASURE = bytes((0x80, 1)), bytes((0x80, 3))
TEACH = "hold left and right while plugging in, or: mastermind calibrate"
UNTAUGHT = "Sensors have not learnt the animals yet: " + TEACH
OTHER_ROOM = "The light of the room is another than at calibration. If animals blink: " + TEACH
HELD_LOW = "A wire of the sensors is held low: the buttons choose."


class Sensors:
    """Reads the sensors on `bus`, a Bus that is open, and tells `app` what lies in the holes.

    `light`: a digitalio.DigitalInOut that switches the sensors' own lights on, or None.
    """

    def __init__(self, app, settings: dict, bus, light=None):
        self._app, self._bus, self._light = app, bus, light
        self._wanted = settings["input"] == "sensors"  # then those that are missing are told
        self.holes = Holes(wiring_of(settings), light is not None)
        self._notes: dict = {}  # what it is about: a sentence
        self._switch = None
        self._drivers: list = [None] * PLACES
        self._progress = [AWAY] * PLACES
        self._bad = [0] * PLACES
        self._again_ms = [0] * PLACES
        self._lit = [[0] * 4 for _ in range(PLACES)]  # readings by their own light and the room's
        self._where, self._due_ms = 0, 0
        self._mask, self._data = bytearray(1), bytearray(9)
        if light:
            light.switch_to_output(True)
        for where, data in enumerate(app.memory.state.calibrations):
            self._use(where, data)
        app.table.holes = self.holes

    def step(self, now_ms: int):
        """Do one thing on the bus, if it is time; allocates nothing while all goes well."""
        if now_ms < self._due_ms:
            return
        self._due_ms = now_ms + STEP_MS
        if not self._bus.i2c:
            self._open_bus(now_ms)
            return
        if not self._bus.is_free():
            self._lose_bus()
            return
        self._visit(self._where, now_ms)
        self._where += 1
        if self._where == PLACES:
            self._where = 0
            self._end_round(now_ms)

    def _visit(self, where: int, now_ms: int):
        try:
            if self._progress[where] == READY:
                self._fetch(where)
                self._take(where, now_ms)
            elif self._progress[where] != AWAY or now_ms >= self._again_ms[where]:
                self._set_up(where, now_ms)
        except (OSError, RuntimeError, ValueError):
            self._bus.i2c.unlock()  # which the stock driver of the switch forgets
            self._fail(where, now_ms)

    def _set_up(self, where: int, now_ms: int):
        """One step of it, none of which takes long."""
        progress = self._progress[where]
        if progress == AWAY:
            if not self._is_there(where):
                self._fail(where, now_ms)
                return
            channel = self._switch_of()[CHANNELS[where]]
            self._drivers[where] = adafruit_tcs34725.TCS34725(channel)
        elif progress == FOUND:
            self._drivers[where].integration_time = INTEGRATION_MS
            self._drivers[where].gain = GAIN
        elif progress == TOLD:
            self._drivers[where] = None
            self._say(where, POWER_ON)
        else:
            self._say(where, MEASURE)
            self._note(where, "")
            self._note("bus", "")
        self._bad[where] = 0
        self._progress[where] = progress + 1

    def _switch_of(self):
        if not self._switch:
            self._switch = adafruit_tca9548a.TCA9548A(self._bus.i2c, SWITCH)
        return self._switch

    def _is_there(self, where: int):
        """Whether a chip answers in a place; unlike a driver this costs nothing where none does."""
        i2c = self._turn_to(where)
        there = i2c.probe(SENSOR)
        i2c.unlock()
        return there

    def _fetch(self, where: int):
        """Status and the four counts of a sensor into `_data`."""
        i2c = self._turn_to(where)
        i2c.writeto_then_readfrom(SENSOR, STATUS, self._data)
        i2c.unlock()

    def _say(self, where: int, words: bytes):
        i2c = self._turn_to(where)
        i2c.writeto(SENSOR, words)
        i2c.unlock()

    def _turn_to(self, where: int):
        """The bus, locked, with the sensor of a place on it."""
        i2c = self._bus.i2c
        self._mask[0] = 1 << CHANNELS[where]
        i2c.try_lock()
        i2c.writeto(SWITCH, self._mask)
        return i2c

    def _take(self, where: int, now_ms: int):
        data = self._data
        if not data[0] & VALID:
            raise OSError("no measurement")
        self._bad[where] = 0
        clear, red = data[1] | data[2] << 8, data[3] | data[4] << 8
        green, blue = data[5] | data[6] << 8, data[7] | data[8] << 8
        if self._light:
            lit = self._lit[where]
            if self._light.value:
                lit[0], lit[1] = red, green
                lit[2], lit[3] = blue, clear
                return
            room = clear
            if lit[3] >= FULL:  # how much was the room's can't be known
                red = green = blue = clear = 0
            red, green = max(0, lit[0] - red), max(0, lit[1] - green)
            blue, clear = max(0, lit[2] - blue), max(0, lit[3] - clear)
            if clear < room >> 4:  # no more than the room flickers
                red = green = blue = clear = 0
        event = self.holes.take(where, red, green, blue, clear, now_ms)
        if event:
            self._app.take(event, now_ms)

    def _end_round(self, now_ms: int):
        """All places were visited."""
        holes, untaught = self.holes, False
        for where in range(PLACES):
            if self._progress[where] == READY and not holes.is_calibrated(where):
                untaught = True
        self._note("taught", UNTAUGHT if untaught else "")
        self._note("room", OTHER_ROOM if holes.room_differs else "")
        if self._light:
            self._light.value = not self._light.value
            self._due_ms = now_ms + (LIT_MS if self._light.value else DARK_MS)

    def _use(self, where: int, data):
        try:
            self.holes.use(where, data)
        except ValueError as error:
            self._note("kept", f"{error} To teach the sensors anew: {TEACH}")

    def _fail(self, where: int, now_ms: int):
        self._bad[where] += 1
        if self._progress[where] == READY and self._bad[where] < MOST_BAD:
            return
        if not self._bus.has_switch():
            self._note("bus", NO_SWITCH)
        elif self._progress[where] != AWAY or self.holes.is_calibrated(where) or self._wanted:
            self._note(where, f"The sensor of {NAMES[where]} does not answer: its button chooses.")
        self._lose(where, now_ms)

    def _lose(self, where: int, now_ms: int):
        self._progress[where], self._drivers[where] = AWAY, None
        self._again_ms[where] = now_ms + AGAIN_MS
        event = self.holes.lose(where)
        if event:
            self._app.take(event, now_ms)

    def _lose_bus(self):
        """Somebody holds a wire low."""
        self._bus.close()
        self._switch = None

    def _open_bus(self, now_ms: int):
        """Lose the sensors, one a step; then set the bus free, and if it can't be, again later."""
        for where in range(PLACES):
            if self._progress[where] != AWAY:
                self._lose(where, now_ms)
                return
        opened = self._bus.open()
        self._note("bus", "" if opened else HELD_LOW)
        if not opened:
            self._due_ms = now_ms + AGAIN_MS

    def _note(self, about, sentence: str):
        """Say a sentence once, and keep it as long as it is true."""
        if sentence != self._notes.get(about, ""):
            self._notes[about] = sentence
            self._app.table.notes = [note for note in self._notes.values() if note]
            if sentence:
                print(sentence)
