# SPDX-License-Identifier: MIT
"""A real board as a table that pages can show: its lights, its keys, its games.

What is shown comes over the link, which tells no code that is secret. The board is asked in a
thread of its own, and found again when it was unplugged or has started anew. Knows no page.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from queue import Full, Queue
from typing import NamedTuple

from mastermind import keys, lights
from mastermind.played import Played
from mastermind_host import reflection
from mastermind_host.clock import Clock
from mastermind_host.device import devices, link
from mastermind_host.device.found import Device
from mastermind_host.device.link import Link, Refused, field
from mastermind_host.device.machine import Machine
from mastermind_host.errors import NO_DEVICE, Fault
from mastermind_host.family import Family
from mastermind_host.seen import AFTER_GAME, Seen

PERIOD_S = 0.12  # between two looks at the board
SEARCH_S = 0.5  # between two looks for one that is gone
MOST_WAITING = 32  # changes of keys
GONE = "The board is unplugged, or starts anew."
END_S = 1.0  # a question that the board does not answer any more is not waited for


class Picture(NamedTuple):
    """What is shown at a time, in one piece: one thread makes it, another shows it."""

    lit: Seen
    between: Seen  # the same between two blinks
    last_game: Played | None


class Mirror:
    """A Table over the board `device` of `machine`; a Fault if that does not answer.

    `poll` it again and again, or let `running` do it. `tell` is given sentences for whoever has
    started it.
    """

    def __init__(
        self,
        machine: Machine,
        device: Device,
        clock: Clock | None = None,
        tell: Callable[[str], object] = lambda sentence: None,
    ) -> None:
        self.device = device
        self._machine, self._clock = machine, clock or Clock()
        self._family = Family(device.uid, tell)
        self._presses: Queue[tuple[int, bool]] = Queue(MOST_WAITING)
        self._flooded = False
        self._held: set[int] = set()  # at the board
        self._end, self._news = False, threading.Event()
        self._error: Exception | None = None
        self._opened = ExitStack()
        self._search_s = 0.0
        self._link: Link | None = None
        self._connect(device)

    # ---- What the pages want

    @property
    def last_game(self) -> Played | None:
        return self._picture.last_game

    def step(self) -> bool:
        """Whether lights have changed is seen by looking."""
        if self._error:
            raise self._error
        return False

    def look(self, hood_open: bool = False) -> Seen:
        lit = int(self._clock.now() * 1000) // lights.BLINK_MS % 2 == 0
        return self._picture.lit if lit else self._picture.between

    def key(self, key: int, down: bool) -> None:
        """Pressed soon; never where the board's keys are at the table alone."""
        if self._picture.lit.keys:
            try:
                self._presses.put_nowait((key, down))
            except Full:
                self._flooded = True
            self._news.set()

    # ---- The thread

    def run(self) -> None:
        """Poll until `close`; what should never happen is raised by the next `step`."""
        try:
            while not self._end:
                self.poll()
                self._news.wait(PERIOD_S)
                self._news.clear()
        except Exception as error:
            self._error = error
        finally:
            self._opened.close()

    def close(self) -> None:
        """End `run`, which gives the port back."""
        self._end = True
        self._news.set()

    def poll(self) -> None:
        """Press what waits and look at the board; where it is gone, look for it."""
        try:
            if self._link:
                self._press(self._link)
                self._read(self._link)
            elif self._clock.now() >= self._search_s:
                self._search()
        except Refused as refused:
            self._lose(refused.text)
        except Fault as fault:
            self._lose(GONE if fault.code == NO_DEVICE else fault.what)

    def _press(self, link: Link) -> None:
        """All presses that wait; if there were too many, the keys are let go instead."""
        presses = self._waiting()
        if self._flooded:
            self._flooded = False
            presses = [(key, False) for key in self._held]
        for key, down in presses:
            link.ask("press", key=keys.NAMES[key], down=down)
            (self._held.add if down else self._held.discard)(key)

    def _waiting(self) -> list[tuple[int, bool]]:
        return [self._presses.get_nowait() for _ in range(self._presses.qsize())]

    def _read(self, link: Link) -> None:
        state, shown = link.ask("state"), link.ask("lights")
        seen = reflection.read(self._about, state, shown)
        played = field(state, "played", int)
        self._show(seen, self._family.last(played))
        self._family.follow(link, played)
        self._show(seen, self._family.last(played))

    def _show(self, seen: Seen, game: Played | None) -> None:
        over = game if seen.stage in AFTER_GAME else None
        self._picture = Picture(seen, reflection.between_blinks(seen), over)

    # ---- The connection

    def _connect(self, device: Device) -> None:
        with ExitStack() as opened:
            board = opened.enter_context(link.to(self._machine, device, self._clock))
            told = board.ask("hello"), board.ask("settings")
            self._about = reflection.about(device.name, *told)
            self._read(board)
            self._link, self._opened = board, opened.pop_all()

    def _search(self) -> None:
        self._search_s = self._clock.now() + SEARCH_S
        device = devices.again(self._machine, self.device)
        if device and device.data:
            self._connect(device)

    def _lose(self, why: str) -> None:
        self._opened.close()
        self._link = None
        self._held.clear()
        seen, _, game = self._picture
        self._show(seen._replace(gone=why, keys=False), game)
        self._waiting()  # what was pressed until now


@contextmanager
def running(mirror: Mirror) -> Iterator[Mirror]:
    """Poll it in a thread, so that no page ever waits for the board."""
    thread = threading.Thread(target=mirror.run, daemon=True)
    thread.start()
    try:
        yield mirror
    finally:
        mirror.close()
        thread.join(END_S)
