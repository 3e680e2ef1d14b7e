# SPDX-License-Identifier: MIT
"""The firmware's table of best plays: its path, and what stands in it."""

from __future__ import annotations

from pathlib import Path

from mastermind import strategies
from mastermind_host.strategy.encoding import Entries

PATH = Path(strategies.__file__)
COLUMNS = 100

_HEAD = '''\
# SPDX-License-Identifier: MIT
"""The best play of each level, as what differs from playing the lowest code that agrees. Data.

Written by `python -m mastermind_host.strategy`, which proves that there is no better play: do not
change it by hand. An entry is ` scores=guess`: the scores of the rows so far, each a hexadecimal
digit (5 for each red and 1 for each white), and the 3 colours of the next guess. The first entry,
that of no row, is the opening. Where the scores so far have no entry, the guess is the lowest code,
read as a number, that agrees with all of them.
"""

STRATEGIES = {
'''


def text(entries: Entries) -> str:
    """The entries as the firmware looks for them."""
    return "".join(f" {scores}={''.join(map(str, code))}" for scores, code in entries.items())


def render(tables: dict[str, str]) -> str:
    """The source of the firmware's module; `tables` has a text for each level."""
    return _HEAD + "".join(map(_render_level, tables, tables.values())) + "}\n"


def _render_level(level: str, entries: str) -> str:
    lines = [""]
    for entry in entries.split():
        if len(lines[-1]) + len(entry) + 1 > COLUMNS - len('        ""'):
            lines.append("")
        lines[-1] += " " + entry
    if len(lines) == 1:
        return f'    "{level}": "{lines[0]}",\n'
    return f'    "{level}": (\n' + "".join(f'        "{line}"\n' for line in lines) + "    ),\n"
