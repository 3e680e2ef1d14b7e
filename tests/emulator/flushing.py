# SPDX-License-Identifier: MIT
"""Makes "write it to the drive now" of a real program wait for the emulated board.

A folder can't tell when a program syncs it: so core/sync.c is loaded into the program, and asks.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path

from emulator.cortex import compiled

SOURCE = Path(__file__).resolve().parent / "core" / "sync.c"
VARIABLE = "EMULATED_DRIVE"
DONE, FAILED = b"+", b"-"


class Flushing:
    """Where programs ask that the board has all that they wrote."""

    def __init__(self) -> None:
        # A socket's path has room for 100 characters: the folder of a test can be longer.
        self._folder = Path(tempfile.mkdtemp(prefix="drive-"))
        self._path = self._folder / "sync"
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(self._path))
        self._socket.listen()
        self._socket.setblocking(False)

    @property
    def environment(self) -> dict[str, str]:
        """What a program needs, so that it asks here."""
        return {VARIABLE: str(self._path), "LD_PRELOAD": str(compiled(SOURCE))}

    def serve(self, sync: Callable[[], bool], seconds: float = 0) -> None:
        """Answer who asks within so many seconds; `sync()`: whether the board has all now."""
        if not select.select([self._socket], [], [], seconds)[0]:
            return
        asking, _ = self._socket.accept()
        with asking, contextlib.suppress(ConnectionError):  # it may have been killed meanwhile
            asking.sendall(DONE if sync() else FAILED)

    def close(self) -> None:
        self._socket.close()
        os.unlink(self._path)
        self._folder.rmdir()
