# SPDX-License-Identifier: MIT
"""A board on the test table with a host at its port: both ends of the link, without hardware."""

import json
import random

import fakes

from mastermind import calibrating, holes, keys, loop, protocol
from mastermind_host import optics

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
        self.host_port = loop.HostPort(self.port, self.player.app, self.chosen, ABOUT, self.chip)

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


class SensedRig(Rig):
    """A board with simulated sensors under the holes of `places`, in a room with a lamp on."""

    def __init__(self, places=range(keys.PLACES), seed=7, switched=False, **changes):
        super().__init__(**changes)
        self.switched = switched
        self.holes = {where: optics.Hole(seed, switched, where) for where in places}
        self.randomness = random.Random(seed)
        self.unplugged: set[int] = set()  # holes whose sensor does not answer
        for hole in self.holes.values():
            hole.light(optics.LAMPS[0], 200)
        self.start()

    def start(self):
        """What a board does with its sensors when it starts."""
        table = self.player.app.table
        table.holes = holes.Holes(holes.wiring_of(self.chosen), self.switched)
        for where, data in enumerate(self.player.memory.state.calibrations):
            table.holes.use(where, data)
        self.host_port = loop.HostPort(self.port, self.player.app, self.chosen, ABOUT, self.chip)

    def lay(self, piece, *places):
        """Set a piece on each of these holes, or of all; None takes off what lies there."""
        for where in places or self.holes:
            if where in self.holes:
                self.holes[where].put(piece, self.randomness)

    def lay_animals(self, rotation, pieces=optics.ANIMALS):
        """As the lesson wants it in that step."""
        for where in self.holes:
            self.lay(pieces[(where + rotation) % len(pieces)], where)

    def read_sensors(self):
        table, now_ms = self.player.app.table, self.player.board.now()
        for where, hole in self.holes.items():
            if where in self.unplugged:
                event = table.holes.lose(where)
            else:
                event = table.holes.take(where, *hole.read(), now_ms)
            if event:
                self.player.app.take(event, now_ms)

    def say(self, data):
        self.read_sensors()
        return super().say(data)

    def learn(self):
        """Calibrate all holes without any command; what each has learnt."""
        samples = optics.samples(self.holes, self.randomness)
        learnt = calibrating.learn(samples, self.player.app.table.holes.wiring)
        for where, data in learnt.items():
            self.player.app.table.calibrate(where, data)
        self.lay(None)
        return learnt
