# SPDX-License-Identifier: MIT
"""What the board is made to measure of itself: its memory, and what an idle step costs.

Lines added to app.py on the measured copy of the drive; they speak over the console. Knows no
budgets.
"""

from typing import NamedTuple

from emulator import image
from emulator.player import Player

from mastermind import rules

IDLE_STEPS = 1000
APP = "mastermind/app.py"

# Tells of the memory once the App has started and at the worst moment of a match, and of idle steps
# once three holes are chosen and nobody has touched a key for a while.
_PROBE = f"""
import gc
import time

_step = App.step
_steps = [0, 0]  # all of them, still ones in a row
_least = [1 << 29]  # free heap

def _probed_step(self):
    _step(self)
    _steps[0] += 1
    if _steps[0] % 8 == 0:  # a collection at every step would be another board
        gc.collect()
        _least[0] = min(_least[0], gc.mem_free())
    if _steps[0] == 80:
        print("probe free", gc.mem_free())
    row = getattr(self.stage, "row", None)
    _steps[1] = _steps[1] + 1 if row and not row.not_chosen() else 0
    if _steps[1] == 300:
        _measure_steps(self)
    if type(self.stage).__name__ == "Scoreboard" and _least[0]:
        print("probe worst", _least[0], _largest_block())
        _least[0] = 0

def _measure_steps(self):
    gc.collect()
    gc.disable()
    begin_ns = time.monotonic_ns()
    before = gc.mem_alloc()
    for _ in range({IDLE_STEPS}):
        _step(self)
    after = gc.mem_alloc()
    end_ns = time.monotonic_ns()
    longest_ns = 0
    for _ in range({IDLE_STEPS}):
        step_ns = time.monotonic_ns()
        _step(self)
        longest_ns = max(longest_ns, time.monotonic_ns() - step_ns)
    gc.enable()
    print("probe idle", after - before, (end_ns - begin_ns) // {IDLE_STEPS}, longest_ns)

def _largest_block():
    low, high = 0, gc.mem_free()
    while high - low > 256:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    return low

App.step = _probed_step
"""


class Idle(NamedTuple):
    """`allocated_bytes` by IDLE_STEPS steps together; the mean and the longest step."""

    allocated_bytes: float
    mean_ns: float
    longest_ns: float


def probed(drive: image.Files) -> image.Files:
    """The drive of a board that measures itself; other faults go in first."""
    return image.with_more(drive, APP, _PROBE)


def heap_free(player: Player) -> float:
    """Bytes free once the App has started."""
    (free,) = _told(player, "probe free")
    return free


def idle(player: Player) -> Idle:
    """Chooses a row in Guess and waits until idle steps have been measured."""
    player.choose("T" * rules.HOLES)
    player.pico.run_until_text("probe idle", 60_000)
    player.wait(50)
    return Idle(*_told(player, "probe idle"))


def worst_moment(player: Player) -> tuple[float, float]:
    """Free bytes at the worst moment of a match, and the largest block after it: in Reveal."""
    player.press("check")
    player.pico.run_until_text("probe worst", 10_000)
    player.wait(50)
    least, block = _told(player, "probe worst")
    return least, block


def assert_idle_steps_allocate_nothing(player: Player) -> None:
    allocated = idle(player).allocated_bytes
    assert allocated == 0, f"{IDLE_STEPS} idle steps allocate {allocated:.0f} bytes"


def _told(player: Player, words: str) -> list[float]:
    """The numbers behind `words` on the console."""
    lines = player.pico.text().splitlines()
    told = next(line for line in lines if words in line)
    return [float(number) for number in told.split(words)[1].split()]
