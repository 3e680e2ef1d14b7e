# SPDX-License-Identifier: MIT
"""What the board is made to measure of itself: its memory, and what an idle step costs.

Lines added to app.py on the measured copy of the drive; they speak over the console. Knows no
budgets.
"""

from typing import NamedTuple

from emulator import image
from emulator.player import Player

from mastermind import memory, rules

IDLE_STEPS = 1000
FIRST_SAMPLE_MS, SAMPLE_MS = 30_000, 30_000  # of the heap, from each start of the board
SETTLED_MS = memory.SETTLE_MS + 500  # then what was chosen has been written
APP = "mastermind/app.py"

_LARGEST_BLOCK = """
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
"""
# Tells of the memory once the App has started and at the worst moment of a match, and of idle steps
# once three holes are chosen and nobody has touched a key for a while.
_PROBE = f"""
import gc
import time

_step = App.step
_steps = [0]
_still_since_ms = [0]
_measured = []
_least = [1 << 29]  # free heap

def _probed_step(self):
    drew = _step(self)
    _steps[0] += 1
    if _steps[0] % 8 == 0:  # a collection at every step would be another board
        gc.collect()
        _least[0] = min(_least[0], gc.mem_free())
    if _steps[0] == 80:
        print("probe free", gc.mem_free())
    now_ms = self.board.now()
    if type(self.stage).__name__ != "Guess" or self.table.row.not_chosen():
        _still_since_ms[0] = now_ms
    elif now_ms - _still_since_ms[0] >= {SETTLED_MS} and not _measured:
        _measured.append(True)
        _measure_steps(self)
    if type(self.stage).__name__ == "Scoreboard" and _least[0]:
        print("probe worst", _least[0], _largest_block())
        _least[0] = 0
    return drew

def _measure_steps(self):
    gc.collect()
    gc.disable()
    begin_ns = time.monotonic_ns()
    before = gc.mem_alloc()
    for _ in range({IDLE_STEPS}):
        _step(self)
    after = gc.mem_alloc()
    end_ns = time.monotonic_ns()
    gc.collect()  # the clock allocates as well
    longest_ns = 0
    for _ in range({IDLE_STEPS}):
        step_ns = time.monotonic_ns()
        _step(self)
        longest_ns = max(longest_ns, time.monotonic_ns() - step_ns)
    gc.enable()
    print("probe idle", after - before, (end_ns - begin_ns) // {IDLE_STEPS}, longest_ns)

App.step = _probed_step
"""


# Tells of the memory every now and then, for as long as the board plays.
_HEAP_PROBE = f"""
import gc

_unsampled_step = App.step
_next_ms = [{FIRST_SAMPLE_MS}]

def _sampled_step(self):
    drew = _unsampled_step(self)
    now_ms = self.board.now()
    if now_ms >= _next_ms[0]:
        _next_ms[0] = now_ms + {SAMPLE_MS}
        gc.collect()
        print("probe heap", now_ms, gc.mem_free(), _largest_block())
    return drew

App.step = _sampled_step
"""


# Tells of the heap once, so many ms after the start.
_WEIGHT_PROBE = """
import gc

_unweighed_step = App.step
_weighed = []

def _weighing_step(self):
    drew = _unweighed_step(self)
    if not _weighed and self.board.now() >= {ms}:
        _weighed.append(True)
        gc.collect()
        print("probe weight", gc.mem_free())
    return drew

App.step = _weighing_step
"""


# Tells of the memory that readings take, and of the heap that is left, once an animal lies on each
# of six sensors; each step is then one reading.
_READING_PROBE = f"""
import gc

_unread_step = Sensors.step
_read = []

def _reading_step(self, now_ms):
    _unread_step(self, now_ms)
    if not _read and min(self.holes.lies) >= 0 and max(self.holes.lies) < 6:
        _read.append(True)
        _read_often(self)

def _read_often(self):
    gc.collect()
    free = gc.mem_free()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range({IDLE_STEPS}):
        self._due_ms = 0
        _unread_step(self, self._app.board.now())
    after = gc.mem_alloc()
    gc.enable()
    print("probe readings", after - before, free)

Sensors.step = _reading_step
"""


# Tells how long the board thinks about each of its own guesses.
_GUESS_PROBE = """
import time

_untimed_tick = Answer.on_tick
_began_ns = [0]

def _timed_tick(self, now_ms):
    if self._search and not _began_ns[0]:
        _began_ns[0] = time.monotonic_ns()
    stage = _untimed_tick(self, now_ms)
    if _began_ns[0] and not self._search:
        print("probe guess", time.monotonic_ns() - _began_ns[0])
        _began_ns[0] = 0
    return stage

Answer.on_tick = _timed_tick
"""


class Idle(NamedTuple):
    """`allocated_bytes` by IDLE_STEPS steps together; the mean and the longest step."""

    allocated_bytes: float
    mean_ns: float
    longest_ns: float


class Readings(NamedTuple):
    """Bytes: `allocated` by IDLE_STEPS readings together; free with all six sensors."""

    allocated: float
    free: float


class Sample(NamedTuple):
    """ms since the board's last start, bytes of the heap after a collection."""

    ms: int
    free: int
    largest_block: int


def probed(drive: image.Files) -> image.Files:
    """The drive of a board that measures itself; other faults go in first."""
    return image.with_more(drive, APP, _PROBE + _LARGEST_BLOCK)


def sampled(drive: image.Files) -> image.Files:
    """The drive of a board that tells of its heap every SAMPLE_MS."""
    return image.with_more(drive, APP, _HEAP_PROBE + _LARGEST_BLOCK)


def weighed(drive: image.Files, ms: int) -> image.Files:
    """The drive of a board that tells of its heap once, `ms` after its start."""
    return image.with_more(drive, APP, _WEIGHT_PROBE.format(ms=ms))


def weight(player: Player) -> float:
    """Bytes free then."""
    (free,) = _told(player, "probe weight")
    return free


def counted_readings(drive: image.Files) -> image.Files:
    """The drive of a board that tells what reading its sensors takes of the heap."""
    return image.with_more(drive, "mastermind/sensors.py", _READING_PROBE)


def readings(player: Player) -> Readings:
    """Once an animal lies on each of six sensors."""
    player.pico.run_until_text("probe readings", 10_000)
    player.wait(50)
    return Readings(*_told(player, "probe readings"))


def timed_guesses(drive: image.Files) -> image.Files:
    """The drive of a board that tells how long it thinks."""
    return image.with_more(drive, "mastermind/stages/answering.py", _GUESS_PROBE)


def guess_times(player: Player) -> list[float]:
    """How long the board has thought about each of its guesses, in ms."""
    told = [line.split("probe guess")[1] for line in _lines(player) if "probe guess" in line]
    return [int(nanoseconds) / 1e6 for nanoseconds in told]


def samples(player: Player) -> list[Sample]:
    """What a `sampled` board has told so far."""
    told = [line.split("probe heap")[1] for line in _lines(player) if "probe heap" in line]
    return [Sample(*map(int, numbers.split())) for numbers in told]


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
    told = next(line for line in _lines(player) if words in line)
    return [float(number) for number in told.split(words)[1].split()]


def _lines(player: Player) -> list[str]:
    return player.pico.text().splitlines()
