# SPDX-License-Identifier: MIT
"""Pieces on a virtual board: it plays with what its simulated sensors read of them."""

import pytest

from mastermind import keys, lights, rules, settings
from mastermind_host import virtual
from mastermind_host.pieces import NAMES, SOMETHING_ELSE

READ_MS = 450  # an answer has to last for 300 ms, and a sensor is read every 60 ms
UNSURE_MS = 1150
STEP_MS = 5
LEFT, MIDDLE, RIGHT = range(3)
CODE = 3  # the left code hole
SEVEN = rules.NOT_CHOSEN


class Family:
    """People at a virtual board whose clock they turn."""

    def __init__(self, **changes):
        self.now_ms = 0
        self.frames = []
        board = virtual.Board(now_ms=lambda: self.now_ms)
        drawn = iter(range(3))  # the board draws tiger, lion, crocodile
        self.session = virtual.Session(
            settings.defaults() | changes,
            urandom=lambda count: bytes(next(drawn) for _ in range(count)),
            board=board,
        )
        self.wait(100)

    def wait(self, ms):
        for _ in range(0, ms, STEP_MS):
            self.now_ms += STEP_MS
            if self.session.step():
                self.frames.append((self.now_ms, tuple(self.session.board.shown)))

    def press(self, *names):
        for name in names:
            for down in (True, False):
                self.session.key(keys.NAMES.index(name), down)
                self.wait(30)

    def put(self, where, piece, ms=READ_MS):
        self.session.put(where, piece, hood_open=True)
        self.wait(ms)

    def lay(self, pieces, first=LEFT):
        """Pieces by their first letters, - for none, into the three holes from `first`."""
        for hole, letter in enumerate(pieces):
            self.session.put(first + hole, NAMED[letter], hood_open=True)
        self.wait(READ_MS)

    def check(self, *looks):
        """The score lights of the row after `check`."""
        row = len(self.game.history)
        self.press("check")
        assert list(self.session.app.picture[6 * row + 3 : 6 * row + 6]) == list(looks)

    @property
    def game(self):
        return self.session.app.table.game

    @property
    def row(self):
        """The looks of the three lights that are being chosen."""
        first = lights.code_light(0) if self.session.stage == "hide" else 6 * self.session.row
        return list(self.session.app.picture[first : first + 3])


NAMED = {name[0]: name for name in NAMES} | {"-": ""}
RED, WHITE, OFF = lights.RED, lights.WHITE, lights.OFF


@pytest.fixture
def family():
    """At the first row of a game at older, against a code that the board has hidden."""
    family = Family(level="older", hider="board")
    family.press("check", "check")
    assert family.session.stage == "guess"
    return family


def hiding(level):
    """A family at a level, before the first code is hidden."""
    family = Family(level=level)
    family.press("check", "check")
    assert family.session.stage == "hide"
    return family


# ---- What is read


@pytest.mark.parametrize("animal", range(rules.BLANK))
def test_an_animal_is_in_the_row_soon_after_it_was_set(family, animal):
    for hole in range(rules.HOLES):
        family.put(hole, rules.ANIMALS[animal])
        assert family.row[: hole + 1] == [animal] * (hole + 1)
    assert family.session.lying() == (*[rules.ANIMALS[animal]] * 3, "", "", "")


@pytest.mark.parametrize("animal", range(rules.BLANK))
def test_an_animal_in_the_code_holes_is_in_the_code(animal):
    family = hiding("younger")
    for hole in range(rules.HOLES):
        family.put(CODE + hole, rules.ANIMALS[animal])
    assert family.row == [animal] * 3
    assert family.session.app.table.row.holes == [animal] * 3


def test_a_lifted_animal_leaves_an_empty_hole(family):
    family.lay("tlc")
    family.put(MIDDLE, "")
    assert family.row == [0, SEVEN, 2]
    family.lay("---")
    assert family.row == [SEVEN] * 3


def test_what_is_gone_again_at_once_was_never_there(family):
    tunes = family.session.board.tunes
    family.put(LEFT, "tiger", 200)
    family.put(LEFT, "", 1000)
    assert (family.row, family.session.board.tunes) == ([SEVEN] * 3, tunes)


@pytest.mark.parametrize("hole", range(rules.HOLES))
def test_something_else_is_not_sure_until_its_button_decides(family, hole):
    family.put(hole, SOMETHING_ELSE, UNSURE_MS)
    assert family.row[hole] == lights.UNSURE
    family.press(keys.NAMES[hole])
    assert family.row[hole] == 0
    family.put(hole, "hippo")
    assert family.row[hole] == 5


@pytest.mark.parametrize("hole", range(rules.HOLES))
def test_something_else_in_a_code_hole_is_not_sure(hole):
    family = hiding("older")
    family.put(CODE + hole, SOMETHING_ELSE, UNSURE_MS)
    assert family.row[hole] == lights.UNSURE


def test_one_animal_takes_the_place_of_another(family):
    family.put(LEFT, "tiger")
    family.put(LEFT, "parrot")
    assert (family.row[LEFT], family.session.lying()[LEFT]) == (3, "parrot")


def test_pieces_stay_where_they_are_and_do_not_play_twice(family):
    family.lay("ltc")
    family.check(RED, WHITE, WHITE)
    assert family.session.lying() == ("lion", "tiger", "crocodile", "", "", "")
    assert family.row == [1, 0, 2]
    family.press("check")  # refused: nothing was touched
    assert len(family.game.history) == 1
    family.put(LEFT, "tiger")
    family.put(MIDDLE, "lion")
    family.check(RED, RED, RED)
    assert family.session.stage == "reveal"


def test_the_same_is_read_at_each_start():
    def played():
        family = Family(level="older", hider="board")
        family.press("check", "check")
        family.lay("tlc")
        family.lay("sep")
        return family.frames, family.session.app.table.holes.raw

    assert played() == played()


def test_pieces_that_lie_there_are_found_by_a_board_that_starts_anew(family):
    family.lay("tlc")
    family.session.power_up()
    family.wait(3000)
    assert (family.session.stage, family.row) == ("guess", [0, 1, 2])
    family.put(LEFT, "hippo")
    assert family.row == [5, 1, 2]


# ---- Whole games by pieces alone


def test_a_game_at_younger():
    family = hiding("younger")
    family.lay("tlc", CODE)
    family.press("check")
    family.lay("ehp")
    family.check(OFF, OFF, OFF)
    family.lay("ttl")
    family.check(WHITE, WHITE, OFF)
    family.lay("ltc")
    family.check(WHITE, WHITE, WHITE)
    assert (family.session.stage, family.session.last_game.code) == ("reveal", (0, 1, 2))


def test_a_game_at_older():
    family = hiding("older")
    family.lay("ttl", CODE)
    family.press("check")
    family.lay("ltt")
    family.check(RED, WHITE, WHITE)
    family.lay("lht")
    family.check(WHITE, WHITE, OFF)
    family.lay("ttl")
    family.check(RED, RED, RED)
    assert (family.session.stage, family.session.last_game.code) == ("reveal", (0, 0, 1))


def test_a_game_at_expert_with_holes_left_blank():
    family = hiding("expert")
    family.lay("t-c", CODE)
    family.press("check")
    assert family.row == [0, rules.BLANK, 2]  # shown first
    family.press("check")
    assert family.session.stage == "guess"
    family.lay("c-t")
    family.press("check")
    assert family.row == [2, rules.BLANK, 0]
    family.check(RED, WHITE, WHITE)
    family.lay("t-c")
    family.press("check")
    family.check(RED, RED, RED)
    assert family.session.last_game.code == (0, rules.BLANK, 2)


# ---- Who may see and do what


def test_what_lies_in_the_code_holes_is_seen_under_the_hood_alone():
    family = hiding("older")
    family.lay("tlc", CODE)
    nothing, code = ("",) * 3, ("tiger", "lion", "crocodile")
    assert family.session.lying(hood_open=True) == nothing + code
    assert family.session.lying() == nothing * 2
    family.press("check")
    assert family.session.lying(hood_open=True) == nothing * 2


def test_code_holes_are_reached_under_the_hood_alone():
    family = hiding("older")
    for where in range(CODE, keys.PLACES):
        with pytest.raises(ValueError, match="The code holes are under the hood"):
            family.session.put(where, "tiger")
    family.lay("tlc", CODE)
    family.press("check")
    with pytest.raises(ValueError, match="The code holes are under the hood"):
        family.session.put(CODE, "", hood_open=True)
    assert family.game.code == (0, 1, 2)


def test_a_board_of_buttons_has_no_pieces():
    family = Family(input="buttons")
    assert family.session.lying() is None
    with pytest.raises(ValueError, match=r"^This board is played with its buttons alone\.$"):
        family.session.put(LEFT, "tiger")


@pytest.mark.parametrize("level", rules.LEVELS)
def test_a_board_whose_pieces_nobody_touches_is_a_board_of_buttons(level):
    def played(kind):
        family = Family(level=level, input=kind)
        family.press("check", "check", "left", "middle", "check", "check", "right", "check")
        family.press("left", "right", "check", "check", "middle", "check")
        family.wait(2000)
        family.session.look()
        return family

    both, buttons = played("both"), played("buttons")
    assert both.frames == buttons.frames
    assert bytes(both.session.store) == bytes(buttons.session.store)
    assert both.session.app.table.holes is None
