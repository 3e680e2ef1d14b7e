# SPDX-License-Identifier: MIT
"""`mastermind recover`: up the ladder until the board plays, and asked before anything is lost."""

import io
import json

import pytest
import uf2_files
from fake_board import FakeBoard
from fake_bootloader import FakeBench
from fake_clock import FakeClock
from fake_machine import UID

from mastermind import protocol
from mastermind_host import cli, errors
from mastermind_host.commands.shared import Job
from mastermind_host.deploy import archive
from mastermind_host.ladder import LADDER

NAMES = [rung.name for rung in LADDER]


class Bench:
    """A flashed board on a computer, and the command. `answers`: whether its firmware does."""

    def __init__(self, folder, capsys):
        self.clock, self.capsys = FakeClock(), capsys
        self.board = FakeBoard(folder / "CIRCUITPY", self.clock, uid=UID)
        self.computer = FakeBench(self.board)
        self.uf2 = folder / "some.uf2"
        self.uf2.write_bytes(uf2_files.circuitpython(size=20_000))
        assert self.run("flash", "--uf2", self.uf2)[0] == errors.OK
        self.answers = True
        self.board.on_data = self._answer

    def _answer(self, data):
        if not self.answers or self.board.mode != "running":
            return b""
        return b"".join(
            protocol.reply(json.loads(line)["id"], {"firmware": "0.1.0"})
            for line in data.splitlines()
            if line
        )

    def run(self, *arguments):
        """(exit code, stdout, stderr) of `mastermind ARGUMENTS`."""
        code = cli.run([*map(str, arguments)], Job(self.computer, self.clock))
        told = self.capsys.readouterr()
        return code, told.out, told.err

    def recover(self, *arguments):
        return self.run("recover", "--uf2", self.uf2, *arguments)

    def tried(self, *arguments):
        """The exit code and the names of what was tried."""
        code, out, err = self.recover("--json", *arguments)
        assert out, err
        return code, [one["name"] for one in json.loads(out)]


@pytest.fixture
def bench(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody is there to answer
    return Bench(tmp_path, capsys)


def heal_when(bench, is_so):
    """The board answers once `is_so()`."""
    answer = bench.board.on_data
    bench.answers = True
    bench.board.on_data = lambda data: answer(data) if is_so() else b""


def test_a_board_that_plays_is_left_alone(bench):
    starts, resets = bench.board.starts, list(bench.board.resets)
    code, out, err = bench.recover()
    assert (code, out, err) == (errors.OK, "The board plays; nothing had to be done.\n", "")
    assert (bench.board.starts, bench.board.resets) == (starts, resets)


def test_a_new_start_is_tried_first(bench):
    starts = bench.board.starts
    heal_when(bench, lambda: bench.board.starts > starts)
    assert bench.tried() == (errors.OK, ["look", "interrupt"])


def test_then_a_reset(bench):
    resets = len(bench.board.resets)
    heal_when(bench, lambda: len(bench.board.resets) > resets)
    assert bench.tried() == (errors.OK, ["look", "interrupt", "reset"])


def test_a_broken_file_is_mended(bench):
    wrong = bench.board.drive / "mastermind" / "rules.py"
    right = wrong.read_bytes()
    wrong.write_bytes(b"broken")
    heal_when(bench, lambda: wrong.read_bytes() == right)
    code, names = bench.tried()
    assert (code, names[-1]) == (errors.OK, "deploy")


def test_safe_mode_is_tried_before_an_installation(bench):
    heal_when(bench, lambda: "SAFE_MODE" in bench.board.resets)
    code, names = bench.tried()
    assert (code, names) == (errors.OK, ["look", *NAMES[:4]])


def test_an_installation_keeps_the_files(bench):
    (bench.board.drive / "diary.txt").write_text("Dear diary")
    installed = len(bench.board.resets)
    heal_when(bench, lambda: "BOOTLOADER" in bench.board.resets[installed:])
    code, names = bench.tried()
    assert (code, names[-1]) == (errors.OK, "reinstall")
    assert (bench.board.drive / "diary.txt").read_text() == "Dear diary"


def test_nothing_is_erased_without_the_word(bench):
    (bench.board.drive / "diary.txt").write_text("Dear diary")
    bench.answers = False
    code, out, err = bench.recover()
    assert (code, out) == (errors.UNVERIFIED, "")
    assert "What is left to try was declined: erase, image." in err
    assert "This loses all files on the board's drive; a backup is made" in err
    assert (bench.board.drive / "diary.txt").read_text() == "Dear diary"


@pytest.mark.parametrize("word", ["y\n", "yes\n", "ERASE\n"])
def test_no_other_word_erases(bench, monkeypatch, word):
    monkeypatch.setattr("sys.stdin", io.StringIO(word * 2))
    (bench.board.drive / "diary.txt").write_text("Dear diary")
    bench.answers = False
    assert bench.recover()[0] == errors.UNVERIFIED
    assert (bench.board.drive / "diary.txt").exists()


def test_erasing_keeps_a_backup_and_the_settings(bench, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("erase\n"))
    diary = bench.board.drive / "diary.txt"
    diary.write_text("Dear diary")
    settings = bench.board.drive / "settings.toml"
    settings.write_text(settings.read_text().replace("brightness = 2", "brightness = 5"))
    heal_when(bench, lambda: not diary.exists())
    code, out, err = bench.recover()
    assert (code, out) == (errors.OK, "The board plays, after: erase.\n"), err
    assert "brightness = 5" in settings.read_text()
    kept = [path.read_text() for path in archive.folder().rglob("diary.txt")]
    assert kept == ["Dear diary"]


def test_with_yes_nobody_is_asked_and_where_nothing_helps_it_says_so(bench):
    bench.answers = False
    code, out, err = bench.recover("--yes")
    assert (code, out) == (errors.UNVERIFIED, "")
    assert "Nothing has helped." in err
    assert "Type erase" not in err


def test_somebodys_own_program_is_not_replaced_without_the_word(bench, monkeypatch):
    mine = b"print('my own lamp')\n"
    for path in ("manifest.json", "mastermind/__init__.py"):
        (bench.board.drive / path).unlink()
    (bench.board.drive / "code.py").write_bytes(mine)
    bench.answers = False
    code, _, err = bench.recover()
    assert code == errors.UNVERIFIED
    assert "There is another program on Raspberry Pi Pico" in err
    assert (bench.board.drive / "code.py").read_bytes() == mine
    monkeypatch.setattr("sys.stdin", io.StringIO("erase\n" * 9))
    heal_when(bench, lambda: (bench.board.drive / "code.py").read_bytes() != mine)
    assert bench.recover()[0] == errors.OK
    assert mine in [path.read_bytes() for path in archive.folder().rglob("code.py")]


def test_a_board_in_its_bootloader_is_brought_back(bench):
    bench.board.reset("BOOTLOADER")
    code, names = bench.tried()
    assert (code, names[-1]) == (errors.OK, "reinstall")
    assert bench.board.mode == "running"


def test_no_board(bench):
    bench.computer.boards = ()
    code, out, err = bench.recover()
    assert (code, out) == (errors.NO_DEVICE, "")
    assert "BOOT" in err


def test_the_ladder_is_told_and_not_climbed(bench):
    starts = bench.board.starts
    code, out, _ = bench.recover("-n")
    assert code == errors.OK
    assert [line.split()[0] for line in out.splitlines()] == NAMES
    assert [bool(rung["loses"]) for rung in json.loads(bench.recover("-n", "--json")[1])] == [
        *[False] * 5,
        *[True] * 2,
    ]
    assert bench.board.starts == starts
