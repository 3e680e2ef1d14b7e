# SPDX-License-Identifier: MIT
"""An I2C bus at two pins of the emulated Pico, with what hangs on it and what can go wrong on it.

CircuitPython moves bytes with the chip's I2C block, but bit-bangs a write of no bytes (`scan`,
`probe`), and `bitbangio` bit-bangs all: devices here answer to both, in true wire time. What the
block does while it has the bus is not seen as edges at the pins.

    bus = Bus(pico)
    bus.devices.append(Tca9548a({0: [sensor]}))
    bus.sda.hold(True)   # from now on, somebody holds SDA low
"""

from collections.abc import Callable, Iterator
from typing import Any

from emulator import i2cblock
from emulator.pico import Pico
from rp2040py.gpio_pin import GPIOPinState

SDA, SCL = 20, 21


class Device:
    """A chip on the bus. `behind()`: what can be reached through it now.

    After `start` with its address it is written to or read from, and may refuse a byte that is
    written (False: no acknowledge). `stop` is told to every chip that hears the bus.
    """

    address = 0
    plugged = True

    def behind(self) -> Iterator["Device"]:
        return iter(())

    def start(self, reading: bool) -> bool:
        return True

    def write(self, byte: int) -> bool:
        return True

    def read(self) -> int:
        return 0xFF

    def stop(self) -> None:
        """The transfer, or somebody else's, has come to its end."""

    def plug(self) -> None:
        self.plugged = True

    def unplug(self) -> None:
        """Take it off the bus and its power away: after `plug` it begins anew."""
        self.plugged = False


class Line:
    """SDA or SCL: high where something pulls it up and nobody pulls it low."""

    def __init__(self, pin: Any, changed: Callable[["Line"], None]) -> None:
        self.pulled_up = True
        self._pin, self._changed = pin, changed
        self._low_by_chip = self._low_by_device = self._held = False
        self.high = True
        pin.set_input_value(True)
        pin.add_listener(self._on_chip)

    def hold(self, held: bool) -> None:
        """A fault: somebody holds it low, or lets it go again."""
        self._held = held
        self._settle()

    def pull(self, low: bool) -> None:
        """A device answers."""
        self._low_by_device = low
        self._settle()

    def pull_up(self, pulled_up: bool) -> None:
        """A fault: its pull-up is gone, or there again."""
        self.pulled_up = pulled_up
        self._settle()

    def _on_chip(self, now: GPIOPinState, _before: GPIOPinState) -> None:
        self._low_by_chip = now == GPIOPinState.LOW
        self._settle()

    def _settle(self) -> None:
        low = self._low_by_chip or self._low_by_device or self._held
        high = self.pulled_up and not low
        self._pin.set_input_value(high)
        if not self.pulled_up and not low:
            self._pin.release_input()  # as low as it was, until the chip's own pull-up is on
        if high != self.high:
            self.high = high
            self._changed(self)


class Bus:
    """Two lines and the devices on them; `devices` may be changed at any moment."""

    def __init__(self, pico: Pico, sda: int = SDA, scl: int = SCL) -> None:
        self.devices: list[Device] = []
        self._talking: list[Device] = []
        self._held_clocks = 0
        self._bits = BitBanged(self)
        self.sda = Line(pico.mcu.gpio[sda], self._on_sda)
        self.scl = Line(pico.mcu.gpio[scl], self._on_scl)
        self._block = i2cblock.install(pico, sda // 2 % 2, self)

    def hold_sda_for(self, clocks: int) -> None:
        """A fault: a chip was cut off in mid-byte; it lets SDA go after so many clocks."""
        self._held_clocks = clocks
        self.sda.hold(True)

    def pull_up(self, pulled_up: bool) -> None:
        """A fault: no pull-ups at all, as where the module that has them is gone."""
        self.sda.pull_up(pulled_up)
        self.scl.pull_up(pulled_up)

    @property
    def sda_low(self) -> bool:
        return not self.sda.high

    @property
    def scl_low(self) -> bool:
        return not self.scl.high

    def reached(self, devices: list[Device] | None = None) -> Iterator[Device]:
        """The devices that hear the bus now, also through switches."""
        for device in self.devices if devices is None else devices:
            if device.plugged:
                yield device
                yield from self.reached(list(device.behind()))

    def is_talking(self, address: int) -> bool:
        """Whether a transfer with a chip of this address is under way."""
        return any(device.address == address for device in self._talking)

    # what a master does, byte by byte

    def address(self, byte: int) -> bool:
        """START, or a restart, and the first byte; whether it was acknowledged."""
        here = [device for device in self.reached() if device.address == byte >> 1]
        self._talking = [device for device in here if device.start(bool(byte & 1))]
        return bool(self._talking)

    def write(self, byte: int) -> bool:
        return any([device.write(byte) for device in self._talking if device.plugged])

    def read(self) -> int:
        byte = 0xFF
        for device in self._talking:
            if device.plugged:
                byte &= device.read()
        return byte

    def stop(self) -> None:
        self._talking = []
        for device in list(self.reached()):
            device.stop()

    # and edge by edge

    def _on_sda(self, line: Line) -> None:
        if self.scl.high:
            self._bits.stop() if line.high else self._bits.start()
        self._block.look()

    def _on_scl(self, line: Line) -> None:
        if self._held_clocks and not line.high:
            self._held_clocks -= 1
            self.sda.hold(self._held_clocks > 0)
        self._bits.rise(self.sda.high) if line.high else self._bits.fall()
        self._block.look()


class BitBanged:
    """What the devices make of single edges: bytes and acknowledges."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._idle()

    def _idle(self) -> None:
        self._count = -1  # bits of this byte that have risen; none between STOP and START
        self._byte = self._out = 0
        self._first = self._reading = self._acked = False

    def start(self) -> None:
        self._idle()
        self._count, self._first = 0, True

    def stop(self) -> None:
        if self._count >= 0:
            self._idle()
            self._bus.stop()

    def rise(self, high: bool) -> None:
        """A bit is on SDA: the eighth ends a byte, the ninth acknowledges it."""
        if self._count < 0:
            return
        if self._count < 8:
            self._byte = self._byte << 1 & 0xFF | high
        elif self._reading:
            self._acked = not high
        self._count += 1

    def fall(self) -> None:
        """SCL has fallen: SDA may change."""
        if self._count == 8:
            self._end_byte()
        elif self._count == 9:
            self._begin_byte()
        elif self._count > 0 and self._reading:
            self._show_bit()

    def _end_byte(self) -> None:
        if self._reading:
            self._bus.sda.pull(False)  # for the master's acknowledge
            return
        self._acked = self._bus.address(self._byte) if self._first else self._bus.write(self._byte)
        self._bus.sda.pull(self._acked)

    def _begin_byte(self) -> None:
        self._count = 0
        if self._first:
            self._first, self._reading = False, bool(self._byte & 1)
        self._bus.sda.pull(False)
        if self._reading and self._acked:
            self._out = self._bus.read()
            self._show_bit()
        elif self._reading:
            self._out = 0xFF  # the master has had enough

    def _show_bit(self) -> None:
        self._bus.sda.pull(not self._out << self._count & 0x80)
