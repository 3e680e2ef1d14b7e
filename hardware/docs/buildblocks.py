# SPDX-License-Identifier: MIT
"""Generated parts of the pages on both builds: soldering order of the PCB, cost, time."""

from design import nets, parts

from . import estimates as found_estimates
from .markdown import table

_SOLDER = {"hand": "by hand", "fine": "fine tip", "plug": "plugged in, no solder"}
# Flat parts before tall ones; the Pico is plugged in at the end.
_FIRST = ("led", "c100n", "c2u2", "shifter", "mux")
_LAST = ("key", "reed", "piezo", "sensor", "jack", "c470u", "pico")


def pcb_order() -> str:
    """The PCB build's parts in the order of soldering, from its own description."""
    by_kind: dict[str, list[str]] = {}
    for part in nets.parts().values():
        if part.kind not in parts.UNBOUGHT:
            by_kind.setdefault(part.kind, []).append(part.ref)
    middle = [kind for kind in by_kind if kind not in _FIRST + _LAST]
    rows = []
    for kind in (*_FIRST, *middle, *_LAST):
        what, found = parts.KINDS[kind], by_kind[kind]
        told = f"{what.value}: {what.about}"
        rows.append((refs(found), len(found), told, _SOLDER[what.solder]))
    return table(["part", "quantity", "what", "how"], rows)


def refs(found: list[str]) -> str:
    """References, with runs of three and more drawn together: "C1 to C57, C102"."""
    letters = found[0].rstrip("0123456789")
    numbers = sorted(int(ref.removeprefix(letters)) for ref in found)
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(_run(letters, run) for run in runs)


def _run(letters: str, run: list[int]) -> str:
    if len(run) > 2:
        return f"{letters}{run[0]} to {letters}{run[-1]}"
    return ", ".join(f"{letters}{number}" for number in run)


def estimates() -> str:
    head = ["build", "cost of one", "your time", "rests on"]
    return table(head, found_estimates.rows())


def strip_time() -> str:
    _, cost, hours, basis = found_estimates.rows()[0]
    return f"Cost {cost}, time {hours} ({basis}; see [the overview](../README.md)).\n"


def pcb_cost() -> str:
    lines = [(what, f"{low} to {high}") for what, low, high in found_estimates.PCB_EUR]
    more = [
        (f"option: {what}", f"{low} to {high}")
        for what, low, high in found_estimates.PCB_OPTIONS_EUR
    ]
    return table(["PCB build, one board", "EUR"], lines + more)
