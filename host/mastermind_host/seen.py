# SPDX-License-Identifier: MIT
"""The seam between the pages and the table that they show.

Two tables stand behind it, `virtual.Session` and `mirror.Mirror`, and nobody in front of it asks
which one it is. It must not know sockets, hardware, or a code that is secret.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from mastermind.played import Played

AFTER_GAME = ("reveal", "scoreboard")  # stages in which no code is secret

Tune = tuple[tuple[int, int], ...]  # (hertz, ms), ...


class Seen(NamedTuple):
    """What everybody at the table may see and hear now."""

    stage: str  # its class in lower case, such as "guess"
    rest: str  # "awake", "dimmed" or "dark"
    level: str
    hider: str
    brightness: int  # 1-5
    codebreaker: int  # player 0 or 1
    rounds: tuple[int, ...]  # won by player 0, by player 1
    last_rows: tuple[int, ...]  # needed last
    guesses: tuple[tuple[int, ...], ...]  # of the rows so far, 3 looks each
    scores: tuple[tuple[int, ...], ...]  # of the same rows, (red, white) each
    helped: bool  # whether a hint was taken
    hints: str  # the setting
    left: int | None  # how many codes are possible, while the table shows that
    row: int | None  # the row (from 0) that is chosen or scored now
    entering: bool  # whether a person enters a score
    lights: tuple[tuple[int, bool], ...]  # (look, whether it is lit now) of 57
    dimmed: bool  # whether the stage dims all lights
    palette: str
    board_repeats: str  # the setting
    shut: str  # a sentence: why the hood stays shut; "" while it may be lifted
    tunes: int = 0  # how many have been played
    tune: Tune = ()  # the last one
    mirror: str = ""  # the name of the real board that is shown, or ""
    gone: str = ""  # a sentence: why what is shown stands still, or ""
    keys: bool = True  # whether keys may be pressed from here


class Table(Protocol):
    """A board with a game on it. Nothing here waits."""

    @property
    def last_game(self) -> Played | None:
        """The game whose end everybody has seen; None as soon as the next one may begin."""
        ...

    def step(self) -> bool:
        """Go on a little; whether lights have changed, perhaps those under the hood alone."""
        ...

    def look(self, hood_open: bool = False) -> Seen:
        """What is seen now, by one who looks under the hood or by everybody else."""
        ...

    def key(self, key: int, down: bool) -> None:
        """A key of `mastermind.keys` goes down or up."""
        ...


@runtime_checkable
class Tray(Protocol):
    """A table whose pieces may be moved from here."""

    def lying(self, hood_open: bool = False) -> tuple[str, ...] | None:
        """What lies in the six places of `keys.PLACED`, by name, or "".

        In code holes it is seen under the hood alone. None: pieces are not used now.
        """
        ...

    def put(self, where: int, piece: str, hood_open: bool = False) -> None:
        """Put a piece into a place, or with "" take out what is there.

        ValueError with a sentence where that can't be done.
        """
        ...
