# SPDX-License-Identifier: MIT
"""The board breaks every code there is, at every level, through the real stages, at its best."""

import json
from collections import Counter
from pathlib import Path

import bruteforce
import pytest
import test_thinking

from mastermind import rules

LIMITS = json.loads((Path(__file__).parent / "limits.json").read_text())["optimal"]
TOTALS = {"younger": 881, "older": 854, "expert": 1474}
WORST = {"younger": 6, "older": 5, "expert": 6}


@pytest.mark.parametrize("level", rules.LEVELS)
def test_every_secret(level):
    player = test_thinking.answering(level)
    needed = Counter()
    for code in bruteforce.codes(level):
        assert test_thinking.play(player, code) == 0
        needed[player.app.table.game.rows_needed] += 1
        player.press("check", "check")
        if player.stage == "resume":  # room was made
            player.wait(1200)
        assert player.stage == "guess", "the board hides in turn"
        player.app.table.row.fill(player.app.table.game.code)
        player.press("check", "check", "check")
    codes = sum(needed.values())
    assert codes == rules.colours(level) ** rules.HOLES
    assert (sum(rows * count for rows, count in needed.items()), max(needed)) == (
        TOTALS[level],
        WORST[level],
    )
    if level != "younger":
        free = LIMITS[f"{level}_free"]
        assert (free["min_expected_total"], free["min_worst_case"]) == (TOTALS[level], WORST[level])
