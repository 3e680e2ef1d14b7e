# SPDX-License-Identifier: MIT
"""A board without hardware: the firmware's App behind the same seam, over memory.

Knows nothing of how it is drawn. `Session` is what a front end (page, terminal, test) talks to.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable

from mastermind import keys, lights
from mastermind.app import App

MOST_EVENTS = 64  # as many as the board's own queue holds; more presses than that are nobody's
STEP_S = 0.005


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


class Session:
    """A running virtual board: press keys, call `step` about every 5 ms, read `lights`."""

    def __init__(
        self,
        settings: dict,
        mistakes: list[str] | None = None,
        urandom: Callable[[int], bytes] = os.urandom,
        board: Board | None = None,
    ) -> None:
        self.board = board or Board()
        self.app = App(self.board, settings, mistakes or [], urandom)

    @property
    def stage(self) -> str:
        """The stage in words for a front end: the class name in lower case, such as "guess"."""
        return type(self.app.stage).__name__.lower()

    def step(self) -> bool:
        """Let the App take one step; whether it showed a new frame."""
        shows = self.board.shows
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
