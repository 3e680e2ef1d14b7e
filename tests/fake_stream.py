# SPDX-License-Identifier: MIT
"""An open serial port without hardware. Knows no board: who holds it fills its inbox."""

from collections.abc import Callable

from fake_clock import FakeClock

READ_S = 0.0001  # what a read costs, that nobody polls for ever


class FakeStream:
    """An open port, as pyserial has it.

    `inbox`: what was not read yet; `gone`: the board is; `take`: where it goes what is written.
    """

    def __init__(self, clock: FakeClock, take: Callable[[bytes], object]) -> None:
        self._clock, self.take = clock, take
        self.timeout: float | None = 1.0
        self.inbox = bytearray()
        self.gone = self.closed = False

    @property
    def in_waiting(self) -> int:
        self._clock.sleep(READ_S)
        self._check()
        return len(self.inbox)

    def read(self, size: int = 1, /) -> bytes:
        """At most `size` bytes; less where `timeout` is over."""
        self._clock.sleep(READ_S)
        patience_s = 3600.0 if self.timeout is None else self.timeout
        self._clock.pass_until(lambda: self.gone or len(self.inbox) >= size, patience_s)
        self._check()
        data = bytes(self.inbox[:size])
        del self.inbox[:size]
        return data

    def write(self, data: bytes, /) -> int:
        self._check()
        self.take(data)
        return len(data)

    def close(self) -> None:
        self.closed = True

    def _check(self) -> None:
        if self.closed:
            raise OSError(9, "Bad file descriptor")
        if self.gone and not self.inbox:
            raise OSError(5, "Input/output error")
