# SPDX-License-Identifier: MIT
"""A serial port of the emulated board as a pty of this computer. Linux alone has all that it needs.

What a program does to the pty reaches the board as over a cable: that it was opened (DTR), closed,
its speed, and every byte. Knows no CircuitPython.
"""

from __future__ import annotations

import os
import pty
import select
import termios
import tty
from pathlib import Path

from emulator.pico import Pico

CHUNK = 4096
QUEUED_MOST = 512  # bytes under way to the board; more wait in the pty
OUTPUT_SPEED = 5  # in what tcgetattr returns
SPEEDS = {termios.B1200: 1200, termios.B9600: 9600, termios.B115200: 115200}


class PtyPort:
    """One port of a board that is plugged in, at the path `link`.

    `carried`: bytes in both directions, while a program had it open.
    """

    def __init__(self, pico: Pico, number: int, link: Path) -> None:
        self._pico, self._number, self._link = pico, number, link
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self._speed = self._asked_speed()
        new = link.with_name(link.name + ".new")
        new.symlink_to(os.ttyname(slave))
        new.replace(link)
        # Without an open end of our own the pty tells whether a program has one.
        os.close(slave)
        self._poll = select.poll()
        self._poll.register(self._master, select.POLLIN)
        self._open = False
        self._sent = 0  # of what the board has said
        self.carried = 0

    def serve(self) -> None:
        """Carry over what has happened since the last time."""
        happened = dict(self._poll.poll(0)).get(self._master, 0)
        is_open = not happened & select.POLLHUP
        self._tell_speed(is_open)
        if is_open != self._open:
            self._open = is_open
            self._pico.host.set_line(self._number, is_open)
        if happened & select.POLLIN:
            self._to_board()
        self._to_program()

    def close(self) -> None:
        """The board is gone, and its port with it: whoever has it open reads an error."""
        self._link.unlink(missing_ok=True)
        os.close(self._master)

    def _asked_speed(self) -> int:
        return int(termios.tcgetattr(self._master)[OUTPUT_SPEED])

    def _tell_speed(self, is_open: bool) -> None:
        speed = self._asked_speed()
        if speed == self._speed:
            return
        self._speed = speed
        self._pico.host.set_speed(self._number, SPEEDS.get(speed, 115200))
        if not is_open and not self._open:  # opened and closed again since the last time
            self._pico.host.set_line(self._number, True)
            self._pico.host.set_line(self._number, False)

    def _to_board(self) -> None:
        room = QUEUED_MOST - len(self._pico.host.ports[self._number].waiting)
        if room <= 0:
            return
        try:
            data = os.read(self._master, room)
        except OSError:  # the program has closed it at this moment
            return
        self.carried += len(data)
        self._pico.host.send(self._number, data)

    def _to_program(self) -> None:
        received = self._pico.host.ports[self._number].received
        if not self._open:
            self._sent = len(received)  # nobody is there to read it
        if self._sent == len(received):
            return
        try:
            count = os.write(self._master, received[self._sent : self._sent + CHUNK])
        except OSError:  # its reader is slow, or gone
            return
        self._sent += count
        self.carried += count
