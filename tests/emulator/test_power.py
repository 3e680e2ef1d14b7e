# SPDX-License-Identifier: MIT
"""The plug is pulled while somebody plays, and while the firmware makes room: nothing is lost.

After each cut the board must come back in time, without an error, to the table as it was before
the last press or after it: by its nvm, decoded on the host, and by its lights.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest
import snapshots
from emulator import image, remembered
from emulator.flash import (
    DRIVE_SECTORS,
    EITHER,
    ERASE,
    NVM_SECTOR,
    PROGRAM,
    Erasing,
    erased_after_clearing,
    erased_bit_by_bit,
    erased_in_order,
)
from emulator.pico import DRIVE, NVM, NVM_SIZE, PowerCut
from emulator.player import Player
from emulator.twin import THOUGHT_MS, Twin

from mastermind import rules
from mastermind.match import HIDERS
from mastermind.stages.answering import WAITING

GAMES = [(level, hider) for level in rules.LEVELS for hider in HIDERS]
CUTS_IN_PLAY = 8  # for each of these games
LONGEST_MS = 2500  # from the light to the cut
MOST_ACTIONS = 200  # until something is written
LAG_MS = 400  # the model is ahead of the board by less
PAGE = 256
RECORD_BYTES = 12  # most have 6 to 8, and 8 more after a cut


class Mashing:
    """Somebody who plays at random, but gets on."""

    def __init__(self, hands: Twin, chance: Random) -> None:
        self._hands, self._chance = hands, chance

    def act(self, times: int) -> None:
        for _ in range(times):
            self._act()

    def _act(self) -> None:
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

    def _answer(self) -> None:
        """Only when both boards have lit a guess: the emulated one thinks longer than the model."""
        stage: Any = self._hands.model.app.stage
        self._hands.wait(LAG_MS if stage.guess() != WAITING else THOUGHT_MS)
        self._press({"left": 2, "middle": 2, "right": 1, "check": 4})

    def _mend(self) -> None:
        self._hands.wait(THOUGHT_MS)
        self._press({"left": 1, "middle": 1, "check": 2})

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


@pytest.mark.wall_limit(900)
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
        _cut_while_playing(twin, chance, in_record=bool(cut % 2))
        found.append(twin.assert_kept())
        twin.replug()
        twin.start()
        assert twin.model.now == found[-1]
        twin.expect_table(pressing=chance.random() < 0.7)
    stages = ", ".join(shot["stage"] or "no game" for shot in found)
    print(f"\n{len(found)} cuts while playing {level}, {hider} hides: {stages}; lost: 0")
    assert len(found) == CUTS_IN_PLAY


def _cut_while_playing(twin: Twin, chance: Random, in_record: bool) -> None:
    mashing = Mashing(twin, chance)
    if in_record:
        mashing.act(chance.randrange(8))
        part = _part_in_record(twin.board.pico.nvm(), chance)
        twin.board.flash_chip.cut_in(PROGRAM, NVM_SECTOR, part=part, seed=_seed(chance))
    else:
        twin.cut_after(chance.uniform(0, LONGEST_MS))
    with pytest.raises(PowerCut):
        mashing.act(MOST_ACTIONS)


def _part_in_record(nvm: bytes, chance: Random) -> float:
    """The part of a page that is programmed up to a byte of the next record, or just past it."""
    return min(1, (remembered.used(nvm) % PAGE + chance.uniform(0, RECORD_BYTES)) / PAGE)


def _seed(chance: Random) -> int:
    return chance.getrandbits(32)


class CutIn(NamedTuple):
    """A cut in the `nth` operation of its kind on nvm, or on spare.bin."""

    kind: str
    region: range
    nth: int = 1


SPARE = DRIVE_SECTORS  # nothing else is written there
# The header, which says that all is there: it comes last, and in the first page.
HEADER = CutIn(PROGRAM, range(NVM, NVM + 1), 2)
# What is cut while room is made and then, each in the repair of the one before, what else is.
CUTS_IN_MAKING_ROOM = {
    "the first sector's erase": [CutIn(ERASE, SPARE)],
    "the second sector's erase": [CutIn(ERASE, SPARE, 2)],
    "a page of the spare": [CutIn(PROGRAM, SPARE, 20)],
    "the erase of nvm": [CutIn(ERASE, NVM_SECTOR)],
    "a page of nvm": [CutIn(PROGRAM, NVM_SECTOR, 4)],
    "the header": [HEADER],
    "the spare, nvm, nvm": [
        CutIn(PROGRAM, SPARE, 9),
        CutIn(ERASE, NVM_SECTOR),
        CutIn(PROGRAM, NVM_SECTOR, 2),
    ],
    "nvm, nvm, the header": [
        CutIn(ERASE, NVM_SECTOR),
        CutIn(EITHER, NVM_SECTOR),  # a repair needs no erase if the cut one was nearly done
        HEADER,
    ],
}
CROWDED = NVM_SIZE * 3 // 4 + 1  # bytes used
TABLES = [
    partial(remembered.guessing, CROWDED, level="older", hider="board"),
    partial(remembered.hiding, CROWDED, level="younger"),
    partial(remembered.revealing, CROWDED, level="expert", hider="friend"),
    partial(remembered.guessing, CROWDED, level="younger", hider="friend"),
    partial(remembered.at_setup, CROWDED, level="expert", hider="board"),
]
ERASINGS: list[Erasing] = [erased_bit_by_bit, erased_in_order, erased_after_clearing]


@pytest.mark.parametrize("erasing", ERASINGS)
@pytest.mark.parametrize("where", CUTS_IN_MAKING_ROOM)
def test_no_cut_while_room_is_made_loses_anything(
    where: str, erasing: Erasing, boot: Callable[..., Player]
) -> None:
    chance = Random(f"{where} {erasing.__name__}")
    had = chance.choice(TABLES)()
    twin = Twin(boot(drive=had.on(image.files()), nvm=had.nvm))
    for cut in CUTS_IN_MAKING_ROOM[where]:
        _cut_while_starting(twin.board, cut, erasing, chance)
        _assert_can_be_mended(twin.board, had)
        twin.replug()
    twin.start()
    assert snapshots.kept(twin.board.pico.nvm()) == snapshots.kept(had.nvm)
    assert remembered.used(twin.board.pico.nvm()) <= NVM_SIZE * 3 // 8
    twin.expect_table(pressing=chance.random() < 0.7)


def _cut_while_starting(board: Player, cut: CutIn, erasing: Erasing, chance: Random) -> None:
    board.flash_chip.cut_in(*cut, chance.random(), erasing, _seed(chance))
    with pytest.raises(PowerCut):
        board.start()


def _assert_can_be_mended(board: Player, had: remembered.Remembered) -> None:
    """Whatever stands in nvm now: with the spare the next start brings back the table."""
    place = image.place(board.drive, "spare.bin")
    file = remembered.SpareFile(board.pico.flash()[DRIVE + place.start : DRIVE + place.stop])
    nvm = remembered.make_room(board.pico.nvm(), file)
    assert snapshots.kept(nvm) == snapshots.kept(had.nvm)


def test_there_are_cuts_enough() -> None:
    """On each CircuitPython."""
    in_making_room = sum(map(len, CUTS_IN_MAKING_ROOM.values()))
    assert len(GAMES) * CUTS_IN_PLAY + len(ERASINGS) * in_making_room >= 100
