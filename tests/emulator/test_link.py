# SPDX-License-Identifier: MIT
"""The link on the real interpreter: a game over it, its secrets, and hosts that talk rubbish."""

import json
from collections.abc import Callable

from emulator import asking
from emulator.pico import DATA
from emulator.player import RISEN_MS, Player

from mastermind import __version__, lights, played, protocol

FRIEND = {"level": "older", "hider": "friend"}
REMOTE = FRIEND | {"allow_remote": "true"}
PRIVATE = ("hello", "state", "lights", "settings", "error", "games")
QUESTIONS = 40
# Lines of 256 bytes and more, and one that is no JSON.
GARBAGE = bytes(range(256)) * 16 + b"\n"


def test_a_whole_game_over_the_link(welcome: Callable[..., Player]) -> None:
    player = welcome(settings=REMOTE)
    hello = asking.ask(player, "hello")
    assert (hello["firmware"], hello["board"]) == (__version__, "raspberry_pi_pico")
    asking.press(player, "check", "check")
    asking.press(player, "left", "middle", "middle", "right", "right", "right", "check")
    player.expect_rows("1 ??? ...")
    asking.press(player, "left", "middle", "right", "check")
    player.expect_rows("2 ??? ...", "1 TTT r..")
    state = asking.ask(player, "state")
    assert (state["stage"], state["rows"], state["code"]) == ("guess", [[0, 0, 0, 1, 0]], None)
    looks = bytes.fromhex(asking.ask(player, "lights")["looks"])
    assert looks[:6] == bytes((0, 0, 0, lights.RED, lights.OFF, lights.OFF))
    asking.press(player, "left", "middle", "middle", "right", "right", "right", "check")
    assert asking.ask(player, "state")["code"] == [0, 1, 2]
    reply = asking.ask(player, "games", after=0)
    (game,) = [played.unpack(bytes.fromhex(packed)) for packed in reply["games"]]
    assert (game.code, game.guesses) == ((0, 1, 2), ((0, 0, 0), (0, 1, 2)))
    assert asking.ask(player, "read", number=1) == {"ok": True, "read": 1}


def test_without_leave_no_key_is_pressed(welcome: Callable[..., Player]) -> None:
    player = welcome(settings=FRIEND)
    reply = asking.ask(player, "press", key="check", down=True)
    assert (reply["ok"], reply["error"]) == (False, protocol.FORBIDDEN)
    player.press("check")
    player.expect_rows("2 #.# ...", "1 ### ...")


def _told(player: Player, code: str) -> list[dict]:
    """All that is said while a code is being hidden, and when it is."""
    player.press("check", "check")
    player.choose(code)
    told = [asking.ask(player, do, **_fields(do)) for do in PRIVATE]
    player.press("check")
    return told + [asking.ask(player, do, **_fields(do)) for do in PRIVATE]


def _fields(do: str) -> dict[str, int]:
    return {"after": 0} if do == "games" else {}


def test_no_reply_tells_the_code(welcome: Callable[..., Player]) -> None:
    bright = FRIEND | {"brightness": "5", "current_limit_ma": "100"}
    # As many presses for the one as for the other, or the closing eyes would be elsewhere.
    one, other = (_told(welcome(settings=bright), code) for code in ("TLC", "CTL"))
    assert one == other


def test_rubbish_gets_refusals_and_the_game_goes_on(welcome: Callable[..., Player]) -> None:
    player = welcome(settings=FRIEND)
    refusals = asking.send(player, GARBAGE)
    assert {json.loads(line)["error"] for line in refusals} == {protocol.LINE}
    player.press("check", "check")
    player.choose("TLC")
    player.press("check")
    player.expect_rows("1 ??? ...")
    asking.send(player, GARBAGE)
    player.choose("TLC")
    player.press("check")
    player.wait(100)
    assert player.read(player.scale())[-2:] == ["1 TLC rrr", "code TLC"]
    assert asking.ask(player, "self-test") == {"ok": True, "passed": True, "text": ""}


def test_the_table_goes_on_while_many_questions_wait(welcome: Callable[..., Player]) -> None:
    player = welcome(settings=FRIEND)
    port = player.pico.host.ports[DATA]
    player.pico.send(protocol.request(1, "settings", {}) * QUESTIONS, DATA)
    player.press("check", "check")
    player.choose("TLC")
    player.press("check")
    player.expect_rows("1 ??? ...")
    player.wait(1500)
    assert port.received.count(b"\n") == QUESTIONS


def test_a_restart_over_the_link_comes_back_to_the_game(welcome: Callable[..., Player]) -> None:
    player = welcome(settings=FRIEND)
    player.press("check", "check")
    player.choose("TLC")
    player.press("check")
    player.choose("LLP")
    player.press("check")
    player.expect_rows("2 ??? ...", "1 LLP r..")
    assert asking.ask(player, "restart", into="firmware") == {"ok": True}
    assert player.pico.run(3000, until=lambda: not player.pico.host.ports)
    player.start()
    player.wait(RISEN_MS)
    player.expect_rows("2 ??? ...", "1 LLP r..")
    assert asking.ask(player, "state")["rows"] == [[1, 1, 3, 1, 0]]
