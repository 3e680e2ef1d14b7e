# SPDX-License-Identifier: MIT
"""Keeps the games of a board that plays, as they come to their ends. Knows no page."""

from __future__ import annotations

from collections.abc import Callable

from mastermind.played import Played
from mastermind_host import archive
from mastermind_host.device import history
from mastermind_host.device.link import Link
from mastermind_host.errors import Fault


class Family:
    """The games of the board with this UID; `tell` is given a sentence if they can't be kept."""

    def __init__(self, uid: str, tell: Callable[[str], object]) -> None:
        self._path, self._tell = archive.path_of(uid), tell
        self._played = -1  # games that the board had played when it was asked last
        self._kept = 0  # the newest that is kept here
        self._last: Played | None = None

    def last(self, played: int) -> Played | None:
        """The last of so many games, once it was read."""
        return self._last if played == self._played else None

    def follow(self, link: Link, played: int) -> None:
        """Read what is new once the board has played so many games; keep it, and tell the board.

        A Fault where the board is gone or answers nonsense.
        """
        if played == self._played:
            return
        if played < self._kept:  # the board began anew
            self._kept = 0
        games = history.games(link, self._kept)
        newest = games[-1] if games else None
        self._last = newest if newest and newest.number == played else None
        self._played = played
        if newest and self._keep(games):
            history.mark(link, games)
            self._kept = newest.number

    def _keep(self, games: tuple[Played, ...]) -> bool:
        try:
            archive.add(self._path, games)
        except Fault as fault:
            self._tell(f"{fault.what} {fault.cause} They are read again after the next game.")
            return False
        return True
