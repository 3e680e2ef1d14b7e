# SPDX-License-Identifier: MIT
"""The sensors through the stock drivers, on a bus without hardware: found, read, lost, found."""

import itertools
import random

import fake_i2c
import fakes
import pytest
import taught

from mastermind import bus, holes, keys, sensors
from mastermind.keys import NOTHING, UNSEEN
from mastermind_host import optics

FOUND_MS = 6 * 60 * 5  # all six are found, told how to measure, powered and read


class Rig:
    """A board with simulated holes in it, and somebody who lays animals into them."""

    def __init__(self, places=range(keys.PLACES), learnt=True, switched=False, **changes):
        chosen = fakes.chosen(level="older", **changes)
        self.player = fakes.Player(chosen, store=bytearray(b"\xff" * 4096))
        self.randomness = random.Random(5)
        self.holes = taught.six_holes(5, switched)
        self.chips = {where: fake_i2c.Sensor(self.holes[where].read) for where in places}
        self.wires = fake_i2c.Wires({sensors.CHANNELS[at]: chip for at, chip in self.chips.items()})
        self.wiring = holes.wiring_of(chosen)
        if learnt:
            known = taught.calibrations(self.holes, self.wiring)
            self.player.app.memory.state.calibrations[:] = [known[at] for at in sorted(known)]
        opened = bus.Bus(self.wires.make, self.wires.pin, "GP20", "GP21")
        assert opened.open()
        self.light = Light() if switched else None
        self.sensors = sensors.Sensors(self.player.app, chosen, opened, self.light)

    def wait(self, ms):
        end = self.player.board.now_ms + ms
        while self.player.board.now_ms < end:
            self.player.wait(fakes.STEP_MS)
            self.sensors.step(self.player.board.now_ms)

    def lay(self, where, animal):
        piece = None if animal is None else optics.ANIMALS[animal]
        self.holes[where].put(piece, self.randomness)

    @property
    def lying(self):
        return self.player.app.table.lying

    @property
    def notes(self):
        return self.player.app.table.notes


class Light:
    """The pin that switches the sensors' lights."""

    def __init__(self):
        self.value, self.turns = None, []

    def switch_to_output(self, value):
        self.value = value


@pytest.fixture
def rig():
    rig = Rig()
    rig.wait(FOUND_MS)
    return rig


def test_all_six_are_found_and_told_how_to_measure(rig):
    assert rig.lying == [NOTHING] * 6
    assert rig.notes == []
    for chip in rig.chips.values():
        assert chip.registers[fake_i2c.ENABLE] == 3
        assert chip.registers[fake_i2c.ATIME] == 256 - 21
        assert fake_i2c.GAINS[chip.registers[fake_i2c.CONTROL]] == sensors.GAIN


@pytest.mark.parametrize("where", range(6))
def test_each_place_has_its_own_channel(rig, where):
    rig.lay(where, 2)
    rig.wait(500)
    assert rig.lying == [2 if at == where else NOTHING for at in range(6)]
    assert sensors.CHANNELS[where] == (where - 3 if where >= 3 else where + 3)


def test_an_animal_counts_within_half_a_second_and_is_lit(rig):
    rig.player.press("check", "check")
    rig.player.choose("TLC")
    rig.player.press("check")
    rig.lay(1, 4)
    rig.wait(450)
    assert rig.player.picture == ["1 ?E? ..."]
    rig.lay(1, None)
    rig.wait(450)
    assert rig.player.picture == ["1 ??? ..."]


def test_a_sensor_that_is_pulled_out_is_told_and_found_again(rig):
    rig.player.press("check", "check")
    rig.player.choose("TLC")
    rig.player.press("check")
    rig.lay(0, 1)
    rig.wait(500)
    rig.chips[0].plugged = False
    rig.wait(500)
    told = "The sensor of guess hole 1 does not answer: its button chooses."
    assert (rig.notes, rig.lying[0]) == ([told], UNSEEN)
    rig.wait(1500)
    assert rig.player.picture == ["1 L?? ..."], "what lay there stays chosen"
    rig.player.press("left")
    assert rig.player.picture == ["1 C?? ..."]
    rig.chips[0].plugged = True
    rig.chips[0].replug()
    rig.wait(3500)
    assert (rig.notes, rig.player.picture) == ([], ["1 L?? ..."])


def test_one_word_that_was_lost_is_not_a_lost_sensor(rig):
    rig.chips[2].plugged = False
    rig.wait(120)
    rig.chips[2].plugged = True
    rig.wait(2000)
    assert (rig.notes, rig.lying[2]) == ([], NOTHING)


def test_a_sensor_that_was_without_power_is_set_up_again(rig):
    rig.chips[4].replug()
    rig.wait(5000)
    assert rig.chips[4].measures
    assert rig.lying[4] == NOTHING


def test_a_switch_that_is_gone_is_one_sentence(rig):
    rig.wires.switch = False
    rig.wait(500)
    assert (rig.notes, rig.lying) == ([bus.NO_SWITCH], [UNSEEN] * 6)
    rig.wires.switch = True
    rig.wait(3500)
    assert (rig.notes, rig.lying) == ([], [NOTHING] * 6)


def test_a_wire_that_is_held_low_is_noticed_before_any_word(rig):
    rig.wires.sda_low = True
    rig.wait(100)
    assert (rig.notes, rig.lying) == ([sensors.HELD_LOW], [UNSEEN] * 6)
    rig.wait(5000)
    rig.wires.sda_low = False
    rig.wait(5000)
    assert (rig.notes, rig.lying) == ([], [NOTHING] * 6)


def test_a_chip_that_waits_for_clocks_gets_them(rig):
    rig.wires.sda_low, rig.wires.clocks_until_free = True, 9
    rig.wait(30)
    assert rig.notes == []
    rig.wait(3500)
    assert rig.lying == [NOTHING] * 6


def test_only_the_guess_holes_have_sensors():
    rig = Rig(places=range(3))
    rig.player.app.memory.state.calibrations[3:] = [None] * 3
    rig.wait(FOUND_MS)
    assert rig.lying == [NOTHING] * 3 + [UNSEEN] * 3


def test_missing_ones_are_told_where_sensors_are_wanted():
    rig = Rig(places=(0, 1, 2, 3, 4), learnt=False, input="sensors")
    rig.wait(FOUND_MS)
    told = "The sensor of code hole 3 does not answer: its button chooses."
    assert rig.notes == [told, sensors.UNTAUGHT]


def test_sensors_that_have_learnt_nothing_say_so(capsys):
    rig = Rig(learnt=False)
    rig.wait(FOUND_MS)
    assert (rig.notes, rig.lying) == ([sensors.UNTAUGHT], [UNSEEN] * 6)
    assert capsys.readouterr().out == sensors.UNTAUGHT + "\n"
    assert rig.sensors.holes.raw[0]
    learnt = taught.calibrations(rig.holes, rig.wiring)
    for where, data in learnt.items():
        rig.player.app.table.calibrate(where, data)
    rig.wait(1000)
    assert (rig.notes, rig.lying) == ([], [NOTHING] * 6)


def test_another_chip_at_its_address_is_none():
    rig = Rig(places=(0,), input="sensors")
    rig.chips[0].kind = 0x60
    rig.chips[0].power_up()
    rig.wait(FOUND_MS)
    assert "The sensor of guess hole 1 does not answer: its button chooses." in rig.notes
    assert rig.lying == [UNSEEN] * 6


def test_other_pins_make_a_calibration_void():
    rig = Rig(pin_piezo="GP22")
    assert rig.notes == []
    other = Rig()
    state = other.player.app.memory.state
    chosen = fakes.chosen(pin_sensor_light="GP22")
    opened = bus.Bus(other.wires.make, other.wires.pin, "GP20", "GP21")
    opened.open()
    assert all(state.calibrations)
    sensors.Sensors(other.player.app, chosen, opened)
    (note,) = other.notes
    assert note.startswith("This calibration was made with other pins. To teach the sensors anew: ")


def test_switched_lights_go_off_twice_a_second_and_rooms_cancel_out():
    rig = Rig(switched=True)
    lit = []
    for where, chip in rig.chips.items():
        chip.sees = lambda where=where: seen(rig, where)
    for _ in range(400):
        rig.wait(5)
        lit.append(rig.light.value)
    assert rig.lying == [NOTHING] * 6
    offs = sum(before and not now for before, now in itertools.pairwise(lit))
    assert offs == 4
    rig.lay(0, 3)
    rig.wait(1500)
    assert rig.lying[0] == 3


def test_what_a_bright_room_flickers_is_no_animal():
    rig = Rig(switched=True)
    for chip in rig.chips.values():
        chip.sees = lambda: (640, 500, 330, 1610) if rig.light.value else (600, 480, 320, 1560)
    rig.wait(3000)
    assert rig.sensors.holes.raw[2] == [0, 0, 0, 0]
    assert rig.lying == [NOTHING] * 6


def seen(rig, where):
    """What a sensor counts while its light is on, and the room's part while it is off."""
    room = (200, 180, 150, 500)
    if not rig.light.value:
        return room
    own = rig.holes[where].read()
    return tuple(one + other for one, other in zip(own, room, strict=True))
