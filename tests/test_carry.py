# SPDX-License-Identifier: MIT
"""Room is made in a full journal, and a cut at any step of that loses nothing."""

from pathlib import Path

import flash
import pytest
from snapshots import kept

from mastermind import carry, journal, played, spare, state
from mastermind.calibration import MOST_BYTES
from mastermind.memory import Memory

FIRMWARE = Path(__file__).parents[1] / "firmware"
CHIP = b"\x01\x23\x45\x67\x89\xab\xcd\xef"
OTHER_CHIP = b"\xfe\xdc\xba\x98\x76\x54\x32\x10"
SETUP = bytes((state.pack_kind("older", "friend", 3), state.pack_kind("younger", "friend", 2)))
CODE = state.pack_holes((0, 1, 2))
RIGHT = CODE + state.number(60, 2)
WRONG = state.pack_holes((3, 3, 3)) + state.number(30, 2)


def play(memory, rows=2):
    """A game of so many rows, the last of them right."""
    memory.tell(state.START, SETUP)
    memory.tell(state.CODE, CODE)
    for _ in range(rows - 1):
        memory.tell(state.ROW, WRONG)
    memory.tell(state.ROW, RIGHT)
    memory.tell(state.SEEN)


def crowd(store):
    """Play until a power-up would make room; the Memory. Two holes have learnt the animals."""
    memory = Memory(store)
    for where, length in ((0, MOST_BYTES), (5, 3)):
        memory.tell(state.HOLE, bytes((where,)) + bytes(range(1, length + 1)))
    while not spare.crowded(store):
        play(memory, rows=1 + memory.state.played % 9)
    return memory


def in_hide(memory):
    memory.tell(state.START, SETUP)
    memory.state.row.step(1)
    memory.choose()
    memory.settle(1 << 20)


def in_guess(memory):
    in_hide(memory)
    memory.tell(state.CODE, CODE)
    memory.tell(state.ROW, WRONG)
    memory.state.game.helped = True
    memory.state.row.step(0)
    memory.choose()
    memory.settle(1 << 21)


def where_the_board_hides(memory):
    kind = state.pack_kind("expert", "board", 5)
    memory.tell(state.START, bytes((kind, kind)) + state.pack_holes((6, 6, 0)))
    memory.tell(state.ROW, state.pack_holes((6, 0, 6)) + state.number(5, 2))


def in_reveal(memory):
    in_guess(memory)
    memory.tell(state.ROW, state.pack_holes((0, 1, 2), helped=True) + state.number(60, 2))


def with_an_error_and_a_host(memory):
    memory.tell(state.READ, state.number(7, 3))
    memory.keep_error("ValueError: no tiger")


TABLES = {
    "nothing": lambda memory: None,
    "hide": in_hide,
    "guess": in_guess,
    "board hides": where_the_board_hides,
    "reveal": in_reveal,
    "host": with_an_error_and_a_host,
}


@pytest.fixture(params=TABLES, name="full")
def full_nvm(request):
    """A crowded nvm with something on the table."""
    nvm = flash.Nvm()
    TABLES[request.param](crowd(nvm))
    return nvm


def test_room_is_made_with_one_erase_and_nothing_is_lost(full):
    before, second = kept(full), flash.Spare()
    assert carry.mend(full, second, CHIP)
    assert kept(full) == before
    assert full.sector.erases == 1
    used = len(bytes(full[:]).rstrip(b"\xff"))
    assert used <= flash.SECTOR * 3 // 8
    assert second.read(8) == bytes(full[:8])
    assert not carry.mend(full, second, CHIP), "there is nothing to do again"


def test_the_newest_games_are_kept(full):
    games = list(played.games(journal.Journal(full)))
    carry.mend(full, flash.Spare(), CHIP)
    left = list(played.games(journal.Journal(full)))
    assert len(left) > 20
    assert left == games[-len(left) :]


def test_games_are_numbered_on_and_on():
    nvm, second = flash.Nvm(), flash.Spare()
    for _ in range(3):
        memory = crowd(nvm)
        carry.mend(nvm, second, CHIP)
    numbers = [game.number for game in played.games(journal.Journal(nvm))]
    assert numbers == list(range(numbers[0], memory.state.played + 1))
    assert carry.generation_of(nvm) == 4


def steps_of(full, second):
    """How many steps of the flash it takes to make room."""
    power = flash.Power()
    nvm = flash.Nvm(power, full.sector.data)
    carry.mend(nvm, second.copy(power), CHIP)
    return power.steps


def cut_and_mend(full, second, step, seed=0):
    """Cut while room is made, then start again; the nvm."""
    power = flash.Power(step, seed)
    nvm, other = flash.Nvm(power, full.sector.data), second.copy(power)
    with pytest.raises(flash.PowerCut):
        carry.mend(nvm, other, CHIP)
    power.cut_at = None
    carry.mend(nvm, other, CHIP)
    return nvm


@pytest.mark.parametrize("used_before", [False, True])
def test_a_cut_while_room_is_made_loses_nothing(full, used_before):
    """Every 397th step here; the slow tier takes them all."""
    before, second = kept(full), flash.Spare()
    if used_before:  # by an older journal of this board
        older = flash.Nvm()
        play(Memory(older))
        carry.mend(older, second, CHIP)
        assert second.read(8) == bytes(full[:8])
    for step in range(0, steps_of(full, second), 397):
        nvm = cut_and_mend(full, second, step)
        assert kept(nvm) == before, f"cut at step {step}"
        assert Memory(nvm).notes == []


def test_a_cut_while_a_cut_is_mended_loses_nothing(full):
    before, second = kept(full), flash.Spare()
    steps = steps_of(full, second)
    for step in range(steps - 4096, steps, 401):
        power = flash.Power(step)
        nvm, other = flash.Nvm(power, full.sector.data), second.copy(power)
        for extra in (4000, 20, 4100):
            with pytest.raises(flash.PowerCut):
                carry.mend(nvm, other, CHIP)
            power.cut_at = power.steps + extra
        power.cut_at = None
        carry.mend(nvm, other, CHIP)
        assert kept(nvm) == before, f"first cut at step {step}"


def test_the_first_start_after_the_first_game_writes_the_spare_alone():
    nvm, second = flash.Nvm(), flash.Spare()
    play(Memory(nvm))
    before = bytes(nvm[:])
    assert carry.mend(nvm, second, CHIP)
    assert bytes(nvm[:]) == before
    assert not carry.mend(nvm, second, CHIP)


def test_what_was_played_since_counts_more_than_the_spare():
    nvm, second = flash.Nvm(), flash.Spare()
    crowd(nvm)
    carry.mend(nvm, second, CHIP)
    play(Memory(nvm))
    expected = kept(nvm)
    assert not carry.mend(nvm, second, CHIP)
    assert kept(nvm) == expected


def test_an_nvm_that_was_wiped_comes_back_from_the_spare():
    nvm, second = flash.Nvm(), flash.Spare()
    crowd(nvm)
    carry.mend(nvm, second, CHIP)
    expected = kept(nvm)
    for wreck in (b"\xff", b"\x00", b"\xa5"):
        empty = flash.Nvm(data=wreck * flash.SECTOR)
        assert carry.mend(empty, second, CHIP)
        assert kept(empty) == expected


def test_the_spare_of_another_board_is_no_match_of_this_one():
    """A teacher copies a drive to twenty boards."""
    first, second = flash.Nvm(), flash.Spare()
    crowd(first)
    carry.mend(first, second, CHIP)
    copy, new = second.copy(), flash.Nvm()
    assert not carry.mend(new, copy, OTHER_CHIP)
    assert bytes(new[:]) == b"\xff" * flash.SECTOR
    played_on = flash.Nvm()
    play(Memory(played_on))
    expected = kept(played_on)
    assert carry.mend(played_on, copy, OTHER_CHIP)
    assert kept(played_on) == expected


def test_a_journal_of_another_format_is_left_alone():
    nvm, second = flash.Nvm(), flash.Spare()
    crowd(nvm)
    carry.mend(nvm, second, CHIP)
    newer = bytearray(nvm[:])
    newer[3] = journal.FORMAT + 1
    other = flash.Nvm(data=with_check(newer))
    before = bytes(other[:])
    assert journal.Journal(other).found == journal.OTHER_FORMAT
    assert not carry.mend(other, second, CHIP)
    assert bytes(other[:]) == before
    play(Memory(other))
    assert carry.generation_of(other) == 3, "the spare, of generation 2, is older than this"
    expected = kept(other)
    carry.mend(other, second, CHIP)
    assert kept(other) == expected


def with_check(data):
    """A journal whose header was changed, with the check that belongs to it."""
    data[6:8] = journal._check(bytes(data[:6]))
    return data


class Missing:
    """No spare.bin on the drive."""

    def read(self, count):
        raise OSError(2, "No such file/directory")

    write = read


class Deaf(flash.Spare):
    """A spare.bin that takes nothing."""

    def write(self, data):
        pass


@pytest.mark.parametrize("second", [Missing(), Deaf()])
def test_room_is_made_without_a_spare_too(full, second):
    before = kept(full)
    assert carry.mend(full, second, CHIP)
    assert kept(full) == before
    assert not spare.crowded(full)


@pytest.mark.parametrize("store", [None, bytearray(), bytearray(b"\xff" * 512)])
def test_a_board_without_nvm_has_nothing_to_mend(store):
    assert not carry.mend(store, flash.Spare(), CHIP)


@pytest.fixture
def drive(tmp_path):
    """A drive with the spare.bin that is shipped; how boot.py opens it."""
    path = tmp_path / "spare.bin"
    path.write_bytes((FIRMWARE / "spare.bin").read_bytes())

    def opener(name, mode):
        assert name == spare.PATH
        return path.open(mode, buffering=0)

    return path, opener


def test_the_file_is_written_in_place_and_far_from_its_ends(drive):
    path, opener = drive
    nvm = flash.Nvm()
    crowd(nvm)
    synced = []
    assert carry.mend(nvm, carry.Spare(opener, lambda: synced.append(path.read_bytes())), CHIP)
    data = path.read_bytes()
    assert synced == [data]
    assert len(data) == carry.FILE_BYTES
    changed = [at for at, byte in enumerate(data) if byte != 0xFF]
    assert changed[0] == spare.SPOT
    assert spare.SPOT % 512 == 0
    assert min(changed[0], len(data) - changed[-1]) > carry.MARGIN
    assert spare.in_order(nvm, opener)


def test_a_power_up_looks_closer_only_when_something_is_not_in_order(drive):
    _, opener = drive
    nvm = flash.Nvm()
    assert spare.in_order(nvm, opener), "a new board"
    memory = Memory(nvm)
    play(memory)
    assert not spare.in_order(nvm, opener), "the spare does not know of this journal"
    carry.mend(nvm, carry.Spare(opener, lambda: None), CHIP)
    assert spare.in_order(nvm, opener)
    crowd(nvm)
    assert not spare.in_order(nvm, opener)


def test_two_numbers_stand_in_two_modules_and_are_the_same():
    assert (spare.HEADER_BYTES, spare.ERASED) == (journal.HEADER_BYTES, journal.ERASED)
    assert len(journal.header(1)) == journal.HEADER_BYTES


def test_without_the_file_only_room_matters():
    def opener(name, mode):
        raise OSError(2, "No such file/directory")

    nvm = flash.Nvm()
    play(Memory(nvm))
    assert spare.in_order(nvm, opener)
    crowd(nvm)
    assert not spare.in_order(nvm, opener)
    assert spare.in_order(None, opener)
    with pytest.raises(OSError, match="No such file"):
        carry.Spare(opener, lambda: None).read(8)


def test_a_nvm_too_large_for_the_file_is_not_written(drive):
    path, opener = drive
    before = path.read_bytes()
    with pytest.raises(OSError, match=r"spare\.bin is too small"):
        carry.Spare(opener, lambda: None).write(bytes(8192 + 512))
    assert path.read_bytes() == before


def test_a_start_that_makes_no_sense_is_no_game():
    """A journal that only a fuzzer writes: the game before it is counted once all the same."""
    nvm = flash.Nvm()
    memory = Memory(nvm)
    play(memory)
    in_reveal(memory)
    memory.journal.append(state.START, SETUP + bytes(5))
    before = kept(nvm)
    image = carry.compact(journal.Journal(nvm), flash.SECTOR, 2)
    assert kept(flash.Nvm(data=image)) == before
