# SPDX-License-Identifier: MIT
"""The real command line on a board that is plugged in: from a blank Pico to one that plays.

Every command is a process of its own. The board is emulated, CircuitPython and the way to it real:
mass storage, serial ports, the bootloader's drive.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from emulator import interpreter
from emulator.computer import Computer
from emulator.desk import Desk, Fingers, Killer
from emulator.plugged import BLANK, UID, PluggedBoard

from mastermind import __version__
from mastermind_host.drive import files

Folder = Callable[[str], Path]
REFUSAL = "RuntimeError: Only a part of the firmware was copied: mastermind deploy"

pytestmark = [
    pytest.mark.wall_limit(600),
    pytest.mark.skipif(sys.platform != "linux", reason="pseudo terminals that only Linux has"),
]


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
    player = Fingers(blank.board)
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
    assert done["files_written"] == len(files())
    assert (done["committed"], done["rewritten"], done["started"]) == (True, 0, True)
    assert new.erased() > 0
    sent = new.sent()
    device = new.device()
    assert (device["firmware"], device["state"]) == (__version__, "complete")
    again = new.ask("deploy")
    assert (again["files_written"], again["bytes_written"]) == (0, 0)
    told = new.run("deploy", "--check")
    assert told == f"All files of Jungle Mastermind {__version__} are right.\n"
    assert (new.sent(), new.erased()) == (sent, 0)


def test_one_file_is_mended(usable_uf2: Path, desk: Callable[..., Desk], folder: Folder) -> None:
    board = desk(deployed(usable_uf2, folder))
    damaged = board.drive / "mastermind" / "tunes.py"
    right = damaged.read_bytes()
    damaged.write_bytes(right + b"# changed by somebody\n")
    board.sync()
    told = board.run("deploy", "--check", code=8)
    assert "1 file differs on the board: mastermind/tunes.py." in told
    board.erased()
    place = board.place_of("spare.bin")
    done = board.ask("deploy")
    assert (done["files_written"], done["committed"]) == (1, True)
    assert damaged.read_bytes() == right
    assert board.place_of("spare.bin") == place
    board.run("deploy", "--check")
    # The model does not see the real places: file and manifest may lie across a sector more each.
    assert board.erased() <= done["sectors"] + 2


def test_the_tests_run_on_the_board(
    usable_uf2: Path, desk: Callable[..., Desk], folder: Folder
) -> None:
    board = desk(deployed(usable_uf2, folder))
    told = board.ask("test", "--device")
    assert told["failed"] == 0
    assert told["circuitpython"] == interpreter.version(usable_uf2)
    wrong = board.drive / "mastermind" / "rules.py"
    wrong.write_bytes(wrong.read_bytes() + b"\n\ndef score(*_):\n    return Score(0, 0)\n")
    board.sync()
    assert "deploy" in board.run("test", "--device", code=9)


def test_your_settings_stay(usable_uf2: Path, desk: Callable[..., Desk], folder: Folder) -> None:
    board = desk(deployed(usable_uf2, folder))
    settings = board.drive / "settings.toml"
    mine = settings.read_text().replace('level = "younger"  ', 'level = "expert"   ')
    settings.write_text(mine)
    board.sync()
    assert board.ask("deploy")["files_written"] == 0
    assert settings.read_text() == mine


def test_a_reinstalled_circuitpython_keeps_the_drive(
    usable_uf2: Path, desk: Callable[..., Desk], folder: Folder
) -> None:
    board = desk(deployed(usable_uf2, folder))
    told, hints = board.computer.both("bootloader")
    assert told == f"The board is in its bootloader: {board.board.boot_folder}\n"
    assert hints.splitlines()[:-1] == ["Asking the board for its bootloader by the link."]
    assert board.device()["state"] == "bootloader"
    board.run("install", "--uf2", usable_uf2)
    device = board.device()
    assert (device["firmware"], device["state"]) == (__version__, "complete")
    assert board.ask("deploy")["files_written"] == 0


# A deploy syncs when it has made the manifest invalid, when all files are copied, and at its end.
@pytest.mark.parametrize("sync", [1, 2])
def test_a_first_deploy_that_was_killed_is_mended_by_the_next(
    sync: int, usable_uf2: Path, desk: Callable[..., Desk], folder: Folder
) -> None:
    board = desk(installed(usable_uf2, folder))
    Killer(board, sync, arrives=True).run("deploy")
    assert board.device()["state"] == "half copied"
    assert_mended(board)


def test_a_board_that_was_unplugged_in_a_first_deploy_is_mended(
    usable_uf2: Path, desk: Callable[..., Desk], folder: Folder
) -> None:
    board = desk(installed(usable_uf2, folder))
    Killer(board, 2, arrives=False).run("deploy")
    assert_mended(board)


def assert_mended(board: Desk) -> None:
    """One more deploy, and all is well."""
    assert board.ask("deploy")["committed"]
    board.run("deploy", "--check")
    assert board.device()["state"] == "complete"


def test_a_board_does_not_run_what_is_half_copied(
    usable_uf2: Path, desk: Callable[..., Desk], folder: Folder
) -> None:
    board = desk(deployed(usable_uf2, folder))
    for module in sorted((board.drive / "mastermind").rglob("*.py")):
        module.write_bytes(module.read_bytes() + b"# of another version\n")
    board.sync()
    Killer(board, 2, arrives=False).run("deploy")
    assert board.device()["state"] == "half copied"
    assert board.says_at_start(REFUSAL)
    board.run("deploy", "--check", code=8)
    assert_mended(board)
    assert board.says_at_start(f"Jungle Mastermind {__version__} is ready.")
