# SPDX-License-Identifier: MIT
"""Reads what a chain of WS2812B lights is told on its data pin, from the edges of the wire.

Knows how many lights there are by counting bits only.
"""

from typing import NamedTuple

from emulator.pico import Pico
from rp2040py.gpio_pin import GPIOPinState

# CircuitPython's highs last 312 ns for 0 and 703 ns for 1, which the emulator sees as 250-370 and
# 640-770. A chain takes a low of 50 us for a frame's end; newer chips want 280 us to show it.
ONE_NS = 570
END_NS = 50_000
LATCH_NS = 280_000


class Frame(NamedTuple):
    """When its first bit began and its last ended, and the colours 0xRRGGBB along the chain."""

    start_ns: float
    end_ns: float
    colours: tuple[int, ...]

    @property
    def lit_ns(self) -> float:
        """When every light shows it."""
        return self.end_ns + LATCH_NS


class Wire:
    """Listens on a data pin for as long as the Pico lives."""

    def __init__(self, pico: Pico, gpio: int) -> None:
        self._clock = pico.mcu.clock
        self._frames: list[Frame] = []
        self._bits: list[int] = []
        self._start_ns = self._rise_ns = self._fall_ns = 0.0
        pico.mcu.gpio[gpio].add_listener(self._edge)

    @property
    def frames(self) -> list[Frame]:
        """Every frame that has come to its end."""
        self._close(self._clock.nanos)
        return self._frames

    @property
    def last(self) -> tuple[int, ...]:
        """The colours of the last frame; none before the first."""
        return self.frames[-1].colours if self.frames else ()

    def _edge(self, now: GPIOPinState, before: GPIOPinState) -> None:
        at_ns = self._clock.nanos
        if now == GPIOPinState.HIGH:
            self._close(at_ns)
            self._rise_ns = at_ns
            if not self._bits:
                self._start_ns = at_ns
        elif now == GPIOPinState.LOW and before == GPIOPinState.HIGH:
            self._bits.append(1 if at_ns - self._rise_ns > ONE_NS else 0)
            self._fall_ns = at_ns

    def _close(self, now_ns: float) -> None:
        """End the frame whose last bit is long enough ago."""
        if self._bits and self._fall_ns >= self._rise_ns and now_ns - self._fall_ns > END_NS:
            self._frames.append(Frame(self._start_ns, self._fall_ns, _colours(self._bits)))
            self._bits = []


def _colours(bits: list[int]) -> tuple[int, ...]:
    """Colours from bits, which come green, red, blue; bits left over count as one more light."""
    words = [bits[start : start + 24] for start in range(0, len(bits), 24)]
    return tuple(_colour(int("".join(map(str, word)), 2)) for word in words)


def _colour(grb: int) -> int:
    return (grb >> 8 & 0xFF) << 16 | (grb >> 16 & 0xFF) << 8 | grb & 0xFF
