# SPDX-License-Identifier: MIT
"""The code stays secret while it is guessed: on the lights, on the console, on the data port."""

from collections.abc import Callable

from emulator import secrecy
from emulator.player import Player


def test_nothing_tells_a_friends_code(welcome: Callable[..., Player]) -> None:
    secrecy.play_a_friends_code(welcome(settings={"level": "older", "hider": "friend"}))


def test_nothing_tells_the_boards_code(welcome: Callable[..., Player]) -> None:
    secrecy.play_the_boards_code(welcome(settings={"level": "older", "hider": "board"}))
