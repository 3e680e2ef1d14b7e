# SPDX-License-Identifier: MIT
"""The chips of the colour sensors on the emulated board: TCA9548A and TCS34725.

After their datasheets (TI SCPS207, ams TCS3472 v1-02): registers, and when what is in them changes.
Knows no light: what a sensor sees is asked for when an integration ends.
"""

from collections.abc import Callable, Iterator
from typing import Any

from emulator.i2c import Device
from rp2040py.gpio_pin import GPIOPinState

# What a sensor sees while its own LED is lit for such a part of its integration, 0 to 1.
Counts = tuple[int, int, int, int]
Sees = Callable[[float], Counts]  # red, green, blue, clear

CYCLE_NS = 2_400_000
# Registers of the TCS34725.
ENABLE, ATIME, WTIME, CONFIG, CONTROL, ID, STATUS, DATA = 0, 1, 3, 0xD, 0xF, 0x12, 0x13, 0x14
WRITABLE = {ENABLE: 0x1B, CONFIG: 0x02, CONTROL: 0x03, 0xC: 0x0F} | dict.fromkeys(
    (ATIME, WTIME, 4, 5, 6, 7), 0xFF
)  # and which of their bits
DEFAULTS = {ATIME: 0xFF, WTIME: 0xFF}
TCS34725_ID = 0x44
POWER, MEASURE, WAIT = 1, 2, 8  # in ENABLE
LONG_WAIT = 2  # in CONFIG: twelve times as long
VALID = 1  # in STATUS
COMMAND, TYPE, SPECIAL = 0x80, 0x60, 0x60


class Tca9548a(Device):
    """A switch of eight channels; which are on changes when the transfer that says so stops."""

    def __init__(self, channels: dict[int, list[Device]], address: int = 0x70) -> None:
        self.address = address
        self.channels = channels
        self._on, self._next = 0, 0

    def behind(self) -> Iterator[Device]:
        for channel, devices in self.channels.items():
            if self._on >> channel & 1:
                yield from devices

    def write(self, byte: int) -> bool:
        self._next = byte
        return True

    def read(self) -> int:
        return self._next

    def stop(self) -> None:
        self._on = self._next

    def unplug(self) -> None:
        super().unplug()
        self._on = self._next = 0


class Lamp:
    """The LEDs of all sensors, switched by a pin of the board; lit while that isn't driven low."""

    def __init__(self, clock: Any, pin: Any) -> None:
        self._clock, self._pin = clock, pin
        self._lit = True
        self._lit_ns, self._since_ns = 0.0, 0.0
        pin.add_listener(self._switch)

    def lit_ns(self) -> float:
        """For how long they have been on in all."""
        now_ns = self._clock.nanos
        if self._lit:
            self._lit_ns += now_ns - self._since_ns
        self._since_ns = now_ns
        return self._lit_ns

    def _switch(self, now: GPIOPinState, _before: GPIOPinState) -> None:
        self.lit_ns()
        self._lit = now != GPIOPinState.LOW
        # The pad is what the program reads back; the chip model sees only what comes from outside.
        self._pin.set_input_value(self._lit)


class Tcs34725(Device):
    """A colour sensor. `lamp`: what switches its LED, which is else always on.

    Multi-byte reads go on to the next register, with the command's type for that and also without
    (the datasheet would have the byte repeated then; Adafruit's driver, 3.3.29, rests on what the
    chips do). Interrupts are not modelled.
    """

    address = 0x29

    def __init__(
        self, clock: Any, sees: Sees, lamp: Lamp | None = None, chip_id: int = TCS34725_ID
    ) -> None:
        self.sees = sees
        self._clock, self._lamp, self._id = clock, lamp, chip_id
        self._alarm = self._clock.create_alarm(self._end_step)
        self._power_up()

    def _power_up(self) -> None:
        self.registers = bytearray(32)
        for register, value in (DEFAULTS | {ID: self._id}).items():
            self.registers[register] = value
        self._register = self._upper = 0
        self._expects_command = False
        self._cycles, self._began_lit_ns = 1, 0.0

    def plug(self) -> None:
        self._power_up()
        super().plug()

    def unplug(self) -> None:
        self._alarm.cancel()
        super().unplug()

    # on the bus

    def start(self, reading: bool) -> bool:
        self._expects_command = not reading
        return True

    def write(self, byte: int) -> bool:
        if self._expects_command:
            self._expects_command = False
            if byte & COMMAND and byte & TYPE != SPECIAL:
                self._register = byte & 31
        else:
            self._set(self._register, byte & WRITABLE.get(self._register, 0))
            self._register = self._register + 1 & 31
        return True

    def read(self) -> int:
        """The upper byte of a count is that of when the lower one was read."""
        register = self._register
        self._register = register + 1 & 31
        if register >= DATA and register & 1:
            return self._upper
        if register >= DATA:
            self._upper = self.registers[register + 1]
        return self.registers[register]

    def _set(self, register: int, value: int) -> None:
        before = self.registers[register]
        if register in WRITABLE:
            self.registers[register] = value
        if register == ENABLE:
            self._switch(before & (POWER | MEASURE), value & (POWER | MEASURE))

    # measuring

    def _switch(self, before: int, now: int) -> None:
        measures = POWER | MEASURE
        if now != measures:
            self._alarm.cancel()
            self.registers[STATUS] &= ~VALID
        elif before != measures:
            self._begin_cycle()

    def _begin_cycle(self) -> None:
        """A wait, where one is switched on, and a cycle to begin; then it measures."""
        registers = self.registers
        waits = 256 - registers[WTIME] if registers[ENABLE] & WAIT else 0
        if registers[CONFIG] & LONG_WAIT:
            waits *= 12
        self._after(self._integrate, (waits + 1) * CYCLE_NS)

    def _integrate(self) -> None:
        self._cycles = 256 - self.registers[ATIME]
        self._began_lit_ns = self._lit_ns()
        self._after(self._latch, self._cycles * CYCLE_NS)

    def _latch(self) -> None:
        part = (self._lit_ns() - self._began_lit_ns) / (self._cycles * CYCLE_NS)
        full = min(0xFFFF, self._cycles * 1024)
        red, green, blue, clear = self.sees(part)
        for place, count in enumerate((clear, red, green, blue)):
            at = DATA + 2 * place
            self.registers[at : at + 2] = min(count, full).to_bytes(2, "little")
        self.registers[STATUS] |= VALID
        self._begin_cycle()

    def _after(self, step: Callable[[], None], ns: float) -> None:
        self._step = step
        self._alarm.schedule(ns)

    def _end_step(self) -> None:
        self._step()

    def _lit_ns(self) -> float:
        return self._lamp.lit_ns() if self._lamp else self._clock.nanos
