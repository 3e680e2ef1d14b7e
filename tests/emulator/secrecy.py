# SPDX-License-Identifier: MIT
"""Watches everything that leaves the board while a code is secret: its lights and its ports.

Need not know the code: from its hiding to its revealing the code lights are dark in every frame,
and from the game's beginning no port says anything at all. Plays the games that it watches.
"""

from emulator.pico import CONSOLE, DATA
from emulator.player import RISEN_MS, Player

from mastermind import lights, rules

# A code that the board draws has three different animals: none of these breaks it.
NEVER_RIGHT = ("TTT", "LLL", "CCC", "PPP", "EEE", "HHH", "TTL", "TLT", "LTT")


class Watch:
    """Over the ports from the moment it is made, over the lights once the code is hidden."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._said = len(player.pico.console), len(player.pico.host.ports[DATA].received)
        self._first_frame = 0

    def code_is_hidden(self) -> None:
        """From the frame that is on now."""
        self._first_frame = len(self._player.wire.frames) - 1

    def assert_nothing_told(self) -> None:
        """Until now. Not for games with refusals or questions: they light the code lights too."""
        frames = self._player.wire.frames[self._first_frame :]
        assert len(frames) > rules.HOLES, "a game whose lights hardly changed"
        for frame in frames:
            shown = frame.colours[lights.code_light(0) :]
            assert not any(shown), f"code lights are lit while guessing: {shown}"
        for port, before in zip((CONSOLE, DATA), self._said, strict=True):
            said = bytes(self._player.pico.host.ports[port].received[before:])
            assert said == b"", f"port {port} speaks while guessing: {said!r}"


def play_a_friends_code(player: Player) -> None:
    """From Welcome, a friend hides: all but the last check, then the code is there to see."""
    watch = Watch(player)
    player.press("check", "check")
    player.choose("TLC")
    player.press("check")
    watch.code_is_hidden()
    _guess(player, "LLP", "TCL")
    player.choose("TLC")
    player.wait(1000)
    watch.assert_nothing_told()
    player.press("check")
    _assert_revealed(player, "TLC")


def play_the_boards_code(player: Player) -> None:
    """From Welcome, the board hides at level older: nine rows, the last of which reveals."""
    watch = Watch(player)
    player.press("check", "check")
    watch.code_is_hidden()
    *rows, last = NEVER_RIGHT
    _guess(player, *rows)
    player.choose(last)
    player.wait(1000)
    watch.assert_nothing_told()
    player.press("check")
    _assert_revealed(player, "")


def play_over_a_cut(player: Player, hider: str) -> None:
    """From Welcome, the plug is pulled in a game, which goes on when it is back.

    What the console says by itself is the same at every start.
    """
    player.press("check", "check")
    if hider == "friend":
        player.choose("HEP")
        player.press("check")
    _guess(player, *NEVER_RIGHT[:2])
    player.press("left")
    again = player.cut()
    again.start()
    watch = Watch(again)
    again.wait(RISEN_MS)
    _guess(again, *NEVER_RIGHT[2:4])
    again.wait(1000)
    watch.assert_nothing_told()
    said = again.pico.text()
    assert said == player.pico.text(), f"after the cut the console says {said!r}"
    assert not again.pico.host.ports[DATA].received


def _guess(player: Player, *rows: str) -> None:
    for letters in rows:
        player.choose(letters)
        player.press("check")


def _assert_revealed(player: Player, code: str) -> None:
    """The code, where it is known, or some code: the watch has looked at the right lights."""
    player.wait(100)
    assert player.read(player.scale())[-1].startswith(f"code {code}")
