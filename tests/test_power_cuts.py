# SPDX-License-Identifier: MIT
"""The plug is pulled at every byte that a match writes, and nothing that was played is lost."""

import itertools
from collections import namedtuple

import fakes
import flash
import pytest
from snapshots import kept, settled, snapshot

from mastermind.memory import SETTLE_MS, Memory

LOOK_MS = 100
PATTERNS = 3  # ways in which the byte at the cut may be half programmed
Write = namedtuple("Write", ("before", "after", "shot"))


class Recorded(fakes.Player):
    """A player whose every write to nvm is recorded with the state at that moment.

    `live` has (ms, snapshot) whenever the state has changed.
    """

    def __init__(self, settings):
        self.memory = None
        self.nvm = flash.Nvm(note=lambda: snapshot(self.memory.state))
        self.live = []
        super().__init__(settings, store=self.nvm)

    @property
    def writes(self):
        return [Write(*write) for write in self.nvm.writes]

    def put(self, event):
        super().put(event)
        self.look()

    def wait(self, ms):
        while ms > 0:
            super().wait(min(ms, LOOK_MS))
            self.look()
            ms -= LOOK_MS

    def look(self):
        shot = snapshot(self.memory.state)
        if not self.live or self.live[-1][1] != shot:
            self.live.append((self.board.now_ms, shot))


def play_three_games(player):
    """A friend hides, then the board, then at expert; a hint, a doubt, a game that is left.

    After them one in which the board guesses and is told a wrong score.
    """
    player.press("check", "right", "left", "check")
    player.choose("TLC")
    player.wait(2500)
    player.press("check")
    for row in ("TTT", "CLT"):
        player.choose(row)
        player.press("check")
    player.press("left", "left")
    player.wait(2500)
    player.press("middle")
    player.wait(100)
    player.hold("left", 700)
    player.press("menu")
    player.wait(500)
    for _ in range(20):
        player.press("check", "menu")
        player.wait(700)
        if player.stage == "reveal":
            break
    assert player.stage == "reveal"
    player.wait(3000)
    player.press("check", "menu", "middle", "check")
    assert player.stage == "guess"
    for _ in range(9):
        player.choose("EEE")
        player.press("check")
    assert player.stage == "reveal"
    player.press("check", "menu", "left", "middle", "middle", "check")
    player.choose("T")
    player.hold("menu", 1100)
    player.press("check", "check")
    player.press(*["left"] * 7, *["middle"] * 7, *["right"] * 7, "check")
    player.press(*["left"] * 7, *["middle"] * 7, *["right"] * 7, "check")
    assert player.stage == "reveal"
    player.press("check")
    play_against_the_board(player)
    player.press("check")
    player.hold("menu", 3100)
    player.press("check")
    assert player.app.table.match.rounds_won == [0, 0]


def play_against_the_board(player):
    """The code in the head is TLC; the second row is scored wrongly, and mended later."""
    player.press("menu", "middle", "middle", "check")
    assert player.stage == "answer"
    lies = [1]
    for _ in range(20):
        player.wait(2500)
        if player.stage == "mend":
            player.press("check")
            player.score((0, 1, 2), player.app.stage.scored_row())
        elif player.stage == "answer":
            row = len(player.app.table.game.history)
            player.score((0, 1, 2), row, lie=row in lies)
    assert player.stage == "reveal"


@pytest.fixture(scope="module")
def match():
    player = Recorded(fakes.chosen(level="younger"))
    play_three_games(player)
    return player


def test_every_record_leads_to_the_state_it_was_written_in(match):
    assert len(match.writes) > 35
    for write in match.writes:
        assert kept(flash.Nvm(data=write.after)) == write.shot


def test_a_match_of_three_games_erases_nothing(match):
    assert match.nvm.sector.erases == 0


def test_at_each_moment_only_what_is_being_chosen_waits_to_be_written(match):
    """Play it again, and look at what is kept after every change."""
    player = Recorded(fakes.chosen(level="younger"))
    behind = []

    def look():
        shot, found = snapshot(player.memory.state), kept(player.nvm)
        assert settled(found) == settled(shot)
        behind.append((player.board.now_ms, found == shot))

    player.look = look
    play_three_games(player)
    longest = waited = 0
    for (then, _), (now, level) in itertools.pairwise(behind):
        waited = 0 if level else waited + now - then
        longest = max(longest, waited)
    assert longest <= SETTLE_MS + LOOK_MS


def cuts_of(write):
    """What nvm may hold after a cut in this write, which programs: (bytes, byte of the cut)."""
    changed = [at for at in range(flash.SECTOR) if write.before[at] != write.after[at]]
    start, end = changed[0], changed[-1] + 1
    for steps in range(end - start + 1):
        for seed in range(PATTERNS):
            nvm = flash.Nvm(flash.Power(steps, seed), data=write.before)
            try:
                nvm[start:end] = write.after[start:end]
            except flash.PowerCut:
                nvm.sector.power.cut_at = None
                yield nvm, start + steps


def test_after_a_cut_at_any_byte_the_state_is_the_one_before_or_the_one_after(match):
    tried = 0
    before = kept(flash.Nvm())
    for write in match.writes:
        for nvm, place in cuts_of(write):
            found = Memory(nvm)
            assert snapshot(found.state) in (before, write.shot), f"cut at byte {place}"
            assert found.notes in ([], [NEVER_USED]), f"cut at byte {place}"
            assert_goes_on(nvm)
            tried += 1
        before = write.shot
    assert tried > 700


NEVER_USED = "The memory holds something else; the next game begins it anew."


def assert_goes_on(nvm):
    """What is written after a cut is read as well."""
    memory = Memory(nvm)
    expected = snapshot(memory.state) | {"error": "after the cut"}
    memory.keep_error("after the cut")
    assert kept(nvm) == expected


def test_a_cut_in_what_followed_a_cut_loses_nothing_either(match):
    write = match.writes[-3]
    for nvm, _ in cuts_of(write):
        found = kept(nvm)
        for steps in range(12):
            again = flash.Nvm(flash.Power(steps), data=nvm.sector.data)
            with pytest.raises(flash.PowerCut):
                Memory(again).keep_error("second")
            assert kept(again) == found
            again.sector.power.cut_at = None
            assert_goes_on(again)
