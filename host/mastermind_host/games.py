# SPDX-License-Identifier: MIT
"""The games that a board's memory keeps: exact data, and what they add up to.

Knows no terminal. The game on the table is none of them before it is over.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from mastermind import journal, match, memory, played, rules
from mastermind.played import Played
from mastermind_host import errors, review

MOST_SECONDS = 65535  # the longest game that a board can tell


class Record(NamedTuple):
    """What a memory tells of the games that are over."""

    games: tuple[Played, ...]  # oldest first; the very oldest have made room for others
    rounds_won: tuple[int, int]  # in the match that goes on
    players: tuple[str, str]  # of that match
    notes: tuple[str, ...]  # sentences on what is wrong with the memory


class Average(NamedTuple):
    """How people did at a level; a code not found counts as 10 rows."""

    level: str
    games: int
    rows: Fraction


def read(store: bytearray) -> Record:
    """The record of a memory's bytes."""
    table = memory.Memory(store)
    against_board = table.state.match.hider == match.AGAINST_BOARD
    return Record(
        games=tuple(played.games(journal.Journal(store))),
        rounds_won=tuple(table.state.match.rounds_won),
        players=(review.PLAYERS[0], review.BOARD if against_board else review.PLAYERS[1]),
        notes=tuple(table.notes),
    )


def averages(games: tuple[Played, ...]) -> list[Average]:
    """One for each level at which a person has guessed."""
    people = [game for game in games if not review.by_board(game)]
    return [
        Average(level, len(rows), Fraction(sum(rows), len(rows)))
        for level in rules.LEVELS
        if (rows := [review.rows_needed(game) for game in people if game.level == level])
    ]


def find(games: tuple[Played, ...], number: int) -> Played:
    """The game with that number, the newest if a board began anew; a Fault if there is none."""
    for game in reversed(games):
        if game.number == number:
            return game
    kept = f"It keeps games {games[0].number} to {games[-1].number}." if games else "It has none."
    raise errors.Fault(
        f"There is no game {number} in this memory.",
        f"{kept} The oldest make room for new ones.",
        "mastermind games   (lists them)",
        errors.USAGE,
    )


def data(game: Played) -> dict[str, Any]:
    """A game as JSON can hold it; see the host's README."""
    return {
        "number": game.number,
        "level": game.level,
        "hider": game.hider,
        "codemaker": review.codemaker(game),
        "codebreaker": review.codebreaker_of(game),
        "code": None if game.code is None else review.names_of(game.code),
        "guesses": [review.names_of(guess) for guess in game.guesses],
        "scores": [list(score) for score in review.scores(game)],
        "found": review.found(game),
        "rows": review.rows_needed(game),
        "helped": game.helped,
        "slips": game.slips,
        "seconds": game.seconds,
    }


def record_data(record: Record) -> dict[str, Any]:
    """All of a record as JSON can hold it."""
    return {
        "rounds_won": dict(zip(record.players, record.rounds_won, strict=True)),
        "games": [data(game) for game in record.games],
    }


def review_data(game: Played) -> dict[str, Any]:
    """A game, the numbers of its review, and the sentences."""
    return {
        "game": data(game),
        "rows": [_row_data(row) for row in review.review(game)],
        "sentences": review.sentences(game),
    }


def _row_data(row: review.Row) -> dict[str, Any]:
    """Averages are exact: fractions such as "121/6"."""
    return {
        **row._asdict(),
        "guess": review.names_of(row.guess),
        "score": list(row.score),
        "best": review.names_of(row.best),
        "expected": str(row.expected),
        "best_expected": str(row.best_expected),
    }
