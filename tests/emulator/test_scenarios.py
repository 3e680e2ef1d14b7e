# SPDX-License-Identifier: MIT
"""The games of tests/games on the real interpreter: keys at their pins, pictures from the wire.

Where a game places animals, simulated ones stand on simulated sensors.
"""

from collections.abc import Callable

import pytest
import scenarios
from emulator import image
from emulator.player import Player


@pytest.mark.parametrize("name", scenarios.names())
def test_game(name: str, welcome: Callable[..., Player], sensing: Callable[..., Player]) -> None:
    steps = scenarios.load(name)
    drive = image.with_urandom(image.files(), scenarios.urandom_of(steps))
    begin = sensing if any(step.verb == "place" for step in steps) else welcome
    scenarios.play(steps, begin(drive=drive, settings=scenarios.settings_of(steps)))
