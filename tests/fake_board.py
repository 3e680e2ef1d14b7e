# SPDX-License-Identifier: MIT
"""A board without hardware: a folder is its CIRCUITPY drive, its console is a Stream in memory.

The console does what CircuitPython 9.2.4 and 10.1.3 were seen to do, byte for byte: a program that
runs, the friendly REPL, the raw one, soft and hard resets. All time is a FakeClock's; faults are
attributes to set and methods to call.

    board = FakeBoard(tmp_path / "CIRCUITPY", clock)
    stream = board.open()
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import fake_program
from fake_clock import FakeClock
from fake_python import ChipReset, Python, Reload

RUNNING, WAITING, FRIENDLY, RAW, STOPPING, BUSY, OFF, BOOTLOADER = (
    *("running", "waiting", "friendly", "raw", "stopping", "busy", "off", "bootloader"),
)
CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = 1, 2, 3, 4, 5
RAW_PROMPT = "raw REPL; CTRL-B to exit\n>"
STOP_S = 0.03  # what a program needs to end after ^C
START_S = 0.3  # from a soft reset to what the program says
BOOT_S = 1.5  # from a hard reset to the port
READ_S = 0.0001  # what a read costs, that nobody polls for ever
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
MACHINES = {
    "raspberry_pi_pico": "Raspberry Pi Pico with rp2040",
    "raspberry_pi_pico_w": "Raspberry Pi Pico W with rp2040",
    "raspberry_pi_pico2": "Raspberry Pi Pico 2 with rp2350a",
    "raspberry_pi_pico2_w": "Raspberry Pi Pico 2 W with rp2350a",
}


class FakeBoard:
    """A board that runs its code.py; see the module for what it imitates.

    `said`: all that the console has ever said; `heard`: all bytes that came in; `executed`: the
    sources that the raw REPL was given; `starts`: how often code.py was started; `resets`: the run
    modes of all hard resets; `python`: its interpreter.
    """

    def __init__(
        self,
        drive: Path,
        clock: FakeClock,
        board_id: str = "raspberry_pi_pico",
        version: str = "9.2.4",
        uid: str = "E6614C775B8F2A34",
        texts: dict[str, str] = ENGLISH,
        program: Callable[["FakeBoard"], str] = fake_program.output,
    ) -> None:
        self.drive, self.clock = drive, clock
        self.board_id, self.version, self.uid = board_id, version, uid
        self.texts, self.program = texts, program
        self.nvm = bytearray(b"\xff" * 4096)
        self.said, self.heard = bytearray(), bytearray()
        self.executed: list[str] = []
        self.resets: list[str] = []
        self.starts = 0
        self.free_clusters = 1800
        # Faults, and what a test wants to know.
        self.writable = False  # whether the program may write to the drive
        self.safe_mode: str | None = None
        self.lacks: set[str] = set()  # modules that its CircuitPython was built without
        self.mute = False  # takes everything, answers nothing
        self.stubborn = 0  # so many times the program goes on in spite of ^C
        self.hangs = False  # the next source in the raw REPL runs until ^C
        self.hangs_on = "\0"  # so does the source that this is in
        self.delay_s = 0.0  # what each source takes
        self.vanish_after: int | None = None  # bytes that come in before the port is gone
        self.loader = drive.parent / f"{drive.name}-loader"  # the drive of its bootloader
        self.on_bootloader: Callable[[FakeBoard], object] = make_loader
        self.on_data: Callable[[bytes], bytes] = lambda data: b""  # what answers on the data port
        self._old: dict[str, bytes] = {}
        self._old_reads = 0
        self._mode, self._pending, self._line = OFF, bytearray(), bytearray()
        self._stream: FakeStream | None = None
        self._data: FakeStream | None = None
        self.python = Python(self, self.say)
        drive.mkdir(parents=True, exist_ok=True)
        self._boot()

    # what a test does to it

    @property
    def mode(self) -> str:
        """running, waiting, friendly, raw, stopping, busy, off or bootloader."""
        return self._mode

    @property
    def present(self) -> bool:
        """Whether its port and its drive are there."""
        return self._mode not in (OFF, BOOTLOADER)

    @property
    def machine(self) -> str:
        """What it calls itself: Raspberry Pi Pico with rp2040."""
        return MACHINES[self.board_id]

    def open(self) -> "FakeStream":
        """The console, opened by this program alone."""
        if not self.present:
            raise OSError(2, "No such file or directory")
        if self._stream and not (self._stream.closed or self._stream.gone):
            raise OSError(16, "Device or resource busy")
        self._stream = FakeStream(self)
        return self._stream

    def open_data(self) -> "FakeStream":
        """The data port: `on_data` answers there."""
        if not self.present:
            raise OSError(2, "No such file or directory")
        stream = FakeStream(self)
        stream.take = lambda data: stream.inbox.extend(self.on_data(data))
        self._data = stream
        return stream

    def unplug(self) -> None:
        """Power off: the port is gone at once."""
        self._mode = OFF
        self._hang_up()

    def plug(self) -> None:
        """Power on: the port is there after BOOT_S."""
        self.clock.after(BOOT_S, self._boot)

    def be_stale(self, reads: int) -> None:
        """For so many reads the board sees the files as they are now, whatever the host writes."""
        self._old = {_name(self.drive, path): path.read_bytes() for path in _files(self.drive)}
        self._old_reads = reads

    def feed_garbage(self, data: bytes, every_s: float, times: int) -> None:
        """What ModemManager does to a new port: feed_garbage(b"AT\\r", 0.5, 10)."""
        if times:
            if self.present:
                self.take(data)
            self.clock.after(every_s, lambda: self.feed_garbage(data, every_s, times - 1))

    def reset(self, mode: str = "NORMAL") -> None:
        """A hard reset, into a run mode."""
        self.resets.append(mode)
        self._hang_up()
        if mode in ("BOOTLOADER", "UF2"):
            self._mode = BOOTLOADER
            self.on_bootloader(self)
        else:
            self._mode = OFF
            self.safe_mode = "USER" if mode == "SAFE_MODE" else None
            self.plug()

    def erase(self) -> None:
        """storage.erase_filesystem()."""
        for path in self.drive.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def touch(self) -> None:
        """The port was opened at 1200 baud and closed again."""
        if self.present and not self.mute:
            self.reset("BOOTLOADER")

    # what its own interpreter needs

    def real(self, path: str) -> Path:
        """A file of the drive by the board's name for it: /code.py."""
        return self.drive / path.strip("/")

    def seen(self, path: str) -> Path:
        """Where what the board reads of a file stands: an older copy while it is stale."""
        if self._old_reads <= 0:
            return self.real(path)
        self._old_reads -= 1
        copy = self.drive.parent / f"{self.drive.name}.old"
        copy.unlink(missing_ok=True)
        if path.strip("/") in self._old:
            copy.write_bytes(self._old[path.strip("/")])
        return copy

    def say(self, text: str) -> None:
        """Print on the console; lost where nobody has it open."""
        data = text.replace("\n", "\r\n").encode()
        self.said += data
        if self._stream and not self._stream.closed and not self.mute:
            self._stream.inbox += data

    # power, programs and resets

    def _boot(self) -> None:
        if self._mode not in (OFF, BOOTLOADER):
            return
        if not self.safe_mode:
            boot_out = f"{self._banner()}\nBoard ID:{self.board_id}\nUID:{self.uid}\n"
            (self.drive / "boot_out.txt").write_bytes(boot_out.replace("\n", "\r\n").encode())
        self._start()

    def _banner(self) -> str:
        return f"Adafruit CircuitPython {self.version} on {DATES[self.version[0]]}; {self.machine}"

    def _hang_up(self) -> None:
        for stream in (self._stream, self._data):
            if stream:
                stream.gone = True
        self._pending.clear()
        self._line.clear()

    def _start(self) -> None:
        """Start code.py, if there is one."""
        self.say(f"\n\x1b[2K\x1b[0G{self.texts['reload']}\n")
        self._line.clear()
        self.python = Python(self, self.say)
        if self.safe_mode or not self.real("/code.py").is_file():
            self._end_program("")
            return
        self.starts += 1
        self._mode = RUNNING
        self.say(f"\x1b[2K\x1b[0G{self.texts['output']}\n{self._title('code.py')}")
        start = self.starts
        self.clock.after(START_S, lambda: self._run_program(start))

    def _run_program(self, start: int) -> None:
        if self._mode == RUNNING and start == self.starts:
            printed = self.program(self)
            if "Traceback" in printed:
                self._end_program(printed)
            else:
                self.say(printed)

    def _end_program(self, printed: str) -> None:
        self.say(f"{printed}\n{self.texts['done']}\n\n{self.texts['press']}\n")
        self._mode = WAITING
        self._consume()

    def _interrupted(self) -> None:
        if self._mode == STOPPING:
            where = '  File "code.py", line 33, in <module>\n'
            self._end_program(f"Traceback (most recent call last):\n{where}KeyboardInterrupt: \n")

    def _title(self, what: str) -> str:
        return f"\x1b]0;🐍{what} | {self.version}\x1b\\"

    def _soft_reboot(self) -> None:
        self.say(f"{self.texts['reboot']}\n")
        self.python = Python(self, self.say)
        self._line.clear()
        if self._mode == RAW:
            self.say(RAW_PROMPT)
        else:
            self._start()

    # what comes in

    def take(self, data: bytes) -> None:
        """What the console's port was sent."""
        self.heard += data
        if self.vanish_after is not None and len(self.heard) >= self.vanish_after:
            self.vanish_after = None
            self.unplug()
        elif not self.mute:
            self._receive(data)

    def _receive(self, data: bytes) -> None:
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
        self.say(f"{self._title('REPL')}\n{self._banner()}\n>>> ")

    def _friendly(self, byte: int) -> None:
        if byte == CTRL_C:
            self._line.clear()
            self.say("\n>>> ")
        elif byte in (CTRL_A, CTRL_B, CTRL_D, CTRL_E) and self._line:
            self.say("\b" * len(self._line) if byte == CTRL_A else "")
        elif byte == CTRL_A:
            self.say("\n" + self._title("Done") + RAW_PROMPT)
            self._mode = RAW
            self.python = Python(self, self.say)
        elif byte == CTRL_B:
            self.say(f"\n\n{self._banner()}\n>>> ")
        elif byte == CTRL_D:
            self.say("\n" + self._title("Done"))
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


def make_loader(board: FakeBoard) -> None:
    """What the bootloader's drive has: INFO_UF2.TXT."""
    chip = "RP2350" if "2350" in board.machine else "RPI-RP2"
    model = "Raspberry Pi RP2350" if chip == "RP2350" else "Raspberry Pi RP2"
    board.loader.mkdir(exist_ok=True)
    text = f"UF2 Bootloader v3.0\r\nModel: {model}\r\nBoard-ID: {chip}\r\n"
    (board.loader / "INFO_UF2.TXT").write_bytes(text.encode())


class FakeStream:
    """An open port, as pyserial has it.

    `inbox`: what was not read yet; `gone`: the board is; `take`: where it goes what is written.
    """

    def __init__(self, board: FakeBoard) -> None:
        self._board = board
        self.take: Callable[[bytes], object] = board.take
        self.timeout: float | None = 1.0
        self.inbox = bytearray()
        self.gone = self.closed = False

    @property
    def in_waiting(self) -> int:
        self._pass(READ_S)
        self._check()
        return len(self.inbox)

    def read(self, size: int = 1, /) -> bytes:
        """At most `size` bytes; less where `timeout` is over."""
        self._pass(READ_S)
        patience_s = 3600.0 if self.timeout is None else self.timeout
        clock = self._board.clock
        clock.pass_until(lambda: self.gone or len(self.inbox) >= size, patience_s)
        self._check()
        data = bytes(self.inbox[:size])
        del self.inbox[:size]
        return data

    def write(self, data: bytes, /) -> int:
        self._check()
        self.take(data)
        return len(data)

    def close(self) -> None:
        self.closed = True

    def _pass(self, seconds: float) -> None:
        self._board.clock.sleep(seconds)

    def _check(self) -> None:
        if self.closed:
            raise OSError(9, "Bad file descriptor")
        if self.gone and not self.inbox:
            raise OSError(5, "Input/output error")


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def _name(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix()
