# SPDX-License-Identifier: MIT
"""`mastermind play`: a virtual board in a page or in the terminal, or a real one mirrored."""

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
from click.core import ParameterSource
from rich.console import Console

from mastermind import rules, settings
from mastermind_host import loopback, memory_file, mirror
from mastermind_host.commands import mirroring, shared
from mastermind_host.device import devices
from mastermind_host.device.found import Wanted
from mastermind_host.seen import Table
from mastermind_host.virtual import Session

# Options that mean the virtual board, and those that mean a real one.
VIRTUAL = ("virtual", "in_terminal", "level", "fills", "memory", "seed")
REAL = ("port", "drive", "serial")


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
@click.option("--virtual", is_flag=True, help="A board on the page alone, whatever is plugged in.")
@shared.device_options
@click.option(
    "--terminal", "in_terminal", is_flag=True, help="Play in this terminal, without a browser."
)
@click.option("--level", type=click.Choice(rules.LEVELS), help="The level that Setup offers first.")
@click.option(
    "--input",
    "fills",
    type=click.Choice(("buttons", "sensors", "both")),
    help="What fills the holes of the page; buttons: no animals to drag.",
)
@memory_option
@click.option("--seed", type=int, help="For tests: the board draws the same codes each time.")
@shared.pass_job
@click.pass_context
def play(
    context: click.Context,
    job: shared.Job,
    listen: loopback.Address,
    no_browser: bool,
    virtual: bool,
    wanted: Wanted,
    in_terminal: bool,
    level: str | None,
    fills: str | None,
    memory: Path,
    seed: int | None,
) -> None:
    """Play on a virtual board, or mirror the real one that is plugged in.

    A real board's keys are at its table, unless its settings.toml says allow_remote = true; its
    games are kept on this computer. --virtual, --terminal, --level, --input, --memory and --seed
    mean the virtual board.
    """
    show = functools.partial(_show, listen=listen, no_browser=no_browser)
    mirrored = None if _means_virtual(context, wanted) else mirroring.find(job, wanted)
    if mirrored:
        with mirror.running(mirrored):
            show(mirrored, mirroring.sentence(mirrored.device))
        return
    chosen = settings.defaults()
    if level:
        chosen["level"] = level
    if fills:
        chosen["input"] = fills
    if in_terminal:
        chosen["input"] = "buttons"  # nothing can be set into holes there
    with memory_file.keep(memory) as store:
        session = Session(chosen, urandom=urandom(seed), store=store)
        shared.hint(*session.memory.notes)
        if in_terminal:
            from mastermind_host import terminal

            terminal.run(session)
        else:
            show(session, "The board is on the page below. Ctrl-C ends it.")


def _means_virtual(context: click.Context, wanted: Wanted) -> bool:
    """Whether no real board is meant: flags count more than the environment."""
    flags = _given(context, VIRTUAL, ParameterSource.COMMANDLINE)
    if flags and _given(context, REAL, ParameterSource.COMMANDLINE):
        raise click.UsageError(
            "--port, --drive and --serial mean a real board, "
            "--virtual, --terminal, --level, --input, --memory and --seed the virtual one."
        )
    if flags or wanted != devices.ANY:
        return flags
    return _given(context, VIRTUAL, ParameterSource.ENVIRONMENT)


def _given(context: click.Context, names: tuple[str, ...], source: ParameterSource) -> bool:
    """Whether one of the options has a value from there."""
    given = [name for name in names if context.get_parameter_source(name) == source]
    return any(context.params.get(name) not in (None, False) for name in given)


def _show(table: Table, sentence: str, listen: loopback.Address, no_browser: bool) -> None:
    """The page of a table until Ctrl-C."""
    with loopback.bind(listen) as listener:
        url = loopback.bound(listener).url
        ready = functools.partial(_announce, sentence, url, no_browser)
        from mastermind_host import server  # what serves pages takes a third of a second to load

        asyncio.run(server.serve(table, listener, ready))


def urandom(seed: int | None) -> Callable[[int], bytes]:
    """Where the board's random bytes come from: the system, or for tests a seed."""
    return os.urandom if seed is None else random.Random(seed).randbytes


def _announce(sentence: str, url: str, no_browser: bool) -> None:
    Console(stderr=True, soft_wrap=True, highlight=False).print(sentence, markup=False)
    Console(soft_wrap=True, highlight=False).print(url)
    if not no_browser:
        # A browser in the terminal would not return until it is closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
