# SPDX-License-Identifier: MIT
"""Serial ports: opened on pseudo terminals for real, and why one does not open."""

import errno
import fcntl
import os
import pty
import subprocess
import sys
import tty

import pytest
from fake_clock import FakeClock

from mastermind_host import errors
from mastermind_host.device import port_users, serial_port
from mastermind_host.device.machine import CONSOLE, Port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="pseudo terminals and /proc")


@pytest.fixture
def ends():
    """(the board's end, the path of ours)."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    path = os.ttyname(theirs)
    os.close(theirs)
    yield ours, path
    os.close(ours)


def open_it(path, clock=None, touch=False):
    return serial_port.open_port(Port(path, CONSOLE), touch, clock or FakeClock())


def refusal(path, clock=None):
    with pytest.raises(errors.Fault) as raised:
        open_it(path, clock)
    return raised.value


def test_bytes_go_both_ways(ends):
    board, path = ends
    stream = open_it(path)
    assert stream.write(b"\x03print('\xc3\xa4')\x04") == 13
    assert os.read(board, 100) == b"\x03print('\xc3\xa4')\x04"
    os.write(board, b"OK\x04\r\n\x04>")
    stream.timeout = 5
    assert stream.read(4) == b"OK\x04\r"
    assert stream.in_waiting == 3
    assert stream.read(3) == b"\n\x04>"
    stream.close()


def test_reading_ends_with_the_timeout(ends):
    stream = open_it(ends[1])
    stream.timeout = 0.01
    assert stream.timeout == 0.01
    assert stream.read(10) == b""
    stream.close()


def test_a_port_is_closed_twice_without_harm(ends):
    stream = open_it(ends[1])
    stream.close()
    stream.close()
    with pytest.raises(OSError, match="not open"):
        stream.read(1)


def test_a_board_that_goes_is_an_os_error(ends):
    board, path = ends
    stream = open_it(path)
    stream.timeout = 5
    other, _ = pty.openpty()
    os.dup2(other, board)  # closes the board's end
    os.close(other)
    with pytest.raises(OSError, match=r"read failed|no data"):
        stream.read(1)
    stream.close()


def test_the_touch_is_at_1200_baud(ends):
    stream = open_it(ends[1], touch=True)
    assert stream._port.baudrate == 1200
    stream.close()


def test_a_port_that_is_not_there():
    fault = refusal("/dev/ttyACM987")
    assert fault.code == errors.NO_DEVICE
    assert fault.what == "There is no port /dev/ttyACM987."
    assert fault.advice == "mastermind devices"


def test_a_port_is_for_one_program_alone(ends):
    stream, clock = open_it(ends[1]), FakeClock()
    fault = refusal(ends[1], clock)
    assert fault.code == errors.BUSY
    assert fault.what.startswith(f"The port {ends[1]} is in use")
    assert 3 <= clock.now() <= 30.5
    stream.close()
    open_it(ends[1]).close()


def test_a_port_that_becomes_free_is_opened(ends):
    clock = FakeClock()
    holder = os.open(ends[1], os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(holder, fcntl.LOCK_EX)
    clock.after(1.7, lambda: os.close(holder))
    open_it(ends[1], clock).close()
    assert clock.now() == 2.0


@pytest.fixture
def holder(ends):
    """Another program that has the port, and has locked it."""
    program = "import fcntl, sys; fcntl.flock(0, fcntl.LOCK_EX); print('has it', flush=True)"
    port = os.open(ends[1], os.O_RDWR | os.O_NOCTTY)
    process = subprocess.Popen(
        [sys.executable, "-c", f"{program}; sys.stdin.read()"], stdin=port, stdout=subprocess.PIPE
    )
    os.close(port)
    assert process.stdout.readline() == b"has it\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_the_program_that_has_a_port_is_named_at_once(ends, holder):
    clock = FakeClock()
    fault = refusal(ends[1], clock)
    assert fault.code == errors.BUSY
    name = port_users.who_has(ends[1])[0]
    assert name.endswith(f" ({holder.pid})")
    assert fault.what == f"The port {ends[1]} is in use by {name}."
    assert fault.advice == "close that program, then repeat the command"
    assert clock.now() == 0


def test_who_has_a_port_is_read_from_proc(tmp_path):
    for pid, device in (("1", "/dev/null"), ("4194000", "/dev/ttyACM0"), ("self", "/dev/ttyACM0")):
        (tmp_path / pid / "fd").mkdir(parents=True)
        (tmp_path / pid / "fd" / "3").symlink_to(device)
    (tmp_path / "77").mkdir()  # one whose files may not be seen
    assert port_users.who_has("/dev/ttyACM0", tmp_path) == ["a program (4194000)"]
    assert port_users.who_has("/dev/ttyACM1", tmp_path) == []


def test_the_group_of_a_port_is_that_of_its_file(tmp_path):
    import grp

    name, added = port_users.group_of("/dev/tty")
    assert name == grp.getgrgid(os.stat("/dev/tty").st_gid).gr_name
    assert isinstance(added, bool)
    assert port_users.group_of(str(tmp_path / "none")) == ("", False)


@pytest.mark.parametrize(
    ("group", "cause", "advice"),
    [
        (
            ("dialout", False),
            "It belongs to the group dialout, and you are not in it.",
            "sudo usermod -aG dialout $USER   (then log out and in again)",
        ),
        (
            ("uucp", True),
            "You were added to its group uucp after you had logged in.",
            "log out and in again, then repeat the command",
        ),
        (
            ("root", False),
            "It belongs to root alone: this computer has no udev rule for the board.",
            "mastermind doctor   (it prints the rule)",
        ),
    ],
)
def test_who_may_not_is_told_the_group(monkeypatch, group, cause, advice):
    monkeypatch.setattr(port_users, "group_of", lambda path: group)
    fault = serial_port.fault(PermissionError(errno.EACCES, "Permission denied"), "/dev/ttyACM0")
    assert (fault.what, fault.code) == ("You may not open the port /dev/ttyACM0.", errors.BUSY)
    assert (fault.cause, fault.advice) == (cause, advice)


def test_modem_manager_is_named(monkeypatch):
    monkeypatch.setattr(port_users, "prober_runs", lambda: True)
    fault = serial_port.fault(OSError(errno.EBUSY, "Device or resource busy"), "/dev/ttyACM986")
    assert (fault.what, fault.code) == ("The port /dev/ttyACM986 is in use.", errors.BUSY)
    assert fault.cause == "ModemManager takes each new port for a modem."


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("could not open port 'COM5': PermissionError(13, 'Access is denied.', None, 5)", 6),
        ("could not open port 'COM5': FileNotFoundError(2, 'The system cannot find', None, 2)", 3),
    ],
)
def test_windows_tells_the_cause_in_the_text(told, code):
    assert serial_port.fault(OSError(told), "COM5").code == code


def test_the_machine_opens_ports_this_way(ends):
    from mastermind_host.device import here

    here.machine().open(Port(ends[1], CONSOLE)).close()
