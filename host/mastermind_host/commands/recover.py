# SPDX-License-Identifier: MIT
"""`mastermind recover`: the way back for a board that does not play."""

from __future__ import annotations

import click

from mastermind_host.commands import install, shared
from mastermind_host.device import devices
from mastermind_host.device.devices import Wanted
from mastermind_host.install.choices import Choice
from mastermind_host.ladder import LADDER
from mastermind_host.recovery import Recovery, Rung

ERASE = "erase"


@click.command()
@shared.device_options
@install.choice_options
@shared.dry_run_option
@shared.yes_option
@shared.output_options
@shared.pass_job
def recover(
    job: shared.Job, wanted: Wanted, choice: Choice, dry_run: bool, yes: bool, as_json: bool
) -> None:
    """Bring back a board that does not play: from Ctrl-C to installing everything anew.

    It goes up a ladder and stops as soon as the board plays. Before a rung that loses something it
    asks. The match that the board remembers is lost by none of them.
    """
    if dry_run:
        told = [{"name": rung.name, "what": rung.what, "loses": rung.loses} for rung in LADDER]
        shared.show(told if as_json else "\n".join(map(_line, LADDER)))
        return

    def may(rung: Rung) -> bool:
        return yes or _typed(rung)

    device = devices.choose(job.machine, wanted)
    recovery = Recovery(job.machine, device, choice, job.clock, job.progress, may)
    tried = recovery.run(LADDER)
    if as_json:
        shared.show([one._asdict() for one in tried])
    else:
        how = "; nothing had to be done" if len(tried) == 1 else f", after: {tried[-1].name}"
        shared.show(f"The board plays{how}.")


def _line(rung: Rung) -> str:
    return f"{rung.name:10} {rung.what}." + (f" Loses {rung.loses}." if rung.loses else "")


def _typed(rung: Rung) -> bool:
    """A word is typed sooner by mistake than not at all: so a whole one, and not y."""
    shared.hint(f"{rung.what}. This loses {rung.loses}.")
    return shared.ask(f"Type {ERASE} to do it") == ERASE
