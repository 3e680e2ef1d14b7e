# SPDX-License-Identifier: MIT
"""A board on the test table with a host at its port: both ends of the link, without hardware."""

import json

import fakes

from mastermind import hardware, protocol

ABOUT = ("raspberry_pi_pico", "10.1.3", bytes.fromhex("e6614103e72b6a2f"))
MOST_STEPS = 200


class Port:
    """usb_cdc.data as a board has it: takes `takes` bytes at each write, as long as it is open."""

    def __init__(self, takes=64):
        self.connected, self.timeout, self.write_timeout = True, None, None
        self.takes, self.coming, self.said = takes, b"", b""

    @property
    def in_waiting(self):
        return len(self.coming)

    def read(self, size):
        assert self.timeout == 0
        taken, self.coming = self.coming[:size], self.coming[size:]
        return taken

    def write(self, data):
        assert self.write_timeout == 0
        self.said += data[: self.takes]
        return min(self.takes, len(data))


class Chip:
    """The module microcontroller, as far as the link may use it."""

    class RunMode:
        BOOTLOADER = "bootloader"

    def __init__(self):
        self.did = []

    def on_next_reset(self, mode):
        self.did.append(mode)

    def reset(self):
        self.did.append("reset")


class Rig:
    """A player at the table and a host at the port."""

    def __init__(self, **changes):
        self.chosen = fakes.chosen(**changes)
        self.player = fakes.Player(self.chosen, store=bytearray(b"\xff" * 4096))
        self.port, self.chip = Port(), Chip()
        self.host_port = hardware.HostPort(
            self.port, self.player.app, self.chosen, ABOUT, self.chip
        )

    def say(self, data):
        """What the board answers to these bytes."""
        self.port.coming += data
        self.port.said = b""
        for _ in range(MOST_STEPS):
            self.host_port.step()
        assert not self.port.coming
        return self.port.said

    def ask(self, do, **fields):
        """The reply, as it came over the wire."""
        said = self.say(protocol.request(7, do, fields))
        assert said.endswith(b"\n")
        assert said.count(b"\n") == 1
        assert len(said) <= protocol.REPLY_BYTES
        reply = json.loads(said)
        assert (reply.pop("v"), reply.pop("id")) == (protocol.PROTOCOL_VERSION, 7)
        return reply

    def refused(self, do, **fields):
        reply = self.ask(do, **fields)
        assert reply.pop("ok") is False
        return reply["error"], reply["text"]


def begin(rig, code="TLC"):
    """To the first row of a friend's code."""
    rig.player.press("check", "check")
    rig.player.choose(code)
    rig.player.press("check")


def row(rig, letters):
    rig.player.choose(letters)
    rig.player.press("check")


def play_games(rig, count):
    """So many games, each broken in its first row; to the scoreboard."""
    for _ in range(count):
        if rig.player.stage != "hide":
            rig.player.press("check")
        if rig.player.stage == "setup":
            rig.player.press("check")
        rig.player.choose("TLC")
        rig.player.press("check")
        row(rig, "TLC")
        rig.player.press("check")


class Wire:
    """The host's Stream to a Rig. `before`: what comes in ahead of the board's first words.

    `deaf`: the board hears nothing. `gone`: it was unplugged.
    """

    def __init__(self, rig, before=b""):
        self.rig, self.coming, self.timeout = rig, before, None
        self.deaf = self.gone = self.closed = False

    @property
    def in_waiting(self):
        return len(self.coming)

    def write(self, data):
        if self.gone:
            raise OSError(5, "Input/output error")
        if not self.deaf:
            self.coming += self.rig.say(data)
        return len(data)

    def read(self, size=1):
        if self.gone:
            raise OSError(5, "Input/output error")
        taken, self.coming = self.coming[:size], self.coming[size:]
        return taken

    def close(self):
        self.closed = True


class Parrot:
    """A stream that says what it is told to, whatever it hears."""

    timeout = None

    def __init__(self, says):
        self.says = says

    @property
    def in_waiting(self):
        return len(self.says)

    def write(self, data):
        return len(data)

    def read(self, size=1):
        said, self.says = self.says[:size], self.says[size:]
        return said

    def close(self):
        pass
