# SPDX-License-Identifier: MIT
"""CircuitPython's console without hardware: a program that runs, the friendly REPL, the raw one.

What 9.2.4 and 10.1.3 were seen to do, byte for byte. Knows no power and no port: see `fake_board`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from fake_clock import FakeClock
from fake_python import ChipReset, Python, Reload

RUNNING, WAITING, FRIENDLY, RAW = "running", "waiting", "friendly", "raw"
STOPPING, BUSY, OFF = "stopping", "busy", "off"
CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = 1, 2, 3, 4, 5
RAW_PROMPT = "raw REPL; CTRL-B to exit\n>"
STOP_S = 0.03  # what a program needs to end after ^C
START_S = 0.3  # from a soft reset to what the program says
DATES = {"9": "2025-01-29", "1": "2026-02-20"}
ENGLISH = {
    "reload": "Auto-reload is on. Simply save files over USB to run them or enter REPL to disable.",
    "output": "code.py output:",
    "done": "Code done running.",
    "press": "Press any key to enter the REPL. Use CTRL-D to reload.",
    "reboot": "soft reboot",
}
GERMAN = {
    "reload": "Automatisches Neuladen ist aktiv. Speichere Dateien über USB um sie auszuführen.",
    "output": "code.py Ausgabe:",
    "done": "Der Code wurde ausgeführt.",
    "press": "Drücke eine Taste um dich mit der REPL zu verbinden. Drücke STRG-D zum neu laden.",
    "reboot": "weicher reboot",
}


class Console(ABC):
    """What a board says, and what it does with what it hears.

    `executed`: the sources that the raw REPL was given; `starts`: how often code.py was started;
    `python`: its interpreter.
    """

    def __init__(self, clock: FakeClock, version: str, machine: str, texts: dict[str, str]) -> None:
        self.clock, self.version, self.machine, self.texts = clock, version, machine, texts
        self.executed: list[str] = []
        self.starts = 0
        self.line = 33  # of code.py, where ^C meets it
        self._told = False  # whether somebody has heard that auto-reload is on
        # Faults.
        self.safe_mode: str | None = None
        self.stubborn = 0  # so many times the program goes on in spite of ^C
        self.hangs = False  # the next source in the raw REPL runs until ^C
        self.hangs_on = "\0"  # so does the source that this is in
        self.delay_s = 0.0  # what each source takes
        self._mode, self._pending, self._line = OFF, bytearray(), bytearray()
        self.python = Python(self, self.say)

    @abstractmethod
    def say(self, text: str) -> None:
        """Print it."""

    @property
    @abstractmethod
    def listened_to(self) -> bool:
        """Whether somebody has the console open."""

    @abstractmethod
    def real(self, path: str) -> Path:
        """A file of the drive by the board's name for it: /code.py."""

    @abstractmethod
    def printed(self) -> str:
        """What code.py says once it has started; a traceback ends it."""

    @abstractmethod
    def reset(self, mode: str = "NORMAL") -> None:
        """A hard reset, into a run mode."""

    # programs and soft resets

    def start(self) -> None:
        """Start code.py, if there is one."""
        self._told = self.listened_to
        if self._told:
            self.say(f"\n\x1b[2K\x1b[0G{self.texts['reload']}\n")
        self._line.clear()
        self.python = Python(self, self.say)
        if self.safe_mode or not self.real("/code.py").is_file():
            self._end_program("")
            return
        self.starts += 1
        self._mode = RUNNING
        self.say(f"\x1b[2K\x1b[0G{self.texts['output']}\n{self.title('code.py')}")
        start = self.starts
        self.clock.after(START_S, lambda: self._run_program(start))

    def _run_program(self, start: int) -> None:
        if self._mode == RUNNING and start == self.starts:
            printed = self.printed()
            if "Traceback" in printed:
                self._end_program(printed)
            else:
                self.say(printed)

    def _end_program(self, printed: str) -> None:
        self.say(f"{printed}{self.title(_status(printed))}\n{self.texts['done']}\n")
        if not self._told:
            self.say(f"\x1b[2K\x1b[0G{self.texts['reload']}\n")
        self.say(f"\n{self.texts['press']}\n")
        self._mode = WAITING
        self._consume()

    def _interrupted(self) -> None:
        if self._mode == STOPPING:
            where = f'  File "code.py", line {self.line}, in <module>\n'
            self._end_program(f"Traceback (most recent call last):\n{where}KeyboardInterrupt: \n")

    def _soft_reboot(self) -> None:
        self.say(f"{self.texts['reboot']}\n")
        self.python = Python(self, self.say)
        self._line.clear()
        if self._mode == RAW:
            self.say(RAW_PROMPT)
        else:
            self.start()

    def title(self, what: str) -> str:
        """What sets a terminal's title."""
        return f"\x1b]0;🐍{what} | {self.version}\x1b\\"

    def banner(self) -> str:
        """The first line of the REPL, and of boot_out.txt."""
        return f"Adafruit CircuitPython {self.version} on {DATES[self.version[0]]}; {self.machine}"

    # what comes in

    def receive(self, data: bytes) -> None:
        """Do what `data` asks for; time passes as the clock's."""
        if CTRL_C in data and self._mode in (RUNNING, BUSY):
            # The interrupt empties the buffer: what came with it is lost.
            self._pending.clear()
            self._interrupt()
        else:
            self._pending += data
            self._consume()

    def _interrupt(self) -> None:
        if self.stubborn:
            self.stubborn -= 1
        elif self._mode == RUNNING:
            self._mode = STOPPING
            self.clock.after(STOP_S, self._interrupted)
        elif self.hangs:
            self.hangs = False
            where = '  File "<stdin>", line 1, in <module>\n'
            error = f"Traceback (most recent call last):\n{where}KeyboardInterrupt: \n"
            self._end_raw(f"\x04{error}\x04>")

    def _consume(self) -> None:
        handlers = {WAITING: self._waiting, FRIENDLY: self._friendly, RAW: self._raw}
        while self._pending and self._mode in handlers:
            handlers[self._mode](self._pending.pop(0))

    def _waiting(self, byte: int) -> None:
        if byte == CTRL_D:
            self._soft_reboot()
        else:
            self._enter_friendly()

    def _enter_friendly(self) -> None:
        self.python = Python(self, self.say)
        self._mode = FRIENDLY
        self._line.clear()
        self.say(f"{self.title('REPL')}\n{self.banner()}\n>>> ")

    def _friendly(self, byte: int) -> None:
        if byte == CTRL_C:
            self._line.clear()
            self.say("\n>>> ")
        elif byte in (CTRL_A, CTRL_B, CTRL_D, CTRL_E) and self._line:
            self.say("\b" * len(self._line) if byte == CTRL_A else "")
        elif byte == CTRL_A:
            self.say("\n" + self.title("Done") + RAW_PROMPT)
            self._mode = RAW
            self.python = Python(self, self.say)
        elif byte == CTRL_B:
            self.say(f"\n\n{self.banner()}\n>>> ")
        elif byte == CTRL_D:
            self.say("\n" + self.title("Done"))
            self._soft_reboot()
        elif byte == ord("\r"):
            self._enter_line()
        elif byte >= 32:
            self._line.append(byte)
            self.say(chr(byte))

    def _enter_line(self) -> None:
        source = self._line.decode("utf-8", "replace")
        self._line.clear()
        self.say("\n")
        error = self._guarded(lambda: self.python.run(source, "single") if source else "")
        if error is not None:
            self.say(error + ">>> ")

    def _raw(self, byte: int) -> None:
        if byte == CTRL_A:
            paste = bytes(self._line) == b"\x05A"
            self._line.clear()
            self.say("R\x00>" if paste else RAW_PROMPT)
        elif byte == CTRL_B:
            self.say("\n")
            self._enter_friendly()
        elif byte == CTRL_C:
            self._line.clear()
        elif byte == CTRL_D:
            self._execute()
        else:
            self._line.append(byte)

    def _execute(self) -> None:
        source = self._line.decode("utf-8", "replace")
        self._line.clear()
        self.say("OK")
        if not source:
            self.say("\n")
            self._soft_reboot()
            return
        self.executed.append(source)
        self._mode = BUSY
        self.hangs = self.hangs or self.hangs_on in source
        if not self.hangs:
            self.clock.after(self.delay_s, lambda: self._run_raw(source))
            self.clock.pass_until(lambda: self._mode != BUSY, 0)

    def _run_raw(self, source: str) -> None:
        if self._mode == BUSY:
            error = self._guarded(lambda: self.python.run(source))
            if error is not None:
                self._end_raw(f"\x04{error}\x04>")

    def _guarded(self, run: Callable[[], str]) -> str | None:
        """What `run` returned; None where the machine that ran it is no more."""
        try:
            return run()
        except ChipReset as mode:
            self.reset(mode.args[0])
        except Reload:
            self._soft_reboot()
        return None

    def _end_raw(self, text: str) -> None:
        self.say(text)
        self._mode = RAW
        self._consume()


def _status(printed: str) -> str:
    """What the title says of a program that has ended: 33@code.py KeyboardInterrupt."""
    where = re.findall(r'File "(.*)", line (\d+)', printed)
    if not where:
        return "Done"
    file, line = where[-1]
    kind = re.findall(r"^(\w+):", printed, re.MULTILINE)[-1]
    return f"{line}@{file} {kind}"
