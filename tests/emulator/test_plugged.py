# SPDX-License-Identifier: MIT
"""The cable between an emulated board and this computer: what one end does, the other sees."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import serial
from emulator import image
from emulator.machinefile import MachineFile
from emulator.pico import Pico
from emulator.plugged import UID, PluggedBoard

from mastermind_host.device.machine import CONSOLE, DATA
from mastermind_host.device.recorded import Recorded

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="pseudo terminals that only Linux has"
)

OTHER_UID = "E6614103E72A5D37"
FILES = {
    "boot.py": b"import usb_cdc\nusb_cdc.enable(console=True, data=True)\n",
    "code.py": b"print('started')\n",
}
STARTED_MS = 6000
KEEPING = """
import storage
storage.remount("/", readonly=False)
with open("/by board", "w") as file:
    file.write("!")
"""
WRITING = """
import os, sys
with open(sys.argv[1], "wb") as file:
    file.write(b"x" * 3000)
    file.flush()
    os.fsync(file.fileno())
"""


@pytest.fixture
def flash(usable_uf2: Path) -> bytes:
    """A board that has been started once."""
    pico = Pico(usable_uf2, image.fat(FILES)).power_on()
    pico.run(STARTED_MS)
    return pico.flash()


@pytest.fixture
def plug_in(tmp_path: Path, flash: bytes) -> Iterator[Callable[..., PluggedBoard]]:
    with ExitStack() as stack:

        def plug(folder: str = "board", **how: Any) -> PluggedBoard:
            place = tmp_path / folder
            place.mkdir()
            board = stack.enter_context(PluggedBoard(place, flash, **how))
            board.wait_for_drive()
            return board

        yield plug


def raw_repl(port: serial.Serial) -> None:
    """Enter it, and leave what was said before behind."""
    port.timeout = 1
    while not port.read_until(b">>> ").endswith(b">>> "):
        port.write(b"\x03\r")
    port.write(b"\x01")
    port.timeout = 30
    assert port.read_until(b"raw REPL; CTRL-B to exit\r\n>")


def answer(port: serial.Serial, source: str) -> str:
    port.write(source.encode() + b"\x04")
    return port.read_until(b"\x04>").decode().removeprefix("OK").split("\x04")[0].strip()


def test_the_computer_shows_a_board_as_it_is(plug_in: Callable[..., PluggedBoard]) -> None:
    board = plug_in()
    machine = Recorded(Path(board.environment["MASTERMIND_MACHINE"]))
    (mount,) = machine.mounts()
    assert (mount.path, mount.label, mount.uid) == (board.folder, "CIRCUITPY", UID)
    assert (board.folder / "code.py").read_bytes() == FILES["code.py"]
    assert "Board ID:raspberry_pi_pico" in (board.folder / "boot_out.txt").read_text()
    ports = machine.ports()
    assert [(port.role, port.uid) for port in ports] == [(CONSOLE, UID), (DATA, UID)]
    assert Path(ports[0].path) == board.console


def test_a_program_that_syncs_waits_for_the_board(plug_in: Callable[..., PluggedBoard]) -> None:
    board = plug_in()
    with serial.Serial(str(board.console)) as port:
        raw_repl(port)
        written = board.folder / "a folder" / "x.bin"
        written.parent.mkdir()
        program = [sys.executable, "-c", WRITING, str(written)]
        subprocess.run(program, env=os.environ | board.environment, check=True)
        assert board.call(lambda cable: cable.bytes_sent) >= 3000
        assert answer(port, "print(len(open('/a folder/x.bin').read()))") == "3000"


def test_what_the_board_writes_is_seen_after_its_next_start(
    usable_uf2: Path, plug_in: Callable[..., PluggedBoard]
) -> None:
    board = plug_in()
    (board.folder / "boot.py").write_text(KEEPING)
    board.sync()
    assert not (board.folder / "by board").exists()
    board.reset()
    assert (board.folder / "by board").read_text() == "!"


def test_a_reset_takes_drive_and_ports_away(plug_in: Callable[..., PluggedBoard]) -> None:
    board = plug_in()
    with serial.Serial(str(board.console)) as port:
        raw_repl(port)
        port.write(b"import microcontroller\nmicrocontroller.reset()\x04")
        with pytest.raises(serial.SerialException):
            port.read(1 << 20)
    board.wait_for(lambda: not board.folder.exists())
    board.wait_for_drive()
    with serial.Serial(str(board.console)) as port:
        raw_repl(port)
        assert answer(port, "print(6 * 7)") == "42"


def test_a_touch_at_1200_baud_leads_to_the_bootloader(
    plug_in: Callable[..., PluggedBoard],
) -> None:
    board = plug_in()
    serial.Serial(str(board.console), 115200).close()
    serial.Serial(str(board.console), 1200).close()
    board.wait_for_bootloader()
    assert not board.folder.exists()
    assert not board.console.exists()
    info = (board.boot_folder / "INFO_UF2.TXT").read_text()
    assert "Board-ID: RPI-RP2" in info


def test_two_boards_on_one_computer(tmp_path: Path, plug_in: Callable[..., PluggedBoard]) -> None:
    machine = MachineFile(tmp_path / "machine.json")
    one = plug_in("one", machine=machine)
    plug_in("other", machine=machine, uid=OTHER_UID)
    seen = Recorded(machine.path)
    assert sorted(mount.uid for mount in seen.mounts()) == [UID, OTHER_UID]
    one.call(lambda cable: cable.unplug())
    assert [mount.uid for mount in seen.mounts()] == [OTHER_UID]
