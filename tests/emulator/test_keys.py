# SPDX-License-Identifier: MIT
"""Real contacts: chatter, two at once, and a tick counter that wraps."""

import random
from collections.abc import Callable, Iterator

import pictures
import pytest
from emulator.player import PRESS_MS, Player

from mastermind import keys, rules

GUESS = {"level": "older", "hider": "board"}
LONGEST_CHATTER_MS = 8.0
TICKS_WRAP_MS = 65_536  # when supervisor.ticks_ms first wraps


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
    assert frames in ([lit, dark] * 3, [dark, lit] * 3)


def test_a_still_table_sends_nothing_and_the_tick_counter_may_wrap(guessing: Player) -> None:
    guessing.press("left", "middle", "right")
    guessing.expect_rows("1 TTT ...")
    seen = len(guessing.wire.frames)
    guessing.wait(TICKS_WRAP_MS - 300 - guessing.pico.ms)
    assert len(guessing.wire.frames) == seen
    guessing.hold("middle", keys.HOLE_HOLD_MS + 50)  # across the wrap
    assert guessing.pico.ms > TICKS_WRAP_MS
    guessing.expect_rows("1 T?T ...")
    guessing.press("left")
    guessing.expect_rows("1 L?T ...")
    guessing.hold("left", keys.HOLE_HOLD_MS + 50)
    guessing.expect_rows("1 ??T ...")
