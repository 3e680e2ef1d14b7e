# SPDX-License-Identifier: MIT
"""What the commands have in common: what they need of the world, their options, their output.

Results go to stdout, progress, hints and errors to stderr.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console, RenderableType
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

from mastermind_host.clock import Clock
from mastermind_host.commands import completion
from mastermind_host.device.devices import Wanted
from mastermind_host.device.machine import Machine
from mastermind_host.progress import SILENT, Progress

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass
class Job:
    """What a command needs of the world: handed in, so that a test can hand in its own."""

    machine: Machine
    clock: Clock = field(default_factory=Clock)
    quiet: bool = False
    verbose: bool = False

    @property
    def progress(self) -> Progress:
        """Where a task tells its steps; see `telling`."""
        return SILENT if self.quiet else Telling()


pass_job = click.make_pass_decorator(Job)


class Telling(Progress):
    """Steps, bars and notes on stderr."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, soft_wrap=True, highlight=False)
        self._bar: RichProgress | None = None

    def step(self, sentence: str) -> None:
        self._end()
        self._console.print(sentence, markup=False)

    def note(self, sentence: str) -> None:
        self._end()
        self._console.print(sentence, style="yellow", markup=False)

    def bar(self, done: int, total: int) -> None:
        if not self._console.is_terminal:
            return
        if self._bar is None:
            self._bar = RichProgress(
                TextColumn(" "),
                BarColumn(),
                TaskProgressColumn(),
                TimeRemainingColumn(),
                console=self._console,
                transient=True,
            )
            self._bar.add_task("", total=total)
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=done, total=total)
        if done >= total:
            self._end()

    def _end(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def device_options(command: Command) -> Command:
    """--port, --drive and --serial, as the argument `wanted`."""
    return gather(
        command,
        "wanted",
        ("port", "drive", "serial"),
        lambda port, drive, serial: Wanted(port or "", drive, serial or ""),
        click.option(
            "--port",
            envvar="MASTERMIND_PORT",
            shell_complete=completion.ports,
            help="The board's console port.",
        ),
        click.option(
            "--drive",
            envvar="MASTERMIND_DRIVE",
            type=click.Path(path_type=Path),
            shell_complete=completion.drives,
            help="The board's drive: CIRCUITPY, or its bootloader's.",
        ),
        click.option(
            "--serial",
            envvar="MASTERMIND_SERIAL",
            shell_complete=completion.serials,
            help="The board's UID, or its end.",
        ),
    )


def output_options(command: Command) -> Command:
    """-q and -v for the job, and --json as the argument `as_json`."""
    options = (
        click.option("--json", "as_json", is_flag=True, help="Exact data instead of words."),
        click.option(
            "-q", "--quiet", is_flag=True, expose_value=False, callback=_set, help="No progress."
        ),
        click.option(
            "-v", "--verbose", is_flag=True, expose_value=False, callback=_set, help="Tell more."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


dry_run_option = click.option(
    "-n", "--dry-run", is_flag=True, help="Say what would be done, and do nothing."
)
yes_option = click.option("-y", "--yes", is_flag=True, help="Answer every question with yes.")


def show(result: str | dict[str, Any] | list[Any] | RenderableType) -> None:
    """Print a result: text as it is, data as JSON, else what Rich can draw."""
    if isinstance(result, str):
        click.echo(result)
    elif isinstance(result, (dict, list)):
        click.echo(json.dumps(result, indent=2))
    else:
        Console().print(result)


def hint(*sentences: str) -> None:
    for sentence in sentences:
        click.echo(sentence, err=True)


def ask(question: str) -> str:
    """What somebody types; "" where nobody can answer."""
    try:
        return str(click.prompt(question, default="", show_default=False, err=True))
    except click.Abort:
        click.echo("", err=True)
        return ""


def confirm(question: str, yes: bool) -> bool:
    """Whether to go on; with --yes nobody is asked, and where nobody can answer it is no."""
    if yes:
        return True
    try:
        return click.confirm(question, default=False, err=True)
    except click.Abort:
        click.echo("", err=True)
        return False


def _set(context: click.Context, option: click.Parameter, value: bool) -> None:
    """A flag of the job, which the group has as well."""
    if value and option.name:
        context.obj = replace(context.obj, **{option.name: True})


def gather(
    command: Command,
    name: str,
    parts: tuple[str, ...],
    make: Callable[..., Any],
    *options: Callable[[Any], Any],
) -> Command:
    """`command` with some options, which reach it as one argument."""
    import functools

    @functools.wraps(command)
    def gathered(*arguments: Any, **values: Any) -> Any:
        values[name] = make(*(values.pop(part) for part in parts))
        return command(*arguments, **values)

    wrapped: Any = gathered
    for option in reversed(options):
        wrapped = option(wrapped)
    return wrapped
