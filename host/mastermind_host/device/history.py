# SPDX-License-Identifier: MIT
"""The games that a board remembers, over the link. Knows no file."""

from __future__ import annotations

from typing import Any

from mastermind import match, played
from mastermind.played import Played
from mastermind_host import review
from mastermind_host.device.link import Link, field, nonsense, pair
from mastermind_host.games import Record

MOST_REPLIES = 100  # a journal holds some sixty games, six of which fit a reply


def read(link: Link) -> Record:
    """What the board tells of its games and of the match; a Fault where that makes no sense."""
    state = link.ask("state")
    against_board = field(state, "hider", str) == match.AGAINST_BOARD
    return Record(
        games=games(link),
        rounds_won=pair(state, "rounds_won"),
        players=(review.PLAYERS[0], review.BOARD if against_board else review.PLAYERS[1]),
        notes=tuple(str(note) for note in field(link.ask("log"), "notes", list)),
    )


def mark(link: Link, games: tuple[Played, ...]) -> None:
    """Tell the board that its games up to the newest of these are kept here."""
    if games:
        link.ask("read", number=games[-1].number)


def games(link: Link, after: int = 0) -> tuple[Played, ...]:
    """The games that the board keeps, oldest first: those after the one with that number."""
    found: list[Played] = []
    for _ in range(MOST_REPLIES):
        reply = link.ask("games", after=found[-1].number if found else after)
        told = field(reply, "games", list)
        found += map(_game, told)
        more = field(reply, "more", bool)
        if not (told and more):
            break
    return tuple(found)


def _game(packed: Any) -> Played:
    try:
        return played.unpack(bytes.fromhex(packed))
    except (ValueError, IndexError, TypeError):
        raise nonsense("games", packed) from None
