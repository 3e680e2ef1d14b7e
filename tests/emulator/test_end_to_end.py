# SPDX-License-Identifier: MIT
"""The real command line on a board that is plugged in: from a blank Pico to one that plays.

Every command is a process of its own. The board is emulated, CircuitPython and the way to it real:
mass storage, serial ports, the bootloader's drive.
"""

from __future__ import annotations

import functools
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import scenarios
import serial
from emulator import interpreter
from emulator.cable import Cable
from emulator.computer import Computer
from emulator.flash import DRIVE_SECTORS, ERASE
from emulator.player import gpio
from emulator.plugged import BLANK, UID, PluggedBoard

from mastermind import __version__, manifest, settings
from mastermind_host import drive

Folder = Callable[[str], Path]
PATIENCE_S = 30
CTRL_C, CTRL_D, PROMPT = b"\x03", b"\x04", b">>> "
REFUSAL = "RuntimeError: Only a part of the firmware was copied: mastermind deploy"

pytestmark = pytest.mark.wall_limit(600)


@functools.cache
def installed(uf2: Path, folder: Folder) -> bytes:
    """The flash of a board that CircuitPython was installed on, and nothing more."""
    place = folder("installed")
    with PluggedBoard(place) as board:
        Computer(board, place / "home").run("install", "--uf2", uf2)
    return board.flash


@functools.cache
def deployed(uf2: Path, folder: Folder) -> bytes:
    """The flash of a board that the firmware was deployed on, too."""
    place = folder("deployed")
    with PluggedBoard(place, installed(uf2, folder)) as board:
        board.wait_for_drive()
        Computer(board, place / "home").run("deploy")
    return board.flash


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return tmp_path_factory.mktemp


class Desk:
    """A board and the computer that it is plugged into."""

    def __init__(self, board: PluggedBoard, home: Path) -> None:
        self.board, self.computer = board, Computer(board, home)
        self.run, self.ask = self.computer.run, self.computer.ask

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


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """desk(flash): a board with that flash, once it shows what it has."""
    with ExitStack() as stack:

        def plug_in(flash: bytes = BLANK) -> Desk:
            board = stack.enter_context(PluggedBoard(tmp_path, flash))
            if flash == BLANK:
                board.wait_for_bootloader()
            else:
                board.wait_for_drive()
            board.log.clear()
            return Desk(board, tmp_path / "home")

        yield plug_in


def test_circuitpython_goes_on_a_blank_board(usable_uf2: Path, desk: Callable[..., Desk]) -> None:
    blank = desk()
    device = blank.device()
    assert (device["state"], device["chip"], device["drive"]) == ("bootloader", "RP2040", None)
    version = interpreter.version(usable_uf2)
    done = blank.ask("install", "--uf2", usable_uf2)
    assert done["bytes_written"] == usable_uf2.stat().st_size
    device = blank.device()
    assert device["circuitpython"] == version
    assert device["uid"] == UID
    assert device["console"] == str(blank.board.console)
    assert device["firmware"] is None
    again = blank.ask("install", "--uf2", usable_uf2)
    assert (again["version"], again["bytes_written"]) == (version, 0)


def test_one_command_brings_a_blank_board_to_play(
    usable_uf2: Path, desk: Callable[..., Desk]
) -> None:
    blank = desk()
    done = blank.ask("flash", "--uf2", usable_uf2)
    assert done["installed"]["version"] == interpreter.version(usable_uf2)
    assert done["deployed"]["committed"]
    assert done["tested"]["failed"] == 0
    assert done["tested"]["passed"] > 50
    player = Player(blank.board)
    player.press("left", "check", "check")
    player.choose("TLC")
    player.press("check")
    for row in ("LLP", "TLC"):
        player.choose(row)
        player.press("check")
    (game,) = blank.ask("games")["games"]
    assert game["code"] == ["tiger", "lion", "crocodile"]
    again = blank.ask("flash", "--uf2", usable_uf2)
    assert again["deployed"]["bytes_written"] == 0


def test_a_deploy_is_verified_and_the_next_one_writes_nothing(
    usable_uf2: Path, desk: Callable[..., Desk], folder: Folder
) -> None:
    new = desk(installed(usable_uf2, folder))
    done = new.ask("deploy")
    assert done["files_written"] == len(drive.files())
    assert (done["committed"], done["rewritten"], done["started"]) == (True, 0, True)
    assert new.erased() > 0
    sent = new.sent()
    device = new.device()
    assert (device["firmware"], device["state"]) == (__version__, "complete")
    again = new.ask("deploy")
    assert (again["files_written"], again["bytes_written"]) == (0, 0)
    assert (
        new.run("deploy", "--check") == f"All files of Jungle Mastermind {__version__} are right.\n"
    )
    assert (new.sent(), new.erased()) == (sent, 0)


def test_one_file_is_mended(usable_uf2: Path, desk: Callable[..., Desk], folder: Folder) -> None:
    board = desk(deployed(usable_uf2, folder))
    damaged = board.board.folder / "mastermind" / "tunes.py"
    right = damaged.read_bytes()
    damaged.write_bytes(right + b"# changed by somebody\n")
    board.board.sync()
    told = board.run("deploy", "--check", code=8)
    assert "1 file differs on the board: mastermind/tunes.py." in told
    board.erased()
    place = place_of(board, "spare.bin")
    done = board.ask("deploy")
    assert (done["files_written"], done["committed"]) == (1, True)
    assert damaged.read_bytes() == right
    assert place_of(board, "spare.bin") == place
    board.run("deploy", "--check")
    assert board.erased() <= done["sectors"]


def test_the_tests_run_on_the_board(
    usable_uf2: Path, desk: Callable[..., Desk], folder: Folder
) -> None:
    board = desk(deployed(usable_uf2, folder))
    told = board.ask("test", "--device")
    assert told["failed"] == 0
    assert told["circuitpython"] == interpreter.version(usable_uf2)
    wrong = board.board.folder / "mastermind" / "rules.py"
    wrong.write_bytes(wrong.read_bytes() + b"\n\ndef score(*_):\n    return Score(0, 0)\n")
    board.board.sync()
    assert "deploy" in board.run("test", "--device", code=9)


def test_your_settings_stay(usable_uf2: Path, desk: Callable[..., Desk], folder: Folder) -> None:
    board = desk(deployed(usable_uf2, folder))
    settings = board.board.folder / "settings.toml"
    mine = settings.read_text().replace('level = "younger"  ', 'level = "expert"   ')
    settings.write_text(mine)
    board.board.sync()
    assert board.ask("deploy")["files_written"] == 0
    assert settings.read_text() == mine


def test_a_reinstalled_circuitpython_keeps_the_drive(
    usable_uf2: Path, desk: Callable[..., Desk], folder: Folder
) -> None:
    board = desk(deployed(usable_uf2, folder))
    told = board.run("bootloader")
    assert told == f"The board is in its bootloader: {board.board.boot_folder}\n"
    assert board.device()["state"] == "bootloader"
    board.run("install", "--uf2", usable_uf2)
    device = board.device()
    assert (device["firmware"], device["state"]) == (__version__, "complete")
    assert board.ask("deploy")["files_written"] == 0


class Player(scenarios.Hands):
    """Plays on a board while it is plugged in. A wait is emulated time."""

    def __init__(self, board: PluggedBoard) -> None:
        self._board = board
        self._pins = settings.defaults()

    def change(self, key: int, down: bool) -> None:
        pin = gpio(self._pins[settings.KEY_PINS[key]])
        self._board.call(lambda cable: (cable.pico.press if down else cable.pico.release)(pin))

    def wait(self, ms: float) -> None:
        self._board.call(lambda cable: cable.pico.run(ms))


def place_of(desk: Desk, path: str) -> list[int]:
    """The sectors of the drive in which a file stands."""

    def look(cable: Cable) -> list[int]:
        assert cable.drive
        volume = cable.drive.volume
        entry = volume.find(path)
        return volume.clusters.sectors(entry.first) if entry else []

    return desk.board.call(look)


def says_at_start(desk: Desk, text: str) -> bool:
    """Whether the board says so when its program is started anew, in half a minute."""
    with serial.Serial(str(desk.board.console), timeout=1) as port:
        while not port.read_until(PROMPT).endswith(PROMPT):
            port.write(CTRL_C + b"\r")
        port.timeout = PATIENCE_S
        port.write(CTRL_D)
        return port.read_until(text.encode()).endswith(text.encode())


def kill_when(desk: Desk, is_so: Callable[[], bool]) -> None:
    """Begin a deploy, and kill it at that moment; then the cable is pulled and put in again."""
    program = desk.computer.start("deploy")
    desk.board.wait_for(is_so)
    program.kill()
    assert program.wait() == -signal.SIGKILL
    desk.board.sync()
    desk.board.reset()


# The file that is there when the program is killed; before it come all others.
@pytest.mark.parametrize(
    ("seen", "state"),
    [
        ("manifest.json", "no firmware"),
        ("mastermind/hardware.py", "half copied"),
        ("safemode.py", "half copied"),
    ],
)
def test_a_first_deploy_that_was_killed_is_mended_by_the_next(
    seen: str, state: str, usable_uf2: Path, desk: Callable[..., Desk], folder: Folder
) -> None:
    board = desk(installed(usable_uf2, folder))
    file = board.board.folder / seen
    kill_when(board, lambda: file.exists() and file.stat().st_size > 0)
    assert board.device()["state"] == state
    assert board.ask("deploy")["committed"]
    board.run("deploy", "--check")
    assert board.device()["state"] == "complete"


def test_a_board_does_not_run_what_is_half_copied(
    usable_uf2: Path, desk: Callable[..., Desk], folder: Folder
) -> None:
    board = desk(deployed(usable_uf2, folder))
    for module in sorted((board.board.folder / "mastermind").rglob("*.py")):
        module.write_bytes(module.read_bytes() + b"# of another version\n")
    board.board.sync()
    marked = board.board.folder / "manifest.json"
    kill_when(board, lambda: marked.read_bytes().startswith(manifest.INCOMPLETE))
    assert board.device()["state"] == "half copied"
    assert says_at_start(board, REFUSAL)
    board.run("deploy", "--check", code=8)
    assert board.ask("deploy")["committed"]
    board.run("deploy", "--check")
    assert says_at_start(board, f"Jungle Mastermind {__version__} is ready.")
