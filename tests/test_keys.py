# SPDX-License-Identifier: MIT
"""Presses and holds from keys going down and up, and contacts that chatter."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind import keys
from mastermind.keys import (
    CHECK,
    DOWN,
    HOLD,
    HOOD,
    LEFT,
    LONG,
    LOST,
    MENU,
    MIDDLE,
    PRESS,
    UP,
    Debounce,
    Keys,
    event,
)


def told(script, until=6000):
    """What a stage is told: [(ms, kind, key)] of a script [(ms, kind, key)], stepped each 10 ms."""
    found, subject, script = [], Keys(), list(script)
    for now in range(0, until, 10):
        while script and script[0][0] <= now:
            _, kind, key = script.pop(0)
            press = subject.change(event(kind, key), now)
            found += [(now, press.kind, press.where)] if press else []
        hold = subject.held(now)
        while hold:
            found.append((now, hold.kind, hold.where))
            hold = subject.held(now)
    return found


def test_hole_keys_and_check_act_on_the_way_down():
    script = [(100, DOWN, LEFT), (200, UP, LEFT), (300, DOWN, CHECK), (400, UP, CHECK)]
    assert told(script) == [(100, PRESS, LEFT), (300, PRESS, CHECK)]


def test_menu_acts_when_let_go():
    assert told([(100, DOWN, MENU), (200, UP, MENU)]) == [(200, PRESS, MENU)]


def test_a_hole_is_held_after_600_ms_once():
    assert told([(0, DOWN, MIDDLE), (5000, UP, MIDDLE)]) == [
        (0, PRESS, MIDDLE),
        (600, HOLD, MIDDLE),
    ]


def test_menu_is_held_after_1_s_and_long_after_3_s_and_then_no_press():
    assert told([(0, DOWN, MENU), (4000, UP, MENU)]) == [(1000, HOLD, MENU), (3000, LONG, MENU)]


def test_check_is_never_held():
    assert told([(0, DOWN, CHECK)]) == [(0, PRESS, CHECK)]


def test_two_keys_at_once_are_two_presses():
    assert told([(0, DOWN, LEFT), (0, DOWN, MIDDLE), (100, UP, LEFT), (100, UP, MIDDLE)]) == [
        (0, PRESS, LEFT),
        (0, PRESS, MIDDLE),
    ]


@pytest.mark.parametrize("key", [HOOD, 6, 99, -1])
def test_the_hood_and_unknown_keys_are_no_presses(key):
    assert told([(0, DOWN, key), (2000, UP, key)]) == []


def test_the_hood_is_known_to_be_down():
    subject = Keys()
    subject.change(event(DOWN, HOOD), 0)
    assert subject.down[HOOD]


def test_a_second_down_or_up_is_nothing_new():
    assert told([(0, DOWN, LEFT), (50, DOWN, LEFT), (90, UP, LEFT), (99, UP, LEFT)]) == [
        (0, PRESS, LEFT)
    ]


def test_spent_keys_do_nothing_until_let_go():
    subject = Keys()
    subject.change(event(DOWN, MENU), 0)
    subject.change(event(DOWN, LEFT), 0)
    subject.spend()
    assert subject.held(5000) is None
    assert subject.change(event(UP, MENU), 5000) is None
    subject.change(event(DOWN, MENU), 6000)
    assert subject.change(event(UP, MENU), 6100) == (PRESS, MENU, None)


def test_lost_changes_let_every_key_go():
    subject = Keys()
    subject.change(event(DOWN, MENU), 0)
    assert subject.change(event(LOST, 0), 10) is None
    assert (subject.down, subject.held(9999)) == ([False] * 6, None)


def bounced(changes, until=400):
    """[(ms, kind)] that a key's raw changes [(ms, down)] become."""
    subject, found, changes = Debounce(1), [], list(changes)
    for now in range(until):
        while changes and changes[0][0] <= now:
            change = subject.change(0, changes.pop(0)[1], now)
            found += [(now, change.kind)] if change else []
        change = subject.settle(now)
        found += [(now, change.kind)] if change else []
    return found


def test_chatter_on_press_and_release_is_one_press():
    chatter = [(100, True), (101, False), (103, True), (107, False), (108, True)]
    release = [(200, False), (202, True), (208, False)]
    assert bounced(chatter + release) == [(100, DOWN), (200, UP)]


def test_a_very_short_press_is_told_whole():
    assert bounced([(100, True), (105, False)]) == [(100, DOWN), (120, UP)]


@given(st.lists(st.integers(0, 300), max_size=30).map(sorted))
def test_changes_alternate_keep_apart_and_end_true(times):
    changes = [(ms, index % 2 == 0) for index, ms in enumerate(times)]
    found = bounced(changes)
    assert [kind for _, kind in found] == ([DOWN, UP] * len(found))[: len(found)]
    moments = [ms for ms, _ in found]
    assert all(later - ms >= keys.BOUNCE_MS for ms, later in itertools.pairwise(moments))
    assert len(found) % 2 == len(times) % 2
