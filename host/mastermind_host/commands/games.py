# SPDX-License-Identifier: MIT
"""`mastermind games`: the games that were played to their end, as a table, a picture or a file."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from mastermind_host import archive, errors, games, games_export, games_view, memory_file, review
from mastermind_host.commands import shared
from mastermind_host.commands.play import memory_option
from mastermind_host.device import devices, history, link
from mastermind_host.device.devices import Wanted
from mastermind_host.games import Record


@click.command("games")
@memory_option
@shared.device_options
@click.option("--review", "number", type=int, metavar="N", help="How game N went, row by row.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="A picture of them.")
@click.option(
    "--export", type=click.Path(dir_okay=False, path_type=Path), help="A .csv or .json file."
)
@shared.output_options
@shared.pass_job
@click.pass_context
def show_games(
    context: click.Context,
    job: shared.Job,
    memory: Path,
    wanted: Wanted,
    number: int | None,
    plot: Path | None,
    export: Path | None,
    as_json: bool,
) -> None:
    """Show the games that were played to their end, and look back at one.

    Of the board that is plugged in, whose games are kept on this computer as well; with none, or
    with --memory, of the virtual board.
    """
    named = context.get_parameter_source("memory") != ParameterSource.DEFAULT
    record = None if named and wanted == devices.ANY else _of_board(job, wanted)
    record = record or games.read(memory_file.load(memory))
    shared.hint(*record.notes)
    if plot:
        from mastermind_host import games_plot

        games_plot.save(record.games, plot)
    if export:
        games_export.save(record, export)
    _show(record, number, as_json, quiet=bool(plot or export))
    shared.hint(*[f"Written: {path}" for path in (plot, export) if path])


def _of_board(job: shared.Job, wanted: Wanted) -> Record | None:
    """The games of the board that is meant; None if none is meant and none is there."""
    try:
        device = devices.choose(job.machine, wanted)
    except errors.Fault as fault:
        if fault.code == errors.NO_DEVICE and wanted == devices.ANY:
            return None
        return _kept(job, wanted, fault)
    with link.to(job.machine, device, job.clock) as board:
        record = history.read(board)
        kept = archive.add(archive.path_of(device.uid), record.games)
        history.mark(board, record.games)
    return record._replace(games=kept)


def _kept(job: shared.Job, wanted: Wanted, fault: errors.Fault) -> Record:
    """The games that this computer has kept of a board that is not there; else the Fault."""
    kept = archive.read(archive.path_of(wanted.serial.upper())) if wanted.serial else ()
    if fault.code != errors.NO_DEVICE or not kept:
        raise fault
    note = f"{fault.what} These are its games that this computer has kept."
    return Record(kept, (0, 0), (review.PLAYERS[0], review.PLAYERS[1]), (note,))


def _show(record: Record, number: int | None, as_json: bool, quiet: bool) -> None:
    if number is not None:
        game = games.find(record.games, number)
        shared.show(games.review_data(game) if as_json else "\n".join(review.sentences(game)))
    elif as_json:
        shared.show(games.record_data(record))
    elif quiet:
        return
    elif record.games:
        shared.show(games_view.table(record))
        shared.show(games_view.statistics(record))
    else:
        shared.hint("No game has been played to its end yet: mastermind play")
