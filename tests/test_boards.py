# SPDX-License-Identifier: MIT
"""One contract for every board: test, virtual, and the real one over the genuine libraries."""

import board as blinka_board
import fakes
import keypad
import neopixel
import pytest

from mastermind import failure, hardware, lights, tunes
from mastermind.keys import CHECK, DOWN, LEFT, LOST, UP, event
from mastermind_host import virtual


class TestRig:
    """The test board, its keys and what it has sent."""

    __test__ = False

    def __init__(self):
        self.board = fakes.Board()

    def key(self, key, down):
        self.board.queue.append(event(DOWN if down else UP, key))

    def overflow(self):
        self.board.queue.append(event(LOST, 0))

    def pass_time(self, ms):
        self.board.now_ms += ms

    def sent(self):
        return list(self.board.frames[-1][1])


class VirtualRig:
    def __init__(self):
        self.ms = 0
        self.board = virtual.Board(now_ms=lambda: self.ms)

    def key(self, key, down):
        self.board.put(event(DOWN if down else UP, key))

    def overflow(self):
        for _ in range(virtual.MOST_EVENTS + 1):
            self.board.put(event(DOWN, LEFT))

    def pass_time(self, ms):
        self.ms += ms

    def sent(self):
        return self.board.shown


class StampedQueue(keypad.EventQueue):
    """Blinka's queue with what CircuitPython's adds: the ticks at which a key changed."""

    def __init__(self, ticks_ms):
        super().__init__(64)
        self._ticks_ms = ticks_ms

    def keypad_eventqueue_record(self, key_number, current):
        recorded = len(self)
        super().keypad_eventqueue_record(key_number, current)
        if len(self) > recorded:
            self._events[-1].timestamp = self._ticks_ms()


class Keypad:
    """What hardware.Board takes of keypad.Keys, whose scanner thread never ends on a PC."""

    def __init__(self, ticks_ms):
        self.events = StampedQueue(ticks_ms)
        self.resets = 0

    def reset(self):
        self.resets += 1


class HardwareRig:
    """hardware.Board over the genuine NeoPixel library, read where its bytes go to the wire."""

    def __init__(self, monkeypatch):
        self.wire = []
        self.ticks = (1 << 29) - 65_536  # where CircuitPython's ticks start
        monkeypatch.setattr(
            neopixel, "neopixel_write", lambda pin, data: self.wire.append(bytes(data))
        )
        self.keypad = Keypad(lambda: self.ticks)
        pixels = neopixel.NeoPixel(blinka_board.Dx_OUTPUT, lights.COUNT, auto_write=False)
        clock = hardware.Clock(lambda: self.ticks)
        self.board = hardware.Board(pixels, self.keypad, clock, hardware.Piezo(Pwm()))

    def key(self, key, down):
        self.keypad.events.keypad_eventqueue_record(key, down)

    def overflow(self):
        for _ in range(65):
            self.key(LEFT, True)

    def pass_time(self, ms):
        self.ticks = (self.ticks + ms) % (1 << 29)

    def sent(self):
        data = self.wire[-1]  # green, red, blue for each light
        return [data[i + 1] << 16 | data[i] << 8 | data[i + 2] for i in range(0, len(data), 3)]


class Pwm:
    """A PWM output that keeps what it was told."""

    def __init__(self):
        self.frequency, self.duty_cycle = 1000, 0


@pytest.fixture(params=["test", "virtual", "hardware"])
def rig(request, monkeypatch):
    return {"test": TestRig, "virtual": VirtualRig, "hardware": lambda: HardwareRig(monkeypatch)}[
        request.param
    ]()


def happened(rig):
    return [tuple(change)[:2] for change in rig.board.events()]


def test_nothing_has_happened_at_first(rig):
    assert happened(rig) == []


def test_time_is_whole_milliseconds_and_never_goes_back(rig):
    start, seen = rig.board.now(), []
    for ms in (0, 1, 65_536, 5, 1 << 28):  # past the wrap of the board's ticks
        rig.pass_time(ms)
        seen.append(rig.board.now() - start)
    assert seen == [0, 1, 65_537, 65_542, 65_542 + (1 << 28)]
    assert type(rig.board.now()) is int


def test_changes_come_once_and_in_order(rig):
    rig.pass_time(100)
    rig.key(LEFT, True)
    rig.key(CHECK, True)
    assert happened(rig) == [(DOWN, LEFT), (DOWN, CHECK)]
    assert happened(rig) == []
    rig.pass_time(50)
    rig.key(LEFT, False)
    assert happened(rig) == [(UP, LEFT)]


def test_presses_during_a_long_step_all_count(rig):
    rig.pass_time(100)
    for down in (True, False, True, False):
        rig.key(LEFT, down)
        rig.pass_time(50)
    assert happened(rig) == [(DOWN, LEFT), (UP, LEFT)] * 2


def test_too_many_changes_are_told_as_lost(rig):
    rig.overflow()
    assert happened(rig)[-1] == (LOST, 0)
    assert happened(rig) == []
    rig.pass_time(100)
    rig.key(CHECK, True)
    assert happened(rig) == [(DOWN, CHECK)]


def test_a_frame_is_sent_by_show_and_not_before(rig):
    assert rig.board.frame == [0] * 57
    rig.board.show()
    first = [0] * 57
    rig.board.frame[0], rig.board.frame[56] = 0x123456, 0xFFFFFF
    assert rig.sent() == first
    rig.board.show()
    assert rig.sent() == [0x123456, *[0] * 55, 0xFFFFFF]
    rig.board.frame[0] = 0
    rig.board.show()
    assert rig.sent() == [*[0] * 56, 0xFFFFFF]


def test_tunes_return_at_once(rig):
    for tune in (tunes.BROKEN, tunes.STEP, ()):
        assert rig.board.play(tune) is None


def test_a_whole_game_is_sent_as_it_is_painted(rig):
    app = fakes.App(rig.board, fakes.chosen(level="older"), (), bytes, fakes.Memory())
    for key in [CHECK, CHECK, LEFT, 1, 1, 2, 2, 2, CHECK, LEFT, 1, 1, 2, 2, 2, CHECK]:
        for down in (True, False):
            rig.pass_time(70)
            app.step()
            rig.key(key, down)
            app.step()
    assert type(app.stage).__name__ == "Reveal"
    engine, frame = lights.Lights("bright", 400), [0] * 57
    engine.render(app.picture, frame, lights.BRIGHTNESS[2], True)
    assert rig.sent() == frame
    assert app.picture[:6] == bytes([0, 1, 2, lights.RED, lights.RED, lights.RED])


def test_the_wire_is_171_bytes_of_green_red_blue(monkeypatch):
    rig = HardwareRig(monkeypatch)
    rig.board.frame[:] = range(57)
    rig.board.frame[3] = 0x0A0B0C
    rig.board.show()
    assert rig.wire[-1][9:12] == bytes([0x0B, 0x0A, 0x0C])
    assert rig.wire[-1][:9] == bytes([0, 0, 0, 0, 0, 1, 0, 0, 2])
    assert len(rig.wire[-1]) == 171


def test_chatter_of_a_contact_is_one_press(monkeypatch):
    rig = HardwareRig(monkeypatch)
    found = []
    for ms, down in [
        (100, True),
        (2, False),
        (3, True),
        (3, False),
        (1, True),
        (300, False),
        (5, True),
        (2, False),
    ]:
        rig.pass_time(ms)
        rig.key(LEFT, down)
        found += happened(rig)
    rig.pass_time(30)
    found += happened(rig)
    assert found == [(DOWN, LEFT), (UP, LEFT)]


def test_after_an_overflow_the_scanner_starts_over(monkeypatch):
    rig = HardwareRig(monkeypatch)
    rig.overflow()
    assert rig.keypad.resets == 1, "keys down at power-up are to be reported"
    assert happened(rig) == [(LOST, 0)]
    assert (rig.keypad.resets, len(rig.keypad.events)) == (2, 0)


def test_the_piezo_plays_note_by_note_without_waiting():
    pwm = Pwm()
    piezo = hardware.Piezo(pwm)
    piezo.play(((440, 100), (0, 50), (880, 100)), 1000)
    heard = []
    for ms in range(1000, 1300, 10):
        piezo.step(ms)
        heard.append(pwm.frequency if pwm.duty_cycle else 0)
    assert heard == [440] * 10 + [0] * 5 + [880] * 10 + [0] * 5


def test_a_new_tune_ends_the_old_one():
    pwm = Pwm()
    piezo = hardware.Piezo(pwm)
    piezo.play(((440, 1000),), 0)
    piezo.play(((880, 10),), 5)
    assert pwm.frequency == 880
    piezo.step(15)
    assert pwm.duty_cycle == 0


def test_the_error_look_reaches_the_lights(rig):
    failure.show_error(rig.board)
    lit = [light for light, colour in enumerate(rig.sent()) if colour]
    assert lit == [1, 13, 19, 25, 31, 37, 43, 49, 54, 55, 56]
