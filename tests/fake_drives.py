# SPDX-License-Identifier: MIT
"""A board plugged into a computer, with drives that are full, slow, stale, failing or vanishing.

rig = Rig(tmp_path)
report = rig.deploy()
"""

import errno
import os
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import fake_program
from fake_board import FakeBoard
from fake_clock import FakeClock
from fake_computer import FakeComputer

from mastermind_host import drive
from mastermind_host.deploy.deployment import Deployment
from mastermind_host.deploy.restoration import Restoration
from mastermind_host.deploy.volume import Room, Volume
from mastermind_host.device.devices import Device
from mastermind_host.progress import Progress

UID = "E6614C775B8F2A34"
WHEN = datetime(2025, 11, 30, 15, 34, 12)
FILES = drive.files()
MIB = 1024 * 1024


class Told(Progress):
    """Keeps what a task tells."""

    def __init__(self):
        self.steps, self.notes = [], []

    def step(self, sentence):
        self.steps.append(sentence)

    def note(self, sentence):
        self.notes.append(sentence)


class FakeVolume(Volume):
    """A drive in a folder, of FAT clusters. Each fault is an attribute to set.

    `writes`, `flushes`: what was done to it. `mount`, `writable`, `whose`: how it is mounted.
    """

    def __init__(self, root, clusters=2007, total=MIB):
        super().__init__(root)
        self.clusters, self.total = clusters, total
        self.writes, self.deletes, self.flushes = [], [], 0
        self.mount, self.writable, self.whose = True, True, ""
        self.errors = {}  # {path: [errno, ...]}: what the next writes of a file raise
        self.lost = set()  # paths whose next write does not arrive, though it says so
        self.on_write = lambda path: None

    @property
    def is_mount(self):
        return self.mount

    @property
    def is_writable(self):
        return self.writable

    @property
    def owner(self):
        return self.whose

    def room(self):
        used = sum(-(-(self.size(name) or 0) // 512) for name in self.names())
        return Room(512, self.clusters - used, self.total)

    def write(self, path, data):
        self.on_write(path)
        if self.errors.get(path):
            code = self.errors[path].pop(0)
            raise OSError(code, os.strerror(code), path)
        if self._grows(path, data) > self.room().free:
            super().write(path, data[: self.room().free * 512])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        self.writes.append(path)
        if path in self.lost:
            self.lost.discard(path)
        else:
            super().write(path, data)

    def delete(self, path):
        super().delete(path)
        self.deletes.append(path)

    def flush(self):
        super().flush()
        self.flushes += 1

    def _grows(self, path, data):
        return -(-len(data) // 512) - -(-(self.size(path) or 0) // 512)


def program(board):
    """What the board's code.py says: ours, or what comes with CircuitPython."""
    if b"Hello" in board.real("/code.py").read_bytes():
        return "Hello World!\n"
    return fake_program.output(board)


class Rig:
    """A board, its drive, the computer it is plugged into and a folder for backups."""

    def __init__(self, folder, fresh=True, **given):
        self.folder = Path(folder)
        self.clock = FakeClock()
        root = self.folder / "CIRCUITPY"
        root.mkdir(parents=True)
        if fresh:
            (root / "code.py").write_text("print('Hello World!')\n")
            (root / "settings.toml").write_bytes(b"")
            (root / "lib").mkdir()
        board: dict[str, Any] = {"uid": UID, "program": program} | given
        self.board = FakeBoard(root, self.clock, **board)
        self.machine = FakeComputer(self.board)
        self.told = Told()
        self.backups = self.folder / "backups"
        self.volume = self.new_volume()
        self.clock.sleep(2)

    @property
    def root(self):
        return self.board.drive

    @property
    def device(self):
        console, data = (port for port in self.machine.ports() if port.uid == self.board.uid)
        mount = next(one for one in self.machine.mounts() if one.path == self.root)
        return Device(self.board.uid, self.board.board_id, self.board.version, mount, console, data)

    def new_volume(self):
        return FakeVolume(self.root)

    def deployment(self, **changes):
        """A Deployment onto this board; `changes` as its fields."""
        fields = {
            "machine": self.machine,
            "device": self.device,
            "clock": self.clock,
            "progress": self.told,
            "wanted": FILES,
            "volume": self.volume,
            "backups": self.backups,
            "when": WHEN,
        }
        return Deployment(**(fields | changes))

    def deploy(self, dry_run=False, unheld=False, **changes):
        return self.deployment(**changes).run(dry_run, unheld)

    def restoration(self, backup, **changes):
        fields = {
            "machine": self.machine,
            "device": self.device,
            "backup": backup,
            "clock": self.clock,
            "progress": self.told,
            "volume": self.volume,
            "backups": self.backups,
            "when": WHEN,
        }
        return Restoration(**(fields | changes))

    def content(self):
        """{path: content} of the drive, without what CircuitPython writes."""
        files = {name: self.volume.read(name) for name in self.volume.names()}
        return {name: data for name, data in files.items() if name != "boot_out.txt"}

    def unplug(self):
        """Board and drive are gone, as when the cable is pulled."""
        self.board.unplug()
        shutil.move(self.root, self.root.with_name("gone"))

    def plug(self):
        shutil.move(self.root.with_name("gone"), self.root)
        self.board.plug()
        self.clock.sleep(3)
        self.volume = self.new_volume()
