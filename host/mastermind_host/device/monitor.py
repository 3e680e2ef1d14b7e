# SPDX-License-Identifier: MIT
"""Listens to a board's console: lines with their times, over resets and replugging.

Sends nothing. Knows neither how lines are shown nor what the firmware says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from mastermind_host.clock import Clock
from mastermind_host.device import devices
from mastermind_host.device.console import decode, plain
from mastermind_host.device.found import Device
from mastermind_host.device.machine import Machine, Port, Stream
from mastermind_host.errors import NO_DEVICE, Fault

POLL_S = 0.1
PAUSE_S = 0.3  # a line without an end, such as a prompt, is told after so long a silence
LOOK_S = 0.5  # how often a board that is gone is looked for
LONGEST = 4096  # bytes of a line; what is longer is told in parts
LISTENING, GONE, BACK = "listening", "gone", "back"
# An escape sequence whose end has not come yet.
_OPEN = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?)?$")


class Line(NamedTuple):
    """Something that the console said, or an event: LISTENING, GONE or BACK."""

    at_s: float  # of the clock: when its first byte came
    text: str
    event: str = ""


class Lines:
    """Bytes in, lines out. Pure: time is an argument."""

    def __init__(self) -> None:
        self._bytes = b""
        self._began_s = self._last_s = 0.0

    def feed(self, data: bytes, now_s: float) -> list[Line]:
        """The lines that are complete with `data`."""
        if data and not self._bytes:
            self._began_s = now_s
        if data:
            self._last_s = now_s
        *whole, self._bytes = (self._bytes + data).split(b"\n")
        lines = [self._line(part, now_s) for part in whole]
        while len(self._bytes) > LONGEST:
            part, self._bytes = self._bytes[:LONGEST], self._bytes[LONGEST:]
            lines.append(self._line(part, now_s))
        return lines

    def pause(self, now_s: float) -> list[Line]:
        """What has waited for its end for PAUSE_S."""
        waits = self._bytes and now_s - self._last_s >= PAUSE_S
        return self.rest() if waits and not _OPEN.search(self._bytes) else []

    def rest(self) -> list[Line]:
        """What is left, at the end."""
        left, self._bytes = self._bytes, b""
        return [self._line(left, self._last_s)] if plain(decode(left)) else []

    def _line(self, data: bytes, now_s: float) -> Line:
        line = Line(self._began_s, plain(decode(data.rstrip(b"\r"))))
        self._began_s = now_s
        return line


def watch(
    machine: Machine, device: Device, clock: Clock, for_s: float | None = None
) -> Iterator[Line]:
    """The lines of the device's console as they come; for ever, or for so many seconds.

    A Fault where the port can't be opened, and NO_DEVICE where the board is not there at the end.
    """
    port = devices.console_of(device)
    stream: Stream | None = machine.open(port)
    end = None if for_s is None else clock.now() + for_s
    lines = Lines()
    try:
        yield Line(clock.now(), "", LISTENING)
        while end is None or clock.now() < end:
            if stream is None:
                stream = _look(machine, device, port, clock)
                yield from [Line(clock.now(), "", BACK)] if stream else []
                continue
            data = _read(stream)
            if data is None:
                _close(stream)
                stream = None
                yield from [*lines.rest(), Line(clock.now(), "", GONE)]
                continue
            yield from lines.feed(data, clock.now()) + lines.pause(clock.now())
        yield from lines.rest()
    finally:
        _close(stream)
    if stream is None:
        raise _never_back()


def _read(stream: Stream) -> bytes | None:
    """What has come; None where the board is gone."""
    try:
        stream.timeout = POLL_S
        return stream.read(max(1, min(stream.in_waiting, LONGEST)))
    except OSError:
        return None


def _look(machine: Machine, device: Device, port: Port, clock: Clock) -> Stream | None:
    """The console again, if the board has come back: known by its UID, else by its port's path."""
    clock.sleep(LOOK_S)
    for one in devices.find(machine):
        again = one.console
        if again and (one.uid == device.uid if device.uid else again.path == port.path):
            return _open(machine, again)
    return None


def _open(machine: Machine, port: Port) -> Stream | None:
    try:
        return machine.open(port)
    except Fault as fault:
        if fault.code != NO_DEVICE:
            raise
    return None


def _close(stream: Stream | None) -> None:
    with suppress(OSError):
        if stream is not None:
            stream.close()


def _never_back() -> Fault:
    return Fault(
        "The board was gone at the end of the time.",
        "It was unplugged, or it waits in its bootloader.",
        "mastermind devices",
        NO_DEVICE,
    )
