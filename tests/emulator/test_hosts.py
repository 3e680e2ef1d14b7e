# SPDX-License-Identifier: MIT
"""Computers that do odd things to the board while somebody plays: the game goes on all the same."""

from collections.abc import Callable

import pictures
from emulator import image
from emulator.pico import CONSOLE, DATA
from emulator.player import RISEN_MS, START_MS, Player

from mastermind import keys
from mastermind.memory import SETTLE_MS

# Says more than any buffer of the port holds, each time a key does something.
CHATTY = """
_quiet_tell = App._tell

def _chatty_tell(self, gesture, now_ms):
    print("x" * 5000)
    _quiet_tell(self, gesture, now_ms)

App._tell = _chatty_tell
"""
FRIEND = {"level": "older", "hider": "friend"}
ANSWER_MS = 25  # the budget of `check`: what a key does is on the lights by then
CTRL_C, CTRL_D = "\x03", "\x04"


def play_two_rows(player: Player) -> None:
    player.press("check", "check")
    player.choose("TLC")
    hide_and_play_two_rows(player)


def hide_and_play_two_rows(player: Player) -> None:
    player.press("check")
    player.expect_rows("1 ??? ...")
    player.choose("LLP")
    player.press("check")
    player.expect_rows("2 ??? ...", "1 LLP r..")
    player.choose("TCL")
    player.press("check")
    player.expect_rows("3 ??? ...", "2 TCL rww", "1 LLP r..")


def test_the_ports_may_stay_closed_for_ever(boot: Callable[..., Player]) -> None:
    drive = image.with_more(image.files(), "mastermind/app.py", CHATTY)
    player = boot(drive=drive, settings=FRIEND, opened=False)
    player.wait_for_light()
    assert player.pico.host.connections == 1
    play_two_rows(player)
    assert not player.pico.host.ports[CONSOLE].received
    assert not player.pico.host.ports[DATA].received


def test_what_a_print_says_to_a_closed_port_delays_nothing(boot: Callable[..., Player]) -> None:
    drive = image.with_more(image.files(), "mastermind/app.py", CHATTY)
    player = boot(drive=drive, settings=FRIEND, opened=False)
    player.wait_for_light()
    player.press("check")
    player.expect_rows("2 #.# ...", "1 ### ...")
    player.change(keys.MIDDLE, True)
    player.wait(ANSWER_MS)
    player.change(keys.MIDDLE, False)
    assert player.wire.last in pictures.frames(
        pictures.parse(["2 ### ...", "1 ### ..."]), player.chosen
    )


def test_a_soft_reset_comes_back_to_the_game(welcome: Callable[..., Player]) -> None:
    player = welcome(settings=FRIEND)
    player.press("check", "check")
    player.choose("TLC")
    player.wait(SETTLE_MS)
    player.pico.send(CTRL_C)
    player.pico.run_until_text("KeyboardInterrupt", START_MS)
    player.wait(500)
    player.pico.send("\r")
    player.wait(500)
    player.pico.send(CTRL_D)
    player.pico.run_until_text("soft reboot", START_MS)
    player.start()
    assert player.pico.host.connections == 1
    player.wait(RISEN_MS)
    hide_and_play_two_rows(player)
