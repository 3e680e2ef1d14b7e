# SPDX-License-Identifier: MIT
"""Measures the firmware against its budgets on every CircuitPython found: bench.py [--json].

All times are emulated. Ends with status 1 where a budget is missed, 2 where there is nothing to
measure on.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from emulator import image, interpreter
from emulator.pico import NS_PER_CYCLE, Pico
from emulator.player import PRESS_MS, Player
from emulator.ws2812 import Wire

from mastermind import keys, lights

PHASES = 30  # presses at different moments of the board's loop; five times round the animals
CHECKS = 8  # of the nine rows, so that the game goes on
ANSWER_MS = 60
GAME = {"level": "older", "hider": "friend"}


class Figure(NamedTuple):
    """One measured thing. `most`/`least`: its budget, or None."""

    name: str
    unit: str
    values: list[float]
    most: float | None = None
    least: float | None = None

    @property
    def held(self) -> bool:
        above = self.least is None or min(self.values) >= self.least
        return above and (self.most is None or max(self.values) <= self.most)

    @property
    def budget(self) -> str:
        if self.least is not None:
            return f">= {self.least:g}"
        return "" if self.most is None else f"<= {self.most:g}"


# Added to app.py on the board: tells of its memory once it has started, and of idle steps once
# three holes are chosen and nobody has touched a key for a while.
PROBE = """
import gc
import time

_step = App.step
_steps = [0, 0]  # all of them, still ones in a row

def _probed_step(self):
    _step(self)
    _steps[0] += 1
    if _steps[0] == 100:
        gc.collect()
        print("bench free", gc.mem_free())
    row = getattr(self.stage, "row", None)
    _steps[1] = _steps[1] + 1 if row and not row.not_chosen() else 0
    if _steps[1] == 300:
        _measure(self)

def _measure(self):
    gc.collect()
    gc.disable()
    begin_ns = time.monotonic_ns()
    before = gc.mem_alloc()
    for _ in range(1000):
        _step(self)
    after = gc.mem_alloc()
    end_ns = time.monotonic_ns()
    gc.enable()
    print("bench idle", after - before, (end_ns - begin_ns) // 1000)

App.step = _probed_step
"""

# The least that lights 57 lights on a key: what the interpreter alone takes.
BARE = b"""
import board
import keypad
import neopixel

keys = keypad.Keys((board.GP2,), value_when_pressed=False, interval=0.002, debounce_threshold=2)
pixels = neopixel.NeoPixel(board.GP16, 57, auto_write=False)
level = 0
print("bare loop")
while True:
    event = keys.events.get()
    if event and event.pressed:
        level = (level + 1) % 8
        pixels.fill(level << 4)
        pixels.show()
"""


def measure(uf2: Path) -> Iterator[Figure]:
    yield power_up(uf2)
    yield from presses(uf2)
    yield bare_presses(uf2)
    yield from memory(uf2)


def power_up(uf2: Path) -> Figure:
    """The second start: the first one also writes boot_out.txt."""
    first = Player(uf2, image.files())
    first.start()
    second = Pico(uf2, flash=first.pico.flash())
    wire = Wire(second, first.leds)
    second.power_on().run(10_000, until=lambda: any(map(any, _colours(wire))))
    lit = next(frame for frame in wire.frames if any(frame.colours))
    return Figure("power-up to Welcome lit", "ms", [lit.lit_ns / 1e6], most=2500)


def _colours(wire: Wire) -> Iterator[tuple[int, ...]]:
    return (frame.colours for frame in wire.frames)


def presses(uf2: Path) -> Iterator[Figure]:
    """A game that a friend has hidden a code for: presses, checks, and a minute of nothing."""
    player = _guessing(uf2, image.files())
    player.choose("TTT")
    yield Figure("press to lit", "ms", list(_press_times(player)), most=15)
    yield Figure("check to score lit", "ms", list(_check_times(player)), most=25)
    player.choose("TTT")
    player.wait(1000)
    seen = len(player.wire.frames)
    player.wait(60_000)
    yield Figure("frames in a still minute", "", [len(player.wire.frames) - seen], most=0)


def _guessing(uf2: Path, drive: image.Files) -> Player:
    player = Player(uf2, image.with_settings(drive, GAME))
    player.start()
    player.press("check", "check")
    player.choose("TLC")
    player.press("check")
    player.expect_rows("1 ??? ...")
    return player


def _press_times(player: Player) -> Iterator[float]:
    """Presses that walk a hole through the animals, spread over the board's loop and key scan."""
    for phase in range(PHASES):
        player.wait(50 + 7.3 * phase / PHASES)
        yield _lit_after(player, keys.LEFT, lights.guess_light(0, 0))


def _check_times(player: Player) -> Iterator[float]:
    for row in range(CHECKS):
        if row:
            player.choose("TTT")
        player.wait(50 + 7.3 * row / CHECKS)
        yield _lit_after(player, keys.CHECK, lights.score_light(row, 0))
    player.expect_rows(f"{CHECKS + 1} ??? ...", *(f"{row + 1} TTT r.." for row in range(CHECKS)))


def _lit_after(player: Player, key: int, light: int) -> float:
    """From the contact's closing until every light shows the frame that changes `light`, in ms."""
    closed_ns = player.pico.cycles * NS_PER_CYCLE
    before = player.wire.last[light] if player.wire.last else 0
    player.change(key, True)
    player.wait(ANSWER_MS)
    player.change(key, False)
    player.wait(PRESS_MS)
    frames = (frame for frame in player.wire.frames if frame.start_ns > closed_ns)
    changed = next(frame for frame in frames if frame.colours[light] != before)
    return (changed.lit_ns - closed_ns) / 1e6


def bare_presses(uf2: Path) -> Figure:
    player = Player(uf2, image.files() | {"code.py": BARE})
    player.pico.run_until_text("bare loop", 10_000)
    player.wait(100)
    return Figure("press to lit, bare loop", "ms", list(_press_times(player)))


def memory(uf2: Path) -> Iterator[Figure]:
    player = _guessing(uf2, image.with_more(image.files(), "mastermind/app.py", PROBE))
    (free,) = _told(player, "bench free")
    yield Figure("heap free after start", "kB", [free / 1000], least=100)
    player.choose("TTT")
    player.pico.run_until_text("bench idle", 20_000)
    player.wait(50)
    allocated, us = _told(player, "bench idle")
    yield Figure("allocated by 1,000 idle steps", "bytes", [allocated], most=0)
    yield Figure("idle step, mean", "ms", [us / 1e6], most=2)


def _told(player: Player, words: str) -> list[float]:
    """The numbers behind `words` on the console."""
    lines = player.pico.text().splitlines()
    told = next(line for line in lines if words in line)
    return [float(number) for number in told.split(words)[1].split()]


def _line(figure: Figure) -> str:
    low, high = min(figure.values), max(figure.values)
    middle = statistics.median(figure.values)
    told = (
        f"{low:9.2f}{middle:9.2f}{high:9.2f}" if len(figure.values) > 1 else f"{middle:18.2f}{'':9}"
    )
    missed = "" if figure.held else "  MISSED"
    return f"  {figure.name:32}{told} {figure.unit:6} {figure.budget:8}{missed}"


def _data(figure: Figure) -> dict[str, object]:
    return figure._asdict() | {"held": figure.held}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="every measured value, as JSON")
    options = parser.parse_args()
    results: dict[str, list[Figure]] = {}
    for uf2 in interpreter.found():
        version = interpreter.version(uf2)
        results[version] = []
        if not options.json:
            print(f"CircuitPython {version}, emulated{'least':>12}{'median':>9}{'most':>9}")
        for figure in measure(uf2):
            results[version].append(figure)
            if not options.json:
                print(_line(figure), flush=True)
    if not results:
        print(interpreter.how_to_get_one(), file=sys.stderr)
        return 2
    if options.json:
        print(
            json.dumps({name: list(map(_data, told)) for name, told in results.items()}, indent=2)
        )
    return 0 if all(figure.held for told in results.values() for figure in told) else 1


if __name__ == "__main__":
    sys.exit(main())
