# SPDX-License-Identifier: MIT
"""`mastermind deploy`: what it prints, what it asks, and its exit codes."""

import io
import json

import pytest
from fake_drives import FILES, Rig
from fake_machine import FakeMachine

from mastermind import __version__
from mastermind_host import cli, errors
from mastermind_host.commands.shared import Job


@pytest.fixture
def rig(tmp_path):
    return Rig(tmp_path)


def run(rig, capsys, *arguments):
    """(exit code, stdout, stderr) of `mastermind ARGUMENTS` on the rig's computer."""
    code = cli.run(list(arguments), Job(rig.machine, rig.clock))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def at_home(rig, monkeypatch):
    """The rig with the user's folders in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(rig.folder / "data"))
    return rig


def test_the_command_deploys_and_then_has_nothing_to_do(at_home, capsys):
    code, out, err = run(at_home, capsys, "deploy")
    assert code == 0
    assert out.startswith(f"Jungle Mastermind {__version__} is on the board, verified and ready: ")
    assert f"Copying {len(FILES)} files to the board." in err
    assert "What was there before is kept in " in err
    code, out, err = run(at_home, capsys, "deploy", "-q")
    nothing = f"Nothing to do: the board has Jungle Mastermind {__version__}. 0 bytes written.\n"
    assert (code, out, err) == (0, nothing, "")
    code, out, err = run(at_home, capsys, "deploy", "--check")
    assert (code, out) == (0, f"All files of Jungle Mastermind {__version__} are right.\n")


def test_the_command_plans(at_home, capsys):
    code, out, _ = run(at_home, capsys, "deploy", "-n")
    assert code == 0
    assert out.splitlines()[0] == "add      16384  spare.bin: is not there"
    assert out.splitlines()[-1].startswith(f"{len(FILES)} files of ")
    code, out, _ = run(at_home, capsys, "deploy", "-n", "--json")
    told = json.loads(out)
    assert told["dry_run"] is True
    assert told["changes"][0] == {
        "path": "spare.bin",
        "kind": "add",
        "size": 16384,
        "why": "is not there",
    }
    assert told["bytes_written"] == 0


def test_the_command_asks_before_it_replaces_another_program(at_home, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    (at_home.root / "code.py").write_text("print('a year of work')")
    at_home.board.program = lambda board: "at work\n"
    code, out, err = run(at_home, capsys, "deploy")
    assert (code, out) == (errors.INTERRUPTED, "")
    assert "There is another program on the board." in err
    assert at_home.board.executed == []


def test_the_command_names_what_differs(at_home, capsys):
    code, out, err = run(at_home, capsys, "deploy", "--check")
    assert (code, out) == (errors.UNVERIFIED, "")
    assert err.splitlines()[-1] == "Next: mastermind deploy"


def test_the_command_without_a_board(capsys, tmp_path):
    assert cli.run(["deploy"], Job(FakeMachine())) == errors.NO_DEVICE
