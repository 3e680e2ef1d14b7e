# SPDX-License-Identifier: MIT
"""`mastermind bootloader`: three ways into a bootloader, and that its drive alone is the proof."""

import json

import fake_machine
import pytest
from fake_board import FakeBoard
from fake_clock import FakeClock
from fake_computer import FakeComputer

from mastermind import protocol
from mastermind_host import cli, errors
from mastermind_host.commands import shared
from mastermind_host.device import bootloader, devices
from mastermind_host.device.machine import Disk
from mastermind_host.progress import Progress


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def board(tmp_path, clock):
    """A board that runs, and answers on its link as the firmware does."""
    board = FakeBoard(tmp_path / "CIRCUITPY", clock)
    (board.drive / "code.py").write_text("")
    (board.drive / "mastermind").mkdir()
    (board.drive / "mastermind" / "__init__.py").write_text("__version__ = '0.1.0'\n")
    board.on_data = firmware(board)
    board.reset()
    board.resets.clear()
    clock.sleep(5)
    return board


def firmware(board):
    """The answers of the link; after that of `restart` the board does it."""

    def answer(data):
        replies = b""
        for line in data.split(b"\n"):
            if line.strip():
                request = json.loads(line)
                replies += protocol.reply(request["id"], {"firmware": "0.1.0"})
                if request["do"] == "restart":
                    board.clock.after(0.05, lambda: board.reset("BOOTLOADER"))
        return replies

    return answer


class Heard(Progress):
    def __init__(self):
        self.steps, self.notes = [], []

    def step(self, sentence):
        self.steps.append(sentence)

    def note(self, sentence):
        self.notes.append(sentence)


def enter(board, machine=None, **how):
    machine = machine or FakeComputer(board)
    return bootloader.enter(machine, devices.choose(machine), board.clock, **how)


def run(board, *arguments):
    """The exit code of `mastermind bootloader`."""
    job = shared.Job(FakeComputer(board), board.clock)
    return cli.run(["bootloader", *arguments], job)


def test_the_link_is_asked_first(board, clock):
    heard = Heard()
    assert enter(board, progress=heard).path == board.loader
    assert heard.steps == ["Asking the board for its bootloader by the link."]
    assert board.heard == b""  # nothing on the console


def test_the_repl_is_asked_where_the_link_is_silent(board):
    board.on_data = lambda data: b""
    heard = Heard()
    assert enter(board, progress=heard).path == board.loader
    assert heard.steps == [
        "Asking the board for its bootloader by the link.",
        "Asking the board for its bootloader by the REPL.",
    ]
    assert heard.notes == ["The board does not answer over the link."]
    assert b"on_next_reset(microcontroller.RunMode.BOOTLOADER)" in board.heard


def test_the_repl_is_asked_where_the_link_refuses(board):
    def refuse(data):
        requests = [json.loads(line) for line in data.split(b"\n") if line.strip()]
        return b"".join(
            protocol.refusal(one["id"], protocol.FORBIDDEN, "Not while a game runs.")
            if one["do"] == "restart"
            else protocol.reply(one["id"], {})
            for one in requests
        )

    board.on_data = refuse
    heard = Heard()
    assert enter(board, progress=heard).path == board.loader
    assert heard.notes == ["The board refuses: Not while a game runs."]


def test_the_touch_is_the_last_way(board):
    board.on_data = lambda data: b""
    board.stubborn = 1000  # its program ignores ^C
    machine = FakeComputer(board)
    assert enter(board, machine).path == board.loader
    assert machine.opened == [
        ("/dev/ttyACM1", False),
        ("/dev/ttyACM0", False),
        ("/dev/ttyACM0", True),
    ]


def test_an_answer_is_no_proof(board, clock):
    """The board says yes each time and stays where it is."""
    board.reset = lambda mode="NORMAL": None
    with pytest.raises(errors.Fault) as raised:
        enter(board)
    assert raised.value.code == errors.TIMEOUT
    assert raised.value.what == (
        "The board did not go into its bootloader: no drive of one has come."
    )
    assert raised.value.advice == (
        "unplug the board, hold its BOOT button while plugging it in, then: mastermind install"
    )


def test_a_drive_that_comes_late_is_waited_for(board, clock):
    now = board.on_bootloader
    board.on_bootloader = lambda one: clock.after(15, lambda: now(one))
    assert enter(board).path == board.loader
    assert 15 < clock.now() - 5 < 17


def test_a_drive_that_is_not_mounted_is_told_with_the_command(board):
    board.on_bootloader = lambda one: None  # INFO_UF2.TXT can't be seen
    machine = FakeComputer(board)
    machine.disks = [Disk("/dev/sdx1", "RPI-RP2")]
    with pytest.raises(errors.Fault) as raised:
        enter(board, machine)
    assert raised.value.code == errors.TIMEOUT
    assert raised.value.advice == "udisksctl mount -b /dev/sdx1, then: mastermind install"
    assert machine.opened == [("/dev/ttyACM1", False)]  # a board that is gone is asked no more


def test_who_has_the_port_is_told(board, clock):
    busy = errors.Fault("The port is in use.", "", "close that program", errors.BUSY)
    machine = FakeComputer()
    machine.drives = [fake_machine.drive(board.drive, board.uid)]
    machine.serials = fake_machine.ports(board.uid)
    machine.streams = {"/dev/ttyACM0": busy, "/dev/ttyACM1": busy}
    with pytest.raises(errors.Fault) as raised:
        enter(board, machine)
    assert raised.value is busy


def test_a_board_without_a_port_is_for_the_button(board):
    machine = FakeComputer()
    machine.drives = [fake_machine.drive(board.drive, board.uid)]
    with pytest.raises(errors.Fault) as raised:
        enter(board, machine)
    assert raised.value.code == errors.NO_DEVICE
    assert "hold its BOOT button while plugging it in" in raised.value.advice


def test_another_bootloader_that_was_there_is_not_taken_for_it(board, tmp_path):
    machine = FakeComputer(board)
    other = fake_machine.bootloader(tmp_path / "OTHER")
    machine.drives = [other]
    there = [one for one in devices.find(machine) if one.uid == board.uid]
    assert bootloader.enter(machine, there[0], board.clock).path == board.loader


def test_the_command_says_where_the_drive_is(board, capsys):
    assert run(board) == errors.OK
    told = capsys.readouterr()
    assert told.out == f"The board is in its bootloader: {board.loader}\n"
    assert told.err == (
        "Asking the board for its bootloader by the link.\n"
        "Next: mastermind install   (or unplug it and plug it in again to leave it so)\n"
    )
    assert board.resets == ["BOOTLOADER"]


def test_a_board_that_is_there_already_is_left_alone(board, capsys):
    board.reset("BOOTLOADER")
    assert run(board, "--json") == errors.OK
    told = json.loads(capsys.readouterr().out)
    assert told["bootloader"] == str(board.loader)
    assert run(board, "-n") == errors.OK
    assert capsys.readouterr().out == (
        f"Nothing to do: the board is in its bootloader: {board.loader}\n"
    )


def test_a_dry_run_does_nothing(board, capsys):
    assert run(board, "--dry-run") == errors.OK
    assert capsys.readouterr().out == (
        "Would ask the board by: link, then REPL, then 1200-baud touch\n"
    )
    assert run(board, "-n", "--json") == errors.OK
    assert json.loads(capsys.readouterr().out) == {
        "uid": "E6614C775B8F2A34",
        "bootloader": None,
        "would_try": ["link", "REPL", "1200-baud touch"],
    }
    assert board.resets == []
    assert board.heard == b""


def test_exit_codes(board, clock, capsys):
    assert cli.run(["bootloader"], shared.Job(FakeComputer(), clock)) == errors.NO_DEVICE
    board.mute = True
    board.on_data = lambda data: b""
    assert run(board) == errors.TIMEOUT
    assert "hold its BOOT button" in capsys.readouterr().err
