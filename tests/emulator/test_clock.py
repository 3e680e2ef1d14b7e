# SPDX-License-Identifier: MIT
"""Clocks that have run for long: presses and holds work before and after every wrap.

The chip's own timer is set before the power comes on; the App's clock by a patch.
"""

from collections.abc import Callable

import pytest
from emulator import image
from emulator.player import Player

from mastermind import keys

GUESS = {"level": "older", "hider": "board"}
AHEAD_MS = 10_000  # from power-up to a wrap: time enough to be in Guess before it
DAY_MS = 24 * 3_600_000

# When supervisor.ticks_ms first wraps, the timer's lower word in us, and a count of ms in 32 bits.
TICKS_WRAP_MS = 65_536
WRAPS_MS = {"ticks": TICKS_WRAP_MS, "32 bits of us": 2**32 // 1000, "32 bits of ms": 2**32}

SMALL_INTS_END = 1 << 30  # ms; beyond, the interpreter keeps whole numbers on the heap
LATE_MS = 8_000
LATE = f"""
_init = Clock.__init__

def _late_init(self, ticks_ms):
    _init(self, ticks_ms)
    self._now_ms = {SMALL_INTS_END - LATE_MS}

Clock.__init__ = _late_init
"""


def in_guess(player: Player) -> Player:
    player.press("check", "check")
    player.expect_rows("1 ??? ...")
    return player


def press_and_hold(player: Player, *holes: str) -> None:
    """Both kinds of press in each hole; the row is empty before and after."""
    for hole in holes:
        letters = ["?", "?", "?"]
        letters[keys.NAMES.index(hole)] = "L"
        player.press(hole, hole)
        player.expect_rows(f"1 {''.join(letters)} ...")
        player.hold(hole, keys.HOLE_HOLD_MS - 100)
        letters[keys.NAMES.index(hole)] = "C"
        player.expect_rows(f"1 {''.join(letters)} ...")
        player.hold(hole, keys.HOLE_HOLD_MS + 50)
        player.expect_rows("1 ??? ...")


@pytest.mark.parametrize("name", WRAPS_MS)
def test_the_chips_timer_may_wrap(name: str, welcome: Callable[..., Player]) -> None:
    player = in_guess(welcome(settings=GUESS, uptime_ms=WRAPS_MS[name] - AHEAD_MS))
    press_and_hold(player, "left")
    player.wait(AHEAD_MS - 300 - player.pico.ms)
    player.hold("left", keys.HOLE_HOLD_MS + 50)  # across the wrap
    assert player.pico.ms > AHEAD_MS
    player.expect_rows("1 ??? ...")
    press_and_hold(player, "middle")


def test_a_board_that_has_run_for_a_day_plays_on(welcome: Callable[..., Player]) -> None:
    player = in_guess(welcome(settings=GUESS, uptime_ms=DAY_MS + 3_600_000))
    press_and_hold(player, "left", "right")
    player.choose("TLC")
    player.press("check")
    player.wait(100)
    assert player.read(player.scale())[-1].startswith("1 TLC ")


def test_the_apps_clock_may_leave_the_small_integers(welcome: Callable[..., Player]) -> None:
    drive = image.with_more(image.files(), "mastermind/hardware.py", LATE)
    player = in_guess(welcome(drive=drive, settings=GUESS))
    press_and_hold(player, "left")
    # The App's clock began after the power came on: the wrap is still to come.
    player.wait(LATE_MS - 300 - player.pico.ms)
    for _ in range(LATE_MS // 1000):  # one of them across
        player.hold("left", keys.HOLE_HOLD_MS + 50)
        player.expect_rows("1 ??? ...")
    press_and_hold(player, "middle")
