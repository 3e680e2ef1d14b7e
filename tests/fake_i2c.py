# SPDX-License-Identifier: MIT
"""An I2C bus without hardware, with what CircuitPython's drivers ask of busio.I2C.

On it the switch (TCA9548A) and behind it sensors (TCS34725) with the registers that are used here;
the emulated board has them register for register. `made`: every bus that was opened.
"""

import errno

SWITCH, SENSOR = 0x70, 0x29
ENABLE, ATIME, CONTROL, ID, STATUS, DATA = 0, 1, 0x0F, 0x12, 0x13, 0x14
GAINS = (1, 4, 16, 60)


class Sensor:
    """A sensor that reads `sees()` -> (red, green, blue, clear) at once, once it was told to."""

    def __init__(self, sees, kind=0x44):
        self.sees, self.kind, self.plugged = sees, kind, True
        self.power_up()

    def power_up(self):
        self.registers = bytearray(32)
        self.registers[ATIME], self.registers[ID] = 0xFF, self.kind
        self._pointer = 0

    def replug(self):
        """It was without power for a moment."""
        self.power_up()

    @property
    def measures(self):
        return self.registers[ENABLE] & 3 == 3

    def write(self, data):
        if not data:  # somebody only asks whether it is there
            return
        self._pointer = data[0] & 31
        for byte in data[1:]:
            self.registers[self._pointer] = byte
            self._pointer += 1

    def read(self, count):
        red, green, blue, clear = self.sees() if self.measures else (0, 0, 0, 0)
        self.registers[STATUS] = int(self.measures)
        for place, value in enumerate((clear, red, green, blue)):
            self.registers[DATA + 2 * place : DATA + 2 * place + 2] = value.to_bytes(2, "little")
        return self.registers[self._pointer : self._pointer + count]


class Wires:
    """What hangs on the pins; `sensors`: by channel of the switch, which may be missing."""

    def __init__(self, sensors, switch=True):
        self.sensors, self.switch = dict(sensors), switch
        self.sda_low, self.pulled_up = False, True
        self.clocks_until_free = 0  # how many clocks end a word that was cut off
        self.mask = 0
        self.opened = self.writes = 0

    def make(self, scl, sda, frequency):
        """busio.I2C."""
        assert (scl, sda, frequency) == ("GP21", "GP20", 200_000)
        if not self.pulled_up or self.sda_low:
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        self.opened += 1
        return I2C(self)

    def pin(self, number):
        """digitalio.DigitalInOut."""
        assert number == "GP21"
        return Clock(self)

    def find(self, address):
        """The chip at an address that can be reached now, or None."""
        if address == SWITCH and self.switch:
            return self
        reached = [one for at, one in self.sensors.items() if self.mask >> at & 1 and one.plugged]
        if address != SENSOR or not self.switch or not reached:
            return None
        (sensor,) = reached
        return sensor

    def write(self, data):
        self.mask = data[0]


class Clock:
    """SCL as a pin of its own."""

    def __init__(self, wires):
        self._wires = wires

    def switch_to_output(self, value):
        assert value is False

    def switch_to_input(self):
        self._wires.clocks_until_free -= 1
        if self._wires.clocks_until_free == 0:
            self._wires.sda_low = False

    def deinit(self):
        pass


class I2C:
    """busio.I2C: words only while locked; OSError where nobody answers."""

    def __init__(self, wires):
        self._wires, self._locked = wires, False

    def deinit(self):
        self._wires = None

    def try_lock(self):
        locked, self._locked = self._locked, True
        if locked:
            raise AssertionError("waits for a lock that nobody gives back")
        return True

    def unlock(self):
        self._locked = False

    def probe(self, address):
        assert self._locked
        return self._wires.sda_low or self._wires.find(address) is not None

    def writeto(self, address, data, start=0, end=None):
        self._chip(address).write(bytes(data)[start:end])

    def readfrom_into(self, address, data, start=0, end=None):
        end = len(data) if end is None else end
        data[start:end] = self._chip(address).read(end - start)

    def writeto_then_readfrom(
        self, address, out, data, out_start=0, out_end=None, in_start=0, in_end=None
    ):
        self.writeto(address, out, out_start, out_end)
        self.readfrom_into(address, data, in_start, in_end)

    def _chip(self, address):
        assert self._locked
        if self._wires.sda_low:
            raise OSError(errno.ETIMEDOUT, "")
        chip = self._wires.find(address)
        if chip is None:
            raise OSError(errno.ENODEV, "")
        return chip
