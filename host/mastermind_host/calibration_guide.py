# SPDX-License-Identifier: MIT
"""Leads a person through the lesson of the holes: readings in, words out, keys of a person.

There are two ways to tell and to be told: `Lines` for everywhere, `Screen` for a terminal.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import click
from rich.console import Console, Group
from rich.live import Live

from mastermind import lesson
from mastermind.lesson import MEASURING, Lesson
from mastermind_host import calibration_view as view
from mastermind_host import keyboard
from mastermind_host.clock import Clock
from mastermind_host.device.sensing import Raw, Sensing, Sensors

# Between two looks: a board reads each sensor every 0.06 s; where it switches their lights, to
# measure the room as well, twice a second.
EVERY_S, SWITCHED_S = 0.12, 0.5
SEEN = 5  # readings of a hole by which it is said to be steady before it is measured

ENTER, BACK, QUIT = "enter", "back", "quit"
KEYS = {"\n": ENTER, "\r": ENTER, "b": BACK, "q": QUIT, keyboard.END: QUIT}


class Person(Protocol):
    """Somebody who is told what to do, and answers."""

    def show(self, now: Lesson, sensors: Sensors) -> None:
        """Called at every look, before `answer`."""

    def answer(self, waits: bool) -> str:
        """ENTER, BACK or QUIT, or "" for nothing yet. `waits`: nothing goes on without it."""
        ...


def lead(sensing: Sensing, now: Lesson, person: Person, clock: Clock) -> bool:
    """Go through the lesson to its end; False if the person quits. A Fault of the board's."""
    while True:
        sensors = sensing.read()
        _take(now, sensors)
        now.next()
        if now.over:
            return True
        person.show(now, sensors)
        answer = person.answer(waits=not is_measuring(now))
        if answer == QUIT:
            return False
        if answer == BACK:
            now.back()
        elif answer == ENTER and not is_measuring(now):
            now.begin()
        clock.sleep(SWITCHED_S if sensors.switched else EVERY_S)


def is_measuring(now: Lesson) -> bool:
    return any(now.state(where) == MEASURING for where in now.places)


def _take(now: Lesson, sensors: Sensors) -> None:
    for where in now.places:
        hole = sensors.holes[where]
        if hole and hole.raw:
            now.take(where, *hole.raw)
        else:
            now.lose(where)


class Lines:
    """Tells in lines on stderr, is told in lines on stdin, whose end is a QUIT."""

    def __init__(self) -> None:
        self._measures = False

    def show(self, now: Lesson, sensors: Sensors) -> None:
        measures = is_measuring(now)
        if not measures:
            _say(*(view.trouble(now) or view.step(now)))
        elif not self._measures:
            _say(view.MEASURES)
        self._measures = measures

    def answer(self, waits: bool) -> str:
        return ask(view.KEYS) if waits else ""


class Screen:
    """Shows readings as they come; `press` gives the key that was pressed, or ""."""

    def __init__(self, display: Live, press: Callable[[], str]) -> None:
        self._display, self._press = display, press
        self._seen: dict[int, deque[Raw]] = {}

    def show(self, now: Lesson, sensors: Sensors) -> None:
        steady = [where for where in now.places if self._is_steady(where, sensors)]
        status = [view.MEASURES] if is_measuring(now) else [*view.trouble(now), view.KEYS]
        front, back = "\n".join([*view.step(now), ""]), "\n".join(["", *status])
        self._display.update(Group(front, view.live(now, sensors, steady), back), refresh=True)

    def answer(self, waits: bool) -> str:
        return KEYS.get(self._press().lower(), "")

    def _is_steady(self, where: int, sensors: Sensors) -> bool:
        """Whether its last readings are as near to each other as the lesson wants them."""
        seen = self._seen.setdefault(where, deque(maxlen=SEEN))
        hole = sensors.holes[where]
        if hole is None or hole.raw is None:
            seen.clear()
            return False
        seen.append(hole.raw)
        return len(seen) == SEEN and all(map(_is_near, zip(*seen, strict=True)))


def _is_near(counts: tuple[int, ...]) -> bool:
    return max(counts) - min(counts) <= lesson.STEADY + max(counts) // lesson.STEADY_PART


@contextmanager
def person() -> Iterator[Person]:
    """Whoever sits here: at a terminal with a Screen, else with Lines."""
    if not _can_redraw():
        yield Lines()
        return
    live = Live(console=Console(stderr=True, highlight=False), auto_refresh=False, transient=True)
    with keyboard.listening() as press, live as display:
        yield Screen(display, press)


def ask(question: str) -> str:
    """ENTER, BACK or QUIT, as typed in a line; QUIT where nobody can answer."""
    while True:
        _say(question)
        typed = sys.stdin.readline()
        answer = KEYS.get(typed.strip().lower() or "\n") if typed else QUIT
        if answer:
            return answer


def _say(*lines: str) -> None:
    for line in lines:
        click.echo(line, err=True)


def _can_redraw() -> bool:
    """Whether a picture can be drawn again in its place, and keys are heard at once."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return os.environ.get("TERM") != "dumb" and all(
        stream is not None and stream.isatty() for stream in streams
    )
