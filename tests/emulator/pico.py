# SPDX-License-Identifier: MIT
"""A Raspberry Pi Pico that runs the real CircuitPython in emulated time.

Power, time, buttons, flash and console, on rp2040py's chip model under the core of `cortex`.
Nothing sleeps on the wall clock; two equal runs take equal cycles. Knows nothing of the game, nor
what hangs on its pins.

    pico = Pico(uf2, drive=image.fat({"code.py": b"print('hi')"})).power_on()
    pico.run(5000, until=lambda: "hi" in pico.text())
"""

import ctypes
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from emulator.cortex import Core, Read, Write, library
from emulator.usbhost import UsbHost
from rp2040py.boards import BoardSpec, FlashLayout
from rp2040py.device.base_device import BaseDevice, ResetCause
from rp2040py.external.bootsel_button import BootselButton
from rp2040py.external.led_mock import LEDMock
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.utils.logging import LogLevel

# CircuitPython's flash on this board, as offsets.
NVM, NVM_SIZE = 0xFF000, 4096
DRIVE, DRIVE_SIZE = 0x100000, 0x100000
FLASH_SIZE = 0x200000

CYCLES_PER_MS = 125_000
NS_PER_CYCLE = 8
SYSTEM_RESET = 0xE000ED0C  # AIRCR
# The DMA's registers: reading them changes nothing, and they change only where the core stops.
DMA_PAGE = 0x50000
SSI_PAGE = 0x18000  # the flash's registers: their model knows no time
CONSOLE, DATA = 0, 1  # the USB serial ports, in the order of their descriptors
# What the bootrom's reset_usb_boot leaves in the watchdog's scratch registers: after the reset, go
# on in the bootrom, at the address in the last of them.
GO_ON_AT, BOOTROM_SIZE = 0xB007C0D3, 0x4000


class PowerCut(Exception):
    """The power is gone: what the flash holds is all that is left."""


class Bootloader(Exception):
    """The chip has gone into its bootloader: the bootrom has its USB, which is not emulated here.

    The flash stays as it is; a new Pico with it is what runs after that.
    """


def _array(memory: Any) -> Any:
    return (ctypes.c_ubyte * memory.nbytes).from_buffer(memory)


class Pico(BaseDevice):
    """One board, with the interpreter in `uf2`.

    `drive`: a FAT image; or `flash`: a whole flash as an earlier run has left it.
    """

    def __init__(self, uf2: Path, drive: bytes | None = None, flash: bytes | None = None) -> None:
        layout = FlashLayout(DRIVE, DRIVE_SIZE // 4096, 4096)
        extras = (lambda: LEDMock(gpio=25), BootselButton)
        super().__init__(
            board=BoardSpec(image=uf2, layout=layout, extras=extras), log_level=LogLevel.ERROR
        )
        if flash is not None:
            self.mcu.flash[: len(flash)] = flash
        if drive is not None:
            self.mcu.flash[DRIVE : DRIVE + len(drive)] = drive
        self.console = bytearray()
        self.host = UsbHost(self.mcu.usb_ctrl)
        self.host.on_connected = self._connected
        self._seen = 0  # how much of the console run_until_text has passed
        self._error: BaseException | None = None
        self._off = False
        self._pio_cycles = self._end = 0
        self._pios = tuple(self.mcu.pio)
        self._clock = self.mcu.clock
        self._build_core()

    def _build_core(self) -> None:
        self._core = library().m_new()
        self._state = state = self._core.contents
        mcu = self.mcu
        bootrom: Any = mcu.bootrom
        # The C core works in the chip model's own buffers: these, and the callbacks, are kept as
        # long as this object.
        self._shared = {
            "sram": _array(mcu.sram),
            "flash": _array(mcu.flash),
            "dpram": _array(mcu.usb_dpram),
            "bootrom": _array(bootrom.cast("B")),
        }
        for name, array in self._shared.items():
            setattr(state, name, ctypes.addressof(array))
        self._callbacks = Read(self._read), Write(self._write)
        state.rd, state.wr = self._callbacks
        core = Core(mcu)
        core.attach(self._core)
        library().m_reset(self._core)
        mcu.core = core

    # power and time

    def power_on(self) -> "Pico":
        self._state.r[15] = FLASH_START_ADDRESS
        return self

    def cut_power(self) -> None:
        """From now on it can't run: PowerCut."""
        self._off = True

    def unplug_usb(self) -> "Pico":
        """Power without a host, as from a wall charger. Before the power comes on."""
        self.host.unplug()
        return self

    def set_uptime(self, ms: int) -> "Pico":
        """The chip's timer has run for so long already."""
        self._state.t0 = self._state.cycles - ms * CYCLES_PER_MS
        return self

    def set_nvm(self, data: bytes) -> "Pico":
        """What earlier runs have left in microcontroller.nvm. Before the power comes on."""
        self.mcu.flash[NVM : NVM + len(data)] = data
        return self

    def jump(self, address: int) -> None:
        """Make the core go on at `address`, as after a fault of its own."""
        self._state.r[15] = address

    @property
    def cycles(self) -> int:
        """Cycles of 8 ns since the power came on."""
        return self._state.cycles

    @property
    def ms(self) -> float:
        return self._state.cycles / CYCLES_PER_MS

    def run(
        self, ms: float, until: Callable[[], Any] | None = None, check_every_ms: float = 1.0
    ) -> bool:
        """Let `ms` pass, or less if `until()` becomes true, which is what is returned."""
        end = self._state.cycles + round(ms * CYCLES_PER_MS)
        if until is None:
            self._run_to(end)
            return True
        while self._state.cycles < end:
            self._run_to(min(end, self._state.cycles + CYCLES_PER_MS))
            if until():
                return True
        return False

    def idle(self, ms: float) -> None:
        """Let the core stand still until anything happens, for `ms` at most.

        For a device whose register a program reads again and again: cheap, and all the same to it.
        """
        state = self._state
        end = min(state.cycles + round(ms * CYCLES_PER_MS), self._limit(), state.tnext)
        if end > state.cycles:
            state.cycles = end
            self._sync()

    def _on_watchdog_trigger(self) -> None:
        """A reset that the program asked for, or that the watchdog has made."""
        scratch = self.mcu.watchdog.scratch_data
        if scratch[4] == GO_ON_AT and scratch[7] < BOOTROM_SIZE:
            self._off = True
            self.mcu.enter_reset(from_watchdog=True)
            raise Bootloader("the board is in its bootloader")
        super()._on_watchdog_trigger()

    # buttons and flash

    def press(self, gpio: int) -> None:
        """Close a contact from `gpio` to ground."""
        self.mcu.gpio[gpio].set_input_value(False)

    def release(self, gpio: int) -> None:
        """Open it: the pin is left to its pull-up."""
        self.mcu.gpio[gpio].release_input()

    def flash(self) -> bytes:
        """The whole flash, for a Pico that is powered on with it later."""
        return bytes(self.mcu.flash[:FLASH_SIZE])

    def nvm(self) -> bytes:
        """microcontroller.nvm as it stands in the flash."""
        return bytes(self.mcu.flash[NVM : NVM + NVM_SIZE])

    # console

    def text(self, start: int = 0) -> str:
        """All that the console has said, from byte `start`."""
        return bytes(self.console[start:]).decode("utf-8", "replace")

    def send(self, data: str | bytes, port: int = CONSOLE) -> None:
        self.host.send(port, data.encode() if isinstance(data, str) else data)

    def run_until_text(self, text: str, ms: float) -> None:
        """Run until the console says `text`, after what an earlier call has waited for.

        TimeoutError with the end of what was said.
        """
        wanted = text.encode()
        if not self.run(ms, until=lambda: self.console.find(wanted, self._seen) >= 0):
            end = self.text()[-600:]
            raise TimeoutError(f"{text!r} not said within {ms} emulated ms; said: {end!r}")
        self._seen = self.console.find(wanted, self._seen) + len(wanted)

    def raw_exec(self, source: str, ms: float = 20_000) -> tuple[str, str]:
        """Stop the program and run `source` in the raw REPL: (what it printed, its error)."""
        start = self.raw_start(source)
        if not self.run(ms, until=lambda: self.console.count(b"\x04", start) >= 2):
            raise TimeoutError(f"no end within {ms} emulated ms: {self.text(start)[-600:]!r}")
        printed, error = self.text(start)[len("OK") :].split("\x04")[:2]
        return printed, error

    def raw_start(self, source: str) -> int:
        """As `raw_exec`, but wait for nothing: where the console stood."""
        self._enter_raw_repl()
        start = len(self.console)
        self.send(source + "\x04")
        return start

    def _enter_raw_repl(self) -> None:
        """^C stops the program, a key enters the REPL, ^A makes it raw; at once they are lost."""
        start = len(self.console)
        for key, ms in ("\x03", 60), ("\r", 200), ("\x01", 0):
            self.send(key)
            self.run(ms)
        prompt = b"raw REPL; CTRL-B to exit\r\n>"
        if not self.run(2000, until=lambda: self.console.find(prompt, start) >= 0):
            raise TimeoutError(f"no raw REPL: {self.text(start)[-600:]!r}")

    def _connected(self) -> None:
        port = self.host.ports[CONSOLE]
        self.console += port.received
        port.on_data = self.console.extend

    # the core and the chip model in step

    def _run_to(self, cycles: int) -> None:
        if self._off:
            raise PowerCut("the power is off")
        self._end = cycles
        while self._state.cycles < cycles:
            library().m_run(self._core, self._limit())
            if self._error:
                error, self._error = self._error, None
                raise error
            self._sync()

    def _sync(self) -> None:
        """Bring the chip model's clock and PIO to the core's cycle."""
        cycles, clock = self._state.cycles, self._clock
        behind_ns = cycles * float(NS_PER_CYCLE) - clock.nanos
        if behind_ns > 0:
            clock.tick(behind_ns)
        elif clock.has_scheduled_alarm and clock.nanos_to_next_alarm <= 0:
            clock.tick(0.0)  # an alarm due exactly now
        behind = cycles - self._pio_cycles
        if behind > 0:
            self._pio_cycles = cycles
            for pio in self._pios:
                if not pio.stopped:
                    pio.advance(behind)

    def _limit(self) -> int:
        """The cycle at which the chip model wants to be asked again."""
        clock, limit = self._clock, self._end
        if clock.has_scheduled_alarm:
            due_ns = clock.nanos + clock.nanos_to_next_alarm
            limit = min(limit, math.ceil(due_ns / NS_PER_CYCLE))
        for pio in self._pios:
            if not pio.stopped:
                # 1/256 of a cycle each, rounded up: when a state machine has an instruction to run
                limit = min(limit, self._pio_cycles - (pio.cycle_fp - pio.next_due_fp >> 8))
        return limit

    def _read(self, address: int, _size: int) -> int:
        try:
            if address >> 12 in (DMA_PAGE, SSI_PAGE):
                return self.mcu.read_uint32(address) & 0xFFFFFFFF
            self._sync()
            value = self.mcu.read_uint32(address) & 0xFFFFFFFF
            library().m_set_limit(self._core, self._limit())
            return value
        except BaseException as error:
            return self._stop_for(error)

    def _write(self, address: int, value: int, _size: int) -> None:
        try:
            if address >> 12 == SSI_PAGE:
                self.mcu.write_uint32(address, value)
                return
            self._sync()
            if address == SYSTEM_RESET:
                self.hard_reset(cause=ResetCause.WATCHDOG)
            else:
                self.mcu.write_uint32(address, value)
            library().m_set_limit(self._core, self._limit())
        except BaseException as error:
            self._stop_for(error)

    def _stop_for(self, error: BaseException) -> int:
        """An exception can't cross the C core: stop it and raise once it has returned."""
        self._error, self._state.stopreq, self._state.stop = error, 1, 0
        return 0
