# SPDX-License-Identifier: MIT
"""Calibration on the board alone: keys and readings in, pictures and calibrations out."""

import random
from typing import Any

import fakes
import pictures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind import calibrating, keys, tunes
from mastermind.calibration import READ_MS
from mastermind.holes import Holes, wiring_of
from mastermind.memory import GAME_ROOM
from mastermind_host import optics

ALL, GUESS = tuple(range(6)), (0, 1, 2)
FOUND_MS, SWITCHED_MS = 1500, 500
EMPTY, WHITE = calibrating.EMPTY, calibrating.WHITE


class Bench:
    """A board that was started with left and right held, and simulated holes that it reads."""

    def __init__(self, places=ALL, switched=False, wired=True, store=None, held=("left", "right")):
        self.randomness = random.Random(5)
        store = bytearray(b"\xff" * 4096) if store is None else store
        self.player = fakes.Player(mistakes=[], store=store, held=held)
        self.pieces = [*optics.ANIMALS, optics.WHITE_PAPER, None]
        self.sensors = {where: optics.Hole(11, switched, where) for where in places}
        if wired:
            self.wire(switched)
        for name in held:
            self.player.change(keys.NAMES.index(name), False)

    @property
    def table(self):
        return self.player.app.table

    @property
    def lesson(self) -> Any:
        stage: Any = self.player.app.stage
        return stage.lesson

    @property
    def stage(self):
        return self.player.stage

    def heard(self):
        """The tunes since this was asked last."""
        heard = self.player.board.tunes
        new, self.player.board.tunes = heard[:], []
        return new

    def wire(self, switched=False):
        """The sensors are looked for, and found."""
        self.holes = self.table.holes = Holes(wiring_of(self.player.chosen), switched)
        self._every_ms = SWITCHED_MS if switched else READ_MS
        self._due_ms = self.player.board.now_ms

    def wait(self, ms):
        end = self.player.board.now_ms + ms
        while self.player.board.now_ms < end:
            if self.table.holes and self.player.board.now_ms >= self._due_ms:
                self._due_ms += self._every_ms
                self._read()
            self.player.wait(fakes.STEP_MS)

    def press(self, *names):
        for name in names:
            self.player.change(keys.NAMES.index(name), True)
            self.player.change(keys.NAMES.index(name), False)

    def until(self, phase_ms, of_ms=2000):
        """Wait for a moment of an animation."""
        self.wait((phase_ms - self.player.board.now_ms) % of_ms)

    def put(self, pieces):
        """Set {where: 0-5, EMPTY or WHITE}."""
        for where, what in pieces.items():
            self.sensors[where].put(self.pieces[what], self.randomness)

    def set(self):
        """Do as the lights say."""
        self.put({where: self.lesson.wanted(where) for where in self.lesson.places})

    def measure(self):
        self.wait(2 * self._every_ms)
        self.press("check")
        self.wait(11 * self._every_ms)

    def go_on(self, step):
        """Do as the lights say up to a step."""
        while self.lesson.step < step:
            before = self.lesson.step
            self.set()
            self.measure()
            assert self.lesson.step == before + 1

    def _read(self):
        for where, sensor in self.sensors.items():
            told = self.holes.take(where, *sensor.read(), self.player.board.now_ms)
            if told:
                self.player.board.queue.append(told)


def begun(*arguments, **options):
    """A bench at the first step."""
    bench = Bench(*arguments, **options)
    bench.wait(FOUND_MS + 2 * READ_MS + 10)
    assert (bench.stage, bench.lesson.step) == ("calibrate", 0)
    return bench


def whole(bench):
    """The calibration, to its end."""
    while bench.lesson.step < 7:
        bench.go_on(bench.lesson.step + 1)
    bench.set()
    bench.measure()


def blinks(bench, light):
    """The looks of a light in the two halves of a second."""
    looks = []
    for phase in (100, 600):
        bench.until(phase, 1000)
        looks.append(pictures.LETTERS[bench.player.app.picture[light]])
    return "".join(looks)


def kept(bench):
    """Which places have a calibration in the board's memory, after a power cut."""
    return [data is not None for data in bench.player.pull_the_plug().memory.state.calibrations]


def test_the_whole_calibration_picture_by_picture():
    bench = begun()
    score = ["1 ... #.."]
    bench.until(0)
    assert bench.player.picture == ["2 ### ...", "1 ??? #..", "code ???"]
    bench.until(250)
    assert bench.player.picture == ["3 ### ...", "1 ??? #..", "code ???"]
    bench.until(500)
    assert bench.player.picture == ["4 ### ...", *score]
    bench.heard()
    bench.measure()
    assert bench.heard() == [tunes.STEP, tunes.SCORED]
    bench.until(0)
    assert bench.player.picture == ["9 www ...", "2 ... #..", "1 www #..", "code www"]
    bench.until(250)
    assert bench.player.picture == ["8 www ...", "2 ... #..", "1 www #..", "code www"]
    bench.until(500)
    assert bench.player.picture == ["7 www ...", "2 ... #..", *score]
    for step in range(2, 8):
        bench.set()
        bench.measure()
        wanted = "TLCPEH" * 2
        guess, code = wanted[step - 2 : step + 1], wanted[step + 1 : step + 4]
        rows = [f"{row} ... #.." for row in range(step + 1, 1, -1)]
        bench.until(1750)
        assert bench.player.picture == [*_at(2, guess, rows), *score]
        bench.until(0)
        top = [f"9 {guess} ..."]
        assert bench.player.picture == [*top, *rows, f"1 {guess} #..", f"code {code}"]
        assert bench.heard() == [tunes.STEP, tunes.SCORED]


def _at(row, guess, rows):
    """Those score rows, with the guess in one of them."""
    return [line.replace(f"{row} ...", f"{row} {guess}") for line in rows]


def test_what_was_learnt_is_cheered_kept_and_used():
    bench = begun()
    whole(bench)
    assert bench.heard()[-2:] == [tunes.SCORED, tunes.BROKEN]
    bench.until(0, 2250)
    assert bench.player.picture == ["5 ..* ...", "3 .*. ...", "1 *.. ..."]
    bench.until(250, 2250)
    assert bench.player.picture == ["6 ..* ...", "4 .*. ...", "2 *.. ..."]
    bench.wait(3000)
    assert (bench.stage, bench.table.mistakes) == ("welcome", [])
    assert kept(bench) == [True] * 6
    told = []
    for rotation in range(6):
        bench.put({where: (where + rotation) % 6 for where in ALL})
        bench.wait(500)
        told.append(bench.table.lying[:])
    wrong = [
        (where, what)
        for rotation in range(6)
        for where, what in enumerate(told[rotation])
        if what != (where + rotation) % 6
    ]
    assert wrong == []
    bench.put(dict.fromkeys(ALL, EMPTY))
    bench.wait(500)
    assert bench.table.lying == [keys.NOTHING] * 6


def test_a_board_with_three_sensors_teaches_those_alone():
    bench = begun(GUESS)
    bench.until(0)
    assert bench.player.picture == ["2 ### ...", "1 ??? #.."]
    whole(bench)
    assert bench.heard()[-1] == tunes.BROKEN
    assert kept(bench) == [True] * 3 + [False] * 3


def test_sensors_of_the_code_alone_are_led_by_the_code_lights():
    bench = begun((3, 5))
    bench.go_on(2)
    bench.until(0)
    assert bench.player.picture == ["3 ... #..", "2 ... #..", "1 ... #..", "code P.H"]


def test_switched_sensors_are_read_as_often_as_they_measure():
    bench = Bench(switched=True)
    bench.wait(3000)
    bench.press("check")
    bench.wait(4400)
    assert (bench.lesson.step, bench.heard()[-1]) == (0, tunes.STEP)
    bench.wait(1000)
    assert bench.lesson.step == 1
    whole(bench)
    assert kept(bench) == [True] * 6


def test_sensors_may_be_found_late():
    bench = Bench(wired=False)
    bench.wait(3800)
    assert (bench.stage, bench.player.picture) == ("calibrate", ["1 ... #.."])
    bench.press("check", "menu", "left")
    bench.wire()
    bench.wait(FOUND_MS + 3 * READ_MS)
    assert bench.lesson.places == ALL
    assert bench.heard() == []


def test_a_sensor_that_comes_after_others_is_waited_for():
    bench = Bench(places=(0,))
    bench.wait(1000)
    bench.sensors[4] = optics.Hole(11, False, 4)
    bench.wait(1000)
    assert not bench.lesson
    bench.wait(1000)
    assert bench.lesson.places == (0, 4)


@pytest.mark.parametrize("wired", [False, True])
def test_without_sensors_it_says_so_and_leaves(wired):
    bench = Bench(places=(), wired=wired)
    bench.wait(3900)
    assert (bench.stage, bench.heard()) == ("calibrate", [])
    bench.wait(200)
    assert bench.heard() == [tunes.REFUSED]
    assert bench.player.picture == ["1 !!! #..", "code !!!"]
    bench.wait(1000)
    assert bench.stage == "welcome"
    assert bench.player.picture[-1] == "code ~~~"
    assert bench.table.mistakes == ["No sensor answers: there is nothing to calibrate."]


def test_places_that_could_not_be_measured_flash_and_are_measured_again():
    bench = begun()
    bench.go_on(2)
    bench.set()
    bench.put({1: WHITE, 4: EMPTY})  # the paper is still there; an animal was forgotten
    bench.heard()
    bench.measure()
    assert [bench.lesson.fault(where) for where in ALL] == ["", "same", "", "", "same", ""]
    assert bench.heard() == [tunes.STEP, tunes.REFUSED]
    bench.wait(1100)
    assert [blinks(bench, light) for light in (0, 1, 2, 54, 55, 56)] == [
        *("TT", "L.", "CC"),
        *("PP", "E.", "HH"),
    ]
    bench.put({1: 1, 4: 4})
    bench.measure()
    assert (bench.lesson.step, bench.heard()) == (3, [tunes.STEP, tunes.SCORED])


def test_the_flash_shows_which_places_are_wrong():
    bench = begun()
    bench.go_on(1)
    bench.put(dict.fromkeys((0, 1, 2, 3, 5), WHITE))
    bench.wait(200)
    bench.press("check")
    while tunes.REFUSED not in bench.heard():
        bench.wait(5)
    seen = set()
    for _ in range(39):
        bench.wait(25)
        seen.add(bench.player.picture[-1])
    assert seen == {"code w!w", "code w.w"}


def test_a_hand_that_moves_is_unsteady():
    bench = begun()
    bench.press("check")
    for _ in range(6):
        bench.put({2: WHITE})
        bench.wait(READ_MS)
        bench.put({2: EMPTY})
        bench.wait(READ_MS)
    assert (bench.lesson.step, bench.lesson.fault(2)) == (0, "unsteady")
    bench.measure()
    assert bench.lesson.step == 1


def test_too_much_light_is_told():
    bench = begun()
    bench.sensors[0].light(optics.LAMPS[0], 50_000)
    bench.measure()
    assert (bench.lesson.step, bench.lesson.fault(0)) == (0, "bright")


def test_a_sensor_that_is_pulled_out_is_waited_for():
    bench = begun()
    bench.press("check")
    bench.wait(200)
    pulled = bench.sensors.pop(3)
    bench.holes.lose(3)
    bench.wait(1000)
    assert (bench.lesson.step, bench.lesson.fault(3)) == (0, "gone")
    bench.sensors[3] = pulled
    bench.measure()
    assert bench.lesson.step == 1


def test_check_while_it_measures_only_starts_again():
    bench = begun()
    bench.press("check")
    bench.wait(400)
    bench.press("check")
    bench.wait(400)
    assert bench.lesson.step == 0
    bench.wait(400)
    assert bench.lesson.step == 1


def test_menu_goes_back_a_step():
    bench = begun()
    bench.go_on(3)
    bench.heard()
    bench.press("menu")
    assert (bench.lesson.step, bench.heard()) == (2, [tunes.EMPTY])
    bench.until(0)
    assert bench.player.picture[-2:] == ["1 TLC #..", "code PEH"]
    bench.press("menu", "menu", "menu", "menu")
    assert (bench.stage, bench.lesson.step) == ("calibrate", 0)
    whole(bench)
    assert kept(bench) == [True] * 6


@pytest.mark.parametrize("name", ["left", "middle", "right"])
def test_the_other_keys_are_refused(name):
    bench = begun()
    bench.press(name)
    assert bench.heard() == [tunes.REFUSED]
    assert bench.player.picture[-1] == "code !!!"


def test_holding_menu_leaves_and_changes_nothing():
    bench = begun()
    whole(bench)
    before = bench.player.memory.state.calibrations[:]
    again = Bench(store=bench.player.store)
    again.wait(FOUND_MS + 200)
    again.go_on(7)
    again.player.hold("menu", 1100)
    assert (again.stage, again.heard()[-1]) == ("welcome", tunes.NO)
    assert again.player.memory.state.calibrations == before


@pytest.mark.parametrize("asked", [False, True])
def test_nobody_there_leads_to_welcome(asked):
    bench = alike(begun()) if asked else begun()
    bench.player.jump(5 * 60_000)
    assert (bench.stage, kept(bench)) == ("welcome", [False] * 6)


def test_a_game_on_the_table_goes_on_afterwards():
    store = bytearray(b"\xff" * 4096)
    player = fakes.Player(store=store)
    player.press("check", "check")
    player.choose("TLC")
    player.press("check")
    bench = begun(store=store)
    bench.player.hold("menu", 1100)
    bench.wait(2000)
    assert (bench.stage, bench.table.game.code) == ("guess", (0, 1, 2))


def alike(bench):
    """A calibration with the same thing as tiger and as elephant, at its question."""
    bench.pieces[4] = optics.ANIMALS[0]
    whole(bench)
    assert (bench.stage, bench.heard()[-2:]) == ("alike", [tunes.SCORED, tunes.ASK])
    return bench


def test_animals_that_are_alike_are_shown_and_asked_about():
    bench = alike(begun())
    for phase, letter in ((0, "T"), (500, "E")):
        bench.until(phase, 1000)
        rows = [f"{row} {letter * 3} ..." for row in range(9, 0, -1)]
        assert bench.player.picture == [*rows, "code QQQ"]
    bench.wait(60_000)
    assert bench.stage == "alike"
    assert kept(bench) == [False] * 6


def test_alike_animals_may_be_kept():
    bench = alike(begun())
    bench.press("check")
    assert (bench.stage, bench.heard()) == ("calibrate", [tunes.YES, tunes.BROKEN])
    bench.wait(3100)
    assert (bench.stage, kept(bench)) == ("welcome", [True] * 6)


def test_alike_animals_may_be_replaced():
    bench = alike(begun())
    bench.press("menu")
    assert (bench.stage, bench.lesson.step, bench.heard()) == ("calibrate", 2, [tunes.NO])
    bench.pieces[4] = optics.ANIMALS[4]
    whole(bench)
    assert (bench.heard()[-1], kept(bench)) == (tunes.BROKEN, [True] * 6)


def test_holding_menu_leaves_the_question_too():
    bench = alike(begun())
    bench.press("left")
    bench.player.hold("menu", 1100)
    assert (bench.stage, kept(bench)) == ("welcome", [False] * 6)
    assert bench.heard() == [tunes.REFUSED, tunes.NO]


def test_a_full_memory_is_told():
    bench = begun()
    kept_by = bench.player.memory
    for number in range(100):
        if kept_by.journal.room >= GAME_ROOM:
            kept_by.keep_error(f"error {number}" * 10)
    whole(bench)
    bench.wait(100)
    assert bench.player.picture[-1] == "code !!!"
    bench.wait(1200)
    assert (bench.stage, bench.player.picture[-1]) == ("welcome", "code ~~~")
    assert bench.table.mistakes == [
        "The memory needs room: unplug the board, plug it in, and calibrate again."
    ]
    assert kept(bench) == [False] * 6


ACTS = st.one_of(
    st.tuples(st.just("press"), st.sampled_from(keys.NAMES[:5])),
    st.tuples(st.just("press"), st.just("check")),
    st.tuples(st.just("put"), st.sampled_from(ALL), st.integers(0, 7)),
    st.tuples(st.just("unplug"), st.sampled_from(ALL)),
    st.tuples(st.just("set")),
    st.tuples(st.just("wait"), st.integers(0, 900)),
    st.tuples(st.just("measure")),
)


@settings(max_examples=20)
@given(acts=st.lists(ACTS, max_size=30))
def test_whatever_is_pressed_and_laid_it_goes_on(acts):
    """It is never left by accident, and whoever then does as the lights say comes to the end."""
    bench = begun()
    for name, *arguments in acts:
        if name == "put":
            bench.put({arguments[0]: arguments[1]})
        elif name == "unplug":
            bench.holes.lose(arguments[0])
        else:
            getattr(bench, name)(*arguments)
        assert bench.stage == "calibrate"
    bench.wait(1000)
    bench.press(*["menu"] * bench.lesson.step)
    for step in range(1, 8):
        bench.go_on(step)
