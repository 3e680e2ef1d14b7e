# SPDX-License-Identifier: MIT
"""`mastermind games`: the games of a memory as a table, as exact data and in words."""

import json

import pytest

from mastermind import match, played, state
from mastermind.memory import Memory
from mastermind_host import cli, errors, games, games_view
from mastermind_host.memory_file import MemoryFile

PLAYED = (
    # level, hider, code, rows, seconds
    ("younger", "friend", (0, 1, 2), [(3, 4, 5), (2, 1, 0)], 125),
    ("younger", "friend", (5, 5, 5), [(0, 0, 0)] * 9, 600),
    ("expert", "board", (6, 6, 1), [(6, 6, 1)], 4000),
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "board.nvm"


@pytest.fixture
def family(path):
    """The path of a memory with three games, the second with a hint."""
    with MemoryFile(path) as store:
        kept = Memory(store)
        for number, (level, hider, code, rows, seconds) in enumerate(PLAYED):
            setup = bytes((state.pack_kind(level, hider, 2),) * 2)
            packed = state.pack_holes(code)
            kept.tell(state.START, setup + (packed if hider == "board" else b""))
            if hider == "friend":
                kept.tell(state.CODE, packed)
            for row in rows:
                told = state.pack_holes(row, number == 1) + state.number(seconds, 2)
                kept.tell(state.ROW, told)
            kept.tell(state.SEEN)
    return path


def run(capsys, *arguments):
    """(exit code, stdout, stderr) of `mastermind games ARGUMENTS`."""
    code = cli.run(["games", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_table_and_its_line_of_statistics(family, capsys):
    code, out, err = run(capsys, "--memory", family)
    assert (code, err) == (errors.OK, "")
    assert [line.rstrip() for line in out.splitlines()] == [
        "game  level    hid the code  guessed          rows  helped     time",
        "   1  younger  player one    player two          2             2:05",
        "   2  younger  player two    player one  not found  yes       10:00",
        "   3  expert   the board     player one          1          1:06:40",
        "Rounds won: player one 0, player two 1. "
        "Rows on average: younger 6 in 2 games; expert 1 in 1 game.",
    ]


def test_exact_data(family, capsys):
    code, out, err = run(capsys, "--memory", family, "--json")
    record = json.loads(out)
    assert (code, err) == (errors.OK, "")
    assert record["rounds_won"] == {"player one": 0, "player two": 1}
    assert [game["number"] for game in record["games"]] == [1, 2, 3]
    assert record["games"][0] == {
        "number": 1,
        "level": "younger",
        "hider": "friend",
        "codemaker": "player one",
        "codebreaker": "player two",
        "code": ["tiger", "lion", "crocodile"],
        "guesses": [["parrot", "elephant", "hippo"], ["crocodile", "lion", "tiger"]],
        "scores": [[0, 0], [0, 3]],
        "found": True,
        "rows": 2,
        "helped": False,
        "slips": 0,
        "seconds": 125,
    }
    assert record["games"][1]["rows"] == 10
    assert record["games"][1]["helped"] is True
    assert record["games"][2]["code"] == ["blank", "blank", "lion"]


def test_a_review_in_sentences(family, capsys):
    assert run(capsys, "--memory", family, "--review", 3) == (
        errors.OK,
        "Player one found the code blank, blank, lion in 1 row.\n"
        "Row 1: blank, blank, lion: found! 343 codes were possible: the chance was 1 in 343.\n"
        "Skill: 1 of 1 guess was as good as the board's, or nearly.\n"
        "Luck: 1 lucky row, 0 unlucky rows.\n",
        "",
    )


def test_a_review_as_exact_data(family, capsys):
    code, out, _ = run(capsys, "--memory", family, "--review", 1, "--json")
    told = json.loads(out)
    assert code == errors.OK
    assert told["game"]["number"] == 1
    assert told["sentences"][0] == "Player two found the animals tiger, lion, crocodile in 2 rows."
    assert told["rows"][0] == {
        "number": 1,
        "guess": ["parrot", "elephant", "hippo"],
        "score": [0, 0],
        "before": 216,
        "after": 27,
        "wins": 6,
        "expected": "1015/12",
        "best": ["crocodile", "crocodile", "parrot"],
        "best_wins": 3,
        "best_expected": "977/12",
        "ruled_out_by": None,
    }


def test_a_game_that_there_is_not(family, capsys):
    code, out, err = run(capsys, "--memory", family, "--review", 4)
    assert (code, out) == (errors.USAGE, "")
    assert err.splitlines() == [
        "There is no game 4 in this memory.",
        "Likely cause: It keeps games 1 to 3. The oldest make room for new ones.",
        "Next: mastermind games   (lists them)",
    ]


def test_no_memory(path, capsys):
    code, out, err = run(capsys, "--memory", path)
    assert (code, out) == (errors.NO_DEVICE, "")
    assert err.splitlines()[0] == f"There is no board's memory at {path}."
    assert err.splitlines()[-1].startswith("Next: mastermind play")
    assert not path.exists()


def test_another_file(path, capsys):
    path.write_text("Dear diary,")
    assert run(capsys, "--memory", path)[0] == errors.WRONG_DEVICE
    assert path.read_text() == "Dear diary,"


def test_a_memory_without_games(path, capsys):
    MemoryFile(path).close()
    hint = "No game has been played to its end yet: mastermind play\n"
    assert run(capsys, "--memory", path) == (errors.OK, "", hint)
    code, out, err = run(capsys, "--memory", path, "--json")
    assert (code, err) == (errors.OK, "")
    assert json.loads(out) == {"rounds_won": {"player one": 0, "player two": 0}, "games": []}


def test_a_damaged_memory_shows_what_is_whole(family, capsys):
    data = bytearray(family.read_bytes())
    used = len(bytes(data).rstrip(b"\xff"))
    data[used - 10] ^= 1
    family.write_bytes(data)
    code, out, err = run(capsys, "--memory", family)
    assert code == errors.OK
    assert err.startswith("The memory is damaged from byte ")
    assert "   2  younger" in out


def test_the_memory_of_play_is_read_while_it_plays(family, capsys, monkeypatch):
    monkeypatch.setenv("MASTERMIND_PLAY_MEMORY", str(family))
    with MemoryFile(family):
        assert run(capsys)[0] == errors.OK


def test_the_game_on_the_table_is_not_told(family, capsys):
    with MemoryFile(family) as store:
        kept = Memory(store)
        setup = bytes((state.pack_kind("older", "board", 2),) * 2)
        kept.tell(state.START, setup + state.pack_holes((3, 4, 5)))
        kept.tell(state.ROW, state.pack_holes((0, 0, 0)) + bytes(2))
    out = run(capsys, "--memory", family, "--json")[1]
    assert len(json.loads(out)["games"]) == 3
    assert "parrot" not in json.dumps(json.loads(out)["games"][1:])


def test_games_of_the_board_count_for_no_person():
    ours = played.Played(1, "older", match.AGAINST_BOARD, 0, (0, 1, 2), ((0, 1, 2),), False, 9, 0)
    boards = ours._replace(codebreaker=1, guesses=((5, 5, 5), (0, 1, 2)))
    assert games.averages((ours, boards)) == [games.Average("older", 1, 1)]
    record = games.Record((), (2, 1), ("player one", "the board"), ())
    assert games_view.statistics(record) == "Rounds won: player one 2, the board 1."


def test_times():
    told = [games_view.clock(seconds) for seconds in (0, 59, 3599, 3600, games.MOST_SECONDS)]
    assert told == ["0:00", "0:59", "59:59", "1:00:00", "18:12:15+"]
