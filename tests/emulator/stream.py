# SPDX-License-Identifier: MIT
"""The emulated board as the host tool sees it: its serial ports as Streams, its time as a Clock.

Nothing waits on the wall clock: what waits for the board lets it run.
"""

from emulator.pico import CONSOLE, Pico

from mastermind_host.clock import Clock

POLL_MS = 0.1  # what looking costs, that nobody looks for ever


class PicoClock(Clock):
    """Seconds since the power came on."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico

    def now(self) -> float:
        return self._pico.ms / 1000

    def sleep(self, seconds: float) -> None:
        self._pico.run(seconds * 1000)


class PicoStream:
    """A serial port of a board that is running; what it said before is not in it."""

    def __init__(self, pico: Pico, port: int = CONSOLE) -> None:
        self._pico, self._port = pico, port
        self._seen = len(self._received)
        self._source = self._received
        self.timeout: float | None = 1.0

    @property
    def _received(self) -> bytearray:
        """The console outlives resets; another port is a new one after each."""
        if self._port == CONSOLE:
            return self._pico.console
        return self._pico.host.ports[self._port].received

    @property
    def in_waiting(self) -> int:
        self._pico.run(POLL_MS)
        return len(self._source) - self._seen

    def read(self, size: int = 1, /) -> bytes:
        patience_ms = 60_000 if self.timeout is None else self.timeout * 1000
        if len(self._source) - self._seen < size:
            self._pico.run(patience_ms, until=lambda: len(self._source) - self._seen >= size)
        data = bytes(self._source[self._seen : self._seen + size])
        self._seen += len(data)
        return data

    def write(self, data: bytes, /) -> int:
        self._pico.send(data, self._port)
        return len(data)

    def close(self) -> None:
        """The board goes on."""
