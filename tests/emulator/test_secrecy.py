# SPDX-License-Identifier: MIT
"""The code stays secret while it is guessed: on the lights, on the console, on the data port."""

from collections.abc import Callable

import pytest
from emulator import secrecy
from emulator.player import Player

from mastermind.match import BOARD, FRIEND


def test_nothing_tells_a_friends_code(welcome: Callable[..., Player]) -> None:
    secrecy.play_a_friends_code(welcome(settings={"level": "older", "hider": "friend"}))


def test_nothing_tells_the_boards_code(welcome: Callable[..., Player]) -> None:
    secrecy.play_the_boards_code(welcome(settings={"level": "older", "hider": "board"}))


@pytest.mark.parametrize("hider", [FRIEND, BOARD])  # no board knows the code in a head
def test_a_power_cut_tells_no_code(hider: str, welcome: Callable[..., Player]) -> None:
    secrecy.play_over_a_cut(welcome(settings={"level": "older", "hider": hider}), hider)
