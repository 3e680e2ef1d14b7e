# SPDX-License-Identifier: MIT
"""When the firmware itself fails: errors are shown and kept, endless loops are ended.

The faults are put into the test's own copy of the drive.
"""

from collections.abc import Callable

from emulator import image
from emulator.player import START_MS, Player

from mastermind import failure, lights
from mastermind.memory import Memory

SHOWN_MS = 5000  # how long the error look stays
WATCHDOG_MS = 8000
WORDS = "the middle key was pressed"

# In Setup the middle key runs `fault()`, and every other key does what it always does.
PATCH = """
_real_on_event = Setup.on_event

def _faulty_on_event(self, event, now_ms):
    if event.where == MIDDLE:
        fault()
    return _real_on_event(self, event, now_ms)

Setup.on_event = _faulty_on_event
"""
RAISES = PATCH + f"\ndef fault():\n    raise RuntimeError({WORDS!r})\n"
HANGS = PATCH + "\ndef fault():\n    while True:\n        pass\n"


def _in_setup(welcome: Callable[..., Player], patch: str) -> Player:
    player = welcome(drive=image.with_more(image.files(), "mastermind/stages/setup.py", patch))
    player.press("check")
    player.expect_rows("2 ..# ...", "1 ### ...")
    return player


def _error_frame() -> tuple[int, ...]:
    """The exclamation mark at the fixed brightness that it has, whatever the settings."""
    picture, frame = lights.dark(), [0] * lights.COUNT
    lights.paint_error(picture)
    lights.Lights("bright", failure.ERROR_MA).render(picture, frame, lights.BRIGHTNESS[3], True)
    return tuple(frame)


def test_an_uncaught_error_is_shown_and_kept_and_the_board_starts_again(
    welcome: Callable[..., Player],
) -> None:
    player = _in_setup(welcome, RAISES)
    assert Memory(player.pico.nvm()).state.error == ""
    player.press("middle")
    player.wait(500)
    assert player.wire.last == _error_frame()
    assert WORDS in player.pico.text()
    player.wait(SHOWN_MS - 1000)
    assert player.wire.last == _error_frame()
    player.start()
    player.press("check")
    player.expect_rows("2 ..# ...", "1 ### ...")
    kept = Memory(player.pico.nvm()).state.error
    assert WORDS in kept
    assert "setup.py" in kept


def test_the_watchdog_restarts_a_board_that_hangs(welcome: Callable[..., Player]) -> None:
    player = _in_setup(welcome, HANGS)
    player.change(1, True)
    hung_ms = player.pico.ms
    assert player.pico.host.connections == 1
    assert player.pico.run(WATCHDOG_MS + START_MS, until=lambda: not player.pico.host.ports)
    assert WATCHDOG_MS - 100 < player.pico.ms - hung_ms < WATCHDOG_MS + 200
    player.change(1, False)
    player.start()
    player.press("check")
    player.expect_rows("2 ..# ...", "1 ### ...")
    assert Memory(player.pico.nvm()).state.error == "The board hung and was started again."
