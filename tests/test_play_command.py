# SPDX-License-Identifier: MIT
"""`mastermind play`: which board it shows, the real one or the virtual one, and why."""

import pytest
from fake_clock import FakeClock
from fake_machine import OTHER_UID, UID, FakeMachine, bootloader, drive, ports
from linked import Rig, Wire

from mastermind_host import archive, cli, errors, memory_file, server
from mastermind_host.commands.shared import Job
from mastermind_host.mirror import Mirror
from mastermind_host.virtual import Session

PAGE = "The board is on the page below. Ctrl-C ends it."
CONSOLE, DATA = ports()


@pytest.fixture
def rig():
    return Rig(level="older")


@pytest.fixture
def machine(rig):
    """A computer with one board."""
    return FakeMachine(ports=[CONSOLE, DATA], streams={DATA.path: Wire(rig)})


class Shown:
    """What `mastermind play ARGUMENTS` showed: its exit code, its table, its hints."""

    def __init__(self, code, tables, err):
        self.code, self.hints = code, err.splitlines()
        self.table = tables[0] if tables else None


@pytest.fixture
def run(machine, capsys, monkeypatch, tmp_path):
    """run(ARGUMENTS, ENVIRONMENT) with a page that is closed as soon as it is there."""
    for name in ("MASTERMIND_PLAY_MEMORY", "MASTERMIND_SERIAL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(archive, "user_data_path", lambda *_, **__: tmp_path)
    monkeypatch.setattr(memory_file, "user_data_path", lambda *_, **__: tmp_path)

    def run(*arguments, **environment):
        tables = []

        async def serve(table, listener, ready):
            tables.append(table)
            ready()

        monkeypatch.setattr(server, "serve", serve)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        page = ["--no-browser", "--listen", "127.0.0.1:0"]
        code = cli.run(["play", *page, *map(str, arguments)], Job(machine, FakeClock()))
        return Shown(code, tables, capsys.readouterr().err)

    return run


def test_the_board_that_is_plugged_in_is_mirrored(run, machine, tmp_path):
    shown = run()
    assert shown.code == errors.OK
    assert isinstance(shown.table, Mirror)
    assert shown.hints == [
        "Asking the board: Raspberry Pi Pico, no drive, /dev/ttyACM0",
        "The Raspberry Pi Pico on your table is mirrored on the page below; "
        f"its games are kept in {tmp_path / 'games' / UID}.txt. Ctrl-C ends it.",
    ]
    assert machine.streams[DATA.path].closed


@pytest.mark.parametrize(
    "arguments", [["--virtual"], ["--level", "older"], ["--seed", 1], ["--memory", "-"]]
)
def test_flags_that_mean_the_virtual_board(run, machine, arguments):
    shown = run(*arguments)
    assert (shown.code, shown.hints) == (errors.OK, [PAGE])
    assert isinstance(shown.table, Session)
    assert machine.opened == []


def test_the_terminal_is_virtual(run, machine):
    assert run("--terminal").code == errors.USAGE  # no terminal here
    assert machine.opened == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MASTERMIND_PLAY_MEMORY", "-"),
        ("MASTERMIND_PLAY_LEVEL", "older"),
        ("MASTERMIND_PLAY_VIRTUAL", "1"),
    ],
)
def test_the_environment_may_mean_the_virtual_board(run, name, value):
    assert isinstance(run(**{name: value}).table, Session)


def test_a_board_that_is_named_counts_more_than_the_environment(run):
    shown = run("--serial", UID[-4:].lower(), MASTERMIND_PLAY_MEMORY="-")
    assert isinstance(shown.table, Mirror)


def test_a_flag_counts_more_than_a_board_named_by_the_environment(run):
    assert isinstance(run("--virtual", MASTERMIND_SERIAL=UID).table, Session)
    assert isinstance(run("--input", "buttons", MASTERMIND_SERIAL=UID).table, Session)
    assert isinstance(run(MASTERMIND_PLAY_VIRTUAL="0", MASTERMIND_SERIAL=UID).table, Mirror)


def test_a_real_and_a_virtual_board_at_once_are_refused(run):
    shown = run("--virtual", "--serial", UID)
    assert (shown.code, shown.table) == (errors.USAGE, None)
    assert shown.hints[-1] == (
        "Error: --port, --drive and --serial mean a real board, "
        "--virtual, --terminal, --level, --input, --memory and --seed the virtual one."
    )


def test_without_a_board_the_virtual_one_plays_and_nothing_is_said(run, machine):
    machine.serials = []
    shown = run()
    assert (shown.code, shown.hints) == (errors.OK, [PAGE])
    assert isinstance(shown.table, Session)


def test_several_boards(run, machine):
    machine.serials += ports(OTHER_UID, "/dev/ttyACM2", "/dev/ttyACM3")
    shown = run()
    assert (shown.code, shown.table) == (errors.SEVERAL_DEVICES, None)
    assert shown.hints[0] == "2 boards are plugged in, and it is not said which one is meant."
    assert shown.hints[-3:] == [
        f"  --serial {UID}   Raspberry Pi Pico, no drive, /dev/ttyACM0",
        f"  --serial {OTHER_UID}   Raspberry Pi Pico, no drive, /dev/ttyACM2",
        "  --virtual   a board on the page alone",
    ]
    assert isinstance(run("--serial", UID).table, Mirror)


def test_a_board_that_does_not_play_does_not_count(run, machine, tmp_path):
    machine.serials += ports(OTHER_UID, "/dev/ttyACM2", "/dev/ttyACM3")[:1]
    machine.drives = [bootloader(tmp_path / "RPI-RP2")]
    assert isinstance(run().table, Mirror)


def test_a_board_without_our_firmware(run, machine, tmp_path):
    machine.serials = [CONSOLE]
    machine.drives = [drive(tmp_path / "CIRCUITPY")]
    shown = run()
    assert isinstance(shown.table, Session)
    assert shown.hints == [
        "Not mirrored, for no firmware of ours runs there: "
        f"Raspberry Pi Pico, {tmp_path / 'CIRCUITPY'}, /dev/ttyACM0",
        "Next: mastermind flash   (if one of them is to be a Jungle Mastermind)",
        "The virtual board plays instead.",
        PAGE,
    ]


def test_a_board_that_does_not_answer(run, machine):
    machine.streams[DATA.path].deaf = True
    shown = run()
    assert isinstance(shown.table, Session)
    assert shown.hints[1:] == [
        "Raspberry Pi Pico, no drive, /dev/ttyACM0 is not mirrored: "
        "The board does not answer over the link.",
        "Likely cause: Its firmware has stopped, or is being started, or it waits in the REPL.",
        "Next: mastermind monitor   (what its console says), or mastermind recover",
        "The virtual board plays instead.",
        PAGE,
    ]


def test_a_board_whose_port_another_program_has(run, machine):
    machine.streams[DATA.path] = errors.Fault("In use by Thonny.", "x", "close it", errors.BUSY)
    shown = run()
    assert isinstance(shown.table, Session)
    assert shown.hints[1].endswith(" is not mirrored: In use by Thonny.")
    assert "Next: close it" in shown.hints


def test_a_board_that_is_named_and_does_not_answer_is_no_virtual_one(run, machine):
    machine.streams[DATA.path].deaf = True
    shown = run("--serial", UID)
    assert (shown.code, shown.table) == (errors.TIMEOUT, None)
    machine.serials = []
    assert run("--serial", UID).code == errors.NO_DEVICE


def test_a_board_that_refuses(run, rig):
    rig.chosen.clear()  # its answers fail
    shown = run("--serial", UID)
    assert (shown.code, shown.table) == (errors.WRONG_DEVICE, None)
    assert shown.hints[1] == "The board refuses to be mirrored: KeyError"
