# SPDX-License-Identifier: MIT
"""`mastermind calibrate`: a person at the keyboard, simulated holes, and the link between them."""

import contextlib
import io
import json
import os
import pty
import re
import signal
import sys
import termios
import threading

import pytest
from fake_clock import FakeClock
from fake_machine import OTHER_UID, UID, FakeMachine, ports
from linked import Parrot, SensedRig, Wire, begin, play_games
from rich.console import Console
from rich.live import Live

from mastermind import calibrating, lesson, memory, protocol, rules, state
from mastermind.lesson import Lesson
from mastermind_host import calibration_guide, calibration_view, calibrations, cli, errors, optics
from mastermind_host.commands.shared import Job
from mastermind_host.device import devices
from mastermind_host.device.sensing import HOLES, Sensing

GUESS = (0, 1, 2)
KEYS = "Enter: measure.   b: one step back.   q: quit; nothing is changed."
KEEP = "Enter: keep it on the board.   b: the animals once more.   q: quit; nothing is changed."
MEASURES = "Measuring: hands off."
BOARD = "Raspberry Pi Pico, no drive, /dev/ttyACM0"
NEARLY_TIGER = optics.ANIMALS[0]._replace(name="another tiger")


class Plugged:
    """A computer with one board, whose sensors are simulated, and somebody at its keyboard."""

    def __init__(self, places=range(6), folder=None, **changes):
        self.clock, self.folder = FakeClock(), folder
        self.machine = FakeMachine()
        self.plug(SensedRig(places, **changes))

    def plug(self, rig, uid=UID):
        console, data = ports(uid)
        self.rig, self.wire = rig, BoardWire(rig, self)
        self.machine.serials, self.machine.streams = [console, data], {data.path: self.wire}

    def unplug(self):
        self.wire.gone = True
        self.machine.serials, self.machine.streams = [], {}

    def restart(self):
        """The board starts again, as it does when it is asked to."""
        rig = self.rig
        self.unplug()

        def come_back():
            rig.player.power_up()
            rig.start()
            self.plug(rig)

        self.clock.after(3, come_back)

    @property
    def learnt(self):
        """What the board has learnt, by hole."""
        kept = self.rig.player.memory.state.calibrations
        return {where: data for where, data in enumerate(kept) if data}

    @property
    def kept(self):
        return self.folder / "calibrations" / f"{UID}.json"


class BoardWire(Wire):
    """The host's stream to a board that starts again when it is asked to."""

    def __init__(self, rig, plugged):
        super().__init__(rig)
        self.plugged, self.asked, self.before = plugged, [], {}

    def write(self, data):
        asked = json.loads(data or b"{}") if data.strip() else {}
        do = asked.get("do")
        self.asked.append(do)
        self.before.get(do, lambda: None)()
        done = super().write(data)
        if do == "restart":
            self.plugged.clock.after(0.1, self.plugged.restart)
        return done


class Keyboard:
    """A stdin on which the next line is typed when it is read; nobody is there in the end."""

    def __init__(self, lines):
        self.lines = iter(lines)

    def readline(self, *_):
        return next(self.lines, "")

    def isatty(self):
        return False


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(calibrations, "user_data_path", lambda *_, **__: tmp_path)
    return tmp_path


@pytest.fixture
def plugged(folder):
    return Plugged(folder=folder)


@pytest.fixture
def three(folder):
    """A board with sensors in its guess holes alone."""
    return Plugged(GUESS, folder=folder)


@pytest.fixture
def run(capsys, monkeypatch):
    """run(PLUGGED, LINES, ARGUMENTS): (exit code, stdout, stderr) of `mastermind calibrate`."""

    def run(plugged, lines, *arguments):
        monkeypatch.setattr(sys, "stdin", Keyboard(lines))
        code = cli.run(["calibrate", *map(str, arguments)], Job(plugged.machine, plugged.clock))
        out, err = capsys.readouterr()
        return code, out, err

    return run


def lessons(rig, pieces=optics.ANIMALS):
    """Somebody who does what is wanted, and presses Enter after each step."""
    rig.lay(None)
    yield "\n"
    rig.lay(optics.WHITE_PAPER)
    yield "\n"
    yield from animals(rig, pieces)


def animals(rig, pieces=optics.ANIMALS):
    for rotation in range(6):
        rig.lay_animals(rotation, pieces)
        yield "\n"


def good(rig):
    """The whole of it, and keeping it."""
    yield from lessons(rig)
    yield "\n"


def apart(samples):
    """(margin, names) of all pairs, the most alike first."""
    pairs = sorted(calibrating.margins(samples), key=lambda pair: pair[2])
    names = rules.ANIMALS
    return [(f"{margin:.2f}", f"{names[one]} and {names[two]}") for one, two, margin in pairs]


# ---- Guided


def step(number, *wanted):
    title = f"Step {number} of 8: set these animals on the holes."
    return [title, *wanted, KEYS, MEASURES]


def test_a_board_learns(three, run, folder):
    code, out, err = run(three, good(three.rig))
    one, two, other = (f"  guess hole {number}: " for number in (1, 2, 3))
    assert err.splitlines() == [
        f"{BOARD}: a sensor in guess holes 1, 2, 3.",
        *("Step 1 of 8: take everything off the holes.", KEYS, MEASURES),
        *("Step 2 of 8: lay white paper on all holes.", KEYS, MEASURES),
        *step(3, one + "tiger", two + "lion", other + "crocodile"),
        *step(4, one + "lion", two + "crocodile", other + "parrot"),
        *step(5, one + "crocodile", two + "parrot", other + "elephant"),
        *step(6, one + "parrot", two + "elephant", other + "hippo"),
        *step(7, one + "elephant", two + "hippo", other + "tiger"),
        *step(8, one + "hippo", two + "tiger", other + "lion"),
        KEEP,
        "Writing it to the board: guess holes 1, 2, 3.",
        f"Kept in {three.kept}",
        "A picture of it: mastermind calibrate --plot calibration.png",
    ]
    made = calibrations.load(three.kept)
    pairs = apart(made.samples)
    assert out.splitlines() == [
        "animals                 margin",
        *[f"{names:22}  {margin:>6}" for margin, names in pairs],
        f"All 15 pairs of animals can be told apart. The most alike are {pairs[0][1]}, with a "
        f"margin of {pairs[0][0]}; below 1 a hole is often not sure.",
        "On the board, verified: guess holes 1, 2, 3.",
    ]
    assert code == errors.OK
    assert three.learnt == {where: one.data for where, one in made.holes.items()}
    assert three.learnt == calibrating.learn(made.samples, three.rig.player.app.table.holes.wiring)
    assert three.wire.closed


def test_after_it_the_board_knows_its_animals(plugged, run):
    assert run(plugged, good(plugged.rig))[0] == errors.OK
    for rotation in range(6):
        plugged.rig.lay_animals(rotation)
        for _ in range(10):
            plugged.rig.player.wait(60)
            plugged.rig.read_sensors()
        lies = plugged.rig.player.app.table.holes.lies
        assert lies == [(where + rotation) % 6 for where in range(6)]


def test_a_step_back(three, run):
    def person():
        yield "\n"
        yield "b\n"
        yield "\n"
        yield "B \n"
        yield "q\n"

    code, out, err = run(three, person())
    assert (code, out) == (errors.INTERRUPTED, "")
    first, second = (
        ("Step 1 of 8: take everything off the holes.", KEYS),
        (
            "Step 2 of 8: lay white paper on all holes.",
            KEYS,
        ),
    )
    assert err.splitlines()[1:] == [
        *(*first, MEASURES, *second, *first, MEASURES, *second, *first),
        "Nothing was changed.",
    ]


def at(number, ends):
    """Somebody who ends it by what is typed, or not typed, in that step."""

    def person(rig):
        lines = lessons(rig)
        for _ in range(number):
            yield next(lines)
        yield from ends

    return person


@pytest.mark.parametrize("number", [0, 1, 5, 8])
@pytest.mark.parametrize("ends", [["q\n"], []])
def test_who_quits_changes_nothing(three, run, number, ends):
    before = bytes(three.rig.player.store)
    code, _, err = run(three, at(number, ends)(three.rig))
    assert code == errors.INTERRUPTED
    assert err.endswith(f"{KEEP if number == 8 else KEYS}\nNothing was changed.\n")
    assert bytes(three.rig.player.store) == before
    assert not three.kept.exists()
    assert three.wire.closed


def test_other_words_are_no_answer(three, run):
    def person():
        yield from lessons(three.rig)
        yield "no\n"
        yield "q\n"

    code, _, err = run(three, person())
    assert (code, three.learnt) == (errors.INTERRUPTED, {})
    assert err.endswith(f"{KEEP}\n{KEEP}\nNothing was changed.\n")


def test_ctrl_c_changes_nothing(three, run):
    def person():
        yield "\n"
        raise KeyboardInterrupt

    code, out, _ = run(three, person())
    assert (code, out, three.learnt) == (errors.INTERRUPTED, "", {})
    assert three.wire.closed


def test_what_can_not_be_measured_is_said_and_measured_again(three, run):
    rig = three.rig

    def person():
        rig.lay(None)
        yield "\n"
        rig.lay(optics.WHITE_PAPER, 0, 2)  # and hole 2 is forgotten
        yield "\n"
        rig.lay(optics.WHITE_PAPER, 1)
        yield "\n"
        rig.unplugged = {2}
        rig.lay_animals(0)
        yield "\n"
        rig.unplugged = set()
        rig.holes[2].light(optics.LAMPS[0], 1_000_000)
        yield "\n"
        yield "q\n"

    code, _, err = run(three, person())
    white = "Step 2 of 8: lay white paper on all holes."
    animals = step(3, *[f"  {HOLES[where]}: {rules.ANIMALS[where]}" for where in GUESS])
    assert err.splitlines()[4:] == [
        *(white, KEYS, MEASURES),
        "Guess hole 2 reads as it did before. Is it set on the hole?",
        *(KEYS, MEASURES, *animals),
        "Guess hole 3 has a sensor that does not answer. Look at its cable.",
        *(KEYS, MEASURES),
        "Guess hole 3 is blinded. There is too much light in the room, or what lies there shines.",
        *(KEYS, "Nothing was changed."),
    ]
    assert code == errors.INTERRUPTED


def test_a_hand_that_moves(three, run):
    def move():
        three.rig.lay(optics.WHITE_PAPER if len(three.wire.asked) % 2 else None, 1)

    three.wire.before["sensors"] = move
    code, _, err = run(three, ["\n", "q\n"])
    why = "does not read steadily. Let go of what lies there, and leave the lamps alone."
    assert err.splitlines()[-3:] == [f"Guess hole 2 {why}", KEYS, "Nothing was changed."]
    assert code == errors.INTERRUPTED


def test_white_paper_over_a_sensor_whose_light_is_off(three, run):
    class Dark:
        """No light of its own: paper reads a little more than nothing."""

        def __init__(self):
            self.level = 20

        def read(self):
            return (self.level,) * 4

    three.rig.holes[0] = dark = Dark()

    def person():
        yield "\n"
        dark.level = 100
        three.rig.lay(optics.WHITE_PAPER, 1, 2)
        yield "\n"
        yield "q\n"

    _, _, err = run(three, person())
    why = "sees hardly any light on white paper. Does the sensor's own light shine?"
    assert f"Guess hole 1 {why}\n" in err


# ---- What is learnt


def test_too_alike_animals_are_named_and_others_taken(plugged, run):
    alike = (optics.ANIMALS[0], NEARLY_TIGER, *optics.ANIMALS[2:])

    def person():
        yield from lessons(plugged.rig, alike)
        yield "b\n"
        yield from animals(plugged.rig)
        yield "\n"

    code, out, err = run(plugged, person())
    assert code == errors.OK
    told = re.findall("^(.*) are too alike (.*)$", out, re.MULTILINE)
    (pair, rest), *_ = told
    assert pair == "Tiger and lion"
    assert re.fullmatch(
        r"(in .* )?\(margin 0\.\d\d\): choose another object for one of them\.", rest
    )
    assert err.count("Step 3 of 8") == 2
    assert err.count("Step 2 of 8") == 1
    assert calibrating.alike(calibrations.load(plugged.kept).samples) == []


def test_too_alike_animals_may_be_kept(plugged, run):
    alike = (optics.ANIMALS[0], NEARLY_TIGER, *optics.ANIMALS[2:])
    code, out, err = run(plugged, lessons(plugged.rig, alike), "--yes")
    assert (code, KEEP in err) == (errors.OK, False)
    assert "Tiger and lion are too alike" in out
    assert len(plugged.learnt) == 6


BLACK = next(piece for piece in optics.OTHERS if piece.name == "black brick")


def test_an_animal_like_an_empty_hole_is_named(three, run):
    pieces = (BLACK, *optics.ANIMALS[1:])
    code, out, _ = run(three, lessons(three.rig, pieces), "--yes")
    assert code == errors.OK
    told = out.splitlines()[16]
    assert re.sub(r" \(margin 0\.\d\d\)", "", told) == (
        "Tiger is too much like an empty hole: choose another object for it."
    )


def test_the_hole_in_which_they_are_too_alike_is_named(three):
    samples = optics.samples(three.rig.holes, three.rig.randomness)
    samples[1][0] = samples[1][1]
    (told, *_) = calibration_view.verdict(samples)
    assert told.startswith("Tiger and lion are too alike in guess hole 2 (margin 0.")


def test_readings_of_no_use(three, run, monkeypatch):
    def learn(samples, wiring):
        raise ValueError("White paper gives too little light.")

    def person():
        yield from lessons(three.rig)
        yield "\n"
        yield "q\n"

    monkeypatch.setattr(calibrating, "learn", learn)
    code, out, err = run(three, person())
    assert (code, out, three.learnt) == (errors.INTERRUPTED, "", {})
    again = "Enter: all of it once more.   q: quit; nothing is changed."
    assert f"White paper gives too little light.\n{again}\nStep 1 of 8" in err


def test_what_the_board_had_learnt_by_itself_is_kept_too(three, run):
    before = three.rig.learn()
    assert run(three, good(three.rig))[0] == errors.OK
    (aside,) = [path for path in three.kept.parent.iterdir() if path != three.kept]
    assert re.fullmatch(UID + r"-until-\d{4}-\d\d-\d\d-\d{6}\.json", aside.name)
    kept = calibrations.load(aside)
    assert {where: one.data for where, one in kept.holes.items()} == before
    assert kept.samples == {}


def test_a_dry_run_tells_all_steps(three, run):
    code, out, err = run(three, [], "-n")
    assert (code, err) == (errors.OK, f"{BOARD}: a sensor in guess holes 1, 2, 3.\n")
    lines = out.splitlines()
    assert len(lines) == 2 + 6 * 4
    assert lines[:3] == [
        "Step 1 of 8: take everything off the holes.",
        "Step 2 of 8: lay white paper on all holes.",
        "Step 3 of 8: set these animals on the holes.",
    ]
    assert lines[-1] == "  guess hole 3: lion"
    assert three.learnt == {}


def test_sensors_with_switched_lights_are_read_more_slowly(folder, run):
    plugged = Plugged(GUESS, folder=folder, switched=True)
    assert run(plugged, good(plugged.rig))[0] == errors.OK
    assert plugged.clock.now() > 8 * lesson.READINGS * 0.5


# ---- What stops it


def test_a_board_without_sensors(folder, run):
    plugged = Plugged((), folder=folder)
    for holes in (plugged.rig.player.app.table.holes, None):
        plugged.rig.player.app.table.holes = holes
        code, out, err = run(plugged, [])
        assert (code, out) == (errors.NO_DEVICE, "")
        assert err.splitlines() == [
            "The board finds no colour sensor.",
            'Likely cause: None is wired, a cable is loose, or its settings say input = "buttons".',
            "Next: mastermind monitor   (what the board says of its sensors), "
            "mastermind settings input",
        ]


def test_sensors_that_are_found_late(three, run):
    three.rig.unplugged = {0, 1, 2}
    three.clock.after(2, lambda: three.rig.unplugged.discard(1))
    three.clock.after(3, lambda: three.rig.unplugged.clear())
    assert run(three, [], "-n")[2] == f"{BOARD}: a sensor in guess holes 1, 2, 3.\n"


@pytest.mark.parametrize("option", [[], ["--show"], ["--json"], ["--forget", "-y"]])
def test_a_game_on_the_board(three, run, option):
    begin(three.rig)
    code, out, err = run(three, good(three.rig), *option)
    assert (code, out) == (errors.BUSY, "")
    assert err.splitlines() == [
        "A game is on the board.",
        "Likely cause: Its sensors are read between games only: what they read would tell the "
        "code.",
        "Next: finish the game, or leave it (hold menu for 1 s, then check); then the same "
        "command again",
    ]


def test_a_game_that_begins_meanwhile(three, run):
    def person():
        yield "\n"
        begin(three.rig)
        yield "\n"

    assert run(three, person())[0] == errors.BUSY
    assert three.learnt == {}


class OldFirmware(Parrot):
    """Knows no request but hello."""

    def write(self, data):
        asked = json.loads(data) if data.strip() else {}
        if asked.get("do") == "hello":
            self.says += protocol.reply(asked["id"], {})
        elif asked:
            text = "There is no such request."
            self.says += protocol.refusal(asked["id"], protocol.UNKNOWN, text)
        return len(data)


def test_an_older_firmware(three, run):
    three.machine.streams = {"/dev/ttyACM1": OldFirmware(b"")}
    code, out, err = run(three, [])
    assert (code, out) == (errors.WRONG_DEVICE, "")
    assert err.splitlines() == [
        "The board's firmware knows no sensors.",
        "Likely cause: It is of an older release than this program.",
        "Next: mastermind deploy",
    ]


def test_a_board_that_is_unplugged_meanwhile(three, run):
    def person():
        yield "\n"
        three.unplug()
        yield "\n"

    code, out, err = run(three, person())
    assert (code, out) == (errors.NO_DEVICE, "")
    assert "The board is gone: Input/output error." in err
    assert three.learnt == {}


def test_a_board_that_falls_silent_meanwhile(three, run):
    def person():
        yield "\n"
        three.wire.deaf = True
        yield "\n"

    assert run(three, person())[0] == errors.TIMEOUT
    assert three.learnt == {}


def test_a_board_that_is_unplugged_while_it_learns(three, run):
    """What was measured is not lost: it is brought back from the file."""
    three.wire.before["calibrate"] = lambda: three.learnt and three.unplug()
    code, out, err = run(three, good(three.rig))
    assert (code, list(three.learnt)) == (errors.NO_DEVICE, [0])
    assert "On the board" not in out
    again = f"mastermind calibrate --restore {three.kept}"
    assert err.splitlines()[-1] == f"What was learnt: {again}"
    three.plug(three.rig)
    code, out, _ = run(three, [], *again.split()[2:])
    assert (code, out) == (errors.OK, "On the board, verified: guess holes 1, 2, 3.\n")
    assert list(three.learnt) == [0, 1, 2]


def test_a_board_that_is_unplugged_before_it_learns(three, run):
    def person():
        yield from lessons(three.rig)
        three.unplug()
        yield "\n"

    code, _, err = run(three, person())
    assert (code, three.learnt) == (errors.NO_DEVICE, {})
    assert err.endswith(f"\nWhat was learnt: mastermind calibrate --restore {three.kept}\n")
    assert list(calibrations.load(three.kept).samples) == [0, 1, 2]


def test_a_board_that_does_not_keep_it(three, run):
    def forget():
        three.rig.player.memory.state.calibrations[1] = None

    three.wire.before["calibration"] = forget
    code, out, err = run(three, good(three.rig))
    assert code == errors.UNVERIFIED
    assert "Guess hole 2 does not have what was written to it." in err
    assert "On the board" not in out


def test_a_folder_that_can_not_be_written(three, run, folder):
    (folder / "calibrations").write_text("a file")
    code, out, err = run(three, good(three.rig))
    assert code == errors.UNWRITABLE
    assert out.endswith("On the board, verified: guess holes 1, 2, 3.\n")
    assert f"The calibration cannot be kept in {three.kept}: " in err
    assert len(three.learnt) == 3


def crowd(plugged):
    """Fill the memory until a hole's calibration finds no room in it."""
    told = plugged.rig.player.memory
    while told.journal.room > memory.GAME_ROOM:
        told.tell(state.ERROR, b"x" * 40)


def test_a_full_memory_makes_room_at_a_restart(three, run):
    play_games(three.rig, 2)
    crowd(three)
    code, out, err = run(three, good(three.rig))
    assert code == errors.OK
    assert err.count("The board starts again, to make room in its memory.") == 1
    assert out.endswith("On the board, verified: guess holes 1, 2, 3.\n")
    assert len(three.learnt) == 3
    assert three.rig.player.memory.state.played == 2


# ---- Readings


def test_readings_as_a_table(folder, run):
    plugged = Plugged((0, 4), folder=folder)
    plugged.rig.learn()
    code, out, err = run(plugged, [], "--show")
    assert (code, err) == (errors.OK, "")
    rows = [re.split("  +", line.strip()) for line in out.splitlines()]
    assert rows[0] == ["hole", "red", "green", "blue", "clear", "lies there", "calibrated"]
    assert rows[2] == ["guess hole 2", "-", "-", "-", "-", "no sensor"]
    assert [row[0] for row in rows[1:]] == list(HOLES)
    assert rows[1][1:5] == list(map(str, plugged.rig.player.app.table.holes.raw[0]))
    assert rows[1][-1] == "yes"


def test_what_the_board_says_of_its_sensors(folder, run):
    """Its console has said so before anybody listened."""
    plugged = Plugged((0, 4), folder=folder)
    plugged.rig.player.app.table.notes.append("The sensor of code hole 1 does not answer.")
    code, _, err = run(plugged, [], "--show")
    assert (code, err) == (errors.OK, "The sensor of code hole 1 does not answer.\n")
    assert json.loads(run(plugged, [], "--json")[1])["notes"] == [err.strip()]
    none = Plugged((), folder=folder)
    none.rig.player.app.table.notes.append("The sensors' switch does not answer.")
    code, _, err = run(none, [], "--show")
    assert code == errors.NO_DEVICE
    assert err.startswith("The sensors' switch does not answer.\n")


def test_readings_as_data(folder, run):
    plugged = Plugged((0, 4), folder=folder)
    plugged.rig.learn()
    plugged.rig.lay(optics.ANIMALS[5], 4)
    for _ in range(10):
        plugged.rig.player.wait(60)
        plugged.rig.read_sensors()
    told = json.loads(run(plugged, [], "--json")[1])
    table = plugged.rig.player.app.table
    assert (told["uid"], told["wiring"], told["switched"]) == (UID, table.holes.wiring, False)
    none = {"sensor": False, "raw": None, "lies": None, "calibrated": False}
    assert [hole.pop("hole") for hole in told["holes"]] == list(HOLES)
    assert [told["holes"][where] for where in (1, 2, 3, 5)] == [none] * 4
    assert told["holes"][0]["lies"] == "nothing"
    assert told["holes"][4] == {
        "sensor": True,
        "raw": table.holes.raw[4],
        "lies": "hippo",
        "calibrated": True,
    }


@pytest.mark.parametrize(
    ("what", "said"), [(0, "tiger"), (5, "hippo"), (7, "nothing"), (-1, "not sure"), (-2, "")]
)
def test_what_a_board_says_that_lies_there(what, said):
    assert calibration_view.lies(what) == said


# ---- Files


def test_saved_and_restored(plugged, run, tmp_path):
    learnt, path = plugged.rig.learn(), tmp_path / "mine.json"
    code, out, err = run(plugged, [], "--save", path)
    said = f"What the board has learnt is saved in {path}: guess holes 1, 2, 3 and code holes "
    assert (code, out, err) == (errors.OK, f"{said}1, 2, 3.\n", "")
    run(plugged, [], "--forget", "-y")
    assert plugged.learnt == {}
    code, out, err = run(plugged, [], "--restore", path)
    done = "On the board, verified: guess holes 1, 2, 3 and code holes 1, 2, 3.\n"
    assert (code, out, plugged.learnt) == (errors.OK, done, learnt)


def test_what_is_on_the_board_is_not_written_again(three, run, tmp_path):
    three.rig.learn()
    run(three, [], "--save", tmp_path / "mine.json")
    before = bytes(three.rig.player.store)
    done = "On the board, verified: guess holes 1, 2, 3.\n"
    assert run(three, [], "--restore", tmp_path / "mine.json")[:2] == (errors.OK, done)
    assert bytes(three.rig.player.store) == before


def test_ctrl_c_while_it_is_written(three, run):
    """All of it is written, and then it counts."""

    def press():
        del three.wire.before["calibrate"]
        signal.raise_signal(signal.SIGINT)

    three.wire.before["calibrate"] = press
    code, out, _ = run(three, good(three.rig))
    assert (code, list(three.learnt)) == (errors.INTERRUPTED, [0, 1, 2])
    assert "On the board" not in out


def test_a_saved_file_has_the_readings_where_they_are_known(three, run, tmp_path):
    run(three, good(three.rig))
    run(three, [], "--save", tmp_path / "mine.json")
    assert calibrations.load(tmp_path / "mine.json").holes == calibrations.load(three.kept).holes


def test_saving_what_is_not_there(three, run, tmp_path):
    code, out, err = run(three, [], "--save", tmp_path / "mine.json")
    assert (code, out) == (errors.NO_DEVICE, "")
    assert err.startswith("No hole of the board has learnt anything that could be saved.\n")


@pytest.mark.parametrize(
    ("lines", "options", "code"),
    [
        (["y\n"], [], errors.OK),
        ([], ["-y"], errors.OK),
        (["n\n"], [], errors.INTERRUPTED),
        ([], [], errors.INTERRUPTED),
    ],
)
def test_another_boards_calibration_is_asked_about(three, run, tmp_path, lines, options, code):
    three.rig.learn()
    path = tmp_path / "mine.json"
    run(three, [], "--save", path)
    other = SensedRig(GUESS, seed=8)
    three.plug(other, OTHER_UID)
    done, _, err = run(three, lines, "--restore", path, *options)
    question = f"This calibration is of board {UID}; the sensors of {OTHER_UID} see a little "
    assert (done, question in err) == (code, not options)
    assert len(three.learnt) == (3 if code == errors.OK else 0)


def test_other_pins(three, run, tmp_path):
    three.rig.learn()
    run(three, [], "--save", tmp_path / "mine.json")
    three.plug(SensedRig(GUESS, pin_sda="GP0", pin_scl="GP1"))
    code, out, err = run(three, [], "--restore", tmp_path / "mine.json")
    assert (code, out, three.learnt) == (errors.WRONG_DEVICE, "", {})
    what, _, advice = err.splitlines()
    assert what == "This calibration was made with other pins: the board would not take it."
    assert advice == "Next: mastermind calibrate   (teaches the holes anew)"


def test_holes_without_a_sensor_are_left_out(plugged, run, tmp_path):
    learnt = plugged.rig.learn()
    run(plugged, [], "--save", tmp_path / "mine.json")
    plugged.plug(SensedRig(GUESS))
    code, _, err = run(plugged, [], "--restore", tmp_path / "mine.json")
    assert (code, plugged.learnt) == (errors.OK, {where: learnt[where] for where in GUESS})
    assert "Left out, for no sensor answers there: code holes 1, 2, 3.\n" in err
    plugged.plug(SensedRig(GUESS))
    plugged.rig.unplugged = {0, 1}
    run(plugged, [], "--restore", tmp_path / "mine.json")
    assert list(plugged.learnt) == [2]


def test_no_hole_fits(three, run, tmp_path):
    three.rig.learn()
    run(three, [], "--save", tmp_path / "mine.json")
    three.plug(SensedRig([4]))
    code, out, err = run(three, [], "--restore", tmp_path / "mine.json")
    assert (code, out) == (errors.NO_DEVICE, "")
    assert err.startswith("No hole of this calibration has a sensor now.\n")


def test_a_damaged_file(three, run, tmp_path):
    (tmp_path / "mine.json").write_text("{")
    code, out, err = run(three, [], "--restore", tmp_path / "mine.json")
    assert (code, out) == (errors.WRONG_DEVICE, "")
    assert err.startswith(f"{tmp_path / 'mine.json'} is no calibration: it makes no sense.")


def test_forgetting_asks_and_can_be_undone(three, run):
    learnt = three.rig.learn()
    question = "Let guess holes 1, 2, 3 forget what they have learnt? [y/N]: "
    code, out, err = run(three, [], "--forget")
    assert (code, out, three.learnt) == (errors.INTERRUPTED, "", learnt)
    assert err == f"{question}\nNothing was changed.\n"
    code, out, err = run(three, ["y\n"], "--forget")
    done = "Forgotten, and only the buttons count there: guess holes 1, 2, 3.\n"
    assert (code, out, three.learnt) == (errors.OK, done, {})
    back = f"mastermind calibrate --restore {three.kept}"
    assert err == f"{question}Back again: {back}\n"
    run(three, [], *back.split()[2:])
    assert three.learnt == learnt
    assert run(three, [], "--forget", "-y")[0] == errors.OK
    assert run(three, [], "--forget", "-y")[:2] == (errors.OK, "There is nothing to forget.\n")


def test_dry_runs_change_nothing(three, run, tmp_path):
    learnt, path = three.rig.learn(), tmp_path / "mine.json"
    code, out, _ = run(three, [], "--save", path, "-n")
    would = f"What the board has learnt would be saved in {path}: guess holes 1, 2, 3.\n"
    assert (code, out, path.exists()) == (errors.OK, would, False)
    assert run(three, [], "--forget", "-n")[:2] == (
        errors.OK,
        "Would forget: guess holes 1, 2, 3.\n",
    )
    assert three.learnt == learnt
    run(three, [], "--save", path)
    three.plug(SensedRig(GUESS))
    assert run(three, [], "--restore", path, "-n")[:2] == (
        errors.OK,
        "Would be brought back: guess holes 1, 2, 3.\n",
    )
    assert three.learnt == {}
    assert not three.kept.exists()


def test_files_as_data(three, run, tmp_path):
    three.rig.learn()
    path = tmp_path / "mine.json"
    holes = ["guess hole 1", "guess hole 2", "guess hole 3"]
    told = {"uid": UID, "holes": holes, "dry_run": False, "file": str(path)}
    assert json.loads(run(three, [], "--save", path, "--json")[1]) == told
    kept = told | {"file": str(three.kept)}
    assert json.loads(run(three, [], "--restore", path, "--json")[1]) == kept
    assert json.loads(run(three, [], "--forget", "-y", "--json")[1]) == kept
    none = told | {"holes": [], "file": None, "dry_run": True}
    assert json.loads(run(three, [], "--forget", "-n", "--json")[1]) == none


def test_one_thing_at_a_time(three, run, tmp_path):
    code, out, err = run(three, [], "--save", tmp_path / "a", "--forget")
    assert (code, out) == (errors.USAGE, "")
    assert "--save and --forget do not go together." in err
    assert three.machine.opened == []


# ---- Pictures


@pytest.mark.parametrize("name", ["calibration.png", "calibration.svg"])
def test_a_picture(three, run, tmp_path, name):
    run(three, good(three.rig))
    three.unplug()
    path = tmp_path / name
    code, out, err = run(three, [], "--plot", path, "--serial", UID)
    assert (code, out, err) == (errors.OK, "", f"Written: {path}\n")
    begins = {".png": b"\x89PNG\r\n", ".svg": b"<?xml"}[path.suffix]
    assert path.read_bytes().startswith(begins)
    if path.suffix == ".svg":
        told = path.read_text()
        texts = [*rules.ANIMALS, "guess hole 1", "guess hole 3", f"Board {UID}"]
        margin, names = apart(calibrations.load(three.kept).samples)[0]
        for text in [*texts, margin, names, "often not sure"]:
            assert text in told, text
        assert "code hole" not in told


def test_no_picture_of_what_is_not_known(three, run, tmp_path):
    path = tmp_path / "x.png"
    code, out, err = run(three, [], "--plot", path)
    assert (code, out) == (errors.NO_DEVICE, "")
    assert err.startswith(f"This computer has kept no calibration of board {UID}.\n")
    three.rig.learn()
    run(three, [], "--forget", "-y")
    code, out, err = run(three, [], "--plot", path)
    assert (code, out) == (errors.NO_DEVICE, "")
    assert err.startswith("The readings that the board has learnt from are not known here.\n")
    assert run(three, [], "--plot", path, "--serial", "ABCD")[0] == errors.NO_DEVICE


def test_a_picture_of_no_kind(three, run, tmp_path):
    run(three, good(three.rig))
    code, out, err = run(three, [], "--plot", tmp_path / "x.txt")
    assert (code, out) == (errors.USAGE, "")
    assert err.endswith("Next: mastermind calibrate --plot calibration.png   (or .svg, .pdf)\n")


# ---- At a terminal


class Terminal:
    """A screen that is drawn again and again, and keys that are pressed one after the other."""

    def __init__(self, keys):
        self.keys, self.out = iter(keys), io.StringIO()
        console = Console(file=self.out, force_terminal=True, width=100, highlight=False)
        self.display = Live(console=console, auto_refresh=False, transient=True)
        self.person = calibration_guide.Screen(self.display, lambda: next(self.keys, ""))

    @property
    def pictures(self):
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.out.getvalue())
        return text.replace("\r", "")


def test_a_screen_with_readings_as_they_come(three):
    def person():
        paper = optics.WHITE_PAPER
        for piece, key in ((None, "\r"), (paper, "\n"), (paper, "b"), (paper, "\r")):
            three.rig.lay(piece)
            yield from [""] * 6  # until it is steady
            yield key
            yield from ["\r"] * 10  # Enter does nothing while it measures
        yield "Q"

    terminal, now = Terminal(person()), Lesson(GUESS)
    device = devices.choose(three.machine)
    with terminal.display, Sensing(three.machine, device, three.clock) as board:
        assert not calibration_guide.lead(board, now, terminal.person, three.clock)
    assert now.step == 2
    shown = terminal.pictures
    for text in ("Step 2 of 8", "guess hole 3  white", "steady", "moving", "measuring", KEYS):
        assert text in shown, text


def test_a_real_terminal(three, monkeypatch):
    """A picture in its place, keys heard at once, and the terminal as it was before."""
    master, slave = pty.openpty()
    before, said = termios.tcgetattr(slave), bytearray()

    def listen():
        with contextlib.suppress(OSError):
            while data := os.read(master, 4096):
                said.extend(data)

    listening = threading.Thread(target=listen)
    listening.start()
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        monkeypatch.setattr(sys, name, os.fdopen(slave, mode, closefd=False))
    monkeypatch.setenv("TERM", "xterm")
    three.clock.after(3, lambda: os.write(master, b"q"))
    code = cli.run(["calibrate"], Job(three.machine, three.clock))
    assert termios.tcgetattr(slave) == before
    os.close(slave)
    listening.join()
    os.close(master)
    assert (code, three.learnt) == (errors.INTERRUPTED, {})
    assert b"Step 1 of 8: take everything off the holes." in said
    assert said.endswith(b"Nothing was changed.\r\n")
