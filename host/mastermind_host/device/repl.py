# SPDX-License-Identifier: MIT
"""CircuitPython's raw REPL over a serial port. While it is held nothing of ours runs on the board,
and writing to its drive restarts nothing. Knows no drive and no firmware.

Only texts that are never translated are waited for. ^C, a key and ^A go one by one: while a program
runs, what comes in one packet with ^C is lost.
"""

from __future__ import annotations

import itertools

from mastermind_host.clock import Clock
from mastermind_host.device.console import decode, plain
from mastermind_host.device.machine import Stream
from mastermind_host.device.wire import Wire
from mastermind_host.errors import TIMEOUT, Fault

PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
FRIENDLY_PROMPT = b">>> "
CTRL_A, CTRL_B, CTRL_C, CTRL_D = b"\x01", b"\x02", b"\x03", b"\x04"
HOLD_S = 15.0  # patience with a board that does not answer, or that others talk to
PROMPT_S = 1.0  # how long a prompt may take
SETTLE_S, QUIET_S = 0.4, 0.06  # a key's effect: at most so long, or until so long nothing came
RESET_S = 2.0  # until a port is gone after a reset
TAIL = 600  # characters of the console in an error
RESET = "import microcontroller\nmicrocontroller.reset()"
BOOTLOADER = (
    "import microcontroller\n"
    "microcontroller.on_next_reset(microcontroller.RunMode.BOOTLOADER)\n"
    "microcontroller.reset()"
)


class BoardError(Exception):
    """What was run on the board has raised; the text is the board's traceback."""

    @property
    def reason(self) -> str:
        """The last line: ValueError: A code has 3 holes, not 2."""
        return str(self).rpartition("\n")[2]


class Repl:
    """The raw REPL over `stream`.

        with Repl(machine.open(port)) as repl:   # holds the board; lets it go at the end
            print(repl.run("print(6 * 7)"))

    A Fault TIMEOUT where the board does not answer, NO_DEVICE where it is gone. At the end of the
    `with` the stream is closed.
    """

    def __init__(self, stream: Stream, clock: Clock | None = None) -> None:
        self._wire = Wire(stream, clock or Clock())
        self._held = False  # the raw REPL waits for a source
        self._stopped = False  # the board's program was stopped, and was not started again
        self._numbers = itertools.count(1)

    @property
    def sent(self) -> int:
        """Bytes that went to the board."""
        return self._wire.sent

    @property
    def received(self) -> int:
        """Bytes that came from it."""
        return self._wire.received

    def __enter__(self) -> Repl:
        """Hold the board."""
        try:
            self.hold()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Let it go, if it has not been let go: the program on it starts anew. Never raises."""
        try:
            if self._stopped:
                self._let_go(patience_s=PROMPT_S)
        except Fault:
            pass  # what stopped the work tells more than that this failed as well
        finally:
            self._wire.close()

    def hold(self, patience_s: float = HOLD_S) -> None:
        """Stop what runs and enter the raw REPL, without a soft reset; again where it is there."""
        end = self._wire.now() + patience_s
        self._held, self._stopped = False, True
        while True:
            self._press_keys()
            if self._wire.has(PROMPT, PROMPT_S) and self._answers():
                self._held = True
                return
            if self._wire.now() >= end:
                raise _silence()

    def run(self, source: str, timeout_s: float = 10) -> str:
        """What `source` printed; BoardError with the traceback if it raised. What it defines
        stays.
        """
        if not self._held:
            self.hold()
        end = self._wire.now() + timeout_s
        printed, error = self._execute(source, end)
        if error:
            raise BoardError(error)
        return printed

    def release(self) -> None:
        """Leave the raw REPL and start the program anew (a soft reset)."""
        self._let_go(patience_s=HOLD_S)

    def reset(self, bootloader: bool = False) -> None:
        """Reset the chip, into its bootloader if asked; the port is gone after that."""
        if not self._held:
            self.hold()
        self._held = self._stopped = False
        self._send(BOOTLOADER if bootloader else RESET, self._wire.now() + RESET_S)
        said = self._wire.until_gone(RESET_S)
        error = said.partition(CTRL_D)[2].partition(CTRL_D)[0]
        if error:
            self._stopped = True
            raise BoardError(plain(decode(error)).strip())

    def read_until(self, text: str, timeout_s: float, unless: str = "") -> str:
        """What the console says up to and with `text`, after `release`; a Fault TIMEOUT with the
        end of what it said, if it does not come.

        BoardError if `unless` comes first, such as "Traceback": with all that follows it.
        """
        wanted, feared = text.encode(), unless.encode()
        end = self._wire.now() + timeout_s
        while not self._wire.holds(wanted):
            if feared and self._wire.holds(feared):
                self._wire.settle(SETTLE_S, SETTLE_S / 2)
                said = plain(decode(self._wire.take_all()))
                raise BoardError(said[max(said.find(unless), 0) :].strip())
            if self._wire.now() >= end or not self._wire.listen(end):
                raise _missing(text, plain(decode(self._wire.take_all())))
        return plain(decode(self._wire.take(wanted)))

    def _press_keys(self) -> None:
        """From wherever the board is to the raw REPL, if all goes well."""
        for key in (CTRL_C, CTRL_C, b"\r"):
            self._wire.send(key, self._wire.now() + PROMPT_S)
            self._wire.settle(SETTLE_S, QUIET_S)
        self._wire.take_all()
        self._wire.send(CTRL_A, self._wire.now() + PROMPT_S)

    def _answers(self) -> bool:
        """Whether the board repeats a word that it was not told before: nothing old was read."""
        word = f"jungle{next(self._numbers)}"
        answer = f"OK{word}\r\n".encode() + CTRL_D + CTRL_D + b">"
        self._send(f"print({word!r})", self._wire.now() + PROMPT_S)
        return self._wire.has(answer, PROMPT_S)

    def _execute(self, source: str, end: float) -> tuple[str, str]:
        """(what it printed, its traceback). Until it has ended the board is not held."""
        self._held = False
        self._send(source, end)
        self._wire.take_to(b"OK", end)
        printed = self._wire.take_to(CTRL_D, end)
        error = self._wire.take_to(CTRL_D, end)
        self._wire.take_to(b">", end)
        self._held = True
        return decode(printed).replace("\r\n", "\n"), plain(decode(error)).strip()

    def _send(self, source: str, end: float) -> None:
        """^C throws away what others may have typed."""
        self._wire.send(CTRL_C + source.encode() + CTRL_D, end)

    def _let_go(self, patience_s: float) -> None:
        if not self._held:
            self.hold(patience_s)
        self._held = False
        self._wire.send(CTRL_B, self._wire.now() + PROMPT_S)
        self._wire.has(FRIENDLY_PROMPT, PROMPT_S)
        self._wire.send(CTRL_D, self._wire.now() + PROMPT_S)
        self._stopped = False


def _silence() -> Fault:
    return Fault(
        "The board does not answer on its console.",
        "Its program hangs, or another program (ModemManager, a terminal) talks to its port too.",
        "unplug the board, plug it in again, and repeat the command; then mastermind recover",
        TIMEOUT,
    )


def _missing(text: str, said: str) -> Fault:
    end = said.strip()[-TAIL:] or "nothing"
    return Fault(
        f"The board did not say {text!r}.",
        f"Its program stopped or waits. The end of what it said: {end}",
        "mastermind monitor",
        TIMEOUT,
    )
