# SPDX-License-Identifier: MIT
"""CircuitPython's I2C on the emulated bus, and what the chips on it do, without the firmware."""

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from emulator import chips, image
from emulator.chips import Lamp, Tca9548a, Tcs34725
from emulator.i2c import Bus, Device
from emulator.pico import Pico
from emulator.player import START_MS, Player
from rp2040py.clock.simulation_clock import SimulationClock
from rp2040py.gpio_pin import GPIOPinState

# CircuitPython's errno, of newlib.
NOT_MOVED, NO_DEVICE, TIMED_OUT = (f"OSError({number},)" for number in (5, 19, 116))
# What a tried call says and how many us it took.
SETUP = """
import board, busio, time
def tried(do):
    begin_ns = time.monotonic_ns()
    try:
        said = do()
    except Exception as error:
        said = repr(error)
    print((said, (time.monotonic_ns() - begin_ns) // 1000))
def make(frequency=400_000):
    global i2c
    i2c = busio.I2C(board.GP21, board.GP20, frequency=frequency)
    i2c.try_lock()
def write(address, *data):
    i2c.writeto(address, bytes(data))
def ask(address, register, count):
    data = bytearray(count)
    i2c.writeto_then_readfrom(address, bytes((register,)), data)
    return list(data)
"""


def counts(place: int) -> chips.Counts:
    return 300 + place, 200 + place, 100 + place, 1000 + place


def seen(place: int, _lit: float) -> chips.Counts:
    return counts(place)


class Wired:
    """A switch with a sensor on each of its first six channels."""

    def __call__(self, pico: Pico) -> None:
        clock = pico.mcu.clock
        self.sensors = [Tcs34725(clock, partial(seen, place)) for place in range(6)]
        self.switch = Tca9548a({n: [sensor] for n, sensor in enumerate(self.sensors)})
        self.bus = Bus(pico)
        self.bus.devices.append(self.switch)


class Bench:
    """A board at its REPL, and what is wired to it."""

    def __init__(self, player: Player, wired: Wired) -> None:
        self.pico, self.wired, self.bus = player.pico, wired, wired.bus
        self._run(SETUP)

    def _run(self, source: str, ms: float = 20_000) -> list[Any]:
        printed, error = self.pico.raw_exec(source, ms)
        assert not error, error
        return [ast.literal_eval(line) for line in printed.splitlines()]

    def do(self, source: str) -> None:
        assert self._run(source) == []

    def tell(self, source: str) -> Any:
        """The value of an expression."""
        (told,) = self._run(f"print(repr({source}))")
        return told

    def try_(self, source: str) -> Any:
        """What an expression says, or its error; and how many us it took."""
        (told,) = self._run(f"tried(lambda: {source})")
        return told

    def start(self, source: str) -> Callable[[], list[Any]]:
        """Let lines run beside the test; what is returned waits for their end and what they say."""
        start = self.pico.raw_start(source)

        def end() -> list[Any]:
            assert self.pico.run(20_000, until=lambda: self.pico.console.count(b"\x04", start) >= 2)
            printed, error = self.pico.text(start)[len("OK") :].split("\x04")[:2]
            assert not error, error
            return [ast.literal_eval(line) for line in printed.splitlines()]

        return end


@pytest.fixture
def bench(boot: Callable[..., Player]) -> Bench:
    wired = Wired()
    player = boot(drive=image.files() | {"boot.py": b"", "code.py": b""}, wire=wired)
    player.pico.run_until_text("CTRL-D to reload.", START_MS)
    return Bench(player, wired)


def test_a_scan_finds_the_switch_and_what_its_channels_let_through(bench: Bench) -> None:
    bench.do("make()")
    assert bench.tell("i2c.scan()") == [0x70]
    bench.do("write(0x70, 1 << 2)")
    assert bench.tell("i2c.scan()") == [0x29, 0x70]
    assert bench.tell("ask(0x70, 0, 1)") == [0]  # it was written to: the byte counts


@pytest.mark.newest
def test_a_bit_banged_bus_reads_the_same_chips(bench: Bench) -> None:
    bench.do("import bitbangio\ni2c = bitbangio.I2C(board.GP21, board.GP20)\ni2c.try_lock()")
    bench.do("write(0x70, 1 << 5)\nwrite(0x29, 0x81, 0xEB)\nwrite(0x29, 0x80, 3)")
    bench.do("time.sleep(0.06)")
    assert bench.tell("ask(0x29, 0xB3, 9)") == [1, *told(5)]
    assert bench.tell("ask(0x29, 0x81, 1)") == [0xEB]
    assert bench.tell("i2c.scan()") == [0x29, 0x70]
    assert bench.try_("write(0x33, 1)")[0] == NO_DEVICE


def told(place: int) -> list[int]:
    """The data registers of a sensor: clear, red, green and blue, low byte first."""
    red, green, blue, clear = counts(place)
    return [byte for count in (clear, red, green, blue) for byte in count.to_bytes(2, "little")]


DRIVEN = """
make()
i2c.unlock()
import adafruit_tca9548a, adafruit_tcs34725
switch = adafruit_tca9548a.TCA9548A(i2c)
def driver(channel):
    sensor = adafruit_tcs34725.TCS34725(switch[channel])
    sensor.integration_time, sensor.gain = 51, 4
    return sensor
"""


def test_the_stock_drivers_read_every_sensor(bench: Bench) -> None:
    bench.do(DRIVEN + "sensors = [driver(channel) for channel in range(6)]")
    assert bench.tell("[sensor.color_raw for sensor in sensors]") == [counts(n) for n in range(6)]
    assert bench.tell("[(sensor.integration_time, sensor.gain) for sensor in sensors[:1]]") == [
        (pytest.approx(50.4), 4)
    ]
    assert [sensor.registers[chips.ATIME] for sensor in bench.wired.sensors] == [256 - 21] * 6


@pytest.mark.newest
@pytest.mark.parametrize(("chip_id", "says"), [(0x44, "True"), (0x12, "Could not find sensor")])
def test_the_stock_driver_wants_the_right_chip(bench: Bench, chip_id: int, says: str) -> None:
    clock = bench.pico.mcu.clock
    bench.wired.switch.channels[3] = [Tcs34725(clock, lambda _: counts(3), chip_id=chip_id)]
    bench.do(DRIVEN)
    assert says in str(bench.try_("bool(driver(3))")[0])


def bit_us(hertz: int) -> float:
    """The counts that pico-sdk 2.2.0 writes for a rate, and what the block adds to them."""
    period = (125_000_000 + hertz // 2) // hertz
    low = period * 3 // 5
    high = period - low + max(1, low // 16) + 7
    return (low + 1 + high) * 0.008


@pytest.mark.parametrize("hertz", [100_000, 400_000])
def test_a_transfer_takes_the_time_of_its_bits(bench: Bench, hertz: int) -> None:
    """Reading 201 bytes against reading 1, so that what the interpreter takes cancels out."""
    bench.do(f"make({hertz})\nshort, long = bytearray(1), bytearray(201)")
    _, one_us = bench.try_("i2c.readfrom_into(0x70, short)")
    _, many_us = bench.try_("i2c.readfrom_into(0x70, long)")
    assert many_us - one_us == pytest.approx(200 * 9 * bit_us(hertz), rel=0.05)


def test_nobody_at_an_address_is_known_at_once(bench: Bench) -> None:
    bench.do("make()")
    for source in ("write(0x33, 1)", "ask(0x33, 0, 1)", "i2c.readfrom_into(0x33, bytearray(1))"):
        said, us = bench.try_(source)
        assert said == NO_DEVICE
        assert us < 500
    assert bench.try_("i2c.probe(0x33)")[0] is False
    assert bench.try_("i2c.probe(0x70)")[0] is True


LEVELS = "import memorymap\nlevels = memorymap.AddressRange(start=0xD0000004, length=4)"
# GP20 and GP21, as the chip's GPIO_IN has them; single bytes of it can't be read.
PINS = "[levels[0:4][2] >> bit & 1 for bit in (4, 5)]"


@pytest.mark.parametrize(
    ("fault", "mended", "levels"),
    [
        (lambda bus: bus.sda.hold(True), lambda bus: bus.sda.hold(False), [0, 1]),
        (lambda bus: bus.scl.hold(True), lambda bus: bus.scl.hold(False), [1, 0]),
        (lambda bus: bus.pull_up(False), lambda bus: bus.pull_up(True), [0, 0]),
    ],
    ids=["SDA", "SCL", "pull-ups"],
)
def test_a_line_that_stays_low_costs_a_second(
    fault: Callable[[Bus], None], mended: Callable[[Bus], None], levels: list[int], bench: Bench
) -> None:
    bench.do("make()\n" + LEVELS)
    assert bench.tell(PINS) == [1, 1]
    fault(bench.bus)
    assert bench.tell(PINS) == levels
    said, us = bench.try_("write(0x70, 1)")
    assert said == TIMED_OUT
    assert us == pytest.approx(1_000_000, abs=1000)
    mended(bench.bus)
    assert bench.tell(PINS) == [1, 1]
    bench.do("write(0x70, 1)")
    assert bench.tell("ask(0x29, 0x92, 1)") == [0x44]


@pytest.mark.parametrize("line", ["sda", "scl"])
def test_a_bit_banged_bus_waits_for_no_line(line: str, bench: Bench) -> None:
    """SDA held low reads as zeros, and acknowledges all; SCL held low is waited for as told."""
    bench.do("import bitbangio\ni2c = bitbangio.I2C(board.GP21, board.GP20, timeout=1000)")
    bench.do("i2c.try_lock()\nwrite(0x70, 1)")
    getattr(bench.bus, line).hold(True)
    said, us = bench.try_("ask(0x29, 0x92, 2)")
    assert said == [0, 0] if line == "sda" else "TimeoutError" in said
    assert us < 2500
    getattr(bench.bus, line).hold(False)
    assert bench.tell("ask(0x29, 0x92, 2)") == [0x44, 0]


READING = """
said = {}
for turn in range(400):
    try:
        ask(0x29, 0x92, 1) == [0x44] or said.setdefault("wrong", 0)
    except Exception as error:
        said[repr(error)] = said.get(repr(error), 0) + 1
print(said)
"""


@pytest.mark.newest
@pytest.mark.parametrize("line", ["sda", "scl"])
def test_a_line_that_is_held_in_the_middle_of_transfers(line: str, bench: Bench) -> None:
    """At 20 moments that are spread over a transfer of 0.2 ms, for 50 us each."""
    bench.do("make()\nwrite(0x70, 1)")
    end = bench.start(READING)
    bench.pico.run(30)
    held = getattr(bench.bus, line)
    for moment in range(20):
        held.hold(True)
        bench.pico.run(0.05)
        held.hold(False)
        bench.pico.run(2 + 0.037 * moment)
    (said,) = end()
    assert set(said) <= {NO_DEVICE, NOT_MOVED, "wrong"}
    assert bool(said) == (line == "sda")  # a stretched clock loses nothing
    assert bench.tell("ask(0x29, 0x92, 1)") == [0x44]


@pytest.mark.newest
def test_without_pull_ups_there_is_no_bus(bench: Bench) -> None:
    bench.bus.pull_up(False)
    assert "No pull up" in bench.try_("make()")[0]
    bench.bus.pull_up(True)
    bench.do("make()")
    assert bench.tell("i2c.scan()") == [0x70]


def test_a_chip_cut_off_in_mid_byte_lets_go_after_its_clocks(bench: Bench) -> None:
    bench.bus.hold_sda_for(7)
    assert "No pull up" in bench.try_("make()")[0]
    bench.do("import digitalio\nclock = digitalio.DigitalInOut(board.GP21)")
    bench.do("for _ in range(9):\n clock.switch_to_output(False)\n clock.switch_to_input()")
    bench.do("clock.deinit()\nmake()")
    assert bench.tell("i2c.scan()") == [0x70]


@pytest.mark.newest
def test_a_bus_can_be_closed_and_opened_again(bench: Bench) -> None:
    bench.do("make()\nwrite(0x70, 1)\ni2c.deinit()\nmake()")
    assert bench.tell("i2c.scan()") == [0x29, 0x70]


@pytest.mark.newest
def test_what_is_unplugged_is_gone_and_begins_anew(bench: Bench) -> None:
    bench.do("make()\nwrite(0x70, 1)\nwrite(0x29, 0x81, 0xEB)")
    assert bench.tell("ask(0x29, 0x81, 1)") == [0xEB]
    bench.wired.sensors[0].unplug()
    assert bench.try_("ask(0x29, 0x81, 1)")[0] == NO_DEVICE
    bench.wired.sensors[0].plug()
    assert bench.tell("ask(0x29, 0x81, 1)") == [0xFF]
    bench.wired.switch.unplug()
    assert bench.tell("i2c.scan()") == []
    bench.wired.switch.plug()
    assert bench.tell("i2c.scan()") == [0x70]


# The chips alone, without a board.


class Wires:
    """A clock, a pin of nothing, and what a master does with the bus behind it."""

    def __init__(self) -> None:
        self.clock = SimulationClock()
        self.listeners: list[Callable[[GPIOPinState, GPIOPinState], None]] = []

    def add_listener(self, listener: Callable[[GPIOPinState, GPIOPinState], None]) -> None:
        self.listeners.append(listener)

    def set_input_value(self, high: bool) -> None:
        self.high = high

    def drive(self, state: GPIOPinState) -> None:
        for listener in self.listeners:
            listener(state, state)

    def pass_ms(self, ms: float) -> None:
        self.clock.tick(round(ms * 1_000_000))


@pytest.fixture
def wires() -> Wires:
    return Wires()


def send(chip: Device, *data: int) -> None:
    assert chip.start(False)
    for byte in data:
        assert chip.write(byte)
    chip.stop()


def read(chip: Device, command: int, count: int) -> list[int]:
    send(chip, command)
    chip.start(True)
    return [chip.read() for _ in range(count)]


MEASURE = 0x80, 3


def test_a_sensor_measures_for_as_long_as_it_is_told(wires: Wires) -> None:
    sensor = Tcs34725(wires.clock, lambda _: counts(0))
    send(sensor, 0x81, 256 - 21)
    wires.pass_ms(1000)
    assert read(sensor, 0xB3, 1) == [0]
    send(sensor, *MEASURE)
    wires.pass_ms(2.4 + 50.3)
    assert read(sensor, 0xB3, 9) == [0] * 9
    wires.pass_ms(0.1)
    assert read(sensor, 0xB3, 9) == [1, *told(0)]
    sensor.sees = lambda _: counts(3)
    wires.pass_ms(52.7)
    assert read(sensor, 0xB4, 8) == told(0)
    wires.pass_ms(0.1)
    assert read(sensor, 0xB4, 8) == told(3)
    send(sensor, 0x80, 0)
    assert read(sensor, 0xB3, 1) == [0]


def test_a_sensor_waits_between_its_measurements_if_told(wires: Wires) -> None:
    sensor = Tcs34725(wires.clock, lambda _: counts(0))
    send(sensor, 0x83, 256 - 10)
    send(sensor, 0x80, 3 | chips.WAIT)
    wires.pass_ms(2.4 * 12 - 0.1)
    assert read(sensor, 0xB3, 1) == [0]
    wires.pass_ms(0.1)
    assert read(sensor, 0xB3, 1) == [1]


@pytest.mark.parametrize(
    ("cycles", "full"), [(1, 1024), (21, 21 * 1024), (64, 65535), (256, 65535)]
)
def test_a_sensor_counts_no_further_than_it_can(cycles: int, full: int, wires: Wires) -> None:
    sensor = Tcs34725(wires.clock, lambda _: (99_999, 0, full, full - 1))
    send(sensor, 0x81, 256 - cycles)
    send(sensor, *MEASURE)
    wires.pass_ms(2.4 * (cycles + 1))
    low = [count & 0xFF for count in (full - 1, full, 0, full)]
    high = [count >> 8 for count in (full - 1, full, 0, full)]
    assert read(sensor, 0xB4, 8) == [byte for pair in zip(low, high, strict=True) for byte in pair]


@pytest.mark.parametrize("command", [0x80, 0xA0])
def test_a_sensor_reads_on_with_either_command(command: int, wires: Wires) -> None:
    sensor = Tcs34725(wires.clock, lambda _: counts(0))
    assert read(sensor, command, 2) == [0, 0xFF]
    send(sensor, command | 4, 1, 2, 3, 4)
    assert read(sensor, command | 4, 4) == [1, 2, 3, 4]
    assert read(sensor, command | 0x12, 1) == [chips.TCS34725_ID]


def test_a_byte_that_is_no_command_and_what_cannot_be_written_change_nothing(wires: Wires) -> None:
    sensor = Tcs34725(wires.clock, lambda _: counts(0))
    before = bytes(sensor.registers)
    send(sensor, 0x12, 1)  # no command: goes to the register of the last one, ENABLE
    send(sensor, 0x92, 0x55, 0x55, 0x55)
    send(sensor, 0xE6)
    send(sensor, 0x80, 0)
    assert bytes(sensor.registers) == before


def test_the_upper_byte_is_that_of_when_the_lower_one_was_read(wires: Wires) -> None:
    sensor = Tcs34725(wires.clock, lambda _: (0, 0, 0, 0x1FF))
    send(sensor, 0x81, 256 - 2)
    send(sensor, *MEASURE)
    wires.pass_ms(2.4 * 3)
    assert read(sensor, 0xB4, 1) == [0xFF]
    sensor.sees = lambda _: (0, 0, 0, 0x200)
    wires.pass_ms(2.4 * 3)
    sensor.start(True)
    assert sensor.read() == 1
    assert read(sensor, 0xB4, 2) == [0, 2]


def test_a_lamp_is_lit_for_a_part_of_an_integration(wires: Wires) -> None:
    lamp = Lamp(wires.clock, wires)
    parts: list[float] = []

    def sees(part: float) -> chips.Counts:
        parts.append(round(part, 6))
        return counts(0)

    sensor = Tcs34725(wires.clock, sees, lamp)
    send(sensor, 0x81, 256 - 10)
    send(sensor, *MEASURE)
    for ms, state in [(2.4 + 6, GPIOPinState.LOW), (18 + 26.4, GPIOPinState.HIGH), (26.4, None)]:
        wires.pass_ms(ms)
        if state is not None:
            wires.drive(state)
    assert parts == [0.25, 0, 1]


def test_two_channels_at_once_are_heard_as_one(wires: Wires) -> None:
    two = [Tcs34725(wires.clock, lambda _: counts(0), chip_id=chip_id) for chip_id in (0x4D, 0x44)]
    switch = Tca9548a({0: [two[0]], 6: [two[1]]})
    send(switch, 0x41)
    assert list(switch.behind()) == two
    send(switch, 0x82)
    assert list(switch.behind()) == []


def test_a_switch_switches_when_the_transfer_stops(wires: Wires) -> None:
    sensor = Tcs34725(wires.clock, lambda _: counts(0))
    switch = Tca9548a({7: [sensor]})
    switch.start(False)
    switch.write(0x80)
    assert list(switch.behind()) == []
    switch.stop()
    assert list(switch.behind()) == [sensor]
    assert switch.read() == 0x80
