# SPDX-License-Identifier: MIT
"""`mastermind play`: a virtual board in a browser page or in the terminal."""

from __future__ import annotations

import asyncio
import functools
import os
import random
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console

from mastermind import rules, settings
from mastermind_host import loopback, memory_file, server
from mastermind_host.commands import shared
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
        shared.hint(*session.memory.notes)
        if in_terminal:
            from mastermind_host import terminal

            terminal.run(session)
            return
        with loopback.bind(listen) as listener:
            url = loopback.bound(listener).url
            ready = functools.partial(_announce, url, no_browser)
            asyncio.run(server.serve(session, listener, ready))


def urandom(seed: int | None) -> Callable[[int], bytes]:
    """Where the board's random bytes come from: the system, or for tests a seed."""
    return os.urandom if seed is None else random.Random(seed).randbytes


def _announce(url: str, no_browser: bool) -> None:
    Console(stderr=True, soft_wrap=True).print("The board is on the page below. Ctrl-C ends it.")
    Console(soft_wrap=True, highlight=False).print(url)
    if not no_browser:
        # A browser in the terminal would not return until it is closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
