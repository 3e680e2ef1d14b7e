# SPDX-License-Identifier: MIT
"""Animals on colour sensors: whole games without a hole button, and all that can go wrong there.

The pieces are simulated, the chips and the wires as in `test_i2c`; the firmware, the stock drivers
and CircuitPython are real. While a fault lasts the lights go on: see `calm`. `test_scenarios` has
more games.
"""

from collections.abc import Callable

import pytest
from emulator import asking, image, laying, probes, secrecy
from emulator.beats import Beats
from emulator.chips import Tcs34725
from emulator.i2c import Bus
from emulator.laying import (
    CODE,
    DRAWN_MS,
    GUESS,
    assert_told_once,
    calm,
    code_shown,
    lay,
    sensed_of,
    to_guess,
)
from emulator.player import GONE_MS, PLACED_MS, START_MS, UNSURE_MS, Player
from emulator.sensed import Sensed

from mastermind import calibrating, keys, lights
from mastermind.lesson import STEPS, Lesson
from mastermind.memory import Memory
from mastermind_host import optics

OLDER = {"level": "older"}
SWITCHED_MS = 2000  # until a piece counts where each sensor is read twice a second
ROOM = (900, 800, 700, 2400)  # counts, in an empty hole


# A game.


def test_a_game(sensing: Callable[..., Player]) -> None:
    player = sensing(settings=OLDER)
    laying.break_a_code(player)
    assert player.pico.text().count("\n") == 1  # that it is ready, and nothing else


@pytest.mark.newest
def test_a_button_decides_until_the_sensor_sees_something_else(
    sensing: Callable[..., Player],
) -> None:
    player = sensing(settings=OLDER)
    to_guess(player)
    lay(player, GUESS, "TTT")
    player.press("left", "left")
    player.wait(1000)
    player.expect_rows("1 CTT ...")
    lay(player, GUESS, "PTT")
    player.expect_rows("1 PTT ...")


@pytest.mark.newest
def test_what_is_not_sure_blinks_until_it_is_set_again_or_a_button_decides(
    sensing: Callable[..., Player],
) -> None:
    player = sensing(settings=OLDER)
    to_guess(player)
    lay(player, GUESS, "TL.")
    sensed_of(player).put(2, keys.UNSURE)
    player.wait(UNSURE_MS)
    player.expect_rows("1 TLu ...")
    player.press("check")
    player.wait(1000)
    player.expect_rows("1 TLu ...")  # refused
    sensed_of(player).put(2, 3)
    player.wait(PLACED_MS)
    player.expect_rows("1 TLP ...")
    sensed_of(player).put(2, keys.UNSURE)
    player.wait(UNSURE_MS)
    player.expect_rows("1 TLu ...")
    player.press("right", "right")
    player.wait(500)
    player.expect_rows("1 TLL ...")
    player.press("check")
    player.expect_rows("2 TLL ...", "1 TLL rr.")


# Which sensors there are.


@pytest.mark.newest
def test_sensors_in_the_guess_holes_alone(sensing: Callable[..., Player]) -> None:
    player = sensing(sensed=Sensed(GUESS), settings=OLDER)
    player.press("check", "check")
    player.choose("TLC")
    assert code_shown(player) == "TLC"
    player.press("check")
    player.expect_rows("1 ??? ...")
    lay(player, GUESS, "LTP")
    player.expect_rows("1 LTP ...")
    player.press("check")
    player.expect_rows("2 LTP ...", "1 LTP ww.")
    assert player.pico.text().count("\n") == 1


@pytest.mark.newest
def test_missing_sensors_are_told_where_the_settings_want_them(
    sensing: Callable[..., Player],
) -> None:
    player = sensing(sensed=Sensed(GUESS), settings=OLDER | {"input": "sensors"})
    for hole in (1, 2, 3):
        assert_told_once(player, f"The sensor of code hole {hole} does not answer")
    assert "guess hole" not in player.pico.text()


def test_a_board_without_sensors_says_nothing_and_has_all_its_heap(
    boot: Callable[..., Player],
) -> None:
    free = []
    for wanted in ("buttons", "both"):
        drive = probes.weighed(image.files(), 3000)
        player = boot(drive=drive, settings=OLDER | {"input": wanted})
        player.start()
        player.wait(4000)
        assert player.pico.text().count("\n") == 2  # that it is ready, and what it weighs
        free.append(probes.weight(player))
    assert free[0] - free[1] <= 256


@pytest.mark.newest
def test_a_board_that_is_to_use_buttons_leaves_the_sensors_alone(
    sensing: Callable[..., Player],
) -> None:
    player = sensing(settings=OLDER | {"input": "buttons"})
    player.press("check", "check")
    lay(player, CODE, "TLC")
    player.choose("EEE")
    assert code_shown(player) == "EEE"
    assert {sensor.registers[0] for sensor in sensed_of(player).sensors.values()} == {0}


@pytest.mark.newest
def test_sensors_that_have_not_learnt_the_animals_leave_all_to_the_buttons(
    sensing: Callable[..., Player],
) -> None:
    player = sensing(taught=[], settings=OLDER)
    assert_told_once(player, "Sensors have not learnt the animals yet")
    player.press("check", "check")
    lay(player, CODE, "TLC")
    player.choose("EEE")
    assert code_shown(player) == "EEE"


@pytest.mark.newest
def test_another_chip_is_no_sensor(sensing: Callable[..., Player]) -> None:
    sensed = Sensed()
    sensed.chip_ids[1] = 0x12
    player = sensing(sensed=sensed, settings=OLDER)
    assert_told_once(player, "The sensor of guess hole 2 does not answer: its button chooses.")
    to_guess(player)
    with calm(player, Beats(player)):
        lay(player, GUESS, "TLC")
        player.wait(3000)
    player.expect_rows("1 T?C ...")
    player.press("middle")
    player.expect_rows("1 TTC ...")


@pytest.mark.newest
def test_calibrations_of_other_pins_are_void(sensing: Callable[..., Player]) -> None:
    player = sensing(settings=OLDER | {"pin_sensor_light": "GP22"})
    assert_told_once(player, "This calibration was made with other pins.")
    player.press("check", "check")
    lay(player, CODE, "TLC")
    player.choose("EEE")
    assert code_shown(player) == "EEE"


# Faults in mid-game.


def test_a_sensor_is_pulled_out_and_plugged_in_again(sensing: Callable[..., Player]) -> None:
    laying.play_on_without_a_sensor(sensing(settings=OLDER))


@pytest.mark.newest
def test_a_sensor_that_loses_its_power_for_a_moment_is_set_up_anew(
    sensing: Callable[..., Player],
) -> None:
    player = sensing(settings=OLDER)
    to_guess(player)
    with calm(player, Beats(player)):
        sensed_of(player).sensors[0].unplug()
        sensed_of(player).sensors[0].plug()
        player.wait(GONE_MS)
        lay(player, GUESS, "H..")
        player.expect_rows("1 H?? ...")


def test_sda_is_held_low_and_let_go(sensing: Callable[..., Player]) -> None:
    player = sensing(settings=OLDER)
    to_guess(player)
    lay(player, GUESS, "TTT")
    beats, bus = Beats(player), sensed_of(player).bus
    with calm(player, beats):
        wait_for_word(bus, player)
        while bus.is_talking(Tcs34725.address):
            player.wait(0.05)
        bus.sda.hold(True)
        player.wait(1000)
        player.press("left")
        player.expect_rows("1 LTT ...")
        player.wait(4000)
    assert_told_once(player, "A wire of the sensors is held low: the buttons choose.")
    with calm(player, beats):
        bus.sda.hold(False)
        player.wait(GONE_MS)
        lay(player, GUESS, "PTT")
        player.expect_rows("1 PTT ...")


@pytest.mark.newest
def test_a_chip_cut_off_in_mid_byte_is_clocked_free(sensing: Callable[..., Player]) -> None:
    player = sensing(settings=OLDER)
    to_guess(player)
    with calm(player, Beats(player)):
        sensed_of(player).bus.hold_sda_for(7)
        player.wait(GONE_MS)
        lay(player, GUESS, "TLC")
        player.expect_rows("1 TLC ...")
    assert not sensed_of(player).bus.sda_low


def wait_for_word(bus: Bus, player: Player) -> None:
    """Until a sensor is talked to."""
    while not bus.is_talking(Tcs34725.address):
        player.wait(0.02)


@pytest.mark.newest
@pytest.mark.parametrize("line", ["scl", "sda"])
def test_a_line_held_while_it_is_waited_for_stops_the_board_but_once(
    line: str, sensing: Callable[..., Player]
) -> None:
    """SCL, or SDA in mid-word: for as long as CircuitPython waits, 1 s for a word, 2 s for SCL."""
    player = sensing(settings=OLDER)
    to_guess(player)
    lay(player, GUESS, "TTT")
    beats, bus = Beats(player), sensed_of(player).bus
    wait_for_word(bus, player)
    getattr(bus, line).hold(True)
    waited = [step for step in beats.watch(4000).all if step > DRAWN_MS]
    assert sum(waited) < (3100 if line == "scl" else 1100), f"steps of {waited} ms"
    player.press("left")
    player.expect_rows("1 LTT ...")
    getattr(bus, line).hold(False)
    player.wait(GONE_MS)
    lay(player, GUESS, "PTT")
    player.expect_rows("1 PTT ...")


@pytest.mark.newest
def test_the_switch_is_gone_and_comes_back(sensing: Callable[..., Player]) -> None:
    player = sensing(settings=OLDER)
    to_guess(player)
    lay(player, GUESS, "TTT")
    beats, switch = Beats(player), sensed_of(player).switch
    with calm(player, beats):
        switch.unplug()
        player.wait(3000)
        player.press("left")
        player.expect_rows("1 LTT ...")
    assert_told_once(player, "The sensors' switch (TCA9548A) does not answer at 0x70")
    with calm(player, beats):
        switch.plug()
        player.wait(GONE_MS)
        lay(player, GUESS, "PLC")
        player.expect_rows("1 PLC ...")


@pytest.mark.newest
def test_a_switch_that_is_missing_at_the_start_is_told_and_found_later(
    sensing: Callable[..., Player],
) -> None:
    sensed = Sensed()
    sensed.without_switch = True
    player = sensing(sensed=sensed, settings=OLDER)
    assert_told_once(player, "The sensors' switch (TCA9548A) does not answer at 0x70")
    sensed.switch.plug()
    player.wait(5000 + GONE_MS)
    player.press("check", "check")
    lay(player, CODE, "TLC")
    assert code_shown(player) == "TLC"


@pytest.mark.newest
def test_lines_held_for_moments_never_make_an_animal(sensing: Callable[..., Player]) -> None:
    """20 times for 0.1 ms, spread over the 60 ms in which every sensor is read."""
    player = sensing(settings=OLDER)
    to_guess(player)
    lay(player, GUESS, "TLC")
    line = sensed_of(player).bus.sda
    for moment in range(20):
        line.hold(True)
        player.wait(0.1)
        line.hold(False)
        player.wait(20 + 3.1 * moment)
    player.wait(2 * GONE_MS)
    player.expect_rows("1 TLC ...")


# The power, and the secret.


@pytest.mark.newest
def test_the_power_goes_while_animals_lie_there(sensing: Callable[..., Player]) -> None:
    player = sensing(settings=OLDER)
    to_guess(player)
    lay(player, GUESS, "LTP")
    player.press("check")
    player.expect_rows("2 LTP ...", "1 LTP ww.")
    lay(player, GUESS, "TLP")
    player.expect_rows("2 TLP ...", "1 LTP ww.")
    again = player.cut()
    again.start()
    again.wait(3500)
    again.expect_rows("2 TLP ...", "1 LTP ww.")
    again.press("check")
    again.expect_rows("3 TLP ...", "2 TLP rr.", "1 LTP ww.")
    lay(again, GUESS, "TLC")
    again.press("check")
    again.wait(3000)
    assert code_shown(again) == "TLC"


@pytest.mark.newest
def test_what_happens_under_the_hood_tells_nothing(sensing: Callable[..., Player]) -> None:
    player = sensing(settings=OLDER)
    watch = secrecy.Watch(player)
    to_guess(player)
    watch.code_is_hidden()
    lay(player, GUESS, "LTP")
    lay(player, CODE, "HEP")
    player.press("check")
    player.expect_rows("2 LTP ...", "1 LTP ww.")
    lay(player, CODE, "...")
    lay(player, GUESS, "CCC")
    sensed_of(player).put(4, keys.UNSURE)
    player.wait(UNSURE_MS)
    player.expect_rows("2 CCC ...", "1 LTP ww.")
    watch.assert_nothing_told()


# Light.


@pytest.mark.newest
def test_sensors_whose_light_is_switched_see_no_room(sensing: Callable[..., Player]) -> None:
    """Each is read twice a second then."""
    sensed = Sensed(light="GP22")
    sensed.room = (3000, 2500, 1500, 7000)
    player = sensing(sensed=sensed, settings=OLDER)
    to_guess(player, ms=SWITCHED_MS)
    with calm(player, Beats(player)):
        lay(player, GUESS, "TLC", SWITCHED_MS)
        player.expect_rows("1 TLC ...")
    sensed.room = (200, 200, 200, 600)
    player.wait(2000)
    player.expect_rows("1 TLC ...")
    lay(player, GUESS, "...", SWITCHED_MS)
    player.expect_rows("1 ??? ...")


@pytest.mark.newest
def test_another_light_in_the_room_is_told_as_long_as_it_is_there(
    sensing: Callable[..., Player],
) -> None:
    """An empty hole is asked for it every 5 s; it counts the second time."""
    player = sensing(settings=OLDER)
    sensed_of(player).room = ROOM
    player.wait(11_000)
    assert_told_once(player, "The light of the room is another than at calibration.")
    assert any(code_lights(player, 1000))
    sensed_of(player).room = (0, 0, 0, 0)
    player.wait(11_000)
    assert not any(code_lights(player, 1000))


def code_lights(player: Player, ms: float) -> list[int]:
    """The colours that the code lights show in the next `ms`."""
    seen = len(player.wire.frames)
    player.wait(ms)
    shown = (frame.colours[lights.code_light(0) :] for frame in player.wire.frames[seen:])
    return [colour for colours in shown for colour in colours]


# Learning.


@pytest.mark.newest
def test_a_new_board_learns_the_animals_by_itself(boot: Callable[..., Player]) -> None:
    sensed = Sensed()
    player = boot(settings=OLDER, held=["left", "right"], wire=sensed)
    player.pico.run_until_text("is ready.", START_MS)
    player.wait(300)
    for key in (keys.LEFT, keys.RIGHT):
        player.change(key, False)
    player.wait(4000)  # until they are found, and no more are to come
    lesson = Lesson(range(keys.PLACES))
    pieces = {animal: kind for animal, kind in enumerate(optics.ANIMALS)} | {
        calibrating.WHITE: optics.WHITE_PAPER,
        calibrating.EMPTY: None,
    }
    for step in range(STEPS):
        for where in range(keys.PLACES):
            sensed.set_down(where, pieces[lesson.wanted(where, step)])
        player.wait(300)
        player.press("check")
        player.wait(1500)
    player.wait(4000)
    kept = Memory(bytearray(player.pico.nvm())).state.calibrations
    sensed.calibrations = dict(enumerate(kept))
    lay(player, GUESS, "...")
    to_guess(player)


@pytest.mark.newest
def test_a_host_teaches_a_hole_and_hears_of_readings_between_games_alone(
    sensing: Callable[..., Player],
) -> None:
    player = sensing(taught=[0, 1], settings=OLDER)
    for where in range(3):
        sensed_of(player).put(where, 4)
    player.wait(PLACED_MS)
    taught = [[0, 4, True], [1, 4, True], [2, keys.UNSEEN, False]]
    assert holes_told(player) == taught
    data = sensed_of(player).calibrations[2].hex()
    assert asking.ask(player, "calibrate", hole=2, data=data) == {"ok": True}
    player.wait(PLACED_MS)
    assert holes_told(player) == [*taught[:2], [2, 4, True]]
    assert asking.ask(player, "calibrate", hole=0, data="") == {"ok": True}
    assert asking.ask(player, "restart", into="firmware") == {"ok": True}
    player.start()
    player.wait(3000)
    assert holes_told(player) == [[0, keys.UNSEEN, False], [1, 4, True], [2, 4, True]]
    player.press("check", "check")
    assert asking.ask(player, "sensors")["error"] == "busy"
    assert asking.ask(player, "calibration", hole=1)["error"] == "busy"


def holes_told(player: Player) -> list[list[object]]:
    """[place, what lies there, whether it is calibrated] of the guess holes."""
    holes = asking.ask(player, "sensors")["holes"][:3]
    return [[where, hole["lies"], hole["calibrated"]] for where, hole in enumerate(holes)]


# What it costs.


def test_reading_takes_nothing_of_the_heap(sensing: Callable[..., Player]) -> None:
    player = sensing(drive=probes.counted_readings(image.files()), settings=OLDER)
    laying.read_often(player)
