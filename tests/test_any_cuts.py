# SPDX-License-Identifier: MIT
"""Whatever is pressed, whenever the power goes: the table is as before the press or after it."""

import fakes
import flash
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from snapshots import kept, settled, snapshot

from mastermind import journal, keys, state

KEYS = st.sampled_from(keys.NAMES[:5])


class Family(RuleBasedStateMachine):
    """Children, a cat and a loose cable."""

    @initialize(
        level=st.sampled_from(["younger", "older", "expert"]),
        hider=st.sampled_from(["friend", "board", "board-guesses"]),
        full=st.sampled_from([8, 2900, 3300]),
    )
    def start(self, level, hider, full):
        """A board whose journal is new, or nearly so full that room is made."""
        self.power = flash.Power()
        store, spare = flash.Nvm(self.power), flash.Spare(self.power)
        chosen = fakes.chosen(level=level, hider=hider)
        self.fill(store, full)
        self.player = fakes.Player(chosen, store=store, spare=spare)
        self.remember()

    def fill(self, store, full):
        """Use the journal up to its byte `full`."""
        kept_journal = journal.Journal(store)
        list(kept_journal.read())
        while flash.SECTOR - kept_journal.room < full:
            kept_journal.append(state.READ, bytes(3))

    def remember(self):
        """What the table looks like before what comes next."""
        self.before = [snapshot(self.player.memory.state)]

    def do(self, deed):
        """Let somebody do something, over a power cut if one is due."""
        self.before.append(snapshot(self.player.memory.state))
        try:
            deed()
        except flash.PowerCut:
            self.power_comes_back()
        self.remember()

    def power_comes_back(self, steps=None):
        """Every state that the table was in since the last look is a possible one, and no other.

        `steps`: when it goes again while the board starts.
        """
        self.before.append(snapshot(self.player.memory.state))
        self.power.cut_at = None if steps is None else self.power.steps + steps
        try:
            self.player = self.player.pull_the_plug()
        except flash.PowerCut:
            self.power.cut_at = None
            self.player = self.player.pull_the_plug()
        found = settled(snapshot(self.player.memory.state))
        assert found in [settled(shot) for shot in self.before]
        assert self.player.memory.notes in ([], [NEVER_USED])

    @rule(name=KEYS)
    def press(self, name):
        self.do(lambda: self.player.press(name))

    @rule(name=KEYS, ms=st.sampled_from([650, 1050, 3050]))
    def hold(self, name, ms):
        self.do(lambda: self.player.hold(name, ms))

    @rule(letters=st.text(alphabet="TLCPEH", min_size=3, max_size=3))
    def choose(self, letters):
        self.do(lambda: self.player.choose(letters))

    @rule()
    def check(self):
        self.do(lambda: self.player.press("check"))

    @rule(ms=st.sampled_from([100, 2100]))
    def wait(self, ms):
        self.do(lambda: self.player.wait(ms))

    @rule(minutes=st.sampled_from([1, 5, 10, 24 * 60, 365 * 24 * 60]))
    def leave_it_alone(self, minutes):
        self.do(lambda: self.player.jump(minutes * 60_000))

    @rule(steps=st.one_of(st.integers(0, 12), st.integers(0, 13_000)))
    def a_cable_will_be_pulled(self, steps):
        self.power.cut_at = self.power.steps + steps

    @rule(steps=st.one_of(st.none(), st.integers(0, 13_500)))
    def pull_the_plug(self, steps):
        self.power_comes_back(steps)
        self.remember()

    @rule(steps=st.integers(0, 13_500))
    def pull_the_plug_of_a_full_board(self, steps):
        self.power.cut_at = None
        self.fill(self.player.store, 3100)
        self.power_comes_back(steps)
        self.remember()

    @invariant()
    def what_was_confirmed_is_kept(self):
        if hasattr(self, "player") and not self.player.memory.journal.failed:
            assert settled(kept(self.player.store)) == settled(self.before[-1])


NEVER_USED = "The memory holds something else; the next game begins it anew."

TestFamily = Family.TestCase
TestFamily.settings = settings(max_examples=40, stateful_step_count=30)
