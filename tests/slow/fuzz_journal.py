# SPDX-License-Identifier: MIT
"""Whatever nvm holds, the board starts, plays and keeps: a target for the fuzzer atheris.

    .venv/bin/python tests/slow/fuzz_journal.py -atheris_runs=1000000 -seed=1

The first byte of an input says what the rest is: bytes behind a header, records that all have a
right check, or changes of the journal of a real match.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["mastermind"]):
    from mastermind import carry, journal, played, state
    from mastermind.memory import Memory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import fakes
from flash import SECTOR
from snapshots import snapshot

CHIP = b"\x00" * 8


def match():
    """The journal of a game that is over and of one that runs."""
    player = fakes.Player(fakes.chosen(level="expert"), store=bytearray(b"\xff" * SECTOR))
    player.press("check", "check")
    player.choose("TLC")
    player.press("check")
    for row in ("PPP", "TLC"):
        player.choose(row)
        player.press("check")
    player.press("check", "check")
    player.choose("LLE")
    player.wait(3000)
    player.press("check")
    player.choose("HH")
    player.wait(3000)
    player.memory.keep_error("ValueError: no tiger")
    return bytes(player.store)


def raw(data):
    return journal.header(3) + data


def checked(data):
    """Records of a kind, a length and so many bytes each."""
    made, place = journal.header(3), 0
    while place + 1 < len(data) and len(made) < 3900:
        length = data[place + 1] % 24
        made += journal.record(data[place] % 17, data[place + 2 : place + 2 + length])
        place += 2 + length
    return made


def changed(data):
    """A place (2 bytes) and a new byte, again and again."""
    made = bytearray(MATCH)
    for at in range(0, len(data) - 2, 3):
        place = int.from_bytes(data[at : at + 2], "big")
        made[place % (len(USED) + 16)] = data[at + 2]
    return bytes(made)


def try_one(data):
    """One input; an exception is what the fuzzer looks for."""
    if not data:
        return
    made = (raw, checked, changed)[data[0] % 3](data[1:])[:SECTOR]
    made = made.ljust(SECTOR, b"\xff")
    store = bytearray(made)
    memory = Memory(store)
    found = snapshot(memory.state)
    assert store == made, "a start writes nothing"
    if memory.journal.found != journal.GOOD:
        return
    turn = sum(data) % 32  # what takes long is asked of some inputs
    if turn % 4 == 0:
        list(played.games(memory.journal))
        assert_compact_is_the_same(store, found)
    memory.keep_error("after")
    if not memory.journal.failed and memory.state.error == "after":
        assert snapshot(Memory(store).state) == found | {"error": "after"}
    if turn == 1:
        assert_it_can_be_shown(store)


def assert_compact_is_the_same(store, found):
    kept = journal.Journal(store)
    image = bytearray(carry.compact(kept, SECTOR, kept.generation + 1))
    assert snapshot(Memory(image).state) == found


def assert_it_can_be_shown(store):
    memory = Memory(store)
    if memory.state.stage:
        player = fakes.Player(store=store)
        player.press("left", "left")
        if player.stage in (state.HIDE, state.GUESS):
            player.hold("menu", 1100)
            assert player.stage == "leave"


MATCH = match()
USED = MATCH.rstrip(b"\xff")

if __name__ == "__main__":
    atheris.Setup(sys.argv, try_one)
    atheris.Fuzz()
