# SPDX-License-Identifier: MIT
"""Half an hour of play: the heap neither shrinks nor breaks into pieces.

Takes some twenty minutes of computing, and so runs when asked for: with --soak on the newest
CircuitPython, where the heap is smallest; with --soak-all on every one. With -s it prints the
heap's curve.
"""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import snapshots
from emulator import image, interpreter, probes
from emulator.flash import NVM_SECTOR
from emulator.player import Player
from emulator.probes import Sample

MINUTES = 30
# What is on the table differs from sample to sample: so much more or less is no trend.
PLAY_BYTES = 4000
LARGEST_BLOCK = 16_000  # far more than anything the firmware asks for at once
# Otherwise the heap shrinks whenever a stage is played for the first time.
IMPORTS = """
from mastermind import codebreaker
from mastermind.stages import answering, ending, resuming, scoring, setup, wiring
"""
WEIGHTS = {"left": 6, "middle": 6, "right": 6, "check": 5, "menu": 1}


@pytest.mark.wall_limit(7200)
def test_the_heap_does_not_shrink_in_half_an_hour_of_play(
    usable_uf2: Path, welcome: Callable[..., Player], request: pytest.FixtureRequest
) -> None:
    every = request.config.getoption("--soak-all")
    if not every and not request.config.getoption("--soak"):
        pytest.skip("takes 20 minutes: make test-emulator ARGS=--soak")
    if not every and usable_uf2 != interpreter.newest():
        pytest.skip("not the newest CircuitPython: --soak-all runs it here as well")
    player = welcome(drive=image.with_more(probes.sampled(image.files()), probes.APP, IMPORTS))
    _play(player, Random(1))
    lives = _lives(probes.samples(player))
    _print(usable_uf2, lives)
    assert "Traceback" not in player.pico.text()
    kept = snapshots.kept(player.pico.nvm())
    assert kept["error"] == ""
    assert kept["played"][0] >= MINUTES / 2
    assert len(lives) <= player.flash_chip.erases(NVM_SECTOR) + 1, "it restarts to make room only"
    _assert_steady(lives)


def _play(player: Player, chance: Random) -> None:
    """At random, as fast as children do."""
    while player.pico.ms < MINUTES * 60_000:
        what = chance.random()
        if what < 0.01:
            player.hold("menu", chance.choice((1100, 3100)))  # leave? a new match?
        elif what < 0.03:
            player.hold("middle", 700)
        else:
            player.press(*chance.choices([*WEIGHTS], [*WEIGHTS.values()]))
        player.wait(chance.randrange(50, 500))


def _lives(samples: list[Sample]) -> list[list[Sample]]:
    """The samples of each start of the board."""
    lives = [samples[:1]]
    for before, sample in pairwise(samples):
        if sample.ms < before.ms:
            lives.append([])
        lives[-1].append(sample)
    return lives


def _assert_steady(lives: list[list[Sample]]) -> None:
    warm = [
        life[1:] for life in lives
    ]  # by then every stage has been seen, and its module imported
    _assert_no_trend([sample.free for life in warm for sample in life])
    for life in warm:
        _assert_no_trend([sample.free for sample in life])
        assert all(sample.largest_block > LARGEST_BLOCK for sample in life)


def _assert_no_trend(free: list[int]) -> None:
    """The last third is as good as the first, both at their best and at their worst."""
    third = len(free) // 3
    if third:
        first, last = free[:third], free[-third:]
        assert max(last) > max(first) - PLAY_BYTES, free
        assert min(last) > min(first) - PLAY_BYTES, free


def _print(uf2: Path, lives: list[list[Sample]]) -> None:
    print(f"\nCircuitPython {interpreter.version(uf2)}, {MINUTES} emulated minutes of play, bytes:")
    for life in lives:
        print("  free  ", *(sample.free for sample in life))
        print("  block ", *(sample.largest_block for sample in life))
