# SPDX-License-Identifier: MIT
"""The games of tests/games on the real interpreter: keys at their pins, pictures from the wire."""

from collections.abc import Callable

import pytest
import scenarios
from emulator import image
from emulator.player import Player


@pytest.mark.parametrize("name", scenarios.names())
def test_game(name: str, welcome: Callable[..., Player]) -> None:
    steps = scenarios.load(name)
    drive = image.with_urandom(image.files(), scenarios.urandom_of(steps))
    scenarios.play(steps, welcome(drive=drive, settings=scenarios.settings_of(steps)))
