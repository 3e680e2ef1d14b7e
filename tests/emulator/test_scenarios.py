# SPDX-License-Identifier: MIT
"""The games of tests/games on the real interpreter: keys at their pins, pictures from the wire."""

from collections.abc import Callable

import pytest
import scenarios
from emulator.player import Player

# What only a board in the same process can be told.
NOT_HERE = {"urandom": "the board draws its own code", "place": "the board has no sensors"}


def _parameter(name: str) -> object:
    verbs = {step.verb for step in scenarios.load(name)}
    reasons = [reason for verb, reason in NOT_HERE.items() if verb in verbs]
    return pytest.param(name, marks=[pytest.mark.skip(reason=reason) for reason in reasons])


@pytest.mark.parametrize("name", [_parameter(name) for name in scenarios.names()])
def test_game(name: str, welcome: Callable[..., Player]) -> None:
    steps = scenarios.load(name)
    scenarios.play(steps, welcome(settings=scenarios.settings_of(steps)))
