# SPDX-License-Identifier: MIT
"""The board's end of the link: requests in, replies out; any bytes; no secret in any of them."""

import json

import fakes
import pytest
from hypothesis import given
from hypothesis import strategies as st
from linked import MOST_STEPS, Rig, SensedRig, begin, play_games, row

from mastermind import __version__, answers, holes, keys, lights, loop, played, protocol, settings
from mastermind.calibration import MOST_BYTES
from mastermind.memory import GAME_ROOM, Memory
from mastermind.rules import ANIMALS


@pytest.fixture
def rig():
    return Rig(level="older")


def test_a_port_may_be_missing():
    loop.HostPort(None).step()


def test_nothing_is_imported_or_said_before_the_host_speaks(rig):
    for _ in range(10):
        rig.host_port.step()
    assert (rig.port.said, rig.port.timeout) == (b"", None)


def test_hello_says_who_the_board_is(rig):
    assert rig.ask("hello") == {
        "ok": True,
        "firmware": __version__,
        "board": "raspberry_pi_pico",
        "circuitpython": "10.1.3",
        "uid": "E6614103E72B6A2F",
        "remote": False,
    }


def test_state_at_welcome(rig):
    assert rig.ask("state") == {
        "ok": True,
        "stage": "welcome",
        "level": "older",
        "hider": "friend",
        "brightness": 2,
        "codebreaker": 1,
        "rounds_won": [0, 0],
        "last_rows": [0, 0],
        "played": 0,
        "read": 0,
        "rows": [],
        "row": None,
        "scored": None,
        "entering": False,
        "helped": False,
        "code": None,
    }


def test_state_of_a_game_has_its_rows_and_at_the_end_its_code(rig):
    begin(rig)
    row(rig, "LLP")
    rig.player.press("left")
    state = rig.ask("state")
    assert state["stage"] == "guess"
    assert (state["rows"], state["row"], state["code"]) == ([[1, 1, 3, 1, 0]], [0, 7, 7], None)
    rig.player.press("middle", "middle", "right", "right", "right", "check")
    state = rig.ask("state")
    assert (state["stage"], state["row"]) == ("reveal", None)
    assert state["rows"] == [[1, 1, 3, 1, 0], [0, 1, 2, 3, 0]]
    assert (state["code"], state["played"]) == ([0, 1, 2], 1)


def test_a_code_being_hidden_is_in_no_reply(rig):
    rig.player.press("check", "check")
    rig.player.choose("TLC")
    state = rig.ask("state")
    assert (state["stage"], state["row"], state["code"]) == ("hide", None, None)
    looks = bytes.fromhex(rig.ask("lights")["looks"])
    assert looks[54:] == bytes([lights.OFF] * 3)
    assert bytes(rig.player.app.picture[54:]) == bytes((0, 1, 2))


def test_lights_are_the_picture_on_the_board(rig):
    rig.player.press("check")
    reply = rig.ask("lights")
    looks = reply.pop("looks")
    assert bytes.fromhex(looks) == bytes(rig.player.app.picture)
    assert reply == {
        "ok": True,
        "brightness": 2,
        "rest": "awake",
        "dimmed": False,
        "palette": "bright",
    }


def test_keys_are_pressed_only_where_the_settings_allow_it(rig):
    kind, text = rig.refused("press", key="check", down=True)
    assert kind == protocol.FORBIDDEN
    assert text == "allow_remote is false in settings.toml: keys are pressed at the table alone."
    assert rig.ask("state")["stage"] == "welcome"


def press(rig, *names):
    for name in names:
        for down in (True, False):
            assert rig.ask("press", key=name, down=down) == {"ok": True}
            rig.player.wait(80)


def test_a_whole_game_over_the_link():
    rig = Rig(level="older", allow_remote=True)
    press(rig, "check", "check", "left", "middle", "middle", "right", "right", "right", "check")
    assert rig.ask("state")["stage"] == "guess"
    press(rig, "left", "middle", "right", "check")
    press(rig, "left", "middle", "middle", "right", "right", "right", "check")
    state = rig.ask("state")
    assert (state["stage"], state["rows"]) == ("reveal", [[0, 0, 0, 1, 0], [0, 1, 2, 3, 0]])
    reply = rig.ask("games", after=0)
    (game,) = [played.unpack(bytes.fromhex(packed)) for packed in reply["games"]]
    assert (game.number, game.code, game.guesses) == (1, (0, 1, 2), ((0, 0, 0), (0, 1, 2)))
    assert reply["more"] is False


@pytest.mark.parametrize(
    "fields",
    [{}, {"key": "hood", "down": True}, {"key": "left"}, {"key": "left", "down": 1}, {"key": [1]}],
)
def test_a_key_that_is_none_is_refused(fields):
    rig = Rig(allow_remote=True)
    assert rig.refused("press", **fields) == (
        protocol.VALUE,
        "key is left or middle or right or check or menu, down is true or false.",
    )


def test_a_host_that_goes_lets_its_keys_go():
    rig = Rig(allow_remote=True)
    rig.ask("press", key="left", down=True)
    rig.ask("press", key="menu", down=True)
    assert rig.player.app.keys.down[keys.LEFT]
    rig.port.connected = False
    rig.host_port.step()
    assert True not in rig.player.app.keys.down
    rig.port.connected = True
    assert rig.ask("hello")["ok"]


def test_settings_are_told(rig):
    assert rig.ask("settings")["settings"] == fakes.chosen(level="older")


def test_what_setup_sets_can_be_set_between_games(rig):
    assert rig.ask("set", name="level", value="expert") == {"ok": True}
    assert rig.ask("set", name="brightness", value=5) == {"ok": True}
    state = rig.ask("state")
    assert (state["level"], state["brightness"]) == ("expert", 5)
    rig.player.wait(3000)
    kept = Memory(bytearray(rig.player.store)).state
    assert kept.setup is not None
    begin(rig)
    kind, text = rig.refused("set", name="level", value="older")
    assert (kind, text) == (
        protocol.BUSY,
        "A game is on the table: set it between games.",
    )


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        (
            "sound",
            False,
            "Only level, hider, brightness are set over the link; others in settings.toml.",
        ),
        (
            "level",
            "genius",
            "level cannot be 'genius'; use younger or older or expert. younger is used.",
        ),
        ("brightness", 9, "brightness cannot be 9; use 1 to 5. 2 is used."),
        ("brightness", True, "brightness cannot be True; use 1 to 5. 2 is used."),
        (
            "level",
            ["older"],
            "level cannot be ['older']; use younger or older or expert. younger is used.",
        ),
    ],
)
def test_what_can_not_be_set_is_refused(rig, name, value, text):
    assert rig.refused("set", name=name, value=value) == (protocol.VALUE, text)


def test_games_come_in_pieces_and_are_marked_as_read(rig):
    play_games(rig, 8)
    first = rig.ask("games", after=0)
    assert (len(first["games"]), first["more"]) == (answers.MOST_GAMES, True)
    second = rig.ask("games", after=6)
    assert (len(second["games"]), second["more"]) == (2, False)
    numbers = [
        played.unpack(bytes.fromhex(game)).number for game in first["games"] + second["games"]
    ]
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8]
    again = rig.ask("games", after=7)
    assert [played.unpack(bytes.fromhex(game)).number for game in again["games"]] == [8]
    assert rig.ask("read", number=8) == {"ok": True, "read": 8}
    used = len(bytes(rig.player.store).rstrip(b"\xff"))
    assert rig.ask("read", number=8) == {"ok": True, "read": 8}
    assert rig.ask("read", number=3) == {"ok": True, "read": 8}
    assert len(bytes(rig.player.store).rstrip(b"\xff")) == used
    assert rig.refused("read", number=9) == (protocol.VALUE, "8 games have been played.")
    assert Memory(bytearray(rig.player.store)).state.games_read == 8


@pytest.mark.parametrize("after", [None, -1, "1", 1.5, True])
def test_a_number_is_a_number(rig, after):
    assert rig.refused("games", after=after) == (protocol.VALUE, "after is a number from 0.")


def test_the_log_fits_a_reply_however_much_is_wrong():
    _, mistakes = settings.parse(b"wrong\n" * 100)
    rig = Rig()
    rig.player.app.table.mistakes = mistakes
    log = rig.ask("log")
    assert log["notes"] == mistakes[: len(log["notes"])]
    assert len(log["notes"]) > 5
    assert (log["uptime_s"], log["failures"]) == (0, 0)


def test_an_error_is_told_whole_only_while_no_code_is_secret(rig):
    error = 'Traceback:\n  File "code.py", line 3, in run\nValueError: (0, 1, 2)\n'
    rig.player.app.memory.keep_error(error)
    assert rig.ask("error") == {"ok": True, "text": error, "cut": False}
    begin(rig)
    assert rig.ask("error") == {
        "ok": True,
        "text": '  File "code.py", line 3, in run',
        "cut": True,
    }
    row(rig, "TLC")
    assert rig.ask("error")["cut"] is False


def test_the_self_test_runs(rig, monkeypatch):
    assert rig.ask("self-test") == {"ok": True, "passed": True, "text": ""}
    monkeypatch.setattr(answers.selftest, "KNOWN", ("older 012 012 20",))
    reply = rig.ask("self-test")
    assert (reply["ok"], reply["passed"]) == (True, False)
    assert reply["text"].startswith("The scoring self-test failed: older 012 012 20 scored (3, 0)")


@pytest.mark.parametrize(
    ("into", "did"), [("firmware", ["reset"]), ("bootloader", ["bootloader", "reset"])]
)
def test_a_restart_follows_its_reply_and_keeps_the_row(rig, into, did):
    begin(rig)
    rig.player.press("left")
    assert rig.ask("restart", into=into) == {"ok": True}
    assert rig.chip.did == []
    rig.player.board.now_ms += 100
    rig.host_port.step()
    assert rig.chip.did == did
    assert list(Memory(bytearray(rig.player.store)).state.row.holes) == [0, 7, 7]


def test_a_restart_comes_also_when_the_host_has_gone(rig):
    """A program closes its port as soon as it has the reply, or before."""
    rig.port.coming = protocol.request(1, "restart", {"into": "bootloader"})
    for _ in range(3):
        rig.host_port.step()
    rig.port.connected = False
    for _ in range(3):
        rig.host_port.step()
    assert rig.chip.did == []
    rig.player.board.now_ms += 100
    rig.host_port.step()
    assert rig.chip.did == ["bootloader", "reset"]


def test_there_is_no_other_restart(rig):
    assert rig.refused("restart", into="safe-mode") == (
        protocol.VALUE,
        "into is firmware or bootloader.",
    )


@pytest.mark.parametrize(
    ("line", "number", "kind", "text"),
    [
        (b"hello", None, "line", "This line is not JSON."),
        (b"\xff\xfe", None, "line", "This line is not JSON."),
        (b"[" * 250, None, "line", "This line is not JSON."),
        (b"[1]", None, "line", "This line is not a JSON object."),
        (b"{}", None, "version", "Here protocol version 1 is spoken."),
        (b'{"v": 2, "do": "hello"}', None, "version", "Here protocol version 1 is spoken."),
        (b'{"v": true, "id": 1, "do": "hello"}', None, "version",
         "Here protocol version 1 is spoken."),
        (b'{"v": 1, "id": "a", "do": "hello"}', None, "line",
         "The id is a number from 0 to 1073741823."),
        (b'{"v": 1, "id": 1073741824, "do": "hello"}', None, "line",
         "The id is a number from 0 to 1073741823."),
        (b'{"v": 1, "do": "hello"}', None, "unknown", "There is no such request."),
        (b'{"v": 1, "id": 3, "do": "eval"}', 3, "unknown", "There is no such request."),
        (b'{"v": 1, "id": 3, "do": ["hello"]}', 3, "unknown", "There is no such request."),
        (b'{"v": 1, "id": 3}', 3, "unknown", "There is no such request."),
        (b'{"v": 1, "id": 3, "do": "hello"' + b" " * 230 + b"}", None, "line",
         "A line has 256 bytes at most."),
        (b"x" * 5000, None, "line", "A line has 256 bytes at most."),
    ],
)  # fmt: skip
def test_a_bad_line_gets_one_refusal(rig, line, number, kind, text):
    said = rig.say(line + b"\n" + protocol.request(9, "hello", {}))
    refusal, hello = [json.loads(reply) for reply in said.splitlines()]
    assert refusal == {"v": 1, "id": number, "ok": False, "error": kind, "text": text}
    assert (hello["id"], hello["ok"]) == (9, True)


def test_several_requests_are_answered_in_order(rig):
    said = rig.say(b"".join(protocol.request(number, "hello", {}) for number in range(5)))
    assert [json.loads(line)["id"] for line in said.splitlines()] == [0, 1, 2, 3, 4]


def test_an_empty_line_is_no_request(rig):
    assert rig.say(b"\n\r\n \n") == b""


def test_a_host_that_does_not_read_is_sent_no_more(rig):
    rig.port.takes = 0
    rig.port.coming = protocol.request(1, "hello", {}) * 3
    for _ in range(MOST_STEPS):
        rig.host_port.step()
    assert rig.port.said == b""
    rig.port.takes = 7
    for _ in range(MOST_STEPS):
        rig.host_port.step()
    assert rig.port.said.count(b"\n") == 3


def test_every_request_of_the_definition_is_answered_and_no_other():
    assert {name for name, _, _ in protocol.REQUESTS} == set(answers._ASKS)


requests = st.fixed_dictionaries(
    {"v": st.just(1), "id": st.integers(0, 9)},
    optional={
        "do": st.sampled_from([name for name, _, _ in protocol.REQUESTS]),
        "key": st.sampled_from(list(answers.KEYS)),
        "down": st.booleans(),
        "name": st.sampled_from(["level", "brightness", "hider", "sound", "v"]),
        "value": st.one_of(st.none(), st.integers(), st.text(max_size=9), st.lists(st.none())),
        "after": st.integers(-1, 9),
        "number": st.integers(-1, 9),
        "into": st.sampled_from(["firmware", "bootloader", "x"]),
    },
)
lines = st.one_of(
    st.binary(max_size=300), requests.map(lambda message: json.dumps(message).encode())
)


@given(st.lists(lines, max_size=8))
def test_any_bytes_get_one_reply_a_line_and_the_table_goes_on(sent):
    rig = Rig(level="older", allow_remote=True)
    begin(rig)
    for line in sent:
        if b"restart" in line:
            continue  # what follows it is answered by nobody
        rig.say(line.replace(b"\n", b" ") + b"\n")
        replies = rig.port.said.splitlines()
        assert len(replies) == (1 if line.replace(b"\n", b" ").strip() else 0)
        assert all(len(reply) < protocol.REPLY_BYTES for reply in replies)
        assert all(json.loads(reply)["v"] == 1 for reply in replies)
        rig.player.wait(20)
    rig.port.connected = False
    rig.host_port.step()


def told(code, sent):
    """All that is said while a code is hidden and guessed at, by the same presses but for it."""
    rig = Rig(level="older", current_limit_ma=100, brightness=5)
    rig.player.press("check", "check")
    said = []
    for hole, animal in enumerate(code):
        while rig.player.app.table.row.holes[hole] != ANIMALS.index(animal):
            rig.player.press(("left", "middle", "right")[hole])
    rig.player.board.now_ms = 10_000  # as long for the one code as for the other
    said.append(said_to(rig, sent))
    rig.player.press("check")
    said.append(said_to(rig, sent))
    row(rig, "HHP")
    said.append(said_to(rig, sent))
    return said


def said_to(rig, sent):
    return rig.say(b"".join(json.dumps(message).encode() + b"\n" for message in sent))


@given(st.lists(requests, max_size=6))
def test_no_reply_depends_on_a_code_that_scores_alike(sent):
    sent = [message for message in sent if message.get("do") != "restart"]
    assert told(("tiger", "lion", "crocodile"), sent) == told(("elephant", "tiger", "lion"), sent)


# ---- Colour sensors


@pytest.fixture
def sensed():
    return SensedRig(places=(0, 1, 2), level="older")


def test_a_board_without_sensors_has_nothing_in_its_holes(rig):
    told = {"ok": True, "holes": [None] * 6, "wiring": 0, "switched": False}
    assert rig.ask("sensors") == told
    kind, text = rig.refused("calibrate", hole=0, data="")
    assert (kind, text) == (protocol.VALUE, "This board has found no colour sensors.")


def test_what_the_sensors_read_is_told_between_games(sensed):
    reply = sensed.ask("sensors")
    assert reply["holes"][3:] == [None] * 3
    assert [sorted(hole) for hole in reply["holes"][:3]] == [["calibrated", "lies", "raw"]] * 3
    assert [hole["calibrated"] for hole in reply["holes"][:3]] == [False] * 3
    assert all(len(hole["raw"]) == 4 and min(hole["raw"]) >= 0 for hole in reply["holes"][:3])
    assert reply["wiring"] == holes.wiring_of(sensed.chosen)


@pytest.mark.parametrize("stage", ["hide", "guess", "leave", "reveal"])
def test_in_a_game_sensors_tell_nothing(sensed, stage):
    sensed.player.press("check", "check")
    if stage != "hide":
        sensed.player.choose("TLC")
        sensed.player.press("check")
    if stage == "leave":
        sensed.player.hold("menu", 1100)
    if stage == "reveal":
        row(sensed, "TLC")
    assert sensed.player.stage == stage
    text = "A game is on the table: sensors are read between games."
    for do, fields in (
        ("sensors", {}),
        ("calibration", {"hole": 0}),
        ("calibrate", {"hole": 0, "data": ""}),
    ):
        assert sensed.refused(do, **fields) == (protocol.BUSY, text)


def test_a_calibration_is_written_told_and_forgotten(sensed):
    (data,) = {one.hex() for where, one in sensed.learn().items() if where == 1}
    assert sensed.ask("calibration", hole=1) == {"ok": True, "data": data}
    assert sensed.ask("calibrate", hole=2, data=data) == {"ok": True}
    assert sensed.ask("calibration", hole=2)["data"] == data
    assert sensed.ask("calibrate", hole=2, data="") == {"ok": True}
    assert sensed.ask("calibration", hole=2)["data"] == ""
    assert Memory(sensed.player.store).state.calibrations[1].hex() == data
    assert len(protocol.request(protocol.MOST_ID, "calibrate", {"hole": 5, "data": "ab" * 80})) <= (
        protocol.LINE_BYTES
    )


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"hole": 6, "data": ""}, "hole is a number from 0 to 5."),
        ({"hole": -1, "data": ""}, "hole is a number from 0."),
        ({"hole": "0", "data": ""}, "hole is a number from 0."),
        ({"hole": 0, "data": "xyz"}, None),
        ({"hole": 0, "data": "00ff"}, None),
    ],
)
def test_a_calibration_that_is_none_changes_nothing(sensed, fields, text):
    before = sensed.learn()[0]
    kind, said = sensed.refused("calibrate", **fields)
    assert kind == protocol.VALUE
    assert said == text or text is None
    assert sensed.player.memory.state.calibrations[0] == before


def test_a_journal_without_room_is_restarted_first(sensed):
    data = sensed.learn()[0].hex()
    while sensed.player.memory.journal.room >= GAME_ROOM + MOST_BYTES:
        sensed.ask("calibrate", hole=0, data=data)
    kind, text = sensed.refused("calibrate", hole=0, data=data)
    assert (kind, text) == (
        protocol.BUSY,
        "The board's memory needs room. Restart it first.",
    )


def test_what_is_wrong_with_the_sensors_is_in_the_log(sensed):
    sensed.player.app.table.notes.append("The sensors' switch is gone.")
    assert sensed.ask("log")["notes"] == ["The sensors' switch is gone."]
