# SPDX-License-Identifier: MIT
"""Keys of a terminal, one at a time."""

import os
import pty
import sys
import termios

import pytest

from mastermind_host import keyboard


@pytest.fixture
def terminal(monkeypatch):
    """(the end at which somebody types, the end that a program has)"""
    master, slave = pty.openpty()
    stdin = os.fdopen(slave, closefd=False)
    monkeypatch.setattr(sys, "stdin", stdin)
    yield master, slave
    stdin.close()
    os.close(slave)


def test_keys_are_heard_at_once(terminal):
    master, slave = terminal
    before = termios.tcgetattr(slave)
    with keyboard.listening() as press:
        assert press() == ""
        for typed, heard in ((b"b", "b"), (b"\r", "\n"), (b"qx", "q"), (b"\xff", "\ufffd")):
            os.write(master, typed)
            assert (press(), press()) == (heard, "")
    assert termios.tcgetattr(slave) == before
    os.close(master)


def test_arrows_are_no_letters(terminal):
    master, _ = terminal
    with keyboard.listening() as press:
        os.write(master, b"\x1b[B")
        assert (press(), press()) == ("", "")
    os.close(master)


def test_a_terminal_that_was_closed(terminal):
    master, _ = terminal
    with keyboard.listening() as press:
        os.close(master)
        assert press() == keyboard.END
