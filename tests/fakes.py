# SPDX-License-Identifier: MIT
"""The test board: the App's seam with a clock that the test turns, and a player on it."""

import os
from typing import Any

import pictures
import scenarios

from mastermind import carry, keys, lights, rules, settings
from mastermind.app import App
from mastermind.memory import Memory
from mastermind_host.virtual import Spare

STEP_MS = 5
CHIP = b"\x01\x23\x45\x67\x89\xab\xcd\xef"


class Board:
    """Keeps every frame shown, with its time, and every tune played."""

    def __init__(self):
        self.now_ms = 0
        self.frame = [0] * lights.COUNT
        self.frames = []  # (ms, frame)
        self.tunes = []
        self.queue = []

    def now(self):
        return self.now_ms

    def events(self):
        happened, self.queue = self.queue, []
        return happened

    def show(self):
        self.frames.append((self.now_ms, tuple(self.frame)))

    def play(self, tune):
        self.tunes.append(tune)


def urandom_from(data):
    """An os.urandom that gives the bytes of `data` in turn, then real ones."""
    left = list(data)

    def urandom(count):
        return bytes(left.pop(0) for _ in range(count)) if len(left) >= count else os.urandom(count)

    return urandom


def chosen(**changes):
    """The default settings with some changed."""
    return settings.defaults() | changes


class Player(scenarios.Hands):
    """Plays on an App over the test board, in steps of 5 ms."""

    def __init__(
        self, settings=None, mistakes=(), urandom=os.urandom, held=(), store=None, spare=None
    ):
        self.chosen = settings or chosen()
        self.store, self.spare = store, spare or Spare()
        self.board = Board()
        self._mistakes, self._urandom = mistakes, urandom
        self.board.queue += [keys.event(keys.DOWN, keys.NAMES.index(name)) for name in held]
        self.power_up()

    def power_up(self):
        """What boot.py and code.py do."""
        if self.store is not None:
            carry.mend(self.store, self.spare, CHIP)
        self.memory = Memory(self.store)
        self.app = App(self.board, self.chosen, self._mistakes, self._urandom, self.memory)
        while self.stage == "start":
            self.wait(STEP_MS)

    @property
    def stage(self):
        return type(self.app.stage).__name__.lower()

    @property
    def picture(self):
        return pictures.text(self.app.picture)

    def wait(self, ms):
        end = self.board.now_ms + ms
        while self.board.now_ms < end:
            self.board.now_ms += STEP_MS
            self.app.step()
            if self.memory.crowded:
                self.power_up()

    def pull_the_plug(self, **changes):
        """The power goes and comes back, perhaps with other settings; the Player of then."""
        return Player(self.chosen | changes, store=self.store, spare=self.spare)

    def jump(self, ms):
        """Let time pass in which the board takes one step only."""
        self.board.now_ms += ms
        self.app.step()

    def put(self, event):
        self.board.queue.append(event)
        self.wait(STEP_MS)

    def change(self, key, down):
        self.put(keys.event(keys.DOWN if down else keys.UP, key))

    def score(self, code, row=None, lie=False):
        """Score a row by hand for the `code` in somebody's head, and check; perhaps wrongly."""
        level, history = self.app.table.level, self.app.table.game.history
        row = len(history) if row is None else row
        stage: Any = self.app.stage
        guess = history[row][0] if row < len(history) else stage.guess()
        red, white = rules.score(code, guess, level)
        if lie:
            red, white = (0, 0) if red + white else (0, 1)
        self.press(*["left"] * red, *["middle"] * white, "check")

    def place(self, where, animal):
        self.put(keys.event(keys.PLACED, where, animal))

    def expect(self, stage, picture, step):
        assert (self.stage, self.picture) == (stage, pictures.text(picture)), f"line {step.line}"
        now = self.chosen | {"brightness": self.app.table.brightness}
        assert tuple(self.board.frame) in pictures.frames(picture, now, stage), f"line {step.line}"
