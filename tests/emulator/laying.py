# SPDX-License-Identifier: MIT
"""Plays with animals on colour sensors, and looks whether the board stays calm meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from emulator import probes
from emulator.beats import Beats
from emulator.player import GONE_MS, PLACED_MS, Player
from emulator.sensed import Sensed

from mastermind import keys, rules

GUESS, CODE = range(rules.HOLES), range(rules.HOLES, keys.PLACES)
LETTERS = "TLCPEH"
# A step that draws nothing may take so long. Those that draw take up to 7 ms without sensors.
STILL_MS, DRAWN_MS = 5.0, 8.5
FREE_BYTES = 60_000  # of the heap, with six sensors


def sensed_of(player: Player) -> Sensed:
    assert isinstance(player.wire_up, Sensed)
    return player.wire_up


def lay(player: Player, places: range, letters: str, ms: float = PLACED_MS) -> None:
    """The animals of letters into the code's or the guess's holes; `.` leaves one empty."""
    for where, letter in zip(places, letters, strict=True):
        what = keys.NOTHING if letter == "." else LETTERS.index(letter)
        sensed_of(player).put(where, what)
    player.wait(ms)


def code_shown(player: Player) -> str:
    return player.read(player.scale())[-1].removeprefix("code ")


def assert_told_once(player: Player, sentence: str) -> None:
    said = player.pico.text()
    assert said.count(sentence) == 1, f"not said once, {sentence!r}: {said!r}"


def to_guess(player: Player, code: str = "TLC", ms: float = PLACED_MS) -> None:
    """A friend hides a code; the first row."""
    player.press("check", "check")
    lay(player, CODE, code, ms)
    shown = code_shown(player)
    assert shown == code, f"the code lights show {shown}, not {code}"
    player.press("check")
    player.expect_rows("1 ??? ...")
    player.wait(2000)  # what follows a game has been imported


@contextmanager
def calm(player: Player, beats: Beats) -> Iterator[None]:
    """Whatever happens to the sensors, no step of the board takes long meanwhile."""
    beats.watch(0)
    yield
    steps = beats.steps()
    assert len(steps.still) > 50, "the board stands still"
    longest = max(steps.still)
    assert longest <= STILL_MS, f"a step took {longest:.2f} ms"
    longest = max(steps.drawn, default=0)
    assert longest <= DRAWN_MS, f"a step that drew took {longest:.2f} ms"


def break_a_code(player: Player) -> None:
    """At older. The animals of a row still lie there after its check, and are no row again."""
    beats = Beats(player)
    with calm(player, beats):
        player.wait(2000)
    to_guess(player)
    with calm(player, beats):
        lay(player, GUESS, "LTP")
        player.expect_rows("1 LTP ...")
    player.press("check")
    player.expect_rows("2 LTP ...", "1 LTP ww.")
    player.press("check")
    player.wait(1000)
    player.expect_rows("2 LTP ...", "1 LTP ww.")
    with calm(player, beats):
        lay(player, GUESS, ".T.")
        player.expect_rows("2 ?T? ...", "1 LTP ww.")
        lay(player, GUESS, "TLC")
        player.wait(2000)
    player.press("check")
    player.wait(3000)
    shown = player.read(player.scale())[-3:]
    assert shown == ["2 TLC rrr", "1 LTP ww.", "code TLC"], f"at the end: {shown}"


def play_on_without_a_sensor(player: Player) -> None:
    """One is pulled out in mid-game, and plugged in again."""
    to_guess(player)
    lay(player, GUESS, "TTT")
    beats = Beats(player)
    sensor = sensed_of(player).sensors[1]
    with calm(player, beats):
        sensor.unplug()
        player.wait(2500)
        player.press("middle")
        player.expect_rows("1 TLT ...")  # its button goes on from what lay there
    assert_told_once(player, "The sensor of guess hole 2 does not answer: its button chooses.")
    with calm(player, beats):
        lay(player, GUESS, "TPT")
        player.expect_rows("1 TLT ...")
        sensor.plug()
        player.wait(GONE_MS)
        player.expect_rows("1 TPT ...")
    assert_told_once(player, "The sensor of guess hole 2 does not answer: its button chooses.")


def read_often(player: Player) -> None:
    """On the drive of `probes.counted_readings`."""
    lay(player, range(keys.PLACES), LETTERS)
    allocated, free = probes.readings(player)
    assert allocated == 0, f"{probes.IDLE_STEPS} readings allocate {allocated:.0f} bytes"
    assert free >= FREE_BYTES, f"{free:.0f} bytes of heap are free"
