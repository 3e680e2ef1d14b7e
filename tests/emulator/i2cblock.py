# SPDX-License-Identifier: MIT
"""The RP2040's I2C block as a master: what CircuitPython's `busio.I2C` speaks to.

The one of rp2040py knows no time, no TX_EMPTY_CTRL, and never tells of a byte that was not
acknowledged as the chip does. After the RP2040 datasheet, section 4.3, and its registers as
pico-sdk 2.2.0 lists them. 7-bit addresses, polled: no interrupts, no DMA, not as a slave, nothing
aborted by the program. Knows no devices: all that it moves goes over a `Bus`.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from emulator.pico import NS_PER_CYCLE, Pico
from rp2040py.peripherals.peripheral import BasePeripheral
from rp2040py.peripherals.reset import RESET, RESET_I2C0, RESET_I2C1, RPReset

# Registers.
CON, TAR, DATA_CMD, SS_HCNT, SS_LCNT, FS_HCNT, FS_LCNT = 0x00, 0x04, 0x10, 0x14, 0x18, 0x1C, 0x20
INTR_MASK, RAW_INTR_STAT, RX_TL, TX_TL, CLR_INTR = 0x30, 0x34, 0x38, 0x3C, 0x40
CLR_TX_ABRT, ENABLE, STATUS, TXFLR, RXFLR = 0x54, 0x6C, 0x70, 0x74, 0x78
SDA_HOLD, TX_ABRT_SOURCE, DMA_CR, ENABLE_STATUS, FS_SPKLEN = 0x7C, 0x80, 0x88, 0x9C, 0xA0
# Plain ones, and what a reset leaves in them.
RESET_VALUES = {
    **{CON: 0x65, TAR: 0x55, SS_HCNT: 0x28, SS_LCNT: 0x2F, FS_HCNT: 6, FS_LCNT: 0xD},
    **{INTR_MASK: 0x8FF, RX_TL: 0, TX_TL: 0, ENABLE: 0, SDA_HOLD: 1, DMA_CR: 0, FS_SPKLEN: 7},
}
ALWAYS_WRITABLE = (INTR_MASK, RX_TL, TX_TL, DMA_CR)  # the others only while the block is disabled

# Bits of CON and of a command in DATA_CMD.
SPEED, STANDARD, TX_EMPTY_CTRL = 3 << 1, 1 << 1, 1 << 8
READ, STOP, RESTART, FIRST = 1 << 8, 1 << 9, 1 << 10, 1 << 11
# Bits of RAW_INTR_STAT, and the registers that clear one.
RX_OVER, RX_FULL, TX_OVER, TX_EMPTY, TX_ABRT = 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 6
ACTIVITY, STOP_DET, START_DET = 1 << 8, 1 << 9, 1 << 10
CLEARING = {
    **{CLR_INTR: ~0, 0x44: 1, 0x48: RX_OVER, 0x4C: TX_OVER, CLR_TX_ABRT: TX_ABRT},
    **{0x5C: ACTIVITY, 0x60: STOP_DET, 0x64: START_DET},
}
# Why a transfer was given up; above them, how many commands that flushed.
ADDRESS_NOACK, DATA_NOACK, ARBITRATION_LOST, FLUSHED_SHIFT = 1 << 0, 1 << 3, 1 << 12, 23
DEPTH = 16  # of both FIFOs
BITS = 9  # eight and the acknowledge
POLL_MS = 0.01


class Bus(Protocol):
    """What hangs on the wires. `address` takes the whole byte, the direction in its lowest bit."""

    @property
    def scl_low(self) -> bool: ...
    @property
    def sda_low(self) -> bool: ...
    def address(self, byte: int) -> bool: ...
    def write(self, byte: int) -> bool: ...
    def read(self) -> int: ...
    def stop(self) -> None: ...


class Block(BasePeripheral):
    """One I2C block, in place of the chip model's.

    `idle(ms)`: let the core stand still until something happens; CircuitPython does nothing but
    ask RAW_INTR_STAT while it waits, some hundred times a byte.
    """

    def __init__(self, mcu: Any, name: str, bus: Bus, idle: Callable[[float], None]) -> None:
        super().__init__(mcu, name)
        self._bus, self._idle = bus, idle
        self._told: dict[int, Callable[[], int]] = {
            DATA_CMD: lambda: self._received.popleft() if self._received else 0,
            RAW_INTR_STAT: self._interrupts,
            STATUS: self._status,
            TXFLR: lambda: len(self._commands),
            RXFLR: lambda: len(self._received),
            TX_ABRT_SOURCE: lambda: self._abort_source,
            ENABLE_STATUS: lambda: self._registers[ENABLE],
        }
        self._alarm = mcu.clock.create_alarm(self._end_step)
        self.reset()

    def reset(self) -> None:
        self._alarm.cancel()
        self._registers = dict(RESET_VALUES)
        self._commands: deque[int] = deque()
        self._received: deque[int] = deque()
        self._raw = self._abort_source = 0
        self._step: Callable[[], None] | None = None  # what is on the wires now, as it will end
        self._overdue = False  # its time is over, but a wire is held low
        self._owns = self._reading = self._first = False
        self._leaving = False  # a STOP comes next

    # registers

    def read_uint32(self, offset: int) -> int:
        if offset in self._told:
            return self._told[offset]()
        if offset in CLEARING:
            return self._clear(CLEARING[offset])
        if offset in self._registers:
            return self._registers[offset]
        return super().read_uint32(offset)

    def write_uint32(self, offset: int, value: int) -> None:
        if offset == DATA_CMD:
            self._take(value)
        elif offset == ENABLE:
            self._enable(value)
        elif offset not in self._registers:
            super().write_uint32(offset, value)
        elif offset in ALWAYS_WRITABLE or not self._registers[ENABLE]:
            self._registers[offset] = value

    def _interrupts(self) -> int:
        if self._step or self._commands:
            self._idle(POLL_MS)
        full = RX_FULL if len(self._received) > self._registers[RX_TL] else 0
        return self._raw | full | (TX_EMPTY if self._is_sent() else 0)

    def _is_sent(self) -> bool:
        """TX_EMPTY: with TX_EMPTY_CTRL only when the last command has left the shift register."""
        moving = self._step is not None and self._step != self._stopped
        if not self._registers[ENABLE]:
            return moving
        waits = moving and self._registers[CON] & TX_EMPTY_CTRL
        return len(self._commands) <= self._registers[TX_TL] and not waits

    def _status(self) -> int:
        """Activity of the master, RX not empty and full, TX not full and empty."""
        active = 0x21 if self._owns or self._step else 0
        received = (8 if self._received else 0) | (16 if len(self._received) == DEPTH else 0)
        sent = (0 if self._commands else 4) | (0 if len(self._commands) == DEPTH else 2)
        return active | received | sent

    def _clear(self, bits: int) -> int:
        if bits & TX_ABRT:
            self._abort_source = 0
        self._raw &= ~bits
        return 0

    def _enable(self, value: int) -> None:
        if value > 1:
            raise NotImplementedError("the I2C block's ABORT and TX_CMD_BLOCK")
        self._registers[ENABLE] = value
        if not value:
            self._flush()
            # A byte that is on its way comes to its end, and a STOP follows. Where the bus is only
            # kept for a restart, as pico-sdk does between the writing and the reading half of a
            # transfer, it stays kept.
            self._leaving = self._step is not None
        self._go_on()

    def _take(self, command: int) -> None:
        """What is written while an abort has not been cleared is lost."""
        if not self._registers[ENABLE] or self._raw & TX_ABRT:
            return
        if len(self._commands) == DEPTH:
            self._raw |= TX_OVER
            return
        self._commands.append(command)
        self._go_on()

    def _flush(self) -> None:
        self._commands.clear()
        self._received.clear()

    # on the wires

    def look(self) -> None:
        """A wire was pulled low, or let go."""
        if self._overdue:
            self._end_step()
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Put on the wires what comes next, if anything does and they are free for it."""
        if self._step:
            return
        high, low = self._periods_ns()
        if self._leaving:
            self._begin(self._stopped, low + high)
        elif self._commands:
            command = self._commands[0]
            reading = bool(command & READ)
            addressed = partial(self._addressed, self._registers[TAR] << 1 & 0xFF | reading)
            byte_ns = BITS * (high + low)
            if not self._owns:
                if not (self._bus.scl_low or self._bus.sda_low):
                    self._begin(addressed, high + byte_ns)
            elif command & RESTART or reading != self._reading:
                self._begin(addressed, low + 2 * high + byte_ns)
            else:
                self._begin(partial(self._moved, self._commands.popleft()), byte_ns)

    def _periods_ns(self) -> tuple[float, float]:
        """SCL's time high and its time low: section 4.3.14.1."""
        registers = self._registers
        standard = registers[CON] & SPEED == STANDARD
        high = registers[SS_HCNT if standard else FS_HCNT] + registers[FS_SPKLEN] + 7
        low = registers[SS_LCNT if standard else FS_LCNT] + 1
        return high * NS_PER_CYCLE, low * NS_PER_CYCLE

    def _begin(self, step: Callable[[], None], ns: float) -> None:
        self._step = step
        self._alarm.schedule(ns)

    def _end_step(self) -> None:
        step, bus = self._step, self._bus
        assert step
        # A held clock stretches whatever is on the wires; a held SDA can't rise for a STOP.
        self._overdue = bus.scl_low or (bus.sda_low and step == self._stopped)
        if self._overdue:
            return
        self._step = None
        step()
        self._go_on()

    def _addressed(self, byte: int) -> None:
        self._owns, self._reading, self._first = True, bool(byte & 1), True
        self._raw |= START_DET | ACTIVITY
        if self._commands:
            self._commands[0] &= ~RESTART
        if self._bus.sda_low:
            self._lose_arbitration()  # no address is all zeros
        elif not self._bus.address(byte):
            self._abort(ADDRESS_NOACK)

    def _moved(self, command: int) -> None:
        if command & READ:
            self._receive(0 if self._bus.sda_low else self._bus.read())
        elif self._bus.sda_low and command & 0xFF:
            return self._lose_arbitration()  # it has sent a 1 and sees a 0
        elif not self._bus.write(command & 0xFF):
            return self._abort(DATA_NOACK)
        self._first = False
        self._leaving = self._leaving or bool(command & STOP)

    def _receive(self, byte: int) -> None:
        if len(self._received) == DEPTH:
            self._raw |= RX_OVER
        elif self._registers[ENABLE]:
            self._received.append(byte | (FIRST if self._first else 0))

    def _stopped(self) -> None:
        self._bus.stop()
        self._raw |= STOP_DET
        self._owns = self._leaving = False

    def _abort(self, reason: int) -> None:
        self._abort_source = reason | len(self._commands) << FLUSHED_SHIFT
        self._flush()
        self._raw |= TX_ABRT
        self._leaving = True

    def _lose_arbitration(self) -> None:
        self._abort(ARBITRATION_LOST)
        self._owns = self._leaving = False


class Resets(RPReset):
    """The chip's RESETS, which also resets an I2C block when a program says so."""

    def write_uint32(self, offset: int, value: int) -> None:
        super().write_uint32(offset, value)
        if offset == RESET:
            for bit, block in zip((RESET_I2C0, RESET_I2C1), self.rp2040.i2c, strict=True):
                if value & bit:
                    block.reset()


def install(pico: Pico, number: int, bus: Bus) -> Block:
    """Put a Block in place of the chip model's I2C block `number`, 0 or 1."""
    mcu: Any = pico.mcu
    block = Block(mcu, f"I2C{number}", bus, pico.idle)
    mcu.i2c[number] = block
    mcu.peripherals[0x40044 + 4 * number] = block
    mcu.resets = mcu.peripherals[0x4000C] = Resets(mcu, "RESETS")
    return block
