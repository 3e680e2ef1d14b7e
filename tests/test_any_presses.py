# SPDX-License-Identifier: MIT
"""Whatever is pressed: no exception, no dead end, no secret, no frame over its limits."""

import itertools
from collections import Counter

import fakes
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from test_lights import current_ma

from mastermind import keys, lights, stages

KEYS = st.sampled_from(keys.NAMES[:5])
HIDDEN_CODE_LOOKS = {lights.OFF, lights.FAULT, lights.ASK}
# How each stage is left towards Setup; a stage that is missing here has no way out.
WAYS_OUT = {
    "welcome": lambda player: player.press("check"),
    "hide": lambda player: (player.hold("menu", 1100), player.press("check")),
    "guess": lambda player: (player.hold("menu", 1100), player.press("check")),
    "leave": lambda player: player.press("check"),
    "newmatch": lambda player: player.press("check"),
    "reveal": lambda player: player.press("check"),
    "scoreboard": lambda player: player.press("menu"),
    "wiring": lambda player: player.hold("menu", 3100),
    "calibrate": lambda player: player.hold("menu", 1100),
    "resume": lambda player: player.press("left"),
    "answer": lambda player: (player.hold("menu", 1100), player.press("check")),
    "mend": lambda player: (player.hold("menu", 1100), player.press("check")),
    "audit": lambda player: (player.hold("menu", 1100), player.press("check")),
}


class Table(RuleBasedStateMachine):
    """A board in the hands of children."""

    @initialize(
        level=st.sampled_from(["younger", "older", "expert"]),
        hider=st.sampled_from(["friend", "board", "board-guesses"]),
        audits=st.booleans(),
        helper=st.sampled_from(["off", "always"]),
        limit=st.sampled_from([100, 150, 400]),
        brightness=st.integers(1, 5),
    )
    def start(self, level, hider, audits, helper, limit, brightness):
        self.limit = limit
        self.player = fakes.Player(
            fakes.chosen(
                level=level,
                hider=hider,
                codemaker_scores=audits,
                helper=helper,
                current_limit_ma=limit,
                brightness=brightness,
            )
        )
        self.checked = 0

    @rule(names=st.lists(KEYS, min_size=1, max_size=6))
    def press(self, names):
        self.player.press(*names)

    @rule(name=KEYS, ms=st.sampled_from([5, 590, 650, 990, 1050, 3050]))
    def hold(self, name, ms):
        self.player.hold(name, ms)

    @rule(letters=st.text(alphabet="TLCPEH", min_size=3, max_size=3))
    def choose_and_check(self, letters):
        self.player.choose(letters)
        self.player.press("check")

    @rule(names=st.lists(KEYS, min_size=2, max_size=3, unique=True), ms=st.integers(0, 1200))
    def press_at_once(self, names, ms):
        for down in (True, False):
            for name in names:
                self.player.board.queue.append(
                    keys.event(keys.DOWN if down else keys.UP, keys.NAMES.index(name))
                )
            self.player.wait(ms + 5)

    @rule(down=st.booleans())
    def hood(self, down):
        self.player.change(keys.HOOD, down)

    @rule(where=st.integers(0, 5), animal=st.integers(keys.UNSEEN, keys.NOTHING))
    def place(self, where, animal):
        self.player.place(where, animal)

    @rule(name=KEYS)
    def press_without_end(self, name):
        self.player.change(keys.NAMES.index(name), True)

    @rule()
    def lose_changes(self):
        self.player.put(keys.event(keys.LOST, 0))

    @rule(ms=st.sampled_from([100, 700, 3000]))
    def wait(self, ms):
        self.player.wait(ms)

    @rule(minutes=st.sampled_from([1, 5, 10, 24 * 60]))
    def leave_it_alone(self, minutes):
        self.player.jump(minutes * 60_000)

    @rule()
    def look_for_the_way_out(self):
        self.player.put(keys.event(keys.LOST, 0))  # every finger off
        self.player.press("left")  # perhaps only wakes
        for _ in range(6):
            if self.player.stage == "setup":
                return
            WAYS_OUT[self.player.stage](self.player)
        assert self.player.stage == "setup"

    @rule()
    def watch_quietly(self):
        """Nobody presses: no light goes on more than three times in any second."""
        start = len(self.player.board.frames)
        self.player.wait(2500)
        frames = self.player.board.frames[max(0, start - 1) :]
        for ms, _ in frames:
            assert _rises_within_a_second(frames, ms) <= 3

    @invariant()
    def no_frame_takes_too_much(self):
        frames = self.player.board.frames if hasattr(self, "player") else []
        for _, frame in frames[self.checked :]:
            assert current_ma(frame) <= self.limit
        if frames:
            self.checked = len(frames)

    @invariant()
    def the_secret_is_never_seen_while_guessing(self):
        if hasattr(self, "player") and self.player.stage in ("guess", "leave"):
            assert set(self.player.app.picture[54:57]) <= HIDDEN_CODE_LOOKS
            assert not self.player.app.secret


def _rises_within_a_second(frames, end):
    """The most times that one light grew brighter in the second up to `end`."""
    rises = Counter()
    for (_, before), (ms, after) in itertools.pairwise(frames):
        if end - 1000 < ms <= end:
            rises.update(
                light for light in range(57) if _luminance(after[light]) > _luminance(before[light])
            )
    return max(rises.values(), default=0)


def _luminance(colour):
    """Relative luminance in linear light (ITU-R BT.709)."""
    return 2126 * (colour >> 16) + 7152 * (colour >> 8 & 255) + 722 * (colour & 255)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=25)


def test_every_stage_has_a_way_out():
    assert set(WAYS_OUT) | {"setup", "start"} >= set(stages.STAGES)
