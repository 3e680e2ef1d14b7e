# SPDX-License-Identifier: MIT
"""What a USB device has: its descriptors, and pairs of bulk endpoints. Knows no host."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any


class Pipe:
    """The two bulk endpoints of one interface."""

    def __init__(self, interface: int) -> None:
        self.interface = interface
        self.out_endpoint = self.in_endpoint = -1
        self.on_data: Callable[[bytes], Any] | None = None
        self.waiting: deque[int] = deque()
        self.room: int | None = None  # bytes that the device is ready to take

    def take(self, data: bytes) -> None:
        if self.on_data:
            self.on_data(data)


class Port(Pipe):
    """One serial port. `received`: all bytes since it was opened."""

    def __init__(self, interface: int) -> None:
        super().__init__(interface)
        self.received = bytearray()

    def take(self, data: bytes) -> None:
        self.received += data
        super().take(data)


def descriptors(data: bytearray) -> Iterator[tuple[int, bytearray]]:
    """(type, bytes) of each descriptor in a configuration."""
    start = 0
    while start < len(data) and data[start] >= 2:
        yield data[start + 1], data[start : start + data[start]]
        start += data[start]
