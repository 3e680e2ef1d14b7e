# SPDX-License-Identifier: MIT
"""The command line: exit codes, what stands on stdout and what on stderr."""

import io
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from unittest.mock import patch

import pytest

from mastermind import __version__
from mastermind_host import cli, errors
from mastermind_host.commands import play
from mastermind_host.memory_file import MemoryFile

FINISH_S = 60


COMMAND = [sys.executable, "-c", "from mastermind_host.cli import main; main()"]


def process(*arguments):
    """The finished process `mastermind ARGUMENTS`."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=FINISH_S)


def mastermind(*arguments, **environment):
    """What such a process would say and end with, without the time that it takes to start one."""
    out, err = io.StringIO(), io.StringIO()
    wide = {"COLUMNS": "200", "MASTERMIND_PLAY_MEMORY": "-", **environment}
    with patch.dict(os.environ, wide), redirect_stdout(out), redirect_stderr(err):
        code = cli.run(list(arguments))
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def test_a_process_ends_with_the_code():
    done = process("dance")
    assert (done.returncode, done.stdout) == (errors.USAGE, "")
    assert "No such command 'dance'" in done.stderr


def test_help_lists_the_commands_in_the_order_of_their_use():
    done = mastermind("--help")
    assert (done.returncode, done.stderr) == (0, "")
    listed = [line.split()[0] for line in done.stdout.partition("Commands:\n")[2].splitlines()]
    assert listed == [
        *("play", "games", "flash", "install", "deploy", "test", "devices", "settings"),
        *("monitor", "doctor", "recover", "calibrate", "backup", "restore", "bootloader"),
        "bundle",
    ]
    assert "flash       From a blank board to a playing one" in done.stdout


def test_help_of_play_names_every_option():
    done = mastermind("play", "--help")
    assert done.returncode == 0
    for option in ("--listen", "--no-browser", "--terminal", "--level", "--memory", "--seed"):
        assert option in done.stdout
    assert "127.0.0.1:8765" in done.stdout
    assert "board.nvm in your user data folder" in " ".join(done.stdout.split())


def test_version():
    done = process("--version")
    assert (done.returncode, done.stdout) == (0, f"mastermind, version {__version__}\n")


def test_unknown_level_is_a_usage_error():
    done = mastermind("play", "--level", "genius")
    assert (done.returncode, done.stdout) == (errors.USAGE, "")
    assert "'genius' is not one of 'younger', 'older', 'expert'" in done.stderr


def test_level_comes_from_the_environment():
    done = mastermind("play", MASTERMIND_PLAY_LEVEL="genius")
    assert done.returncode == errors.USAGE
    assert "'genius' is not one of" in done.stderr


def test_unknown_command_is_a_usage_error():
    done = mastermind("dance")
    assert (done.returncode, done.stdout) == (errors.USAGE, "")
    assert "No such command 'dance'" in done.stderr


@pytest.mark.parametrize(
    "address", ["0.0.0.0:8765", "192.168.1.4:80", "[::]:8765", "example.org:8765"]
)
def test_listening_for_other_machines_is_refused(address):
    done = mastermind("play", "--no-browser", "--listen", address)
    assert (done.returncode, done.stdout) == (errors.USAGE, "")
    assert f"{address.rpartition(':')[0]} can be reached from other machines." in done.stderr
    assert "use 127.0.0.1, [::1] or localhost" in done.stderr


@pytest.mark.parametrize(
    "address", ["", "8765", "127.0.0.1", "127.0.0.1:http", "127.0.0.1:65536", "::1:8765"]
)
def test_what_is_no_address_is_refused(address, capsys, monkeypatch):
    monkeypatch.setenv("MASTERMIND_PLAY_MEMORY", "-")
    assert cli.run(["play", "--no-browser", "--listen", address]) == errors.USAGE
    assert "is no address: write HOST:PORT" in " ".join(capsys.readouterr().err.split())


def test_busy_port_says_so_and_what_to_do():
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        done = mastermind("play", "--no-browser", "--listen", f"127.0.0.1:{port}")
    assert (done.returncode, done.stdout) == (errors.BUSY, "")
    what, cause, advice = done.stderr.splitlines()
    assert what == f"The page cannot be opened on 127.0.0.1 port {port}: Address already in use."
    assert cause == "Likely cause: Another program is there: perhaps a board that is being played."
    assert advice == "Next: mastermind play --listen 127.0.0.1:0   (any free port)"


def test_a_memory_that_another_board_has_says_so(tmp_path):
    path = tmp_path / "board.nvm"
    with MemoryFile(path):
        done = mastermind("play", "--no-browser", "--listen", "127.0.0.1:0", "--memory", str(path))
    assert (done.returncode, done.stdout) == (errors.BUSY, "")
    what, cause, advice = done.stderr.splitlines()
    assert what == f"The board's memory {path.resolve()} is in use."
    assert cause == "Likely cause: Another `mastermind play` is running."
    assert advice.startswith("Next: end that one, or: mastermind play --memory -")


def test_a_file_that_is_no_memory_is_not_touched(tmp_path):
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary,")
    done = mastermind("play", "--no-browser", MASTERMIND_PLAY_MEMORY=str(path))
    assert (done.returncode, done.stdout) == (errors.WRONG_DEVICE, "")
    assert done.stderr.startswith(f"{path.resolve()} is no board's memory; it is left as it is.")
    assert path.read_text() == "Dear diary,"


def test_a_folder_is_no_memory(tmp_path):
    done = mastermind("play", "--no-browser", "--memory", str(tmp_path))
    assert (done.returncode, done.stdout) == (errors.USAGE, "")


def test_terminal_without_a_terminal_is_a_usage_error():
    done = mastermind("play", "--terminal")
    assert (done.returncode, done.stdout) == (errors.USAGE, "")
    assert done.stderr.splitlines()[-1].startswith("Next: ")


def test_ctrl_c_ends_play_with_130_and_gives_the_port_back():
    playing = subprocess.Popen(
        COMMAND + ["play", "--no-browser", "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MASTERMIND_PLAY_MEMORY": "-"},
    )
    assert playing.stdout
    try:
        address = playing.stdout.readline()
        assert address.startswith("http://127.0.0.1:")
        playing.send_signal(signal.SIGINT)
        rest, hints = playing.communicate(timeout=FINISH_S)
    finally:
        playing.kill()
    assert (playing.returncode, rest) == (errors.INTERRUPTED, "")
    assert (
        hints == "The board is on the page below. Ctrl-C ends it.\n\n"
    )  # the second goes past the terminal's ^C
    port = int(address.strip().rstrip("/").rpartition(":")[2])
    socket.create_server(("127.0.0.1", port)).close()


def test_seed_draws_the_same_codes_each_time():
    first, second = play.urandom(7), play.urandom(7)
    assert first(20) == second(20)
    assert play.urandom(None) is os.urandom
