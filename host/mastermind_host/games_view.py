# SPDX-License-Identifier: MIT
"""The games of a memory as a table and a line of statistics, for people. Pure."""

from __future__ import annotations

from typing import Literal

from rich.table import Table

from mastermind.played import Played
from mastermind_host import games, review
from mastermind_host.games import Record

HEADINGS = ("game", "level", "hid the code", "guessed", "rows", "helped", "time")
NUMBERS = ("game", "rows", "time")


def table(record: Record) -> Table:
    """A line for each game, the newest last."""
    lines = Table(box=None, pad_edge=False, header_style="bold")
    for heading in HEADINGS:
        side: Literal["left", "right"] = "right" if heading in NUMBERS else "left"
        lines.add_column(heading, justify=side, no_wrap=True)
    for game in record.games:
        lines.add_row(*_cells(game))
    return lines


def statistics(record: Record) -> str:
    """Rounds won, and how many rows people needed."""
    tally = zip(record.players, record.rounds_won, strict=True)
    won = ", ".join(f"{who} {rounds}" for who, rounds in tally)
    rows = "; ".join(
        f"{average.level} {review.decimal(average.rows)} in {review.count(average.games, 'game')}"
        for average in games.averages(record.games)
    )
    return f"Rounds won: {won}." + (f" Rows on average: {rows}." if rows else "")


def clock(seconds: int) -> str:
    """4:05 or 1:02:03; what the board counts no further than ends in a plus."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    front = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{front}:{rest:02}" + ("+" if seconds == games.MOST_SECONDS else "")


def _cells(game: Played) -> tuple[str, ...]:
    return (
        str(game.number),
        game.level,
        review.codemaker(game),
        review.codebreaker_of(game),
        str(len(game.guesses)) if review.found(game) else "not found",
        "yes" if game.helped else "",
        clock(game.seconds),
    )
