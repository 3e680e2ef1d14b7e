# SPDX-License-Identifier: MIT
"""Does this tier catch what it is there for? Firmware broken on purpose must fail its checks.

One fault for each class of them, put into the test's own copy of the drive; the checks are the
very functions that the other tests use.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest
import scenarios
from emulator import image, laying, probes, secrecy
from emulator.player import Player
from emulator.twin import Twin

FRIEND = {"level": "older", "hider": "friend"}
READ = 'chosen, mistakes = settings.read("/settings.toml", open)'  # of code.py

# A repeat in the guess counts each time. The self-test, which asks `rules`, can't know.
REPEATS_COUNT_TWICE = """
_right_guess = Game.guess

def _wrong_guess(self, guess):
    score = _right_guess(self, guess)
    common = len([animal for animal in guess if animal in self.code])
    score = rules.Score(score.red, common - score.red)
    self.history[-1] = (tuple(guess), score)
    return score

Game.guess = _wrong_guess
"""
SCORES_MIRRORED = """
def score_light(row: int, peg: int):
    return 6 * row + 5 - peg
"""
ROWS_FROM_THE_TOP = """
def guess_light(row: int, hole: int):
    return 6 * (8 - row) + hole
"""
CODE_SHOWN = """
_plain_draw = Guess.draw

def _telling_draw(self, picture, now_ms):
    _plain_draw(self, picture, now_ms)
    lights.paint_code(picture, self.table.game.code)

Guess.draw = _telling_draw
"""
CODE_PRINTED = """
_silent_hide = Table.hide

def _telling_hide(self):
    print(self.row.code())
    _silent_hide(self)

Table.hide = _telling_hide
"""
CODE_TOLD_AT_RESUME = """
_plain_resume = Resume.enter

def _telling_resume(self, now_ms):
    _plain_resume(self, now_ms)
    print(self.table.game.code)

Resume.enter = _telling_resume
"""
ROW_NOT_KEPT = """
_keep = Memory.tell

def _forget_rows(self, kind, payload=b""):
    if kind == state.ROW:
        self.state.take(kind, payload)
    else:
        _keep(self, kind, payload)

Memory.tell = _forget_rows
"""
IDLE_STEP_ALLOCATES = """
_frugal_step = App.step

def _greedy_step(self):
    if self.board.now() % 8 == 0:
        self.greed = (self.board,)
    return _frugal_step(self)

App.step = _greedy_step
"""
# The code's sensors taken for the guess's.
CHANNELS_SWAPPED = """
CHANNELS = tuple(range(6))
"""
# As if what a sensor measures were waited for.
READING_WAITS = """
import time
_quick_fetch = Sensors._fetch

def _slow_fetch(self, where):
    time.sleep(0.01)
    _quick_fetch(self, where)

Sensors._fetch = _slow_fetch
"""
READING_ALLOCATES = """
_frugal_fetch = Sensors._fetch

def _greedy_fetch(self, where):
    self.greed = (self, where)
    _frugal_fetch(self, where)

Sensors._fetch = _greedy_fetch
"""
SENSOR_NEVER_LOST = """
def _trust(self, where, now_ms):
    pass

Sensors._lose = _trust
"""


class Fault(NamedTuple):
    """A broken drive, the check that must fail on it and what that says (a regular expression)."""

    drive: Callable[[], image.Files]
    check: Callable[[Player], None]
    says: str


def more(path: str, source: str) -> Callable[[], image.Files]:
    return lambda: image.with_more(image.files(), f"mastermind/{path}", source)


def pin(name: str, other: str) -> Callable[[], image.Files]:
    """code.py takes another pin than settings.toml tells."""
    patch = f'{READ}\nchosen["{name}"] = "{other}"'
    return lambda: image.with_change(image.files(), "code.py", READ, patch)


def greedy() -> image.Files:
    return probes.probed(image.with_more(image.files(), probes.APP, IDLE_STEP_ALLOCATES))


def start(player: Player) -> None:
    player.start()


def play_a_scenario(player: Player) -> None:
    player.start()
    scenarios.play(scenarios.load("older-two-players"), player)


def keep_the_secret(player: Player) -> None:
    player.start()
    secrecy.play_a_friends_code(player)


def keep_the_secret_over_a_cut(player: Player) -> None:
    player.start()
    secrecy.play_over_a_cut(player, FRIEND["hider"])


def keep_the_table(player: Player) -> None:
    twin = Twin(player)
    twin.start()
    to_first_row(twin)
    for row in "TTT", "LLT":
        twin.choose(row)
        twin.press("check")
        twin.assert_kept()


def idle(player: Player) -> None:
    player.start()
    to_first_row(player)
    probes.assert_idle_steps_allocate_nothing(player)


def to_first_row(hands: scenarios.Hands) -> None:
    hands.press("check", "check")
    hands.choose("TLC")
    hands.press("check")


FAULTS = {
    "score": Fault(more("game.py", REPEATS_COUNT_TWICE), play_a_scenario, r"show[^i]*1 LLP rw\."),
    "score lights": Fault(more("lights.py", SCORES_MIRRORED), play_a_scenario, r"1 LLP \.\.r"),
    "rows": Fault(more("lights.py", ROWS_FROM_THE_TOP), play_a_scenario, r"show\s+9 %%% "),
    "key pin": Fault(pin("pin_check", "GP8"), play_a_scenario, r"instead of\s+2 #\.# "),
    "light pin": Fault(pin("pin_leds", "GP17"), start, "no light within"),
    "code on the lights": Fault(
        more("stages/playing.py", CODE_SHOWN), keep_the_secret, "code lights are lit"
    ),
    "code on the console": Fault(
        more("table.py", CODE_PRINTED), keep_the_secret, r"port 0 speaks .*\(0, 1, 2\)"
    ),
    "code after a power cut": Fault(
        more("stages/resuming.py", CODE_TOLD_AT_RESUME), keep_the_secret_over_a_cut, r"\(5, 4, 3\)"
    ),
    "memory": Fault(more("memory.py", ROW_NOT_KEPT), keep_the_table, "is none of"),
    "allocation": Fault(greedy, idle, "1000 idle steps allocate [0-9]+ bytes"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_caught(name: str, boot: Callable[..., Player]) -> None:
    fault = FAULTS[name]
    player = boot(drive=fault.drive(), settings=FRIEND)
    with pytest.raises(AssertionError, match=fault.says):
        fault.check(player)


def counted(source: str) -> Callable[[], image.Files]:
    return lambda: probes.counted_readings(more("sensors.py", source)())


SENSOR_FAULTS = {
    "channels": Fault(more("sensors.py", CHANNELS_SWAPPED), laying.break_a_code, "lights show"),
    "waiting": Fault(more("sensors.py", READING_WAITS), laying.break_a_code, "a step took 1[0-9]"),
    "allocation": Fault(counted(READING_ALLOCATES), laying.read_often, "readings allocate 16000 b"),
    "never lost": Fault(
        more("sensors.py", SENSOR_NEVER_LOST), laying.play_on_without_a_sensor, "1 TPT"
    ),
}


@pytest.mark.newest
@pytest.mark.parametrize("name", SENSOR_FAULTS)
def test_a_fault_with_sensors_is_caught(name: str, sensing: Callable[..., Player]) -> None:
    fault = SENSOR_FAULTS[name]
    player = sensing(drive=fault.drive(), settings=FRIEND)
    with pytest.raises(AssertionError, match=fault.says):
        fault.check(player)


def test_idle_steps_allocate_nothing(boot: Callable[..., Player]) -> None:
    idle(boot(drive=probes.probed(image.files()), settings=FRIEND))
