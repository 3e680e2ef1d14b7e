# SPDX-License-Identifier: MIT
"""The console with times: cut into lines, made harmless, and followed over resets."""

import json
import os
import re
import signal
import subprocess
import sys

import pytest
from fake_board import FakeBoard
from fake_clock import FakeClock
from fake_computer import FakeComputer
from hypothesis import given
from hypothesis import strategies as st
from pty_board import PtyBoard

from mastermind_host import cli, errors
from mastermind_host.commands import shared
from mastermind_host.device import devices, monitor
from mastermind_host.device.console import plain
from mastermind_host.device.monitor import BACK, GONE, LISTENING, Line, Lines

READY = "Jungle Mastermind 0.1.0 is ready."


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def board(tmp_path, clock):
    board = FakeBoard(tmp_path / "CIRCUITPY", clock)
    (board.drive / "code.py").write_text("")
    (board.drive / "mastermind").mkdir()
    (board.drive / "mastermind" / "__init__.py").write_text("__version__ = '0.1.0'\n")
    board.reset()
    clock.sleep(1.6)  # its port is there, its program is not
    return board


def watch(board, for_s, machine=None):
    machine = machine or FakeComputer(board)
    return monitor.watch(machine, devices.choose(machine), board.clock, for_s)


def test_lines_have_the_time_of_their_first_byte():
    lines = Lines()
    assert lines.feed(b"one\r\ntw", 1.0) == [Line(1.0, "one")]
    assert lines.feed(b"o\r\n\r\n", 1.2) == [Line(1.0, "two"), Line(1.2, "")]
    assert lines.feed(b"three", 5.0) == []
    assert lines.rest() == [Line(5.0, "three")]
    assert lines.rest() == []


def test_a_line_without_an_end_is_told_after_a_pause():
    lines = Lines()
    assert lines.feed(b">>> ", 1.0) == []
    assert lines.pause(1.2) == []
    assert lines.pause(1.3) == [Line(1.0, ">>> ")]
    assert lines.pause(9.0) == []
    assert lines.feed(b"x\r\n", 9.5) == [Line(9.5, "x")]


def test_a_title_in_two_parts_is_no_text():
    lines = Lines()
    assert lines.feed(b"\x1b]0;\xf0\x9f\x90\x8dco", 1.0) == []
    assert lines.pause(2.0) == []
    assert lines.feed(b"de.py | 9.2.4\x1b\\hello\r\n", 2.1) == [Line(1.0, "hello")]


def test_a_line_without_end_is_cut():
    lines = Lines()
    told = lines.feed(10_000 * b"x", 1.0)
    assert [len(line.text) for line in told] == [4096, 4096]
    assert [len(line.text) for line in lines.rest()] == [1808]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("\x1b]0;\U0001f40dcode.py | 9.2.4\x1b\\hello", "hello"),
        ("\x1b]0;title\x07hello", "hello"),
        ("\x1b[2K\x1b[0Ghello", "hello"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1bc\x1b(0x", "x"),
        ("a\x08\x00\x7fb\tc", "ab\tc"),
        ("\x9b31mred\x9d", "red"),
        ("\x1b]0;never ended", ""),
        ("\x1b", ""),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
    ],
)
def test_nothing_reaches_the_terminal_but_text(said, text):
    assert plain(said) == text


@given(st.binary(max_size=300), st.integers(1, 40))
def test_any_bytes_are_harmless_lines(data, size):
    lines = Lines()
    told = []
    for start in range(0, len(data), size):
        told += lines.feed(data[start : start + size], float(start)) + lines.pause(start + 0.5)
    for line in told + lines.rest():
        assert not re.search(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]", line.text.replace("\n", ""))


def test_the_console_is_followed_over_a_reset(board, clock):
    clock.after(1.0, board.reset)
    told = list(watch(board, for_s=4))
    assert [line.text for line in told].count(READY) == 2
    assert [line.event for line in told if line.event] == [LISTENING, GONE, BACK]
    assert [line.at_s for line in told if line.event == GONE] == [pytest.approx(2.6, abs=0.1)]
    assert board.heard == b""


def test_another_board_is_not_taken_for_the_one_that_is_gone(board, clock, tmp_path):
    other = FakeBoard(tmp_path / "OTHER", clock, uid="1111111111111111")
    other.unplug()
    clock.after(0.5, board.unplug)
    clock.after(1.0, other.plug)
    machine = FakeComputer(board, other)
    with pytest.raises(errors.Fault) as raised:
        list(watch(board, for_s=9, machine=machine))
    assert raised.value.code == errors.NO_DEVICE
    assert raised.value.what == "The board was gone at the end of the time."
    assert machine.opened == [("/dev/ttyACM0", False)]


def test_a_port_that_somebody_takes_meanwhile_is_told(board, clock):
    clock.after(1.0, board.reset)
    clock.after(3.0, board.open)
    machine = FakeComputer(board)
    busy = errors.Fault("The port is in use.", "", "", errors.BUSY)

    def taken(port, touch=False):
        raise busy

    clock.after(1.1, lambda: setattr(machine, "open", taken))
    with pytest.raises(errors.Fault) as raised:
        list(watch(board, for_s=9, machine=machine))
    assert raised.value is busy


def run(board, *arguments):
    return cli.run(["monitor", *arguments], shared.Job(FakeComputer(board), board.clock))


def test_the_command_shows_lines_and_tells_events(board, clock, capsys):
    clock.after(1.0, board.reset)
    assert run(board, "--for", "4") == errors.OK
    told = capsys.readouterr()
    assert len(re.findall(rf"^\d\d:\d\d:\d\d\.\d\d\d  {READY}$", told.out, re.MULTILINE)) == 2
    assert "\x1b" not in told.out
    assert re.sub(r"\d\d:\d\d:\d\d", "HH:MM:SS", told.err) == (
        f"HH:MM:SS  Listening to Raspberry Pi Pico, {board.drive}, /dev/ttyACM0. Ctrl-C ends it.\n"
        "HH:MM:SS  The board is gone; waiting for it.\nHH:MM:SS  The board is back.\n"
    )


def test_json_is_an_object_a_line(board, clock, capsys):
    clock.after(1.0, board.reset)
    assert run(board, "--json", "-q", "--for", "4") == errors.OK
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["event"] for one in told if "event" in one] == ["listening", "gone", "back"]
    assert [one["text"] for one in told if one.get("text") == READY] == [READY] * 2
    assert all(re.match(r"\d{4}-\d\d-\d\dT.*\.\d{3}[+-]", one["time"]) for one in told)


def test_no_board_is_an_error(clock):
    assert cli.run(["monitor"], shared.Job(FakeComputer(), clock)) == errors.NO_DEVICE


@pytest.mark.skipif(sys.platform != "linux", reason="needs pseudo terminals")
def test_ctrl_c_ends_it_with_its_code(tmp_path):
    drive = tmp_path / "CIRCUITPY"
    (drive / "mastermind").mkdir(parents=True)
    (drive / "code.py").write_text("")
    (drive / "mastermind" / "__init__.py").write_text("__version__ = '0.1.0'\n")
    with PtyBoard(FakeBoard(drive, FakeClock()), tmp_path) as served:
        process = subprocess.Popen(
            [sys.executable, "-c", "from mastermind_host.cli import main; main()", "monitor"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | served.environment,
        )
        assert process.stderr.readline().endswith("/ttyACM0. Ctrl-C ends it.\n")
        served.do(served.board.reset)
        assert process.stderr.readline().endswith("  The board is gone; waiting for it.\n")
        assert process.stderr.readline().endswith("  The board is back.\n")
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30)[1].strip() == ""
        assert process.returncode == errors.INTERRUPTED
