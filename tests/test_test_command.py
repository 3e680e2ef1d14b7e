# SPDX-License-Identifier: MIT
"""`mastermind test`: the shared tests here and on a board without hardware."""

import json
import re

import fake_console
import pytest
from fake_board import FakeBoard
from fake_clock import FakeClock
from fake_computer import FakeComputer

from mastermind_host import cli, drive, errors
from mastermind_host.commands import shared
from mastermind_host.deploy import board_tests, host_tests, shared_tests
from mastermind_host.deploy.shared_tests import Case, SharedTests
from mastermind_host.device.repl import Repl

COUNT = 91
SMALL = """
from mastermind import rules
def test_score():
    assert rules.score((0, 0, 1), (1, 1, 0), "older") == (0, 2)
def check_level(level):
    assert rules.colours(level) == 6
CASES = [("test_score", ()), ("check_level", ("younger",)), ("check_level", ("expert",))]
"""


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def board(tmp_path, clock):
    """A board with the firmware, which runs."""
    for name, content in drive.files().items():
        path = tmp_path / "CIRCUITPY" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    board = FakeBoard(tmp_path / "CIRCUITPY", clock)
    clock.sleep(1)
    return board


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout whose tests a test may write: checkout(source)."""
    monkeypatch.setattr(shared_tests, "CHECKOUT", tmp_path / "checkout")

    def write(source):
        path = tmp_path / "checkout" / shared_tests.PATH
        path.parent.mkdir(parents=True)
        path.write_text(source)

    return write


def run(board, *arguments):
    return cli.run(["test", *arguments], shared.Job(FakeComputer(board), board.clock))


def run_here(clock, *arguments):
    return cli.run(["test", *arguments], shared.Job(FakeComputer(), clock))


def break_rules(board, old="Score(red, common - red)", new="Score(red, common + 1)"):
    path = board.drive / "mastermind" / "rules.py"
    source = path.read_text()
    assert old in source
    path.write_text(source.replace(old, new))


# on this computer


def test_the_shared_tests_pass_here(clock, capfd):
    assert run_here(clock) == errors.OK
    told = capfd.readouterr().out
    assert "test_repeats_count_once PASSED" in told
    passed = int(re.search(r"(\d+) passed", told)[1])
    assert told.endswith(f"{passed} of {passed} tests passed on this computer.\n")
    assert passed == shared_tests.find().read_text().count("\ndef test_")


def test_a_failure_here_has_its_code_and_its_name(clock, checkout, capfd):
    checkout("def test_good():\n    pass\ndef test_bad():\n    assert 1 == 2\nCASES = []\n")
    assert run_here(clock) == errors.TESTS_FAILED
    told = capfd.readouterr()
    assert told.out.endswith("1 of 2 tests passed on this computer.\n")
    assert told.err == (
        "1 of 2 tests failed here: test_bad.\n"
        "Likely cause: assert 1 == 2\n"
        "Next: git diff firmware/mastermind\n"
    )


def test_json_here_is_nothing_but_json(clock, checkout, capfd):
    checkout("def test_good():\n    pass\ndef test_bad():\n    assert 1 == 2\nCASES = []\n")
    assert run_here(clock, "--json") == errors.TESTS_FAILED
    told = json.loads(capfd.readouterr().out)
    assert (told["passed"], told["failed"]) == (1, 1)
    assert [(one["title"], one["passed"]) for one in told["tests"]] == [
        ("test_good", True),
        ("test_bad", False),
    ]


def test_tests_that_do_not_load_here_have_failed(clock, checkout, capfd):
    checkout("import no_such_module\n")
    assert run_here(clock, "-q") == errors.TESTS_FAILED
    told = capfd.readouterr()
    assert told.out == "0 of 1 tests passed on this computer.\n"
    assert "ModuleNotFoundError: No module named 'no_such_module'" in told.err


def test_no_tests_is_no_success(clock, checkout, capfd):
    checkout("CASES = []\n")
    assert run_here(clock, "-q") == errors.UNEXPECTED
    assert "pytest stopped with its code 5" in capfd.readouterr().err


def test_without_a_checkout_it_says_where_the_tests_are(clock, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(shared_tests, "CHECKOUT", tmp_path)
    for arguments in ((), ("--device",)):
        assert run_here(clock, *arguments) in (errors.USAGE, errors.NO_DEVICE)
    assert run_here(clock) == errors.USAGE
    told = capsys.readouterr().err
    assert f"The tests are not here: there is no {tmp_path / shared_tests.PATH}." in told
    assert "make setup && .venv/bin/mastermind test" in told


def test_without_pytest_it_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setattr(host_tests.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(errors.Fault) as raised:
        host_tests.run(tmp_path, quiet=True)
    assert raised.value.code == errors.USAGE
    assert raised.value.advice == "make setup   (or: mastermind test --device, on a board)"


# on a board


def test_the_same_tests_pass_on_a_board(board, capsys):
    assert run(board, "--device") == errors.OK
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert len(lines) == COUNT + 1
    assert (
        lines[0]
        == f"passed  {'check_scores(' + repr('younger') + ', 0)':46}      0 ms   166 kB free"
    )
    assert lines[-1] == (
        f"{COUNT} of {COUNT} tests passed on Raspberry Pi Pico with CircuitPython 9.2.4: "
        "0.0 s, at least 166 kB of memory free."
    )
    assert told.err == f"Running {COUNT} tests on the board.\nStarting the board.\n"
    assert (board.mode, board.starts) == (fake_console.RUNNING, 2)
    assert shared_tests.find().read_text() in board.executed  # the file itself


def test_a_failure_on_the_board_names_the_test_and_the_traceback(board, checkout, capsys):
    checkout(SMALL)
    break_rules(board)
    assert run(board, "--device", "-q") == errors.TESTS_FAILED
    told = capsys.readouterr()
    assert told.out.splitlines()[1:] == [
        "passed  check_level('younger')                              0 ms   166 kB free",
        "FAILED  check_level('expert')",
        "1 of 3 tests passed on Raspberry Pi Pico with CircuitPython 9.2.4: "
        "0.0 s, at least 166 kB of memory free.",
    ]
    assert told.err == (
        "2 of 3 tests failed on the board: test_score() and 1 more.\n"
        "Likely cause: On the board:\n"
        "Traceback (most recent call last):\n"
        '  File "<stdin>", line 1, in <module>\n'
        '  File "<stdin>", line 6, in run_case\n'
        '  File "<stdin>", line 4, in test_score\n'
        "AssertionError:\n"
        "Next: mastermind deploy   (brings this program's firmware), "
        "then: mastermind test --device\n"
    )
    assert (board.mode, board.starts) == (fake_console.RUNNING, 2)


def test_json_tells_every_test(board, checkout, capsys):
    checkout(SMALL)
    break_rules(board)
    assert run(board, "--device", "--json") == errors.TESTS_FAILED
    told = json.loads(capsys.readouterr().out)
    assert told["uid"] == board.uid
    assert (told["board_id"], told["circuitpython"]) == ("raspberry_pi_pico", "9.2.4")
    assert told["firmware"] == "0.1.0"
    assert (told["passed"], told["failed"]) == (1, 2)
    assert told["tests"][1] == {
        "title": "check_level('younger')",
        "passed": True,
        "ms": 0,
        "heap_free": 170_000,
        "trouble": "",
    }
    assert told["tests"][0]["title"] == "test_score()"
    assert told["tests"][0]["trouble"].startswith("Traceback (most recent call last):")


def test_a_board_without_the_firmware_fails(board, capsys):
    (board.drive / "mastermind" / "__init__.py").unlink()
    assert run(board, "--device") == errors.TESTS_FAILED
    told = capsys.readouterr().err
    assert "The firmware is not on the board, or not all of it." in told
    assert "ImportError: no module named 'mastermind'" in told


def test_tests_that_do_not_load_fail(board, capsys):
    break_rules(board, "def score(", "def (")
    assert run(board, "--device") == errors.TESTS_FAILED
    told = capsys.readouterr().err
    assert "The tests do not load on the board." in told
    assert 'File "mastermind/rules.py", line' in told


def test_a_board_that_does_not_start_again_is_an_error(board, checkout, capsys):
    checkout(SMALL.replace(', ("check_level", ("expert",))', ""))
    (board.drive / "mastermind" / "lights.py").unlink()
    assert run(board, "--device", "-q") == errors.UNVERIFIED
    told = capsys.readouterr()
    assert "2 of 2 tests passed" in told.out
    assert "it does not start" in told.err


def test_a_board_that_goes_in_the_middle_is_told(board, capsys):
    board.vanish_after = 9_000  # the file and the first tests
    assert run(board, "--device", "-q") == errors.NO_DEVICE
    assert "The board is gone." in capsys.readouterr().err


def results_of(board, source, prepare=lambda: None):
    scope = {}
    exec(source, scope)
    tests = SharedTests(source, [Case(*case) for case in scope["CASES"]])
    with Repl(board.open(), board.clock) as repl:
        prepare()
        return list(board_tests.run(repl, tests))


def test_each_result_is_of_one_test(board):
    assert [one[:4] for one in results_of(board, SMALL)] == [
        ("test_score()", True, 0, 170_000),
        ("check_level('younger')", True, 0, 170_000),
        ("check_level('expert')", False, 0, 0),
    ]


def test_a_test_without_end_fails_and_the_next_one_runs(board):
    told = results_of(board, SMALL, prepare=lambda: setattr(board, "hangs_on", "case('test_score'"))
    assert told[0] == ("test_score()", False, 0, 0, "It did not end within 60 s.")
    assert told[1].passed


def test_a_test_that_prints_fails(board):
    told = results_of(board, "def test_loud():\n    print('hello')\nCASES = [('test_loud', ())]\n")
    assert told == [("test_loud()", False, 0, 0, "It printed: hello\n0 170000")]
