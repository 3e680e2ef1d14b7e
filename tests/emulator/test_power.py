# SPDX-License-Identifier: MIT
"""The plug is pulled while somebody plays, and while the firmware makes room: nothing is lost.

After each cut the board must come back in time, without an error, to the table as it was before
the last press or after it: by its nvm, decoded on the host, and by its lights.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest
import snapshots
from emulator import image, remembered
from emulator.flash import (
    ERASE,
    NVM_SECTOR,
    PROGRAM,
    Erasing,
    erased_after_clearing,
    erased_bit_by_bit,
    erased_in_order,
)
from emulator.pico import DRIVE, PowerCut
from emulator.player import START_MS, Player
from emulator.twin import Twin

from mastermind import rules
from mastermind.match import HIDERS

GAMES = [(level, hider) for level in rules.LEVELS for hider in HIDERS]
CUTS_IN_PLAY = 12  # for each of these games
LONGEST_MS = 2500  # from the light to the cut
MOST_ACTIONS = 200  # until something is written


class Mashing:
    """Somebody who plays at random, but gets on."""

    def __init__(self, hands: Twin, chance: Random) -> None:
        self._hands, self._chance = hands, chance

    def act(self) -> None:
        """A press, a hold or a pause, as the stage invites to."""
        getattr(self, f"_{self._hands.model.stage}", self._check)()
        if self._chance.random() < 0.3:
            self._hands.wait(self._chance.randrange(20, 900))

    def _check(self) -> None:
        self._hands.press("check")

    def _setup(self) -> None:
        self._press({"left": 1, "middle": 1, "right": 2, "check": 4, "menu": 1})

    def _hide(self) -> None:
        missing = self._hands.model.app.table.row.not_chosen()
        if missing and self._chance.random() < 0.8:
            self._hands.press(("left", "middle", "right")[missing[0]])
        else:
            self._press({"check": 8, "left": 1, "middle": 1, "right": 1})

    def _guess(self) -> None:
        what = self._chance.random()
        if what < 0.15:
            self._hands.press("menu")  # a hint
            self._hands.wait(900)
        elif what < 0.2:
            self._hands.hold("right", 700)
        elif what < 0.22:
            self._hands.hold("menu", 1100)  # leave?
        else:
            self._hide()

    def _leave(self) -> None:
        self._press({"check": 1, "menu": 1})

    def _scoreboard(self) -> None:
        if self._chance.random() < 0.1:
            self._hands.hold("menu", 3100)  # a new match?
        else:
            self._press({"check": 4, "menu": 1})

    def _press(self, weights: dict[str, int]) -> None:
        (name,) = self._chance.choices([*weights], [*weights.values()])
        self._hands.press(name)


@pytest.mark.parametrize(("level", "hider"), GAMES)
def test_a_match_goes_on_over_cuts_at_any_instant(
    level: str, hider: str, boot: Callable[..., Player]
) -> None:
    chance = Random(f"{level} {hider}")
    drawn = chance.randbytes(60)
    drive = image.with_urandom(image.files(), drawn)
    twin = Twin(boot(drive=drive, settings={"level": level, "hider": hider}), drawn)
    twin.start()
    found = []
    for cut in range(CUTS_IN_PLAY):
        _cut_while_playing(twin, chance, in_program=bool(cut % 2))
        found.append(twin.assert_kept())
        twin.replug()
        twin.start()
        assert twin.model.now == found[-1]
        twin.expect_table(pressing=chance.random() < 0.7)
    stages = ", ".join(shot["stage"] or "no game" for shot in found)
    print(f"\n{len(found)} cuts while playing {level}, {hider} hides: {stages}; lost: 0")
    assert len(found) == CUTS_IN_PLAY


def _cut_while_playing(twin: Twin, chance: Random, in_program: bool) -> None:
    mashing = Mashing(twin, chance)
    if in_program:
        twin.board.flash_chip.cut_in(
            PROGRAM, NVM_SECTOR, chance.choice((1, 1, 2, 3)), chance.random(), seed=_seed(chance)
        )
    else:
        twin.cut_after(chance.uniform(0, LONGEST_MS))
    with pytest.raises(PowerCut):
        for _ in range(MOST_ACTIONS):
            mashing.act()


def _seed(chance: Random) -> int:
    return chance.getrandbits(32)


class CutIn(NamedTuple):
    """A cut in the `nth` operation of its kind on nvm, or on the drive."""

    kind: str
    region: range
    nth: int = 1


SPARE_ERASES, SPARE_PROGRAMS, NVM_PROGRAMS = 2, 32, 17
LAST = NVM_PROGRAMS  # the header, which says that all is there
# What is cut while room is made; after the first cut, what is cut while that is repaired.
CUTS_IN_MAKING_ROOM = {
    "the first erase of the spare": [CutIn(ERASE, DRIVE_SECTORS)],
    "the second erase of the spare": [CutIn(ERASE, DRIVE_SECTORS, 2)],
    "a program of the spare": [CutIn(PROGRAM, DRIVE_SECTORS, 20)],
    "the erase of nvm": [CutIn(ERASE, NVM_SECTOR)],
    "a program of nvm": [CutIn(PROGRAM, NVM_SECTOR, 4)],
    "the header": [CutIn(PROGRAM, NVM_SECTOR, LAST)],
    "the spare, then in its repair nvm, twice": [
        CutIn(PROGRAM, DRIVE_SECTORS, 9),
        CutIn(ERASE, NVM_SECTOR),
        CutIn(PROGRAM, NVM_SECTOR, 2),
    ],
    "nvm, then in its repair nvm, twice": [
        CutIn(ERASE, NVM_SECTOR),
        CutIn(ERASE, NVM_SECTOR),
        CutIn(PROGRAM, NVM_SECTOR, LAST),
    ],
}
TABLES = [
    lambda: remembered.guessing(CROWDED, level="older", hider="board"),
    lambda: remembered.hiding(CROWDED, level="younger"),
    lambda: remembered.revealing(CROWDED, level="expert", hider="friend"),
    lambda: remembered.guessing(CROWDED, level="younger", hider="friend"),
    lambda: remembered.at_setup(CROWDED, level="expert", hider="board"),
]
CROWDED = NVM_SIZE * 3 // 4 + 1
