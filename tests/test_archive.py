# SPDX-License-Identifier: MIT
"""The games of a board that this computer keeps: added once, never lost."""

import pytest

from mastermind.played import Played
from mastermind_host import archive, errors


def game(number, seconds=60):
    return Played(number, "older", "friend", 1, (0, 1, 2), ((0, 1, 2),), False, seconds, 0)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games" / "E661.txt"


def test_there_may_be_none(path):
    assert archive.read(path) == ()
    assert archive.add(path, []) == ()
    assert not path.exists()


def test_games_are_added_once_and_in_order(path):
    assert archive.add(path, [game(1), game(2)]) == (game(1), game(2))
    assert archive.add(path, [game(2), game(3)]) == (game(1), game(2), game(3))
    assert archive.read(path) == (game(1), game(2), game(3))
    assert path.read_text().count("\n") == 3


def test_a_board_that_began_anew_loses_nothing(path):
    archive.add(path, [game(1), game(2)])
    assert archive.add(path, [game(1, seconds=99)]) == (game(1), game(2), game(1, seconds=99))


@pytest.mark.parametrize("rubbish", [b"zz\n", b"00\n", b"\xff\xfe\n", b"\n\n", b"0a0b"])
def test_what_makes_no_sense_is_passed_over_and_stays(path, rubbish):
    archive.add(path, [game(1)])
    path.write_bytes(path.read_bytes() + rubbish)
    assert archive.add(path, [game(2)]) == (game(1), game(2))
    assert rubbish.strip() in path.read_bytes()


def test_a_file_in_the_way(tmp_path):
    (tmp_path / "games").write_text("no folder")
    with pytest.raises(errors.Fault) as caught:
        archive.add(tmp_path / "games" / "E661.txt", [game(1)])
    assert caught.value.code in (errors.UNWRITABLE, errors.BUSY)


def test_each_board_has_a_file_of_its_own():
    assert archive.path_of("E661").name == "E661.txt"
    assert archive.path_of("").name == "board.txt"
