# SPDX-License-Identifier: MIT
"""Every scenario file on the test board and on the virtual one: pictures light for light."""

import fakes
import pictures
import pytest
import scenarios

from mastermind import keys
from mastermind_host import virtual


class SessionPlayer(scenarios.Hands):
    """Plays on a Session, as the page and the terminal do, looking under the hood."""

    def __init__(self, settings, urandom):
        self._ms = 0
        self._chosen = settings
        self._board = virtual.Board(now_ms=lambda: self._ms)
        self._session = virtual.Session(settings, urandom=urandom, board=self._board)
        while self._session.stage == "start":
            self.wait(fakes.STEP_MS)

    def wait(self, ms):
        end = self._ms + ms
        while self._ms < end:
            self._ms += fakes.STEP_MS
            self._session.step()

    def change(self, key, down):
        self._session.key(key, down)
        self.wait(fakes.STEP_MS)

    def place(self, where, animal):
        self._board.put(keys.event(keys.PLACED, where, animal))
        self.wait(fakes.STEP_MS)

    def expect(self, stage, picture, step):
        looks, colours = zip(*self._session.lights(hood_open=True), strict=True)
        shown = (self._session.stage, pictures.text(bytes(looks)))
        assert shown == (stage, pictures.text(picture)), f"line {step.line}"
        now = self._chosen | {"brightness": self._session.app.table.brightness}
        assert colours in pictures.frames(picture, now, stage), f"line {step.line}"


def in_their_types(texts):
    known = fakes.chosen()
    return {name: type(known[name])(text) for name, text in texts.items()}


@pytest.mark.parametrize("player", [fakes.Player, SessionPlayer])
@pytest.mark.parametrize("name", scenarios.names())
def test_game(name, player):
    steps = scenarios.load(name)
    settings = fakes.chosen(**in_their_types(scenarios.settings_of(steps)))
    urandom = fakes.urandom_from(scenarios.urandom_of(steps))
    scenarios.play(steps, player(settings, urandom=urandom))


def test_there_are_games_for_every_level():
    levels = {scenarios.settings_of(scenarios.load(name))["level"] for name in scenarios.names()}
    assert levels == {"younger", "older", "expert"}
