# SPDX-License-Identifier: MIT
"""The command `python -m mastermind_host.strategy`: proves, prints, and writes or checks the table.

Exit codes: 0 ok, 1 the table in the firmware differs, 2 usage.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mastermind import rules
from mastermind.strategies import STRATEGIES
from mastermind_host.strategy import table
from mastermind_host.strategy.codes import Code
from mastermind_host.strategy.optimum import Play
from mastermind_host.strategy.proof import Proof, prove

PATH = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option("--level", type=click.Choice(rules.LEVELS), help="One level alone.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if the table differs.")
@click.option("--table", "path", default=table.PATH, type=PATH, help="Another file than that.")
def main(level: str | None, check: bool, path: Path) -> None:
    """Prove the best play of each level and write the firmware's table of it.

    Seconds for younger, half a minute for older, some minutes for expert.
    """
    tables = dict(STRATEGIES)
    for wanted in [level] if level else rules.LEVELS:
        proof = prove(wanted)
        tables[wanted] = table.text(proof.entries)
        click.echo(figures(proof))
    source = table.render(tables).encode()
    if not check:
        path.write_bytes(source)
    elif path.read_bytes() != source:
        click.echo(f"{path} differs: write it with python -m mastermind_host.strategy", err=True)
        sys.exit(1)


def figures(proof: Proof) -> str:
    """What was proved, in lines for people."""
    openings = [f"{_digits(code)} {_short(play)}" for code, play in proof.openings.items()]
    return f"""\
{proof.level}: {proof.codes} codes
  best      {_mean(proof.best, proof.codes)} rows on average, and {proof.best.worst} at worst
  at worst  no play needs fewer than {proof.fewest_rows} rows
  rows      codes broken in 1, 2, 3 ... rows: {" ".join(map(str, proof.rows))}
  openings  total/worst of the best play after each kind: {", ".join(openings)}
  search    {proof.sets} sets of codes, {proof.tried} guesses that no bound ruled out
            {proof.worst_sets} sets for the worst case
  bound     by counting alone: {_mean(proof.bound, proof.codes)}, {proof.bound.worst} at worst
  table     {len(proof.entries)} entries in {len(table.text(proof.entries))} bytes, \
opening {_digits(proof.entries[""])}"""


def _digits(code: Code) -> str:
    return "".join(map(str, code))


def _short(play: Play) -> str:
    return f"{play.total}/{play.worst}"


def _mean(play: Play, codes: int) -> str:
    return f"{play.total}/{codes} = {play.total / codes:.4f}"


if __name__ == "__main__":
    main()
