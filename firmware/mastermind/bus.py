# SPDX-License-Identifier: MIT
"""The two wires of the colour sensors: opening them, and setting them free.

A chip that was cut off in mid-byte, as by a reset of the board, holds SDA low and waits for clocks
that never come; nine of them end that (I2C specification UM10204, 3.1.16). While SDA is held low a
word on the bus would stop the board for a second, but looking for a chip there takes no time.
"""

SWITCH, NOBODY = 0x70, 0x08  # addresses: the sensors' switch, and where no chip is
CLOCKS = 9
HERTZ = 200_000  # slow enough for long cables with weak pull-ups
NO_SWITCH = "The sensors' switch (TCA9548A) does not answer at 0x70: the buttons choose."
NO_WIRES = "No colour sensors are wired: the buttons choose."


class Bus:
    """An I2C bus that can be set free. `i2c`: a busio.I2C while it is open, or None.

    `make(scl, sda, frequency)`: busio.I2C. `pin(number)`: digitalio.DigitalInOut.
    """

    def __init__(self, make, pin, sda, scl):
        self._make, self._pin, self._sda, self._scl = make, pin, sda, scl
        self.i2c = None

    def open(self):
        """Whether there is a bus now: with pull-ups, and with nobody who holds it low."""
        if not self._try():
            self._set_free()
            self._try()
        return self.i2c is not None

    def close(self):
        if self.i2c:
            self.i2c.deinit()
            self.i2c = None

    def is_free(self):
        """Whether nobody holds SDA low: then somebody would answer everywhere."""
        return self.i2c is not None and not self._answers(NOBODY)

    def has_switch(self):
        return self._answers(SWITCH)

    def _answers(self, address: int):
        i2c = self.i2c
        i2c.try_lock()
        try:
            return i2c.probe(address)
        except OSError:  # SCL is held low
            return address == NOBODY
        finally:
            i2c.unlock()

    def _try(self):
        try:
            self.i2c = self._make(self._scl, self._sda, frequency=HERTZ)
        except (RuntimeError, ValueError):
            return False
        return True

    def _set_free(self):
        clock = self._pin(self._scl)
        for _ in range(CLOCKS):
            clock.switch_to_output(False)  # low, and let go: the wires belong to all
            clock.switch_to_input()
        clock.deinit()


def look(app, settings: dict, board):
    """The Sensors, or None where there are none now. `board`: the module with the pins."""
    import busio
    import digitalio

    names = [settings[name] for name in ("pin_sda", "pin_scl", "pin_sensor_light")]
    sda, scl, lamp = [getattr(board, name, None) for name in names]
    wires = Bus(busio.I2C, digitalio.DigitalInOut, sda, scl)
    note = NO_WIRES if not wires.open() else "" if wires.has_switch() else NO_SWITCH
    if not note:
        from mastermind.sensors import Sensors

        return Sensors(app, settings, wires, lamp and digitalio.DigitalInOut(lamp))
    wires.close()
    if note == NO_SWITCH or settings["input"] == "sensors":
        if note not in app.table.notes:
            print(note)
        app.table.notes = [note]
    return None
