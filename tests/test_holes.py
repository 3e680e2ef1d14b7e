# SPDX-License-Identifier: MIT
"""What lies in the holes: how long an answer has to last, and what is kept of a calibration."""

import random

import pytest
import taught

from mastermind import holes, journal, keys, settings, state
from mastermind.calibration import MOST_BYTES, READ_MS, Calibration
from mastermind.keys import NOTHING, PLACED, UNSEEN, UNSURE
from mastermind.memory import GAME_ROOM, Memory
from mastermind_host import optics

WIRING = holes.wiring_of(settings.defaults())
BRICK = next(piece for piece in optics.OTHERS if piece.name == "red brick")


class Rig:
    """One taught hole of six, read as often as a sensor is. `data`: what it has learnt."""

    def __init__(self):
        six = taught.six_holes(3)
        self.hole, self.randomness, self.now_ms = six[1], random.Random(3), 0
        self.data = taught.calibrations(six, WIRING)[1]
        self.holes = holes.Holes(WIRING)
        self.holes.use(1, self.data)

    def lay(self, piece):
        self.hole.put(piece, self.randomness)

    def lay_unknown(self):
        """Lay something as it comes to stand when it looks like no animal."""
        answer = None
        while answer != UNSURE:
            self.lay(BRICK)
            answer = Calibration(self.data).answer(*self.hole.read())

    def read(self, ms):
        """The events of so many ms, as (after how many ms, what)."""
        begun, told = self.now_ms, []
        while self.now_ms < begun + ms:
            self.now_ms += READ_MS
            event = self.holes.take(1, *self.hole.read(), self.now_ms)
            if event:
                assert (event.kind, event.where) == (PLACED, 1)
                told.append((self.now_ms - begun, event.animal))
        return told


@pytest.fixture
def rig():
    rig = Rig()
    rig.read(1000)
    return rig


def test_an_empty_hole_is_told_once():
    rig = Rig()
    assert rig.holes.lies == [UNSEEN] * keys.PLACES
    assert rig.read(2000) == [(360, NOTHING)]


@pytest.mark.parametrize("animal", range(6))
def test_an_animal_counts_when_its_answer_has_lasted_300_ms(rig, animal):
    rig.lay(optics.ANIMALS[animal])
    assert rig.read(1000) == [(360, animal)]
    rig.lay(None)
    assert rig.read(1000) == [(360, NOTHING)]


def test_a_hand_that_sets_an_animal_has_a_second_before_it_is_not_sure(rig):
    rig.lay_unknown()
    assert rig.read(900) == []
    rig.lay(optics.ANIMALS[2])
    assert rig.read(1000) == [(360, 2)]
    rig.lay_unknown()
    assert rig.read(2000) == [(1020, UNSURE)]


def test_answers_that_do_not_last_are_none_and_then_not_sure(rig):
    for _ in range(4):
        for animal in (0, 3):
            rig.lay(optics.ANIMALS[animal])
            assert rig.read(240) == []
    rig.lay(optics.ANIMALS[1])
    assert rig.read(1000) == [(120, UNSURE), (360, 1)]


def test_a_lost_sensor_is_told_once_and_starts_anew(rig):
    event = rig.holes.lose(1)
    assert (event.where, event.animal, rig.holes.raw[1]) == (1, UNSEEN, None)
    assert rig.holes.lose(1) is None
    assert rig.read(1000) == [(360, NOTHING)]


def test_readings_are_kept_without_a_calibration(rig):
    assert rig.holes.take(4, 1, 2, 3, 4, 0) is None
    assert rig.holes.raw[4] == [1, 2, 3, 4]
    assert not rig.holes.is_calibrated(4)
    rig.holes.use(1, None)
    assert rig.read(100)[0][1] == UNSEEN


@pytest.mark.parametrize("wrong", [b"\x01", b"x" * 40, bytes(80)])
def test_bytes_that_are_no_calibration_change_nothing(rig, wrong):
    with pytest.raises(ValueError, match=r"."):
        rig.holes.use(1, wrong)
    rig.lay(optics.ANIMALS[1])
    assert rig.read(1000) == [(360, 1)]


def test_a_calibration_of_other_pins_is_refused(rig):
    other = holes.wiring_of(settings.defaults() | {"pin_sensor_light": "GP22"})
    assert other != WIRING
    with pytest.raises(ValueError, match="with other pins"):
        rig.holes.use(1, taught.calibrations({1: rig.hole}, other)[1])


def test_what_was_learnt_is_kept_and_forgotten(rig):
    memory = Memory(bytearray(b"\xff" * 4096))
    data = rig.data
    rig.holes.keep(5, data, memory)
    assert Memory(memory.journal.store).state.calibrations == [None] * 5 + [data]
    rig.holes.keep(5, b"", memory)
    assert Memory(memory.journal.store).state.calibrations == [None] * 6
    assert not rig.holes.is_calibrated(5)


def test_a_calibration_leaves_the_room_that_a_game_needs(rig):
    memory = Memory(bytearray(b"\xff" * 4096))
    data = rig.data
    while memory.journal.room >= GAME_ROOM + MOST_BYTES:
        rig.holes.keep(1, data, memory)
    assert memory.journal.room >= GAME_ROOM - journal.FRAME_BYTES
    with pytest.raises(OSError, match="needs room"):
        rig.holes.keep(2, data, memory)
    assert not rig.holes.is_calibrated(2)
    assert rig.holes.is_calibrated(1)


def test_a_board_without_a_memory_learns_for_as_long_as_it_has_power(rig):
    memory = Memory(None)
    data = rig.data
    rig.holes.keep(2, data, memory)
    assert rig.holes.is_calibrated(2)
    assert memory.state.calibrations[2] == data


def test_another_room_is_noticed_and_a_hand_is_not(rig):
    rig.read(20_000)
    assert not rig.holes.room_differs
    rig.hole.light(taught.LAMP, 5000)
    rig.read(4000)
    assert not rig.holes.room_differs
    rig.read(8000)
    assert rig.holes.room_differs
    rig.hole.light(taught.LAMP, taught.LUX)
    rig.read(12_000)
    assert not rig.holes.room_differs


def test_no_record_of_a_hole_breaks_the_state():
    table = state.State()
    for payload in (b"", bytes((6,)), bytes((255, 1, 2))):
        assert not table.take(state.HOLE, payload)
    assert table.take(state.HOLE, bytes((5,)))
    assert table.calibrations == [None] * 6
