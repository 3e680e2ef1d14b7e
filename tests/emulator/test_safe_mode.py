# SPDX-License-Identifier: MIT
"""Safe mode: whatever has put the board into it, it comes back to Welcome by itself."""

from collections.abc import Callable

import pytest
from emulator.player import START_MS, Player

# safemode.py lets 10 s pass after anything worse than a weak charger.
BACK_MS = 10_000 + 2 * START_MS
SAFE_MODE = """
import microcontroller
microcontroller.on_next_reset(microcontroller.RunMode.SAFE_MODE)
microcontroller.reset()
"""
NOWHERE = 0x70000000  # neither memory nor a peripheral


def asked_for_it(player: Player) -> None:
    player.pico.raw_start(SAFE_MODE)


def faulted(player: Player) -> None:
    player.pico.jump(NOWHERE)


@pytest.mark.parametrize("enter", [asked_for_it, faulted])
def test_the_board_leaves_safe_mode_by_itself(
    enter: Callable[[Player], None], welcome: Callable[..., Player]
) -> None:
    player = welcome(settings={"level": "older"})
    enter(player)
    assert player.pico.run(START_MS, until=lambda: not player.pico.host.ports), "no reset"
    reset_ms = player.pico.ms
    player.start(BACK_MS)
    assert player.pico.ms - reset_ms > 10_000, "it was never in safe mode"
    player.press("check")
    player.expect_rows("2 #.# ...", "1 ### ...")
