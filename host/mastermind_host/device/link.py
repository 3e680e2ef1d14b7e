# SPDX-License-Identifier: MIT
"""The host's end of the link to a board that plays; `mastermind.protocol` says what is spoken.

What the board sends is believed in nothing: a line that makes no sense is passed over, a reply that
holds something else than it should is a Fault.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, TypeVar

from mastermind import protocol
from mastermind_host import errors
from mastermind_host.clock import Clock
from mastermind_host.device.found import Device, describe
from mastermind_host.device.machine import Machine, Stream

ANSWER_S = 3.0  # a board answers in 20 ms; the first time, and while it reads its journal, in 1 s
GREETINGS = 3  # of a board that may just be starting
READ_S = 0.05
NUMBERS = range(1 << 16)  # what a board counts rounds and rows with

Value = TypeVar("Value")


class Refused(Exception):
    """The board won't do that: `kind` is one of `protocol`'s, `text` a sentence."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind, self.text = kind, text


class Link:
    """Asks the board on `stream`, one request at a time.

    A Fault: TIMEOUT where it does not answer, NO_DEVICE where it is gone, WRONG_DEVICE where its
    firmware speaks another version.
    """

    def __init__(self, stream: Stream, clock: Clock | None = None) -> None:
        self._stream, self._clock = stream, clock or Clock()
        self._stream.timeout = READ_S
        self._number = 0
        self._received = b""

    def greet(self) -> dict[str, Any]:
        """The board's hello; asked again, for it may be starting."""
        self._send(b"\n")  # ends what another program may have left half said
        for _ in range(GREETINGS - 1):
            with contextlib.suppress(_Silent):
                return self.ask("hello")
        return self.ask("hello")

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The reply to a request of `protocol`; Refused where the board refuses it."""
        self._number = self._number % protocol.MOST_ID + 1
        self._send(protocol.request(self._number, do, fields))
        end = self._clock.now() + ANSWER_S
        while True:
            for line in self._lines():
                reply = self._reply(line)
                if reply is not None:
                    return reply
            if self._clock.now() >= end:
                raise _Silent()

    def restart(self, into: str) -> None:
        """Restart the board into "firmware" or "bootloader"; its ports vanish then."""
        self.ask("restart", into=into)

    def _reply(self, line: bytes) -> dict[str, Any] | None:
        """The reply to the last request, if `line` is it."""
        try:
            message = protocol.parse(line)
        except protocol.Refusal as refusal:
            if refusal.args[0] == protocol.VERSION and b'"v"' in line:
                raise _other_version() from None
            return None
        if message.get("error") == protocol.VERSION:
            raise _other_version()
        if message.get("id") != self._number:
            return None
        if message.get("ok") is not True:
            raise Refused(str(message.get("error")), str(message.get("text")))
        return message

    def _send(self, data: bytes) -> None:
        try:
            self._stream.write(data)
        except OSError as error:
            raise _gone(error) from None

    def _lines(self) -> Iterator[bytes]:
        """The lines that have come to their end; of what never ends only a line's worth is kept."""
        try:
            data = self._stream.read(max(1, self._stream.in_waiting))
        except OSError as error:
            raise _gone(error) from None
        if not data:
            self._clock.sleep(READ_S)
        *lines, self._received = (self._received + data).split(b"\n")
        self._received = self._received[-protocol.REPLY_BYTES :]
        yield from lines


@contextlib.contextmanager
def to(machine: Machine, device: Device, clock: Clock | None = None) -> Iterator[Link]:
    """A link to the firmware on the device, which has said hello; a Fault where it has none."""
    if device.data is None:
        raise errors.Fault(
            f"{describe(device)}: the board has no second serial port.",
            "Its firmware is not on it, or did not start: boot.py brings that port.",
            "mastermind deploy",
            errors.NO_DEVICE,
        )
    stream = machine.open(device.data)
    try:
        link = Link(stream, clock)
        link.greet()
        yield link
    finally:
        stream.close()


def field(reply: dict[str, Any], name: str, kind: type[Value]) -> Value:
    """What `reply` has there, if it is of that type; a Fault if it is not."""
    value = reply.get(name)
    if type(value) is not kind:
        raise nonsense(name, value)
    return value


def pair(reply: dict[str, Any], name: str) -> tuple[int, int]:
    """The two small numbers that `reply` has there; a Fault if it has anything else."""
    numbers = field(reply, name, list)
    if len(numbers) != 2 or not all(type(n) is int and n in NUMBERS for n in numbers):
        raise nonsense(name, numbers)
    return numbers[0], numbers[1]


def nonsense(name: str, value: object) -> errors.Fault:
    """A reply has that under that name."""
    return errors.Fault(
        f"The board answers something that makes no sense: {name} is {value!r:.60}.",
        "Its firmware is damaged, or not ours.",
        "mastermind deploy",
        errors.WRONG_DEVICE,
    )


class _Silent(errors.Fault):
    """No answer in time."""

    def __init__(self) -> None:
        super().__init__(
            "The board does not answer over the link.",
            "Its firmware has stopped, or is being started, or it waits in the REPL.",
            "mastermind monitor   (what its console says), or mastermind recover",
            errors.TIMEOUT,
        )


def _other_version() -> errors.Fault:
    return errors.Fault(
        "The board's firmware speaks another version of the link than this program.",
        "It was put there by another release.",
        "mastermind deploy   (brings this program's firmware)",
        errors.WRONG_DEVICE,
    )


def _gone(error: OSError) -> errors.Fault:
    return errors.Fault(
        f"The board is gone: {error.strerror or error}.",
        "It was unplugged, or it restarts.",
        "plug it in, wait for its lights, and run the same command again",
        errors.NO_DEVICE,
    )
