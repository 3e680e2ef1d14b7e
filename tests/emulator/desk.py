# SPDX-License-Identifier: MIT
"""A board on the desk of somebody who works on it: the computer, fingers on its keys, accidents."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import scenarios
import serial
from emulator.cable import Cable
from emulator.computer import Computer
from emulator.flash import DRIVE_SECTORS, ERASE
from emulator.player import gpio
from emulator.plugged import PluggedBoard

from mastermind import settings

PATIENCE_S = 30
CTRL_C, CTRL_D, PROMPT = b"\x03", b"\x04", b">>> "


class Desk:
    """A board and the computer that it is plugged into. `drive`: its folder there."""

    def __init__(self, board: PluggedBoard, home: Path) -> None:
        self.board, self.computer = board, Computer(board, home)
        self.run, self.ask = self.computer.run, self.computer.ask
        self.drive, self.sync = board.folder, board.sync

    def device(self) -> dict[str, str]:
        """The only board that `mastermind devices` shows."""
        (device,) = self.ask("devices")
        return device

    def sent(self) -> int:
        """Bytes that were sent to the drive since it was plugged in."""
        return self.board.call(lambda cable: cable.bytes_sent)

    def erased(self) -> int:
        """Sectors of the drive that were erased since the last call."""
        erases = sum(done.is_a(ERASE, DRIVE_SECTORS) for done in self.board.log)
        self.board.log.clear()
        return erases

    def place_of(self, path: str) -> list[int]:
        """The sectors of the drive in which a file stands."""

        def look(cable: Cable) -> list[int]:
            assert cable.drive
            volume = cable.drive.volume
            entry = volume.find(path)
            return volume.clusters.sectors(entry.first) if entry else []

        return self.board.call(look)

    def says_at_start(self, text: str) -> bool:
        """Whether the board says so when its program is started anew, in half a minute."""
        with serial.Serial(str(self.board.console), timeout=1) as port:
            while not port.read_until(PROMPT).endswith(PROMPT):
                port.write(CTRL_C + b"\r")
            port.timeout = PATIENCE_S
            port.write(CTRL_D)
            return port.read_until(text.encode()).endswith(text.encode())


class Fingers(scenarios.Hands):
    """Plays on a board while it is plugged in. A wait is emulated time."""

    def __init__(self, board: PluggedBoard) -> None:
        self._board = board
        self._pins = settings.defaults()

    def change(self, key: int, down: bool) -> None:
        pin = gpio(self._pins[settings.KEY_PINS[key]])
        self._board.call(lambda cable: (cable.pico.press if down else cable.pico.release)(pin))

    def wait(self, ms: float) -> None:
        self._board.call(lambda cable: cable.pico.run(ms))


class Killer:
    """Kills a program when it syncs the drive for the nth time; `arrives`: whether the board gets
    what was to be synced, or is unplugged before that.
    """

    def __init__(self, desk: Desk, nth: int, arrives: bool) -> None:
        self.left, self.arrives = nth, arrives
        self._desk = desk
        self._program: subprocess.Popen[bytes] | None = None

    def run(self, *arguments: str) -> None:
        self._desk.board.call(self._lie_in_wait)
        self._program = self._desk.computer.start(*arguments)
        assert self._program.wait() == -signal.SIGKILL
        self._desk.board.reset()

    def _lie_in_wait(self, cable: Cable) -> None:
        assert cable.drive
        cable.drive.before_sending = lambda: self._strike(cable)

    def _strike(self, cable: Cable) -> None:
        self.left -= 1
        if self.left == 0 and self._program:
            self._program.kill()
            if not self.arrives:
                cable.pico.hard_reset()
