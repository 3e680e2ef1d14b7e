# SPDX-License-Identifier: MIT
"""How long the steps of the firmware's loop take, seen from outside: each feeds the watchdog once.

So nothing is added to the program that is measured, nor to its heap. A round of the loop is a step
of the game and of all ports, and 1 ms of sleep.
"""

from bisect import bisect_left
from typing import Any, NamedTuple

from emulator.pico import NS_PER_CYCLE
from emulator.player import Player
from rp2040py.peripherals.watchdog import LOAD

SLEEP_MS = 1.0


class Steps(NamedTuple):
    """ms of every step that has drawn nothing, and of those that have sent a frame."""

    still: list[float]
    drawn: list[float]

    @property
    def all(self) -> list[float]:
        return self.still + self.drawn


class Beats:
    """Listens to the watchdog of a player's board."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._fed_ns: list[int] = []
        watchdog: Any = player.pico.mcu.watchdog
        write = watchdog.write_uint32

        def note(offset: int, value: int) -> None:
            if offset == LOAD:
                self._fed_ns.append(player.pico.cycles * NS_PER_CYCLE)
            write(offset, value)

        watchdog.write_uint32 = note

    def watch(self, ms: float) -> Steps:
        """Let `ms` pass; the steps that have ended in them, also that which is under way now."""
        del self._fed_ns[:-1]
        self._player.wait(ms)
        return self.steps()

    def steps(self) -> Steps:
        """Those since the last `watch` began."""
        frames = [frame.end_ns for frame in self._player.wire.frames]
        steps = Steps([], [])
        for begin, end in zip(self._fed_ns, self._fed_ns[1:], strict=False):
            first = bisect_left(frames, begin)
            drew = first < len(frames) and frames[first] < end
            steps[drew].append((end - begin) / 1e6 - SLEEP_MS)
        return steps
