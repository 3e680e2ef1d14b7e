# SPDX-License-Identifier: MIT
"""`mastermind games` of a board: read over the link, kept here, as a picture and as a file."""

import csv
import json

import pytest
from fake_clock import FakeClock
from fake_machine import UID, FakeMachine, ports
from linked import Rig, Wire, play_games

from mastermind_host import archive, cli, errors
from mastermind_host.commands.shared import Job


@pytest.fixture
def rig():
    return Rig(level="older")


@pytest.fixture
def machine(rig, tmp_path, monkeypatch):
    """A computer with one board, and folders of its own for what it keeps."""
    monkeypatch.delenv("MASTERMIND_PLAY_MEMORY", raising=False)
    monkeypatch.setattr(archive, "user_data_path", lambda *_, **__: tmp_path / "data")
    console, data = ports()
    return FakeMachine(ports=[console, data], streams={data.path: Wire(rig)})


@pytest.fixture
def run(machine, capsys):
    """run(ARGUMENTS): (exit code, stdout, stderr) of `mastermind games ARGUMENTS`."""

    def run(*arguments):
        code = cli.run(["games", *map(str, arguments)], Job(machine, FakeClock()))
        out, err = capsys.readouterr()
        return code, out, err

    return run


def numbers(out):
    return [game["number"] for game in json.loads(out)["games"]]


def test_a_boards_games_are_shown_kept_and_marked(rig, run, tmp_path):
    play_games(rig, 7)
    code, out, err = run("--json")
    assert (code, err, numbers(out)) == (errors.OK, "", [1, 2, 3, 4, 5, 6, 7])
    assert rig.player.app.memory.state.games_read == 7
    assert len((tmp_path / "data" / "games" / f"{UID}.txt").read_text().splitlines()) == 7
    play_games(rig, 1)
    assert numbers(run("--json")[1]) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_words_of_a_boards_games(rig, run):
    play_games(rig, 2)
    code, out, _ = run()
    assert code == errors.OK
    assert "Rounds won: player one 0, player two 0. Rows on average: older 1 in 2 games." in out
    assert run("--review", 2)[1].startswith("Player one found the code tiger, lion, crocodile in 1")


def test_a_board_that_is_not_there_has_its_kept_games(rig, run, machine):
    play_games(rig, 3)
    run()
    machine.serials = []
    code, out, err = run("--serial", UID, "--json")
    assert (code, numbers(out)) == (errors.OK, [1, 2, 3])
    assert "These are its games that this computer has kept." in err
    code, out, err = run("--serial", "ABCD")
    assert (code, out) == (errors.NO_DEVICE, "")


def test_a_memory_that_is_named_counts_more_than_a_board(rig, run, tmp_path):
    play_games(rig, 1)
    code, out, _ = run("--memory", tmp_path / "none.nvm")
    assert (code, out) == (errors.NO_DEVICE, "")
    assert rig.player.app.memory.state.games_read == 0


def test_two_boards_are_not_guessed_between(run, machine):
    machine.serials += ports("E6614103E72A5D37", "/dev/ttyACM2", "/dev/ttyACM3")
    code, out, err = run()
    assert (code, out) == (errors.SEVERAL_DEVICES, "")
    assert f"--serial {UID}" in err


def test_a_csv_file_for_a_spreadsheet(rig, run, tmp_path):
    play_games(rig, 2)
    path = tmp_path / "games.csv"
    code, out, err = run("--export", path)
    assert (code, out, err) == (errors.OK, "", f"Written: {path}\n")
    first, second = csv.DictReader(path.open(newline=""))
    assert (first["number"], first["code"]) == ("1", "tiger lion crocodile")
    assert (second["guesses"], second["scores"]) == ("tiger lion crocodile", "3 0")


def test_a_json_file(rig, run, tmp_path):
    play_games(rig, 2)
    path = tmp_path / "games.json"
    assert run("--export", path)[0] == errors.OK
    assert numbers(path.read_text()) == [1, 2]


@pytest.mark.parametrize("name", ["games.png", "games.svg"])
def test_a_picture(rig, run, tmp_path, name):
    play_games(rig, 3)
    path = tmp_path / name
    code, out, err = run("--plot", path)
    assert (code, out, err) == (errors.OK, "", f"Written: {path}\n")
    begins = {".png": b"\x89PNG\r\n", ".svg": b"<?xml"}[path.suffix]
    assert path.read_bytes().startswith(begins)
    if path.suffix == ".svg":
        assert b"best play: 3.954 on average" in path.read_bytes()


@pytest.mark.parametrize(
    ("option", "name", "code", "said"),
    [
        ("--plot", "games.txt", errors.USAGE, "games.txt names no kind of picture."),
        ("--export", "games", errors.USAGE, "games names no kind of file that games go into."),
        ("--plot", "none/games.png", errors.UNWRITABLE, "cannot be written: No such file"),
        ("--export", "none/games.csv", errors.UNWRITABLE, "cannot be written: No such file"),
    ],
)
def test_a_file_that_can_not_be(rig, run, tmp_path, option, name, code, said):
    play_games(rig, 1)
    done = run(option, tmp_path / name)
    assert (done[0], done[1]) == (code, "")
    assert said in done[2].replace("\n", " ")
