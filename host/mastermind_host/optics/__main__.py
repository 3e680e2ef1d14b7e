# SPDX-License-Identifier: MIT
"""`python -m mastermind_host.optics`: how well sensors name the pieces, on the model."""

from __future__ import annotations

import random

import click

from mastermind import calibrating
from mastermind_host.optics.guided import samples
from mastermind_host.optics.hole import Hole
from mastermind_host.optics.report import report
from mastermind_host.optics.surfaces import SETS
from mastermind_host.optics.trials import HOLES, trials


@click.command()
@click.option("--placements", default=100_000, show_default=True, help="Pieces to put in.")
@click.option("--seed", default=1, show_default=True, help="Another one, other homes and hands.")
@click.option("--switched", is_flag=True, help="The sensors' lights go off to see the room.")
@click.option("--objects", type=click.Choice(list(SETS)), default="animals", help="What to put in.")
@click.option("--lux", type=float, help="In so much light, and not from dark to 10,000 lx.")
def main(placements: int, seed: int, switched: bool, objects: str, lux: float | None) -> None:
    """Print a confusion table for each lamp, what came of it by light, and the margins."""
    kinds = SETS[objects]
    done = trials(placements, seed, switched, kinds, lux)
    for line in report([kind.name for kind in kinds], done):
        click.echo(line)
    holes = {where: Hole(seed, switched, where) for where in range(HOLES)}
    taken = samples(holes, random.Random(seed), kinds)
    click.echo("margins in a home that was calibrated in the dark")
    for one, other, margin in sorted(calibrating.margins(taken), key=lambda pair: pair[2]):
        click.echo(f"  {kinds[one].name + ', ' + kinds[other].name:32}{margin:>6.2f}")


if __name__ == "__main__":
    main()
