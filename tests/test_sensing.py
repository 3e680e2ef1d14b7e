# SPDX-License-Identifier: MIT
"""A board's sensors over the link: what makes sense, what does not, and what a board refuses."""

import json

import pytest
from fake_clock import FakeClock
from fake_machine import UID, FakeMachine, ports
from linked import Parrot, SensedRig, Wire

from mastermind import protocol
from mastermind_host import errors
from mastermind_host.device.devices import Device
from mastermind_host.device.sensing import Hole, Sensing

HOLE = {"raw": [1, 2, 3, 4], "lies": -2, "calibrated": False}
GOOD = {"holes": [HOLE] + [None] * 5, "wiring": 7, "switched": True}


class Answering(Parrot):
    """Says hello, and the same to everything else; a refusal where `fields` is a pair."""

    def __init__(self, fields):
        super().__init__(b"")
        self.fields = fields

    def write(self, data):
        asked = json.loads(data) if data.strip() else None
        if asked and isinstance(self.fields, tuple) and asked["do"] != "hello":
            self.says += protocol.refusal(asked["id"], *self.fields)
        elif asked:
            self.says += protocol.reply(asked["id"], self.fields if asked["do"] != "hello" else {})
        return len(data)


def plug(stream):
    console, data = ports()
    machine = FakeMachine(ports=[console, data], streams={data.path: stream})
    return Sensing(machine, Device(uid=UID, console=console, data=data), FakeClock())


def refused(action, *arguments):
    with pytest.raises(errors.Fault) as fault:
        action(*arguments)
    return fault.value


def test_what_sensors_read():
    rig = SensedRig([2, 5], seed=3)
    with plug(Wire(rig)) as board:
        seen = board.read()
    raw = rig.player.app.table.holes.raw
    assert seen.holes[2] == Hole(tuple(raw[2]), -2, False)
    assert [seen.holes[where] for where in (0, 1, 3, 4)] == [None] * 4
    assert (seen.places, seen.switched) == ((2, 5), False)


def test_a_reply_that_makes_sense():
    seen = plug(Answering(GOOD)).read()
    assert seen.holes == (Hole((1, 2, 3, 4), -2, False), None, None, None, None, None)
    assert (seen.wiring, seen.switched, seen.places) == (7, True, (0,))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"holes": None}, "holes is None"),
        ({"holes": [None] * 5}, "holes is [None, None, None, None, None]"),
        ({"holes": [7] + [None] * 5}, "holes is 7"),
        ({"holes": [HOLE | {"lies": "tiger"}] + [None] * 5}, "lies is 'tiger'"),
        ({"holes": [HOLE | {"calibrated": 1}] + [None] * 5}, "calibrated is 1"),
        ({"holes": [HOLE | {"raw": [1, 2, 3]}] + [None] * 5}, "raw is [1, 2, 3]"),
        ({"holes": [HOLE | {"raw": [1, 2, 3, 4.0]}] + [None] * 5}, "raw is [1, 2, 3, 4.0]"),
        ({"holes": [HOLE | {"raw": [1, 2, 3, 65536]}] + [None] * 5}, "raw is [1, 2, 3, 65536]"),
        ({"holes": [HOLE | {"raw": [1, 2, 3, -1]}] + [None] * 5}, "raw is [1, 2, 3, -1]"),
        ({"wiring": 65536}, "wiring is 65536"),
        ({"wiring": True}, "wiring is True"),
        ({"switched": None}, "switched is None"),
    ],
)
def test_replies_that_make_no_sense(change, what):
    fault = refused(plug(Answering(GOOD | change)).read)
    assert fault.what == f"The board answers something that makes no sense: {what}."
    assert fault.code == errors.WRONG_DEVICE


@pytest.mark.parametrize("data", [None, 7, "zz", "012"])
def test_what_is_no_calibration(data):
    assert refused(plug(Answering({"data": data})).learnt, 0).code == errors.WRONG_DEVICE


@pytest.mark.parametrize(
    ("kind", "code", "what"),
    [
        (protocol.BUSY, errors.BUSY, "A game is on the board."),
        (protocol.UNKNOWN, errors.WRONG_DEVICE, "The board's firmware knows no sensors."),
        (protocol.FAILED, errors.WRONG_DEVICE, "The board refuses: Because."),
    ],
)
def test_refusals(kind, code, what):
    board = plug(Answering((kind, "Because.")))
    for action, arguments in ((board.read, ()), (board.learnt, (0,)), (board.teach, (0, b""))):
        fault = refused(action, *arguments)
        assert (fault.code, fault.what) == (code, what)


def test_a_board_refuses_what_it_can_not_use():
    board = plug(Wire(SensedRig([0])))
    fault = refused(board.teach, 0, b"\1\2\3")
    assert fault.code == errors.WRONG_DEVICE
    assert fault.what.startswith("The board refuses this calibration: ")
    assert fault.advice == "mastermind calibrate   (teaches the holes anew)"


class NoRoom(Wire):
    """A board that never has room. Asked to restart it is gone for 3 s, or for ever."""

    def __init__(self, rig, machine, clock, comes_back):
        super().__init__(rig)
        self.machine, self.clock, self.comes_back = machine, clock, comes_back

    def write(self, data):
        asked = json.loads(data) if data.strip() else {}
        if asked.get("do") == "calibrate":
            self.coming += protocol.refusal(asked["id"], protocol.BUSY, "It needs room.")
            return len(data)
        if asked.get("do") == "restart":
            self.clock.after(0.1, self.vanish)
        return super().write(data)

    def vanish(self):
        self.gone, serials = True, self.machine.serials
        self.machine.serials = []
        again = NoRoom(self.rig, self.machine, self.clock, True)

        def back():
            self.rig.start()
            self.machine.serials = serials
            self.machine.streams = {serials[1].path: again}

        if self.comes_back:
            self.clock.after(3, back)


@pytest.mark.parametrize(
    ("comes_back", "code", "what"),
    [
        (True, errors.UNWRITABLE, "The board's memory has no room for it: It needs room."),
        (False, errors.TIMEOUT, "The board has not come back from its restart."),
    ],
)
def test_a_restart_that_does_not_help(comes_back, code, what):
    machine, clock = FakeMachine(ports=ports()), FakeClock()
    console, data = machine.serials
    machine.streams = {data.path: NoRoom(SensedRig([0]), machine, clock, comes_back)}
    device = Device(uid=UID, console=console, data=data)
    with Sensing(machine, device, clock) as board:
        fault = refused(board.teach, 0, bytes(55))
    assert (fault.code, fault.what) == (code, what)


def test_sensors_that_do_not_come():
    rig = SensedRig([0, 1])
    rig.unplugged = {1}
    board = plug(Wire(rig))
    assert board.find().places == (0,)
    fault = refused(board.find, (0, 1))
    assert (fault.code, fault.what) == (
        errors.NO_DEVICE,
        "The board finds no sensor in guess hole 2.",
    )
