# SPDX-License-Identifier: MIT
"""The real board behind the seam: NeoPixels, keys, a piezo and the clock, all handed in ready made.

Knows no game. What runs only on CircuitPython is passed in, so that a test can pass its own.
"""

import sys

from mastermind import lights
from mastermind.keys import LOST, NAMES, Debounce, event

# supervisor.ticks_ms counts modulo 2**29, and first wraps 65.5 s after power-up.
TICKS_WRAP = (1 << 29) - 1
NOTHING = ()


class Clock:
    """Milliseconds that never wrap, from ticks that do. Ask at least once in 6 days.

    After 2**30 ms (12.4 days) such numbers live on the heap, and a step is no longer free of it.
    """

    def __init__(self, ticks_ms):
        self._ticks_ms = ticks_ms
        self._last = ticks_ms()
        self._now_ms = 0

    def now(self):
        ticks = self._ticks_ms()
        self._now_ms += (ticks - self._last) & TICKS_WRAP
        self._last = ticks
        return self._now_ms

    def at(self, ticks: int):
        """The time of `ticks` that were counted before the last `now`."""
        return self._now_ms - ((self._last - ticks) & TICKS_WRAP)


class Piezo:
    """Plays tunes on a PWM output without ever waiting. A new tune ends the old one."""

    LOUD = 1 << 15  # duty cycle of one half

    def __init__(self, pwm):
        self._pwm = pwm
        self._tune = NOTHING
        self._note = 0
        self._until_ms = 0

    def play(self, tune: tuple, now_ms: int):
        self._tune, self._note, self._until_ms = tune, 0, now_ms
        self.step(now_ms)

    def step(self, now_ms: int):
        """Go on to the next note when its time has come."""
        if not self._tune or now_ms < self._until_ms:
            return
        if self._note == len(self._tune):
            self._tune = NOTHING
            self._pwm.duty_cycle = 0
            return
        frequency, length_ms = self._tune[self._note]
        if frequency:
            self._pwm.frequency = frequency
        self._pwm.duty_cycle = self.LOUD if frequency else 0
        self._note += 1
        self._until_ms = now_ms + length_ms


class Board:
    """The seam of `app`, over real parts.

    `pixels`: a NeoPixel of 57 lights that is not written automatically. `keys`: a keypad.Keys over
    the pins of `keys.NAMES`, in that order. `clock`: a Clock. `piezo`: a Piezo, or None.
    """

    def __init__(self, pixels, keys, clock, piezo=None):
        self.frame = [0] * lights.COUNT
        self.now, self._at = clock.now, clock.at
        self._sent = [0] * lights.COUNT
        self._pixels, self._keys, self._queue, self._piezo = pixels, keys, keys.events, piezo
        self._debounce = Debounce(len(NAMES))
        keys.reset()  # a key that is down already is otherwise never reported

    def events(self):
        """What the keys did since the last step, free of chatter. Also lets the tune go on."""
        now_ms = self.now()
        if self._piezo:
            self._piezo.step(now_ms)
        if self._queue.overflowed:
            return self._start_over()
        happened = NOTHING
        change = self._queue.get()
        while change:
            happened = _with(happened, self._debounced(change))
            change = self._queue.get()
        settled = self._debounce.settle(now_ms)
        while settled:
            happened = _with(happened, settled)
            settled = self._debounce.settle(now_ms)
        return happened

    def show(self):
        """Send `frame`; only lights that changed are set, all are sent."""
        frame, sent, pixels = self.frame, self._sent, self._pixels
        for light in range(lights.COUNT):
            colour = frame[light]
            if colour != sent[light]:
                sent[light] = pixels[light] = colour
        pixels.show()

    def play(self, tune: tuple):
        if self._piezo:
            self._piezo.play(tune, self.now())

    def _debounced(self, change):
        """A change counts at the time when it happened: a long step may find several presses."""
        at_ms = self._at(change.timestamp)
        return self._debounce.change(change.key_number, change.pressed, at_ms)

    def _start_over(self):
        """More changes than the queue holds: forget them, and hear of keys that are down anew."""
        self._queue.clear()
        self._keys.reset()
        self._debounce = Debounce(len(NAMES))
        return (event(LOST, 0),)


def _with(happened, change):
    return happened + (change,) if change else happened


def load_loop(app):
    """Light Welcome, then load the module `loop`: a power-up has no time for it."""
    app.step()
    forget("selftest")
    from mastermind import loop

    return loop


def forget(*modules):
    """Give back the heap of modules of `mastermind` that nothing uses any more."""
    for module in modules:
        delattr(sys.modules["mastermind"], module)
        del sys.modules["mastermind." + module]
