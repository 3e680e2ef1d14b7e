# SPDX-License-Identifier: MIT
"""Bytes to and from an open port, with limits: of time for each step, of memory for what comes in.

Knows no protocol: `repl` speaks one over it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from mastermind_host.clock import Clock
from mastermind_host.device.machine import Stream
from mastermind_host.errors import NO_DEVICE, TIMEOUT, Fault

CHUNK = 256  # bytes that a board takes in at once
POLL_S = 0.05  # what a read waits at most
LIMIT = 1_000_000  # bytes that are kept of what came in


class Wire:
    """An open port. `sent`, `received`: bytes so far. Times are those of `clock`."""

    def __init__(self, stream: Stream, clock: Clock) -> None:
        self._stream, self._clock = stream, clock
        self._stream.timeout = POLL_S
        self._inbox = bytearray()
        self.sent = self.received = 0

    def now(self) -> float:
        return self._clock.now()

    def close(self) -> None:
        with suppress(OSError):
            self._stream.close()

    def send(self, data: bytes, end: float) -> None:
        """All of `data`, in pieces that a board takes; a Fault TIMEOUT if it takes none until
        `end`.
        """
        while data:
            with _faults():
                count = self._stream.write(data[:CHUNK])
            count = len(data[:CHUNK]) if count is None else count
            self.sent += count
            data = data[count:]
            if data and self.now() >= end:
                raise silence()
            if data and not count:
                self._clock.sleep(POLL_S)

    def listen(self, end: float) -> bool:
        """Take in what comes; False where nothing came and it is `end`."""
        while True:
            with _faults():
                data = self._stream.read(max(1, min(self._stream.in_waiting, LIMIT)))
            self.received += len(data)
            self._inbox += data
            if len(self._inbox) > LIMIT:
                raise _flood()
            if data:
                return True
            if self.now() >= end:
                return False

    def settle(self, limit_s: float, quiet_s: float) -> None:
        """Listen until something came and then nothing for `quiet_s`; at most `limit_s`."""
        limit = end = self.now() + limit_s
        while self.now() < limit and self.listen(end):
            end = min(limit, self.now() + quiet_s)

    def holds(self, text: bytes) -> bool:
        """Whether `text` stands in what has come."""
        return text in self._inbox

    def has(self, text: bytes, seconds: float) -> bool:
        """Whether `text` comes within `seconds`; it and what came before it is taken."""
        end = self.now() + seconds
        while not self.holds(text):
            if self.now() >= end or not self.listen(end):
                return False
        self.take(text)
        return True

    def take_to(self, text: bytes, end: float) -> bytes:
        """What comes before `text`, which is taken as well; a Fault TIMEOUT at `end`."""
        while not self.holds(text):
            if self.now() >= end or not self.listen(end):
                raise silence()
        return self.take(text)[: -len(text)]

    def take(self, text: bytes) -> bytes:
        """What has come, up to and with `text`, which is there."""
        count = self._inbox.index(text) + len(text)
        taken = bytes(self._inbox[:count])
        del self._inbox[:count]
        return taken

    def take_all(self) -> bytes:
        """All that has come."""
        taken = bytes(self._inbox)
        self._inbox.clear()
        return taken

    def until_gone(self, seconds: float) -> bytes:
        """What comes until the port is gone or `seconds` are over."""
        end = self.now() + seconds
        try:
            while self.now() < end and self.listen(end):
                pass
        except Fault as fault:
            if fault.code != NO_DEVICE:
                raise
        return self.take_all()


@contextmanager
def _faults() -> Iterator[None]:
    """What a port raises, as a Fault."""
    try:
        yield
    except TimeoutError:
        raise silence()
    except OSError as error:
        raise Fault(
            "The board is gone.",
            f"It was unplugged or has reset itself ({error}).",
            "plug the board in, wait until its lights are on, and repeat the command",
            NO_DEVICE,
        )


def silence() -> Fault:
    return Fault(
        "The board did not answer in time.",
        "It is busy, it hangs, or another program reads its port too (ModemManager does so).",
        "unplug the board, plug it in again, and repeat the command",
        TIMEOUT,
    )


def _flood() -> Fault:
    return Fault(
        f"The board has said more than {LIMIT} bytes and goes on.",
        "Its program prints without end.",
        "mastermind monitor, to see what it says; then mastermind deploy",
        TIMEOUT,
    )
