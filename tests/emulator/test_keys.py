# SPDX-License-Identifier: MIT
"""Real contacts: chatter, two at once, held for long, and more changes than anybody can make."""

import random
from collections.abc import Callable, Iterator

import pictures
import pytest
from emulator import image
from emulator.player import PRESS_MS, Player

from mastermind import keys, rules
from mastermind.memory import Memory

GUESS = {"level": "older", "hider": "board"}
LONGEST_CHATTER_MS = 8.0


@pytest.fixture
def guessing(welcome: Callable[..., Player]) -> Player:
    """A board that has hidden a code and waits for the first row."""
    player = welcome(settings=GUESS)
    player.press("check", "check")
    player.expect_rows("1 ??? ...")
    return player


def _chatter(dice: random.Random) -> Iterator[float]:
    """Times between the changes of a bouncing contact: 0.1 ms or more each, 8 ms in all."""
    left = LONGEST_CHATTER_MS
    for _ in range(2 * dice.randint(1, 6)):
        gap = dice.uniform(0.1, max(0.1, left / 2))
        left -= gap
        if left > 0.1:
            yield gap


def _change_with_chatter(player: Player, key: int, down: bool, dice: random.Random) -> None:
    closed = down
    player.change(key, closed)
    for gap in _chatter(dice):
        player.wait(gap)
        closed = not closed
        player.change(key, closed)
    player.wait(0.1)
    player.change(key, down)


def test_a_bouncing_contact_counts_once(guessing: Player) -> None:
    dice = random.Random(57)
    for animal in range(2 * len(rules.ANIMALS)):
        for down in (True, False):
            _change_with_chatter(guessing, keys.LEFT, down, dice)
            guessing.wait(PRESS_MS)
        letter = pictures.LETTERS[animal % len(rules.ANIMALS)]
        guessing.expect_rows(f"1 {letter}?? ...")


def test_two_keys_at_once_both_count(guessing: Player) -> None:
    for down in (True, False):
        for key in (keys.LEFT, keys.RIGHT):
            guessing.change(key, down)
        guessing.wait(PRESS_MS)
    guessing.expect_rows("1 T?T ...")


def test_a_key_without_a_use_here_is_refused_and_changes_nothing(
    welcome: Callable[..., Player],
) -> None:
    player = welcome(settings=GUESS)
    player.press("check")
    player.expect_rows("2 ### ...", "1 ### ...")
    player.press("menu")
    player.expect_rows("2 ### ...", "1 ### ...", "code !!!")
    player.expect_rows("2 ### ...", "1 ### ...")


def test_a_hole_not_chosen_blinks(guessing: Player) -> None:
    guessing.press("left")
    seen = len(guessing.wire.frames)
    guessing.wait(3000)
    frames = [frame.colours for frame in guessing.wire.frames[seen:]]
    lit, dark = pictures.frames(pictures.parse(["1 T?? ..."]), guessing.chosen)
    count = len(frames)
    assert count in (6, 7), "the seventh may just fall into these 3 s"
    assert frames in (([lit, dark] * 4)[:count], ([dark, lit] * 4)[:count])


def test_a_still_table_sends_nothing(guessing: Player) -> None:
    guessing.choose("TTT")
    guessing.expect_rows("1 TTT ...")
    seen = len(guessing.wire.frames)
    guessing.wait(5000)
    assert len(guessing.wire.frames) == seen


def test_a_key_held_for_a_minute_is_one_press_and_one_hold(guessing: Player) -> None:
    guessing.choose("TTT")
    guessing.change(keys.LEFT, True)
    guessing.wait(PRESS_MS)
    guessing.expect_rows("1 LTT ...")
    guessing.wait(keys.HOLE_HOLD_MS)
    guessing.expect_rows("1 ?TT ...")
    seen = len(guessing.wire.frames)
    guessing.wait(60_000)
    emptied = set(pictures.frames(pictures.parse(["1 ?TT ..."]), guessing.chosen))
    assert {frame.colours for frame in guessing.wire.frames[seen:]} == emptied
    guessing.change(keys.LEFT, False)
    guessing.wait(PRESS_MS)
    guessing.press("left", "check")
    guessing.expect_rows("2 ??? ...", *_first_row(guessing, "TTT"))


def _first_row(player: Player, letters: str) -> list[str]:
    """The first row as it was scored; nobody knows the code."""
    player.wait(100)
    line = player.read(player.scale())[-1]
    assert line.startswith(f"1 {letters} ")
    return [line]


def flood(player: Player, flooded: tuple[int, ...], times: int, half_ms: float) -> None:
    """Close and open contacts again and again."""
    for _ in range(times):
        for down in (True, False):
            for key in flooded:
                player.change(key, down)
            player.wait(half_ms)


@pytest.mark.parametrize("flooded", [(keys.LEFT,), (keys.LEFT, keys.RIGHT)])
def test_200_presses_a_second_do_no_harm(flooded: tuple[int, ...], guessing: Player) -> None:
    said = len(guessing.pico.console)
    flood(guessing, flooded, times=400, half_ms=2.5)
    guessing.wait(100)
    for name in ("left", "right"):
        guessing.hold(name, keys.HOLE_HOLD_MS + 50)
    guessing.expect_rows("1 ??? ...")
    guessing.press("left", "right", "right")
    guessing.expect_rows("1 T?L ...")
    assert guessing.pico.text(said) == ""
    assert Memory(guessing.pico.nvm()).state.error == ""


# The middle key keeps the board busy, as an erased flash sector or a long search would.
BUSY_MS = 1200
BUSY = f"""
import time

_real_change = Choosing._change

def _slow_change(self, event, now_ms):
    if event.where == 1:
        time.sleep({BUSY_MS} / 1000)
    _real_change(self, event, now_ms)

Choosing._change = _slow_change
"""


def test_changes_that_the_queue_cannot_hold_are_forgotten_and_keys_heard_anew(
    welcome: Callable[..., Player],
) -> None:
    drive = image.with_more(image.files(), "mastermind/stages/playing.py", BUSY)
    player = welcome(drive=drive, settings=GUESS)
    player.press("check", "check")
    player.expect_rows("1 ??? ...")
    player.change(keys.MIDDLE, True)
    player.wait(30)
    player.change(keys.MIDDLE, False)
    flood(player, (keys.LEFT,), times=40, half_ms=10)  # 80 changes; the queue holds 64
    player.change(keys.LEFT, True)
    player.wait(BUSY_MS - 830 + 100)
    player.expect_rows("1 TT? ...")  # the key is down: one press, whatever came before
    player.wait(keys.HOLE_HOLD_MS)
    player.expect_rows("1 ?T? ...")  # and it is held
    player.change(keys.LEFT, False)
    player.wait(PRESS_MS)
    player.press("left", "right")
    player.expect_rows("1 TTT ...")
