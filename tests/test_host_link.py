# SPDX-License-Identifier: MIT
"""The host's end of the link, against the board's own: replies, refusals, and a board gone bad."""

import json

import pytest
from fake_clock import FakeClock
from fake_machine import FakeMachine, ports
from hypothesis import given
from hypothesis import strategies as st
from linked import Parrot, Rig, Wire, play_games

from mastermind import __version__, played, protocol
from mastermind.played import Played
from mastermind_host import errors
from mastermind_host.device import history, link
from mastermind_host.device.devices import Device
from mastermind_host.device.link import Link, Refused


@pytest.fixture
def rig():
    return Rig(level="older")


def open_link(rig, before=b""):
    return Link(Wire(rig, before), FakeClock())


class Stubborn(Parrot):
    """Replies the same to whatever it is asked."""

    def __init__(self, **fields):
        super().__init__(b"")
        self.fields = fields

    def write(self, data):
        self.says += protocol.reply(json.loads(data)["id"], self.fields)
        return len(data)


def test_a_greeting_and_many_questions(rig):
    board = open_link(rig)
    assert board.greet()["firmware"] == __version__
    for _ in range(5):
        assert board.ask("state")["stage"] == "welcome"


def test_what_another_program_left_is_passed_over(rig):
    rig.port.coming = b'{"v": 1, "id": 4'  # half a request
    board = open_link(rig, before=b'AT\r\n\xff\xfe{"v":1,"id":1}\nhello\n' + b"x" * 5000)
    assert board.greet()["ok"] is True
    assert board.ask("log")["notes"] == []


def test_a_refusal_has_its_kind_and_its_sentence(rig):
    with pytest.raises(Refused, match=r"^allow_remote is false in settings\.toml") as caught:
        open_link(rig).ask("press", key="left", down=True)
    assert caught.value.kind == protocol.FORBIDDEN


def test_a_board_that_does_not_answer(rig):
    wire, clock = Wire(rig), FakeClock()
    wire.deaf = True
    with pytest.raises(errors.Fault) as caught:
        Link(wire, clock).greet()
    assert caught.value.what == "The board does not answer over the link."
    assert caught.value.code == errors.TIMEOUT
    assert 9 <= clock.now() < 10


def test_a_board_that_wakes_up_late(rig):
    wire, clock = Wire(rig), FakeClock()
    wire.deaf = True
    clock.after(4, lambda: setattr(wire, "deaf", False))
    assert Link(wire, clock).greet()["ok"] is True


@pytest.mark.parametrize("when", ["greet", "ask"])
def test_a_board_that_is_unplugged(rig, when):
    wire = Wire(rig)
    board = Link(wire, FakeClock())
    if when == "ask":
        board.greet()
    wire.gone = True
    with pytest.raises(errors.Fault) as caught:
        board.greet() if when == "greet" else board.ask("state")
    assert caught.value.what == "The board is gone: Input/output error."
    assert caught.value.code == errors.NO_DEVICE


@pytest.mark.parametrize(
    "says",
    [
        b'{"v": 2, "id": 1, "ok": true}\n',
        b'{"v": 1, "id": null, "ok": false, "error": "version", "text": "..."}\n',
    ],
)
def test_another_version_of_the_firmware(says):
    with pytest.raises(errors.Fault) as caught:
        Link(Parrot(says), FakeClock()).greet()
    assert caught.value.code == errors.WRONG_DEVICE
    assert caught.value.advice.startswith("mastermind deploy")


def test_replies_to_other_questions_are_passed_over():
    says = b'{"v": 1, "id": 9, "ok": true, "x": 1}\n{"v": 1, "id": 1, "ok": true, "x": 2}\n'
    assert Link(Parrot(says), FakeClock()).ask("state")["x"] == 2


@pytest.mark.parametrize(("value", "kind"), [(None, str), (1, str), ("1", int), (True, int)])
def test_a_field_is_of_its_type(value, kind):
    with pytest.raises(errors.Fault) as caught:
        link.field({"x": value}, "x", kind)
    assert caught.value.what == (
        f"The board answers something that makes no sense: x is {value!r}."
    )
    assert caught.value.code == errors.WRONG_DEVICE


def test_a_device_without_the_second_port():
    with (
        pytest.raises(errors.Fault) as caught,
        link.to(FakeMachine(), Device(board_id="raspberry_pi_pico")),
    ):
        pass
    assert caught.value.what.endswith("the board has no second serial port.")
    assert caught.value.code == errors.NO_DEVICE


def test_the_port_is_closed_whatever_happens(rig):
    console, data = ports()
    wire = Wire(rig)
    machine = FakeMachine(ports=[console, data], streams={data.path: wire})
    device = Device(console=console, data=data)
    with link.to(machine, device, FakeClock()) as board:
        assert board.ask("hello")["ok"]
    assert wire.closed
    wire.deaf = True
    with pytest.raises(errors.Fault), link.to(machine, device, FakeClock()):
        pass
    assert machine.opened == [(data.path, False)] * 2


def test_the_games_of_a_board(rig):
    play_games(rig, 8)
    board = open_link(rig)
    record = history.read(board)
    assert [game.number for game in record.games] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert record.games[0].guesses == ((0, 1, 2),)
    assert (record.rounds_won, record.notes) == ((0, 0), ())
    assert record.players == ("player one", "player two")
    history.mark(board, record.games)
    assert board.ask("state")["read"] == 8


@pytest.mark.parametrize(
    "fields",
    [
        {"hider": 1},
        {"hider": "friend", "rounds_won": [0]},
        {"hider": "friend", "rounds_won": ["a", "b"]},
        {"hider": "friend", "rounds_won": [0, 0], "games": ["zz"]},
        {"hider": "friend", "rounds_won": [0, 0], "games": [7]},
        {"hider": "friend", "rounds_won": [0, 0], "games": ["00"]},
        {"hider": "friend", "rounds_won": [0, 0], "games": [], "notes": "no list"},
    ],
)
def test_games_that_make_no_sense(fields):
    with pytest.raises(errors.Fault) as caught:
        history.read(Link(Stubborn(**fields), FakeClock()))
    assert caught.value.code == errors.WRONG_DEVICE


lines = st.one_of(
    st.binary(max_size=400),
    st.fixed_dictionaries(
        {},
        optional={
            "v": st.sampled_from([1, 1, 1, 2, None]),
            "id": st.sampled_from([1, 1, 2, None, "1"]),
            "ok": st.sampled_from([True, False, None]),
            "error": st.sampled_from(["line", "version", "busy", 3]),
            "text": st.text(max_size=20),
            "hider": st.sampled_from(["friend", 3]),
            "rounds_won": st.sampled_from([[0, 0], [1], "x"]),
            "games": st.sampled_from([[], ["00"], {}]),
        },
    ).map(lambda message: json.dumps(message).encode() + b"\n"),
)


@given(st.lists(lines, max_size=8))
def test_whatever_a_board_says_ends_in_a_reply_or_a_fault(said):
    try:
        history.read(Link(Parrot(b"".join(said)), FakeClock()))
    except (errors.Fault, Refused):
        return


def test_a_board_that_has_always_more_games_comes_to_an_end():
    game = played.pack(Played(1, "older", "friend", 1, (0, 1, 2), ((0, 1, 2),), False, 60, 0))
    board = Stubborn(
        hider="board-guesses", rounds_won=[2, 3], games=[game.hex()], more=True, notes=["odd"]
    )
    record = history.read(Link(board, FakeClock()))
    assert len(record.games) == history.MOST_REPLIES
    assert record[1:] == ((2, 3), ("player one", "the board"), ("odd",))
