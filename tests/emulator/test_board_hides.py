# SPDX-License-Identifier: MIT
"""The board hides a code that nobody knows, hints break it, and every score must be right."""

from collections.abc import Callable

import pictures
from emulator.player import Player

from mastermind import rules
from mastermind.stages import ending

LEVEL = "older"


def test_every_score_is_right_for_the_code_revealed(welcome: Callable[..., Player]) -> None:
    player = welcome(settings={"level": LEVEL, "hider": "board"})
    player.press("check", "check")
    before_each_check = _play_hints(player)
    player.wait(ending.CHEER_MS + 1000)  # until the celebration has come to rest
    *rows, revealed = player.read(player.scale())
    code = _animals(revealed.removeprefix("code "))
    assert len(set(code)) == rules.HOLES, "the board's own code has three different animals"
    for line in rows:
        _, guess, pegs = line.split()
        red, white = rules.score(code, _animals(guess), LEVEL)
        assert pegs == ("r" * red + "w" * white).ljust(rules.HOLES, "."), f"{line} for {revealed}"
    assert rows[0] == f"{len(before_each_check)} {revealed.removeprefix('code ')} rrr"
    for shown in before_each_check:
        assert shown[1:] == rows[len(rows) - len(shown) + 1 :], "rows stay as they were scored"


def _play_hints(player: Player) -> list[list[str]]:
    """Hint and check until the code is shown; what the lights showed before each check."""
    pictures_seen = []
    while not player.read(player.scale())[-1].startswith("code"):
        player.press("menu", "menu")  # a hint, not the count alone
        player.wait(1000)
        pictures_seen.append(player.read(player.scale()))
        assert len(pictures_seen) <= rules.ROWS
        player.press("check")
        player.wait(100)
    return pictures_seen


def _animals(letters: str) -> list[int]:
    """Animals from three letters; ValueError for any other look."""
    return [pictures.LETTERS[: len(rules.ANIMALS)].index(letter) for letter in letters]
