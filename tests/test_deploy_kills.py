# SPDX-License-Identifier: MIT
"""The tool killed, or the plug pulled, at every step of a deploy: the next deploy always mends it.

A step is a write to the drive (before it, and in its middle), a delete, a flush, or what is sent
to the board. A pulled plug also loses what was written and not flushed, in any order.
"""

import os
import random
import subprocess
import sys
import time

import fake_program
import pytest
from fake_board import FakeBoard
from fake_clock import FakeClock
from fake_drives import FILES, FakeVolume, Rig
from pty_board import PtyBoard

from mastermind import __version__
from mastermind_host.deploy import checking, manifest, settings_file
from mastermind_host.drive import Files

SMALL = (
    *("spare.bin", "lib/neopixel.py", "mastermind/__init__.py", "mastermind/stages/__init__.py"),
    *("mastermind/keys.py", "settings.toml", "boot.py", "safemode.py", "code.py"),
)
NEW: Files = {path: FILES[path] for path in SMALL}
OWN_SPARE = bytes(range(256)) * 64
MINE = b"\xef\xbb\xbf# mine\r\nCIRCUITPY_WIFI = 'x'\r\nlevel = 'expert'\r\nsound = nonsense"
GONE = ["mastermind/gone.py"]
OLD: Files = NEW | {
    "lib/neopixel.py": b"# an older one\n" * 300,
    "mastermind/keys.py": b"# older\n",
    GONE[0]: b"# not in the new version\n",
    "boot.py": b"# older boot\n",
    "code.py": b"# older code\n" * 50,
}


class Killed(BaseException):
    """The process is no more: whatever it still would do raises this as well."""


class Killer:
    """Kills at step number `at`."""

    def __init__(self, at):
        self.at, self.steps = at, 0

    @property
    def has_killed(self):
        return self.steps >= self.at

    def step(self):
        if self.has_killed:
            raise Killed
        self.steps += 1
        if self.has_killed:
            raise Killed


class KillingVolume(FakeVolume):
    """A drive on which each change is a step; with `cached`, what is written waits for a flush."""

    def __init__(self, root, killer, cached):
        super().__init__(root)
        self.killer, self.cached = killer, cached
        self.waiting: Files = {}

    def read(self, path):
        return self.waiting.get(path) or super().read(path)

    def write(self, path, data):
        self.killer.step()
        if self.cached:
            self.waiting[path] = data
            self.killer.step()
            return
        write_half(super().write, super().read(path) or b"", path, data)
        self.killer.step()
        super().write(path, data)

    def delete(self, path):
        self.killer.step()
        super().delete(path)

    def flush(self):
        self.killer.step()
        for path, data in self.waiting.items():
            super().write(path, data)
        self.waiting.clear()
        super().flush()
        self.killer.step()

    def lose_power(self, chance):
        """Of what waits for a flush some has arrived, some in half, some not at all."""
        for path, data in self.waiting.items():
            fate = chance.randrange(3)
            if fate == 1:
                write_half(super().write, super().read(path) or b"", path, data)
            elif fate == 2:
                super().write(path, data)
        self.waiting.clear()


def write_half(write, old, path, data):
    """What stands there while a file is written over: new bytes in front of the old ones."""
    half = len(data) // 2
    write(path, data[:half] + old[half:])


class KillingStream:
    """A console on which each write is a step."""

    def __init__(self, stream, killer):
        self.__dict__["stream"], self.__dict__["killer"] = stream, killer

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __setattr__(self, name, value):
        setattr(self.stream, name, value)

    def write(self, data):
        self.killer.step()
        return self.stream.write(data)


def program(board):
    """A board that runs whatever its manifest does not forbid."""
    data = board.real("/manifest.json")
    if data.is_file() and data.read_bytes().startswith(b'{"complete": false'):
        return "Traceback (most recent call last):\nRuntimeError: Only a part was copied\n"
    if not board.real("/mastermind/__init__.py").is_file():
        return "Hello World!\n"
    return f"Jungle Mastermind {fake_program.version(board)} is ready.\n"


def rig_with(folder, files):
    rig = Rig(folder, program=program)
    for path, data in files.items():
        rig.volume.write(path, data)
    if files:
        rig.volume.write("manifest.json", manifest.build(files))
        rig.volume.write("settings.toml", MINE)
        rig.volume.write("spare.bin", OWN_SPARE)
    return rig


def deploy_until(rig, at, cached):
    """Deploy until step `at`; whether it came to that."""
    killer = Killer(at)
    volume = KillingVolume(rig.root, killer, cached)
    machine_open = rig.machine.open
    rig.machine.open = lambda port, touch=False: KillingStream(machine_open(port, touch), killer)
    try:
        rig.deploy(wanted=NEW, volume=volume)
    except Killed:
        pass
    finally:
        rig.machine.open = machine_open
    if rig.board._stream:
        rig.board._stream.close()
    if cached:
        volume.lose_power(random.Random(at))
    return killer.has_killed


def check_nothing_runs_half(rig, before):
    """What the board would start now is the old firmware or the new one, whole."""
    content = rig.content()
    if content.get("manifest.json", b"").startswith(b'{"complete": false'):
        return
    own = ("settings.toml", "spare.bin", "manifest.json", *GONE)
    now = {path: data for path, data in content.items() if path not in own}
    old = {path: data for path, data in before.items() if path not in own}
    new = {path: data for path, data in NEW.items() if path not in own}
    assert now in (old, new)


def check_all_is_well(rig, old):
    content = rig.content()
    for path in NEW:
        if path not in ("settings.toml", "spare.bin"):
            assert content[path] == NEW[path], path
    assert content["manifest.json"] == manifest.build(NEW)
    settings = content["settings.toml"]
    assert set(settings_file.names(settings)) == set(settings_file.NAMES)
    assert settings.startswith(MINE) if old else settings == NEW["settings.toml"]
    assert content["spare.bin"] == (OWN_SPARE if old else NEW["spare.bin"])
    done = checking.check(rig.machine, rig.device, rig.clock, rig.told, NEW)
    assert done.started
    assert rig.board.said.decode().rstrip().endswith(f"Jungle Mastermind {__version__} is ready.")


def is_torn(data):
    """Whether the manifest was half invalid when it happened: what is to be deleted is forgotten.

    The half of it ends as the old one did.
    """
    return data.startswith(b'{"complete": false') and data.endswith(b"]\n}}\n")


def deploy_after_each(tmp_path, old, cached, first=1, stride=1):
    """Kill a deploy at step `first` and every `stride` steps further on, and deploy again."""
    at, went_on = first - stride, True
    while went_on:
        at += stride
        rig = rig_with(tmp_path / str(at), old)
        before = rig.content()
        went_on = deploy_until(rig, at, cached)
        check_nothing_runs_half(rig, before)
        left = rig.content().get("manifest.json", b"{}")
        if cached:
            rig.board.unplug()
            rig.board.plug()
            rig.clock.sleep(3)
        rig.deploy(wanted=NEW, volume=rig.new_volume())
        check_all_is_well(rig, old)
        if not is_torn(left):
            assert not {*GONE} & rig.content().keys()
    assert at > 40  # or there were no steps, and nothing was tested


@pytest.mark.parametrize("cached", [False, True], ids=["killed", "unplugged"])
@pytest.mark.parametrize("old", [{}, OLD], ids=["fresh", "older"])
def test_every_third_step(tmp_path, old, cached):
    """The steps between are in the slow tier."""
    deploy_after_each(tmp_path, old, cached, first=1 + cached, stride=3)


def test_killed_again_and_again(tmp_path):
    """Each deploy is killed a little later than the one before: it still gets there."""
    rig = rig_with(tmp_path, OLD)
    at = 5
    while deploy_until(rig, at, cached=False):
        at += 1
    check_all_is_well(rig, OLD)


def command(served, folder):
    """The process `mastermind deploy`, on the board that is served."""
    here = served.environment | {"XDG_DATA_HOME": str(folder / "data")}
    return subprocess.Popen(
        [sys.executable, "-c", "from mastermind_host.cli import main; main()", "deploy"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **here},
    )


def test_a_real_process_is_killed_for_good(tmp_path):
    root = tmp_path / "CIRCUITPY"
    root.mkdir()
    (root / "code.py").write_text("print('Hello World!')")
    board = FakeBoard(root, FakeClock(), program=program)
    with PtyBoard(board, tmp_path) as served:
        process = command(served, tmp_path)
        end = time.monotonic() + 30
        while not (root / "mastermind").exists() and time.monotonic() < end:
            time.sleep(0.001)
        process.kill()
        process.communicate()
        assert (root / "manifest.json").read_bytes() == manifest.INCOMPLETE
        process = command(served, tmp_path)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err[-200:]) == (0, err[-200:])
        assert out.startswith(f"Jungle Mastermind {__version__} is on the board, verified and")
    for path, data in FILES.items():
        assert (root / path).read_bytes() == data
