# SPDX-License-Identifier: MIT
"""`mastermind games`: the games that were played to their end, and one of them in review."""

from __future__ import annotations

from pathlib import Path

import click

from mastermind_host import games, games_view, memory_file, review
from mastermind_host.commands import shared
from mastermind_host.commands.play import memory_option


@click.command("games")
@memory_option
@click.option("--review", "number", type=int, metavar="N", help="How game N went, row by row.")
@click.option("--json", "as_json", is_flag=True, help="Exact data instead of words.")
def show_games(memory: Path, number: int | None, as_json: bool) -> None:
    """Show the games that were played to their end, and look back at one."""
    record = games.read(memory_file.load(memory))
    shared.hint(*record.notes)
    if number is not None:
        game = games.find(record.games, number)
        shared.show(games.review_data(game) if as_json else "\n".join(review.sentences(game)))
    elif as_json:
        shared.show(games.record_data(record))
    elif record.games:
        shared.show(games_view.table(record))
        shared.show(games_view.statistics(record))
    else:
        shared.hint("No game has been played to its end yet: mastermind play")
