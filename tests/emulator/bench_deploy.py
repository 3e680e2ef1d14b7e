# SPDX-License-Identifier: MIT
"""Measures what a deploy costs the board's flash and the wire, against other ways to copy.

The real command line on an emulated board that is plugged in. All copies bring the same files on
the same board in one run, so their ratios hold on every computer; seconds are of this one.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from emulator import image
from emulator.computer import Computer
from emulator.figures import Figure
from emulator.flash import DRIVE_SECTORS, ERASE, FlashChip
from emulator.pico import DRIVE, FLASH_SIZE, Pico
from emulator.plugged import UID, PluggedBoard

SECTOR = 4096
FIRST_START_MS = 6000
CHANGED = "mastermind/tunes.py"
MPREMOTE = Path(sys.executable).with_name("mpremote")
# What a program does that knows of no cache: each file is on the drive before the next begins.
COPY = """
import os, pathlib, sys
source, target = map(pathlib.Path, sys.argv[1:3])
for path in sorted(source.rglob("*")):
    place = target / path.relative_to(source)
    if path.is_dir():
        place.mkdir(exist_ok=True)
        continue
    with open(place, "wb") as file:
        file.write(path.read_bytes())
        if sys.argv[3] == "each":
            os.fsync(file.fileno())
os.sync()
"""


class Cost(NamedTuple):
    """Of one copy. `least`: the flash sectors that are different after it."""

    erased: int
    least: int
    sent: int  # bytes, to the drive
    carried: int  # bytes, over the serial ports
    computed_s: float  # by the program that copied, on this computer
    told: Any = None  # what the copy returned


class Bench:
    """A board that is plugged in, with a folder of what belongs on it."""

    def __init__(self, board: PluggedBoard, folder: Path) -> None:
        self.board, self.folder = board, folder
        self.computer = Computer(board, folder / "home")
        self.source = folder / "firmware"
        for path, content in image.files().items():
            place = self.source / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)

    def cost(self, copy: Callable[[], Any]) -> Cost:
        """What `copy()` costs, with all that the board does for it until it has started."""
        before, sent, carried = self._state()
        self.board.log.clear()
        begin_s = _computed_s()
        told = copy()
        computed_s = _computed_s() - begin_s
        after, sent_then, carried_then = self._state()
        erased = sum(done.is_a(ERASE, DRIVE_SECTORS) for done in self.board.log)
        starts = range(DRIVE, FLASH_SIZE, SECTOR)
        least = sum(before[at : at + SECTOR] != after[at : at + SECTOR] for at in starts)
        return Cost(erased, least, sent_then - sent, carried_then - carried, computed_s, told)

    def deploy(self) -> Any:
        return self.computer.ask("deploy")

    def copy(self, sync: str) -> None:
        """As files are copied by hand or by circup; `sync`: after "each" file or after "all"."""
        program = [sys.executable, "-c", COPY, str(self.source), str(self.board.folder), sync]
        subprocess.run(program, env=os.environ | self.board.environment, check=True)

    def mpremote(self) -> None:
        """Folder by folder: its `cp -r` stumbles over CircuitPython's words for "no such file"."""
        commands = ["connect", str(self.board.console)]
        folders = sorted(path for path in self.source.rglob("*") if path.is_dir())
        for folder in [self.source, *folders]:
            place = f":/{folder.relative_to(self.source)}/".replace("/./", "/")
            if folder != self.source:
                commands += ["mkdir", place.rstrip("/"), "+"]
            files = [str(path) for path in sorted(folder.iterdir()) if path.is_file()]
            commands += ["cp", "-f", *files, place, "+"]
        subprocess.run([MPREMOTE, *commands[:-1]], check=True, stdout=subprocess.DEVNULL)

    def _state(self) -> tuple[bytes, int, int]:
        return self.board.call(
            lambda cable: (cable.pico.flash(), cable.bytes_sent, cable.bytes_carried)
        )


def measure(uf2: Path) -> Iterator[Figure]:
    """Full, one-file and no-change deploys, then the same files by other means."""
    new = _started(uf2, {})
    with _bench(new) as bench:
        full = bench.cost(bench.deploy)
        same = [bench.cost(bench.deploy) for _ in range(3)]
        damaged = bench.board.folder / CHANGED
        damaged.write_bytes(damaged.read_bytes() + b"# changed\n")
        bench.board.sync()
        one = bench.cost(bench.deploy)
    yield from _figures("full deploy", full)
    yield from _figures("one-file deploy", one)
    yield Figure("no-change deploy: sectors erased", "", [cost.erased for cost in same], most=0)
    yield Figure("no-change deploy: bytes written", "", [cost.sent for cost in same], most=0)
    least_s = min(cost.computed_s for cost in same)
    yield Figure("no-change deploy: computing", "s", [least_s], most=1)
    yield from _others(uf2, new, full)


def _figures(name: str, cost: Cost) -> Iterator[Figure]:
    yield Figure(f"{name}: sectors erased", "", [cost.erased])
    yield Figure(f"{name}: to the least", "x", [cost.erased / cost.least])
    yield Figure(f"{name}: sent to the drive", "kB", [cost.sent / 1000])
    yield Figure(f"{name}: over the REPL", "kB", [cost.carried / 1000])


def _others(uf2: Path, new: bytes, full: Cost) -> Iterator[Figure]:
    """What copying by other means costs, as a ratio to a full deploy."""
    with _bench(new) as bench:
        all_at_once = bench.cost(lambda: bench.copy("all"))
    with _bench(new) as bench:
        each = bench.cost(lambda: bench.copy("each"))
    yield Figure("copy, one sync: erased to ours", "x", [all_at_once.erased / full.erased])
    yield Figure("copy, sync each: erased to ours", "x", [each.erased / full.erased])
    # While a computer holds the drive the board may not write to it: boot.py has to see to that.
    keeps = b"import storage\nstorage.remount('/', readonly=False)\n"
    with _bench(_started(uf2, {"boot.py": keeps})) as bench:
        mpremote = bench.cost(bench.mpremote)
    yield Figure("mpremote: erased to ours", "x", [mpremote.erased / full.erased])
    yield Figure("mpremote: REPL bytes to ours", "x", [mpremote.carried / full.carried])


def _computed_s() -> float:
    """By all programs that were started from here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _started(uf2: Path, files: image.Files) -> bytes:
    """The flash of a board that has been started once, with a program that does nothing."""
    pico = Pico(uf2, image.fat({"code.py": b""} | files))
    FlashChip(pico, bytes.fromhex(UID))
    pico.power_on().run(FIRST_START_MS)
    return pico.flash()


@contextmanager
def _bench(flash: bytes) -> Iterator[Bench]:
    with tempfile.TemporaryDirectory() as name, PluggedBoard(Path(name), flash) as board:
        board.wait_for_drive()
        yield Bench(board, Path(name))
