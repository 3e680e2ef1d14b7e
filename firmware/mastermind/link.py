# SPDX-License-Identifier: MIT
"""The board's end of the link to a host, on a serial port that never waits. See `protocol`.

A step reads a little, answers one line at most, or sends a little: the table goes on meanwhile. A
host that does not read its replies is sent no more of them. Imported when a host speaks.
"""

from mastermind import protocol
from mastermind.answers import BOOTLOADER, Answers

PIECE_BYTES = 64  # as many as one USB packet has
RESTART_MS = 100  # for the last reply to reach the host


class Link:
    """Answers on `port`, a usb_cdc.Serial, until `end`.

    `app`, `settings`, `about`: as for Answers. `chip`: the module microcontroller.
    """

    def __init__(self, port, app, settings: dict, about: tuple, chip):
        self._port, self._now, self._chip = port, app.board.now, chip
        self._answers = Answers(app, settings, about)
        self._line, self._reply = b"", b""
        self._skips = False  # whether the rest of a line that is too long is still to come
        self._restart_ms = None
        port.timeout = port.write_timeout = 0

    @property
    def restarts(self):
        """Whether a restart was asked for: that holds also when the host has gone after it."""
        return bool(self._answers.restart)

    def step(self):
        if self._reply and self._port.connected:
            self._send()
        elif self.restarts:
            self._restart()
        elif b"\n" in self._line:
            self._take_line()
        elif self._port.in_waiting:
            self._receive()

    def end(self):
        """The host is gone."""
        self._answers.let_go()

    def _receive(self):
        self._line += self._port.read(PIECE_BYTES) or b""
        if len(self._line) >= protocol.LINE_BYTES and b"\n" not in self._line:
            self._line, self._skips = b"", True

    def _take_line(self):
        end = self._line.find(b"\n")
        line, self._line = self._line[:end], self._line[end + 1 :]
        if self._skips or end >= protocol.LINE_BYTES:
            self._reply, self._skips = self._answers.too_long(), False
        elif line.strip():
            self._reply = self._answers.answer(line)

    def _send(self):
        sent = self._port.write(self._reply[:PIECE_BYTES]) or 0
        self._reply = self._reply[sent:]

    def _restart(self):
        if self._restart_ms is None:
            self._restart_ms = self._now() + RESTART_MS
        elif self._now() >= self._restart_ms:
            if self._answers.restart == BOOTLOADER:
                self._chip.on_next_reset(self._chip.RunMode.BOOTLOADER)
            self._chip.reset()
