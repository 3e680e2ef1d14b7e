# SPDX-License-Identifier: MIT
"""What the board keeps: room made by itself, memories that are none, games that it fails at.

Power cuts have their own tests, in `test_power`.
"""

from binascii import crc32
from collections.abc import Callable
from random import Random

import pytest
import snapshots
from emulator import image, remembered
from emulator.flash import DRIVE_SECTORS, NVM_SECTOR, Operation
from emulator.pico import DRIVE, NVM_SIZE
from emulator.player import RISEN_MS, START_MS, Player

from mastermind import journal, lights, rules, spare, state
from mastermind.memory import GAME_ROOM, Memory

CROWDED = NVM_SIZE * 3 // 4  # a power-up makes room once this byte is written
MOST_GAMES = 10
WATCHDOG_MS, ERROR_MS = 8000, 5000
GAME = {"level": "older", "hider": "board"}


def _outside(spare_bin: range, done: Operation) -> bool:
    """Whether an operation on the drive touches anything but spare.bin."""
    first = done.offset - DRIVE
    return first not in spare_bin or first + done.size - 1 not in spare_bin


def _begun(welcome: Callable[..., Player], **how: object) -> Player:
    """In the first row of the board's first game ever."""
    player = welcome(settings=GAME, **how)
    player.press("check", "check")
    player.expect_rows("1 ??? ...")
    return player


# Making room.


def test_the_first_power_up_after_the_first_game_writes_the_spare_and_later_ones_nothing(
    welcome: Callable[..., Player],
) -> None:
    first = _begun(welcome)
    assert first.flash_chip.erases() == 0
    second = first.cut()
    second.start()
    assert second.flash_chip.erases() == second.flash_chip.erases(DRIVE_SECTORS) == 2
    spare_bin = image.place(second.drive, "spare.bin")
    assert not [done for done in second.flash_chip.log if _outside(spare_bin, done)]
    third = second.cut()
    third.start()
    third.wait(2000)
    assert third.flash_chip.log == []
    third.expect_rows("1 ??? ...")


def test_making_room_touches_no_other_byte_of_the_drive(welcome: Callable[..., Player]) -> None:
    had = remembered.guessing(CROWDED + 1, level="older", hider="board")
    player = welcome(drive=had.on(image.files()), nvm=had.nvm)
    assert player.flash_chip.erases(NVM_SECTOR) == 1
    on_drive = player.flash_chip.operations(region=DRIVE_SECTORS)
    here = image.place(player.drive, "spare.bin")
    assert on_drive
    assert not [done for done in on_drive if _outside(here, done)]
    before, after = image.fat(player.drive), player.pico.flash()[DRIVE:]
    assert after[: here.start] == before[: here.start]
    assert after[here.stop :] == before[here.stop :]
    assert after != before


@pytest.mark.parametrize("spare_bin", ["none", "short"])
def test_room_is_made_without_a_spare_as_well(
    spare_bin: str, welcome: Callable[..., Player]
) -> None:
    had = remembered.guessing(CROWDED + 1, level="older", hider="friend")
    drive = dict(image.files())
    del drive["spare.bin"]
    if spare_bin == "short":
        drive["spare.bin"] = b"\xff" * spare.SPOT
    player = welcome(drive=drive, nvm=had.nvm)
    assert player.flash_chip.erases(NVM_SECTOR) == 1
    assert remembered.used(player.pico.nvm()) <= NVM_SIZE * 3 // 8
    assert snapshots.kept(player.pico.nvm()) == snapshots.kept(had.nvm)
    player.expect_rows("3 L?? ...", "2 LLT ...", "1 TTT ...")
    again = player.cut()
    again.start()
    assert again.flash_chip.log == []


def test_a_game_started_on_a_crowded_journal_restarts_the_board_into_that_game(
    welcome: Callable[..., Player],
) -> None:
    """Game after game without a power-up, until the room is gone."""
    had = remembered.at_setup(CROWDED - 110, level="older", hider="board")
    assert not spare.crowded(had.nvm)
    player = welcome(drive=had.on(image.files()), settings=GAME, nvm=had.nvm)
    player.press("check", "check")
    for _ in range(MOST_GAMES):
        if NVM_SIZE - remembered.used(player.pico.nvm()) < GAME_ROOM:
            break
        assert player.flash_chip.erases() == 0
        for _ in range(rules.ROWS):
            player.choose("TTT")
            player.press("check")
        player.press("check", "check")
    before = snapshots.kept(player.pico.nvm())
    player.start()
    assert player.flash_chip.erases(NVM_SECTOR) == 1
    after = snapshots.kept(player.pico.nvm())
    assert (after["stage"], after["error"], after["row"]) == (state.GUESS, "", (7, 7, 7))
    assert after == before
    player.expect_rows("1 ??? ...")


# Memories that are none.


def _of_another_format() -> bytes:
    front = journal.MARK + bytes((journal.FORMAT + 1, 1, 0))
    check = (crc32(front) & 0xFFFF).to_bytes(2, "little")
    return (front + check + b"who knows").ljust(NVM_SIZE, b"\xff")


def _damaged() -> bytes:
    """A bit of a later game is another; what stands before it leaves no game on the table."""
    nvm = remembered.at_setup(300, level="older", hider="board").nvm
    for at in range(100, 300):
        damaged = nvm[:at] + bytes([nvm[at] ^ 0x10]) + nvm[at + 1 :]
        if Memory(damaged).notes and not snapshots.kept(damaged)["stage"]:
            return damaged
    raise AssertionError("no such byte")


MEMORIES = {
    "zeros": lambda: bytes(NVM_SIZE),
    "random": lambda: Random(1).randbytes(NVM_SIZE),
    "of another program": lambda: b"high score: 12345".ljust(NVM_SIZE, b"\xff"),
    "of another format": _of_another_format,
    "damaged": _damaged,
}


@pytest.mark.parametrize("name", MEMORIES)
def test_a_memory_that_is_none_is_told_and_the_next_game_is_kept(
    name: str, welcome: Callable[..., Player]
) -> None:
    nvm = MEMORIES[name]()
    (sentence,) = Memory(nvm).notes
    player = welcome(nvm=nvm)
    assert sentence in player.pico.text()
    assert "Traceback" not in player.pico.text()
    player.wait(2 * lights.BLINK_MS)
    mistake = lights.dim(lights.colour_of(lights.MISTAKE, player.chosen["palette"]), player.scale())
    assert player.code_colours() == {(mistake,) * 3, (0,) * 3}
    assert snapshots.kept(player.pico.nvm()) == snapshots.kept(nvm)
    player.press("check", "check")
    player.choose("TLC")
    player.press("check")
    player.expect_rows("1 ??? ...")
    again = player.cut()
    again.start()
    assert "Traceback" not in again.pico.text()
    again.wait(RISEN_MS)
    again.expect_rows("1 ??? ...")
    again.choose("TLC")
    again.press("check")
    kept = snapshots.kept(again.pico.nvm())
    assert (kept["stage"], kept["game"][1]) == (state.REVEAL, (0, 1, 2))
    assert kept["played"][0] == snapshots.kept(nvm)["played"][0] + 1


# Games that the firmware fails at.

WORDS = "the row can't be drawn"
FAILURES = {
    "stops": (f"raise RuntimeError({WORDS!r})", ERROR_MS, WORDS),
    "hangs": ("while True: pass", WATCHDOG_MS, "The board hung and was started again."),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_game_that_the_firmware_fails_at_again_and_again_is_given_up(
    name: str, welcome: Callable[..., Player]
) -> None:
    fault, shown_ms, words = FAILURES[name]
    patch = (
        f"def _failing_draw(self, picture, now_ms):\n    {fault}\n\nGuess.draw = _failing_draw\n"
    )
    drive = image.with_more(image.files(), "mastermind/stages/playing.py", patch)
    player = welcome(drive=drive, settings=GAME)
    player.press("check", "check")
    player.wait(500)  # the first steps of a board import what it will need
    for failure in range(1, state.MOST_FAILURES + 1):
        assert snapshots.kept(player.pico.nvm())["stage"] == state.GUESS
        player.pico.run_until_text("is ready.", shown_ms + START_MS)
        assert words in snapshots.kept(player.pico.nvm())["error"], f"failure {failure}"
    player.wait_for_light()
    player.press("check")
    player.expect_rows("2 ### ...", "1 ### ...")
    kept = snapshots.kept(player.pico.nvm())
    assert (kept["stage"], kept["played"][0]) == ("", 0)
    assert words in kept["error"]
