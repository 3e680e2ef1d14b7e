# SPDX-License-Identifier: MIT
"""A board without hardware: the firmware's App behind the same seam, over memory.

Knows nothing of how it is drawn. `Session` is what a front end (page, terminal, test) talks to.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable

from mastermind import carry, keys, lights
from mastermind.app import App
from mastermind.memory import Memory

MOST_EVENTS = 64  # as many as the board's own queue holds; more presses than that are nobody's
STEP_S = 0.005
NVM_BYTES = 4096  # as on a Pico


class Board:
    """The seam of `mastermind.app` over memory: `now_ms` is any clock that never goes back."""

    def __init__(
        self, now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000
    ) -> None:
        self.now = now_ms
        self.frame = [0] * lights.COUNT
        self.shown = [0] * lights.COUNT
        self.shows = 0
        self.tune: tuple[tuple[int, int], ...] = ()
        self.tunes = 0
        self._events: deque[keys.Event] = deque()
        self._lost = False

    def events(self) -> Iterable[keys.Event]:
        happened = tuple(self._events)
        self._events.clear()
        if self._lost:
            self._lost = False
            return (*happened, keys.event(keys.LOST, 0))
        return happened

    def show(self) -> None:
        self.shown[:] = self.frame
        self.shows += 1

    def play(self, tune: tuple[tuple[int, int], ...]) -> None:
        self.tune = tune
        self.tunes += 1

    def put(self, event: keys.Event) -> None:
        """Queue an event; when the queue is full it is dropped and the keys are taken as let go."""
        if len(self._events) >= MOST_EVENTS:
            self._lost = True
        else:
            self._events.append(event)


class Spare:
    """The board's second place for its journal, in memory."""

    def __init__(self) -> None:
        self._data = b""

    def read(self, count: int) -> bytes:
        return self._data[:count]

    def write(self, data: bytes) -> None:
        self._data = data


class Session:
    """A running virtual board: press keys, call `step` about every 5 ms, read `lights`.

    `store`: what outlives its power, as on a board; new if none is given.
    """

    def __init__(
        self,
        settings: dict,
        mistakes: list[str] | None = None,
        urandom: Callable[[int], bytes] = os.urandom,
        board: Board | None = None,
        store: bytearray | None = None,
    ) -> None:
        self.board = board or Board()
        self.store = bytearray(b"\xff" * NVM_BYTES) if store is None else store
        self._spare = Spare()
        self._settings, self._mistakes, self._urandom = settings, mistakes or [], urandom
        self.power_up()

    def power_up(self) -> None:
        """What boot.py and code.py do, also when the journal needs room."""
        carry.mend(self.store, self._spare, b"virtual")
        self.memory = Memory(self.store)
        mistakes = self._mistakes + self.memory.notes
        self.app = App(self.board, self._settings, mistakes, self._urandom, self.memory)

    @property
    def stage(self) -> str:
        """The stage in words for a front end: the class name in lower case, such as "guess"."""
        return type(self.app.stage).__name__.lower()

    def step(self) -> bool:
        """Let the App take one step; whether it showed a new frame."""
        shows = self.board.shows
        if self.memory.crowded:
            self.power_up()
        self.app.step()
        return self.board.shows != shows

    def key(self, key: int, down: bool) -> None:
        """A key of `mastermind.keys` goes down or up."""
        self.board.put(keys.event(keys.DOWN if down else keys.UP, key))

    def lights(self, hood_open: bool = False) -> list[tuple[int, int]]:
        """(look, colour 0xRRGGBB in linear light) of all 57 lights, as seen from the table.

        While a code is being hidden its lights are off, but for the one who looks under the hood.
        """
        seen = list(zip(self.app.picture, self.board.shown, strict=True))
        if self.app.secret and not hood_open:
            for hole in range(3):
                seen[lights.code_light(hole)] = (lights.OFF, 0)
        return seen
