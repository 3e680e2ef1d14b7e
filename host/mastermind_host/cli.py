# SPDX-License-Identifier: MIT
"""The command `mastermind`: parses, prints and exits; what it does is done by the library below it.

Results go to stdout, hints and errors to stderr. Every option has an environment variable:
MASTERMIND_PLAY_LISTEN is `play --listen`.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import random
import sys
import threading
import traceback
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from mastermind import __version__, rules, settings
from mastermind_host import errors, games, games_view, loopback, memory_file, review, server
from mastermind_host.virtual import Session


class Listen(click.ParamType):
    """HOST:PORT of this machine."""

    name = "host:port"

    def convert(
        self,
        value: str | loopback.Address,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> loopback.Address:
        if isinstance(value, loopback.Address):
            return value
        try:
            return loopback.parse(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


@click.group(
    context_settings={"auto_envvar_prefix": "MASTERMIND", "help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="mastermind")
@click.option("-v", "--verbose", is_flag=True, help="Show where an unexpected error comes from.")
def commands(verbose: bool) -> None:
    """Jungle Mastermind: play it here, and look after a real board."""


# `games` looks where `play` remembers, also if only the environment says where that is.
memory_option = click.option(
    "--memory",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    envvar="MASTERMIND_PLAY_MEMORY",
    default=memory_file.default_path,
    show_default="board.nvm in your user data folder",
    help="The file that the board remembers in; -: none.",
)


@click.command()
@click.option(
    "--listen",
    type=Listen(),
    default="127.0.0.1:8765",
    show_default=True,
    help="Where the page is; port 0: any free.",
)
@click.option("--no-browser", is_flag=True, help="Only print the page's address.")
@click.option(
    "--terminal", "in_terminal", is_flag=True, help="Play in this terminal, without a browser."
)
@click.option("--level", type=click.Choice(rules.LEVELS), help="The level that Setup offers first.")
@memory_option
@click.option("--seed", type=int, help="For tests: the board draws the same codes each time.")
def play(
    listen: loopback.Address,
    no_browser: bool,
    in_terminal: bool,
    level: str | None,
    memory: Path,
    seed: int | None,
) -> None:
    """Play on a virtual board, in a browser page or in the terminal."""
    chosen = settings.defaults()
    if level:
        chosen["level"] = level
    with memory_file.keep(memory) as store:
        session = Session(chosen, urandom=urandom(seed), store=store)
        _hint(*session.memory.notes)
        if in_terminal:
            from mastermind_host import terminal

            terminal.run(session)
            return
        with loopback.bind(listen) as listener:
            url = loopback.bound(listener).url
            ready = functools.partial(_announce, url, no_browser)
            asyncio.run(server.serve(session, chosen, listener, ready))


@click.command("games")
@memory_option
@click.option("--review", "number", type=int, metavar="N", help="How game N went, row by row.")
@click.option("--json", "as_json", is_flag=True, help="Exact data instead of words.")
def show_games(memory: Path, number: int | None, as_json: bool) -> None:
    """Show the games that were played to their end, and look back at one."""
    record = games.read(memory_file.load(memory))
    _hint(*record.notes)
    if number is not None:
        game = games.find(record.games, number)
        _show(games.review_data(game) if as_json else "\n".join(review.sentences(game)))
    elif as_json:
        _show(games.record_data(record))
    elif record.games:
        Console().print(games_view.table(record))
        _show(games_view.statistics(record))
    else:
        _hint("No game has been played to its end yet: mastermind play")


COMMANDS = (play, show_games)

for _command in COMMANDS:
    commands.add_command(_command)


def main() -> None:
    """Run the command line; every error ends here, and every exit code is made here."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit code of `mastermind` with these arguments."""
    try:
        commands.main(arguments, prog_name="mastermind", standalone_mode=False)
    except errors.Fault as fault:
        _tell_fault(fault)
        return fault.code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return errors.INTERRUPTED
    except Exception as error:
        _tell_unexpected(error, verbose="-v" in arguments or "--verbose" in arguments)
        return errors.UNEXPECTED
    return errors.OK


def urandom(seed: int | None) -> Callable[[int], bytes]:
    """Where the board's random bytes come from: the system, or for tests a seed."""
    return os.urandom if seed is None else random.Random(seed).randbytes


def _show(result: str | dict[str, Any]) -> None:
    click.echo(result if isinstance(result, str) else json.dumps(result, indent=2))


def _hint(*sentences: str) -> None:
    for sentence in sentences:
        click.echo(sentence, err=True)


def _announce(url: str, no_browser: bool) -> None:
    Console(stderr=True, soft_wrap=True).print("The board is on the page below. Ctrl-C ends it.")
    Console(soft_wrap=True, highlight=False).print(url)
    if not no_browser:
        # A browser in the terminal would not return until it is closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _tell_fault(fault: errors.Fault) -> None:
    console = Console(stderr=True, soft_wrap=True, highlight=False)
    console.print(Text(fault.what, style="bold red"))
    console.print(Text("Likely cause: " + fault.cause))
    console.print(Text("Next: " + fault.advice))


def _tell_unexpected(error: Exception, verbose: bool) -> None:
    _tell_fault(
        errors.Fault(
            f"Unexpected: {type(error).__name__}: {error}",
            "A mistake in this program.",
            "the same command as `mastermind -v ...`, and report what it shows",
            errors.UNEXPECTED,
        )
    )
    if verbose:
        traceback.print_exception(error, file=sys.stderr)
