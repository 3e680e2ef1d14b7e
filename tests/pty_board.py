# SPDX-License-Identifier: MIT
"""A FakeBoard on pseudo terminals, for the real command line in a process of its own.

A thread carries the bytes, and lets as much time pass for the board as passes here. The computer
that it is plugged into is the file `machine`, for MASTERMIND_MACHINE. Linux alone can do that.
"""

import json
import os
import pty
import queue
import select
import termios
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from fake_board import FakeBoard
from fake_clock import FakeClock
from fake_computer import FakeComputer
from fake_stream import FakeStream

from mastermind_host.device.machine import CONSOLE, Port

PACE_S = 0.005
OUTPUT_SPEED = 5  # in what tcgetattr returns


class PtyBoard:
    """`with PtyBoard(FakeBoard(drive, FakeClock()), folder) as served:` serves it there.

    `board` belongs to the thread: a test may read what it did, and `do` things with it.
    """

    def __init__(self, board: FakeBoard, folder: Path) -> None:
        assert isinstance(board.clock, FakeClock)
        self.board, self.folder = board, folder
        self.machine = folder / "machine.json"
        self.environment = {"MASTERMIND_MACHINE": str(self.machine)}
        self._computer = FakeComputer(board)
        self._ports: list[_Pty] = []
        self._shown: str | None = None
        self._todo: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> "PtyBoard":
        self._plug()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()
        self._unplug()

    def do(self, action: Callable[[], object]) -> None:
        """Have the board's thread do something with it, soon."""
        self._todo.put(action)

    def _serve(self) -> None:
        last = time.monotonic()
        while not self._end.wait(PACE_S):
            now = time.monotonic()
            self.board.clock.sleep(now - last)
            last = now
            while not self._todo.empty():
                self._todo.get()()
            self._plug()
            for port in self._ports:
                port.serve()

    def _plug(self) -> None:
        """Have the ports and the file that the board's state wants."""
        if self._ports and (not self.board.present or any(port.gone for port in self._ports)):
            self._unplug()
        if self.board.present and not self._ports:
            listed = self._computer.ports()
            self._ports = [_Pty(self.board, port, self._path(port)) for port in listed]
        self._tell()

    def _unplug(self) -> None:
        for port in self._ports:
            port.close()
        self._ports = []

    def _path(self, port: Port) -> Path:
        return self.folder / Path(port.path).name

    def _tell(self) -> None:
        mounts = [mount._asdict() | {"path": str(mount.path)} for mount in self._computer.mounts()]
        ports = [
            port._asdict() | {"path": str(self._path(port))} for port in self._computer.ports()
        ]
        told = json.dumps({"format": 1, "system": "linux", "mounts": mounts, "ports": ports})
        if told != self._shown:
            self._shown = told
            new = self.machine.with_suffix(".new")
            new.write_text(told)
            new.replace(self.machine)


class _Pty:
    """One port; `gone` once the board behind it has hung up."""

    def __init__(self, board: FakeBoard, port: Port, link: Path) -> None:
        self._board, self._role, self._link = board, port.role, link
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        new = link.with_name(link.name + ".new")
        new.symlink_to(os.ttyname(slave))
        new.replace(link)
        os.close(slave)  # without an end of our own the poll tells whether a program has one
        self._poll = select.poll()
        self._poll.register(self._master, select.POLLIN)
        self._stream: FakeStream | None = None

    @property
    def gone(self) -> bool:
        return self._stream is not None and self._stream.gone

    def serve(self) -> None:
        happened = dict(self._poll.poll(0)).get(self._master, 0)
        is_open = not happened & select.POLLHUP
        if is_open and self._stream is None:
            console = self._role == CONSOLE
            self._stream = self._board.open() if console else self._board.open_data()
        if self._stream:
            self._carry(self._stream, happened)
            if not is_open:
                self._stream.close()
                self._stream = None
        if not is_open and termios.tcgetattr(self._master)[OUTPUT_SPEED] == termios.B1200:
            self._board.touch()

    def _carry(self, stream: FakeStream, happened: int) -> None:
        if happened & select.POLLIN:
            data = os.read(self._master, 4096)
            if not stream.gone:
                stream.write(data)
        if stream.inbox:
            with suppress(BlockingIOError):  # the program will read
                del stream.inbox[: os.write(self._master, stream.inbox)]

    def close(self) -> None:
        """Whoever has the port open reads an error."""
        self._link.unlink(missing_ok=True)
        os.close(self._master)
