# SPDX-License-Identifier: MIT
"""A board without hardware: a folder is its CIRCUITPY drive, its console is a Stream in memory.

Power, resets, ports and faults; what it says is `fake_console`'s. All time is a FakeClock's; faults
are attributes to set and methods to call.

    board = FakeBoard(tmp_path / "CIRCUITPY", clock)
    stream = board.open()
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import fake_program
from fake_clock import FakeClock
from fake_console import ENGLISH, GERMAN, OFF, Console
from fake_stream import FakeStream

__all__ = ["BOOTLOADER", "ENGLISH", "GERMAN", "FakeBoard", "FakeStream"]

BOOTLOADER = "bootloader"
BOOT_S = 1.5  # from a hard reset to the port
MACHINES = {
    "raspberry_pi_pico": "Raspberry Pi Pico with rp2040",
    "raspberry_pi_pico_w": "Raspberry Pi Pico W with rp2040",
    "raspberry_pi_pico2": "Raspberry Pi Pico 2 with rp2350a",
    "raspberry_pi_pico2_w": "Raspberry Pi Pico 2 W with rp2350a",
}


class FakeBoard(Console):
    """A board that runs its code.py; see the module for what it imitates.

    `said`: all that the console has ever said; `heard`: all bytes that came in; `resets`: the run
    modes of all hard resets.
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
        super().__init__(clock, version, MACHINES[board_id], texts)
        self.drive, self.board_id, self.uid, self.program = drive, board_id, uid, program
        self.nvm = bytearray(b"\xff" * 4096)
        self.said, self.heard = bytearray(), bytearray()
        self.resets: list[str] = []
        self.free_clusters = 1800
        # Faults, and what a test wants to know.
        self.writable = False  # whether the program may write to the drive
        self.lacks: set[str] = set()  # modules that its CircuitPython was built without
        self.mute = False  # takes everything, answers nothing
        self.vanish_after: int | None = None  # bytes that come in before the port is gone
        self.loader = drive.parent / f"{drive.name}-loader"  # the drive of its bootloader
        self.on_bootloader: Callable[[FakeBoard], object] = make_loader
        self.on_data: Callable[[bytes], bytes] = lambda data: b""  # what answers on the data port
        self._old: dict[str, bytes] = {}
        self._old_reads = 0
        self._stream: FakeStream | None = None
        self._data: FakeStream | None = None
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

    def open(self) -> "FakeStream":
        """The console, opened by this program alone."""
        if not self.present:
            raise OSError(2, "No such file or directory")
        if self.listened_to:
            raise OSError(16, "Device or resource busy")
        self._stream = FakeStream(self.clock, self.take)
        return self._stream

    def open_data(self) -> "FakeStream":
        """The data port: `on_data` answers there."""
        if not self.present:
            raise OSError(2, "No such file or directory")
        stream = FakeStream(self.clock, lambda data: stream.inbox.extend(self.on_data(data)))
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

    @property
    def listened_to(self) -> bool:
        return self._stream is not None and not (self._stream.closed or self._stream.gone)

    def printed(self) -> str:
        return self.program(self)

    def say(self, text: str) -> None:
        """Print on the console; lost where nobody has it open."""
        data = text.replace("\n", "\r\n").encode()
        self.said += data
        if self._stream and self.listened_to and not self.mute:
            self._stream.inbox += data

    # power, programs and resets

    def _boot(self) -> None:
        if self._mode not in (OFF, BOOTLOADER):
            return
        if not self.safe_mode:
            boot_out = f"{self.banner()}\nBoard ID:{self.board_id}\nUID:{self.uid}\n"
            (self.drive / "boot_out.txt").write_bytes(boot_out.replace("\n", "\r\n").encode())
        self.start()

    def _hang_up(self) -> None:
        for stream in (self._stream, self._data):
            if stream:
                stream.gone = True
        self._pending.clear()
        self._line.clear()

    # what comes in

    def take(self, data: bytes) -> None:
        """What the console's port was sent."""
        self.heard += data
        if self.vanish_after is not None and len(self.heard) >= self.vanish_after:
            self.vanish_after = None
            self.unplug()
        elif not self.mute:
            self.receive(data)


def make_loader(board: FakeBoard) -> None:
    """What the bootloader's drive has: INFO_UF2.TXT."""
    chip = "RP2350" if "2350" in board.machine else "RPI-RP2"
    model = "Raspberry Pi RP2350" if chip == "RP2350" else "Raspberry Pi RP2"
    board.loader.mkdir(exist_ok=True)
    text = f"UF2 Bootloader v3.0\r\nModel: {model}\r\nBoard-ID: {chip}\r\n"
    (board.loader / "INFO_UF2.TXT").write_bytes(text.encode())


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def _name(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix()
