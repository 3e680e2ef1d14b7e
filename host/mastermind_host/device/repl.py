# SPDX-License-Identifier: MIT
"""CircuitPython's raw REPL over a serial port. While it is held nothing of ours runs on the board,
and writing to its drive restarts nothing.
"""

from __future__ import annotations

from mastermind_host.clock import Clock
from mastermind_host.device.machine import Stream


class BoardError(Exception):
    """What was run on the board has raised; the text is the board's traceback."""


class Repl:
    """The raw REPL over `stream`.

        with Repl(machine.open(port)) as repl:   # holds the board; lets it go at the end
            print(repl.run("print(6 * 7)"))

    A Fault TIMEOUT where the board does not answer, NO_DEVICE where it is gone.
    """

    def __init__(self, stream: Stream, clock: Clock | None = None) -> None:
        raise NotImplementedError

    def __enter__(self) -> Repl:
        """Hold the board."""
        raise NotImplementedError

    def __exit__(self, *_: object) -> None:
        """Let it go, if it has not been let go: the program on it starts anew. Never raises."""
        raise NotImplementedError

    def hold(self) -> None:
        """Stop what runs and enter the raw REPL, without a soft reset; again where it is there."""
        raise NotImplementedError

    def run(self, source: str, timeout_s: float = 10) -> str:
        """What `source` printed; BoardError with the traceback if it raised. What it defines
        stays.
        """
        raise NotImplementedError

    def release(self) -> None:
        """Leave the raw REPL and start the program anew (a soft reset)."""
        raise NotImplementedError

    def reset(self, bootloader: bool = False) -> None:
        """Reset the chip, into its bootloader if asked; the port is gone after that."""
        raise NotImplementedError

    def read_until(self, text: str, timeout_s: float) -> str:
        """What the console says up to and with `text`, after `release`; a Fault TIMEOUT with the
        end of what it said, if it does not come.
        """
        raise NotImplementedError
