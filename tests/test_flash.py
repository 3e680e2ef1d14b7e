# SPDX-License-Identifier: MIT
"""`mastermind flash`: from a blank board to a playing one, one board or a bench of them."""

import io
import json
import threading

import pytest
import uf2_files
from fake_board import FakeBoard
from fake_bootloader import FakeBench
from fake_clock import FakeClock
from fake_machine import OTHER_UID, UID

from mastermind import __version__
from mastermind_host import classroom, cli, errors
from mastermind_host.commands.shared import Job
from mastermind_host.deploy import archive, manifest, shared_tests

READY = f"Jungle Mastermind {__version__} is ready."
TESTS = len(shared_tests.load(shared_tests.find()).cases)
MINE = b"print('my own lamp')\n"


class Bench:
    """Boards on one computer, and the command."""

    def __init__(self, folder, capsys, count=1, version="9.2.4"):
        self.clock, self.capsys = FakeClock(), capsys
        uids = (UID, OTHER_UID, "E6614C775B8F2A34")[:count]
        self.boards = [
            FakeBoard(folder / uid / "CIRCUITPY", self.clock, version=version, uid=uid)
            for uid in uids
        ]
        self.computer = FakeBench(*self.boards)
        self.uf2 = folder / "some.uf2"
        self.uf2.write_bytes(uf2_files.circuitpython(size=20_000))

    def flash(self, *arguments):
        """(exit code, stdout, stderr) of `mastermind flash`."""
        code = cli.run(["flash", *map(str, arguments)], Job(self.computer, self.clock))
        told = self.capsys.readouterr()
        return code, told.out, told.err


@pytest.fixture
def keeps(tmp_path, monkeypatch):
    """Where backups go."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return archive.folder()


@pytest.fixture
def bench(tmp_path, capsys, keeps):
    return Bench(tmp_path, capsys)


@pytest.fixture
def three(tmp_path, capsys, keeps, monkeypatch):
    """Three boards that are done in turn: on one clock, a thread that waits would take the others'
    time away.
    """
    monkeypatch.setattr(classroom, "AT_ONCE", 1)
    return Bench(tmp_path, capsys, count=3)


def is_flashed(board):
    whole = manifest.read(board.drive)
    return whole is not None and whole.complete and READY in board.said.decode()


def test_a_board_in_its_bootloader_plays_in_the_end(bench):
    (board,) = bench.boards
    board.reset("BOOTLOADER")
    code, out, err = bench.flash("--uf2", bench.uf2)
    assert code == errors.OK, err
    first, second, third = out.splitlines()
    assert first.startswith("CircuitPython 10.1.3 runs on the Raspberry Pi Pico at ")
    assert second.startswith(f"Jungle Mastermind {__version__} is on the board, verified and ready")
    assert third.startswith(f"{TESTS} of {TESTS} tests passed on Raspberry Pi Pico with ")
    assert err.endswith("The animals walk up the board: press any of its buttons.\n")
    assert is_flashed(board)


def test_a_circuitpython_that_will_do_stays(bench):
    (board,) = bench.boards
    code, out, _ = bench.flash()
    assert code == errors.OK
    assert out.splitlines()[0] == "CircuitPython 9.2.4 stays on the Raspberry Pi Pico."
    assert board.version == "9.2.4"
    assert is_flashed(board)


@pytest.mark.parametrize("asked", [["--force"], []])
def test_one_that_is_asked_for_or_needed_is_installed(tmp_path, capsys, keeps, asked):
    bench = Bench(tmp_path, capsys, version="9.2.4" if asked else "9.1.0")
    code, out, _ = bench.flash("--uf2", bench.uf2, *asked)
    assert code == errors.OK
    assert bench.boards[0].version == "10.1.3"
    assert out.startswith("CircuitPython 10.1.3 runs on")


def test_what_is_done_is_not_done_again(bench):
    bench.flash()
    (board,) = bench.boards
    resets = list(board.resets)
    code, out, _ = bench.flash("--json")
    told = json.loads(out)
    assert code == errors.OK
    assert told["installed"] is None
    assert told["deployed"]["bytes_written"] == 0
    assert (told["tested"]["passed"], told["tested"]["failed"]) == (TESTS, 0)
    assert board.resets == resets


def test_a_stop_in_the_middle_is_mended_by_the_same_command(bench):
    (board,) = bench.boards
    board.vanish_after = 4000
    code, out, _ = bench.flash()
    assert (code, out) == (errors.NO_DEVICE, "")
    board.vanish_after = None
    board.plug()
    bench.clock.sleep(5)
    assert bench.flash()[0] == errors.OK
    assert is_flashed(board)


def test_somebodys_program_is_asked_about(bench, keeps, monkeypatch):
    (board,) = bench.boards
    (board.drive / "code.py").write_bytes(MINE)
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody is there to answer
    code, out, err = bench.flash()
    assert (code, out) == (errors.USAGE, "")
    assert "There is another program on Raspberry Pi Pico" in err
    assert (board.drive / "code.py").read_bytes() == MINE
    assert bench.flash("--yes")[0] == errors.OK
    assert is_flashed(board)
    kept = [path.read_bytes() for path in keeps.rglob("code.py")]
    assert kept == [MINE]


def test_a_test_that_fails_on_the_board_is_no_success(bench, tmp_path, monkeypatch):
    wrong = tmp_path / "test_wrong.py"
    wrong.write_text("def test_wrong():\n    assert 1 == 2\n\n\nCASES = [('test_wrong', ())]\n")
    monkeypatch.setattr(shared_tests, "find", lambda: wrong)
    code, out, err = bench.flash()
    assert code == errors.TESTS_FAILED
    assert out.splitlines()[-1].startswith("0 of 1 tests passed on Raspberry Pi Pico")
    assert "1 of 1 tests failed on the board: test_wrong()." in err
    assert is_flashed(bench.boards[0])


def test_nothing_is_done_in_a_dry_run(bench):
    (board,) = bench.boards
    before = sorted(path.name for path in board.drive.iterdir())
    code, out, _ = bench.flash("-n")
    assert code == errors.OK
    assert out.startswith("CircuitPython 9.2.4 stays on Raspberry Pi Pico")
    assert "boot.py: " in out
    assert sorted(path.name for path in board.drive.iterdir()) == before
    board.reset("BOOTLOADER")
    code, out, _ = bench.flash("-n", "--json", "--uf2", bench.uf2)
    (plan,) = json.loads(out)
    assert (code, plan["install"]["version"], plan["deploy"]) == (errors.OK, "10.1.3", None)
    assert not list(board.loader.glob("*.uf2"))


def test_no_board(bench):
    bench.computer.boards = ()
    assert bench.flash()[0] == errors.NO_DEVICE
    assert bench.flash("--all")[0] == errors.NO_DEVICE


def test_several_boards_are_not_guessed_between(three):
    code, _, err = three.flash()
    assert code == errors.SEVERAL_DEVICES
    assert f"--serial {UID}" in err
    assert three.flash("--serial", OTHER_UID)[0] == errors.OK
    assert [is_flashed(board) for board in three.boards] == [False, True, False]


def test_all_of_them_a_line_each(three):
    three.boards[1].reset("BOOTLOADER")
    code, out, err = three.flash("--all", "--uf2", three.uf2)
    assert code == errors.OK, err
    assert sorted(line.split()[0] for line in out.splitlines()) == ["ready"] * 3
    assert all(is_flashed(board) for board in three.boards)
    assert {board.version for board in three.boards} == {"10.1.3"}


def test_one_that_fails_stops_no_other(three):
    three.boards[0].mute = True
    code, out, err = three.flash("--all")
    assert code == errors.TIMEOUT
    assert sorted(line.split()[0] for line in out.splitlines()) == ["FAILED", "ready", "ready"]
    assert "1 of 3 boards were not flashed." in err
    assert [is_flashed(board) for board in three.boards] == [False, True, True]


def test_somebodys_program_among_many_is_left_alone(three):
    (three.boards[0].drive / "code.py").write_bytes(MINE)
    code, out, _ = three.flash("--all", "--json")
    told = {one["uid"]: one["error"] for one in json.loads(out)}
    assert code == errors.USAGE
    assert told[UID]["code"] == errors.USAGE
    assert told[OTHER_UID] is None


def test_all_and_one_is_no_choice(three):
    code, out, err = three.flash("--all", "--serial", UID)
    assert (code, out) == (errors.USAGE, "")
    assert "--all means every board" in err


def test_threads_are_not_left_behind(three):
    before = threading.active_count()
    three.flash("--all")
    assert threading.active_count() == before
