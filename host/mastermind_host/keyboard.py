# SPDX-License-Identifier: MIT
"""Keys of this terminal as they are pressed, without Enter; the terminal is asked nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

END = "\x04"  # Ctrl-D, and what is heard of a terminal that was closed
_ESCAPE = b"\x1b"
_MOST_BYTES = 64


@contextmanager
def listening() -> Iterator[Callable[[], str]]:
    """A function that gives the key that was pressed since it was called last, or "".

    Of several keys the first counts; those that send more than a letter, such as arrows, are "".
    """
    if sys.platform == "win32":
        import msvcrt

        yield lambda: msvcrt.getwch() if msvcrt.kbhit() else ""
        return
    import termios
    import tty

    stdin = sys.stdin.fileno()
    before = termios.tcgetattr(stdin)
    try:
        tty.setcbreak(stdin)
        yield lambda: _pressed(stdin)
    finally:
        with suppress(termios.error):  # of a terminal that was closed
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)


def _pressed(stdin: int) -> str:
    import select

    if not select.select([stdin], [], [], 0)[0]:
        return ""
    try:
        data = os.read(stdin, _MOST_BYTES)
    except OSError:  # what Linux has to say of such a terminal
        data = b""
    if not data:
        return END
    return "" if data.startswith(_ESCAPE) else data[:1].decode("ascii", "replace")
