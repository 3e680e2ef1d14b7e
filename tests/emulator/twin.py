# SPDX-License-Identifier: MIT
"""Plays on an emulated board and on the host's test board at once, to say what a cut may leave.

Both run the same firmware and get the same presses. The host's one lives on where the emulated one
loses its power, so it knows the table before the press and after it.
"""

from collections.abc import Sequence
from typing import Any

import fakes
import pictures
import scenarios
import snapshots
from emulator.pico import CYCLES_PER_MS, PowerCut
from emulator.player import PATIENCE_MS, RISEN_MS, START_MS, Player

from mastermind import lights, memory, rules
from mastermind.table import PACES

STEP_MS = fakes.STEP_MS
# The model may begin a stage so much later or earlier than the board.
SLACK_MS = 250
CODE = [lights.code_light(hole) for hole in range(rules.HOLES)]
SCORES = [lights.score_light(row, peg) for row in range(rules.ROWS) for peg in range(rules.HOLES)]
# What rests of a picture that moves.
THOUGHT_MS = PACES["friendly"] + 1000  # then the board has lit its guess
RESTING = {"hide": CODE, "reveal": CODE + SCORES}

Shot = dict[str, Any]


class Model(fakes.Player):
    """The host's board, from what an nvm holds. `live`: (ms, snapshot) whenever it has changed.

    `drawn`: the random bytes that it draws at each start.
    """

    def __init__(self, chosen: dict[str, Any], nvm: bytes, drawn: bytes) -> None:
        self.live: list[tuple[float, Shot]] = []
        self._drawn = drawn
        super().__init__(chosen, store=bytearray(nvm))
        self.began_ms = self.board.now_ms

    def power_up(self) -> None:
        self._urandom = fakes.urandom_from(self._drawn)
        super().power_up()

    @property
    def now(self) -> Shot:
        return snapshots.snapshot(self.memory.state)

    def wait(self, ms: float) -> None:
        super().wait(ms)
        if not self.live or self.live[-1][1] != self.now:
            self.live.append((self.board.now_ms, self.now))

    def live_until(self, ms: float) -> None:
        """Go on until so many ms after the beginning."""
        while self.board.now_ms - self.began_ms < ms:
            self.wait(STEP_MS)

    def lived_from(self, ms: float) -> list[Shot]:
        """The snapshots that were true at some moment from so many ms after the beginning on."""
        ends = [began for began, _ in self.live[1:]] + [self.board.now_ms]
        since = self.began_ms + ms
        return [shot for (_, shot), end in zip(self.live, ends, strict=True) if end >= since]


class Twin(scenarios.Hands):
    """The board, and from each of its starts on a model of it.

    `drawn`: the random bytes that the board's drive was told.
    """

    def __init__(self, board: Player, drawn: bytes = b"") -> None:
        self.board, self._drawn = board, drawn
        self._cut_at: float | None = None  # in cycles
        self._began_ms = 0.0
        self._before: Shot = {}
        self.model: Model

    # power

    def start(self) -> None:
        """Wait for the light, which must come in time and without an error."""
        self.board.pico.run_until_text("is ready.", START_MS)
        self.board.wait_for_light(START_MS - self.board.pico.ms)
        assert "Traceback" not in self.board.pico.text()
        self.model = Model(self.board.chosen, self.board.pico.nvm(), self._drawn)
        self._began_ms, self._before = self.board.pico.ms, self.model.now

    def cut_after(self, ms: float) -> None:
        """The power goes in `ms`, whatever happens then: PowerCut."""
        self._cut_at = self.board.pico.cycles + ms * CYCLES_PER_MS

    def replug(self) -> None:
        """The power comes on again."""
        self.board, self._cut_at = self.board.cut(), None

    # keys and time

    def change(self, key: int, down: bool) -> None:
        self._before = self.model.now
        self.board.change(key, down)
        self.model.change(key, down)

    def wait(self, ms: float) -> None:
        end_ms = self.board.pico.ms + ms - self._began_ms
        try:
            self._wait_for_board(ms)
        finally:
            self.model.live_until(end_ms)

    def _wait_for_board(self, ms: float) -> None:
        if self._cut_at is None:
            return self.board.wait(ms)
        left = max(0.0, self._cut_at - self.board.pico.cycles) / CYCLES_PER_MS
        self.board.wait(min(ms, left))
        if left < ms:
            self.board.pico.cut_power()
            raise PowerCut("the plug was pulled")

    # what must be

    def assert_kept(self) -> Shot:
        """The nvm holds the table as it was before the last press, or as it was after it.

        What was being chosen may be 2 s old. Returns what it holds.
        """
        found = snapshots.kept(self.board.pico.nvm())
        ends = [
            snapshots.settled(shot) | {"seconds": None} for shot in (self._before, self.model.now)
        ]
        cut_ms = self.board.pico.ms - self._began_ms
        since_ms = cut_ms - memory.SETTLE_MS - SLACK_MS
        near = [self._before, *self.model.lived_from(since_ms)]
        allowed = [shot for shot in near if snapshots.settled(shot) | {"seconds": None} in ends]
        assert any(same(found, shot) for shot in allowed), f"{found}\nis none of\n{allowed}"
        return found

    def expect_table(self, pressing: bool) -> None:
        """The lights show the game on the table, or Setup as it was.

        `pressing`: whether to end the welcome-back look by a press.
        """
        if pressing or self.model.stage == "welcome":
            self.press("middle")
        else:
            self.wait(RISEN_MS)
        if self.model.stage == "answer":
            self.wait(THOUGHT_MS)
        if self.model.stage == "mend":
            return  # rows flash and blink as they like; what is kept has been compared
        assert self.model.stage in ("setup", "hide", "guess", "answer", "reveal")
        which = RESTING.get(self.model.stage, range(lights.COUNT))
        self._expect_lights(which)

    def _expect_lights(self, which: Sequence[int]) -> None:
        chosen = self.board.chosen | {"brightness": self.model.app.table.brightness}
        picture = bytes(self.model.app.picture)
        wanted = [_some(frame, which) for frame in pictures.frames(picture, chosen)]
        if not self.board.pico.run(
            PATIENCE_MS, until=lambda: _some(self.board.wire.last, which) in wanted
        ):
            shown = self.board.read(pictures.scale(chosen))
            raise AssertionError(f"{shown} instead of {pictures.text(picture)}")


def same(found: Shot, shot: Shot) -> bool:
    """Equal, but that two clocks may differ by a second."""
    two = found["seconds"], shot["seconds"]
    apart = 0 if None in two else abs(two[0] - two[1])
    return apart <= 1 and found | {"seconds": two[1]} == shot


def _some(frame: Sequence[int], which: Sequence[int]) -> list[int]:
    return [frame[light] for light in which]
