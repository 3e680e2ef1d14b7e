# SPDX-License-Identifier: MIT
"""The command line `mastermind`: its commands in one table, and every error and exit code.

Options have environment variables: MASTERMIND_PLAY_LISTEN is `play --listen`, MASTERMIND_PORT is
`--port` of every command that has one.
"""

from __future__ import annotations

import sys
import traceback
from dataclasses import replace

import click
from rich.console import Console
from rich.text import Text

from mastermind import __version__
from mastermind_host import configuration, errors
from mastermind_host.commands import shared
from mastermind_host.commands.backup import backup, restore
from mastermind_host.commands.bootloader import enter_bootloader
from mastermind_host.commands.bundle import bundle
from mastermind_host.commands.calibrate import calibrate
from mastermind_host.commands.deploy import deploy
from mastermind_host.commands.devices import show_devices
from mastermind_host.commands.doctor import doctor
from mastermind_host.commands.flash import flash
from mastermind_host.commands.games import show_games
from mastermind_host.commands.install import install
from mastermind_host.commands.monitor import watch_console
from mastermind_host.commands.play import play
from mastermind_host.commands.recover import recover
from mastermind_host.commands.settings import show_settings
from mastermind_host.commands.test import run_tests
from mastermind_host.device import here


class InOrder(click.Group):
    """Lists its commands as the table does, and not by their letters."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(
    cls=InOrder,
    context_settings={"auto_envvar_prefix": "MASTERMIND", "help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="mastermind")
@click.option("-q", "--quiet", is_flag=True, help="No progress, only results and errors.")
@click.option("-v", "--verbose", is_flag=True, help="Tell more; also where an error comes from.")
@click.pass_context
def commands(context: click.Context, quiet: bool, verbose: bool) -> None:
    """Jungle Mastermind: play it here, and look after a real board."""
    context.obj = replace(context.obj, quiet=quiet, verbose=verbose)


COMMANDS = (
    play,
    show_games,
    flash,
    install,
    deploy,
    run_tests,
    show_devices,
    show_settings,
    watch_console,
    doctor,
    recover,
    calibrate,
    backup,
    restore,
    enter_bootloader,
    bundle,
)

for _command in COMMANDS:
    commands.add_command(_command)


def main() -> None:
    """Run the command line; every error ends here, and every exit code is made here."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str], job: shared.Job | None = None) -> int:
    """The exit code of `mastermind` with these arguments, in the world of `job`."""
    try:
        job = job or shared.Job(here.machine())
        commands.main(
            arguments,
            prog_name="mastermind",
            standalone_mode=False,
            obj=job,
            default_map=configuration.defaults(commands.commands),
        )
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


def _tell_fault(fault: errors.Fault) -> None:
    console = Console(stderr=True, soft_wrap=True, highlight=False)
    console.print(Text(fault.what, style="bold red"))
    console.print(Text("Likely cause: " + fault.cause))
    console.print(Text("Next: " + fault.advice))


def _tell_unexpected(error: Exception, verbose: bool) -> None:
    advice = "the same command as `mastermind -v ...`, and report what it shows"
    _tell_fault(errors.unexpected(error, advice))
    if verbose:
        traceback.print_exception(error, file=sys.stderr)
