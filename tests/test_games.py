# SPDX-License-Identifier: MIT
"""Every scenario file on the test board: the picture after each press."""

import fakes
import pytest
import scenarios


def in_their_types(texts):
    known = fakes.chosen()
    return {name: type(known[name])(text) for name, text in texts.items()}


@pytest.mark.parametrize("name", scenarios.names())
def test_game(name):
    steps = scenarios.load(name)
    settings = fakes.chosen(**in_their_types(scenarios.settings_of(steps)))
    urandom = fakes.urandom_from(scenarios.urandom_of(steps))
    scenarios.play(steps, fakes.Player(settings, urandom=urandom))


def test_there_are_games_for_every_level():
    levels = {scenarios.settings_of(scenarios.load(name))["level"] for name in scenarios.names()}
    assert levels == {"younger", "older", "expert"}
