# SPDX-License-Identifier: MIT
"""The tables that tell how well sensors name the pieces, from trials. Knows no model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mastermind.calibration import NOTHING, UNSURE
from mastermind_host.optics.trials import MISSED, NOT_SURE, RIGHT, WRONG, Trial, outcome

BANDS = ((0, "dark"), (100, "to 100 lx"), (1000, "to 1,000 lx"), (3000, "to 3,000 lx"))
BRIGHTEST = "to 10,000 lx"
OUTCOMES = (RIGHT, WRONG, NOT_SURE, MISSED)


def report(names: Sequence[str], trials: Iterable[Trial]) -> Iterable[str]:
    """Lines: a confusion table for each lamp, then what came of it all by lamp and by light."""
    done = list(trials)
    for lamp in dict.fromkeys(trial.lamp for trial in done):
        yield from _confusion(names, lamp, [trial for trial in done if trial.lamp == lamp])
    animals = [trial for trial in done if trial.kind != NOTHING]
    empty = [trial for trial in done if trial.kind == NOTHING]
    for title, part in (("animals", animals), ("empty holes", empty)):
        yield from _outcomes(f"{title}, by lamp", part, lambda trial: str(trial.lamp))
        yield from _outcomes(f"{title}, by light of the room", part, band)
        yield from _outcomes(f"{title}, all", part, lambda trial: "")


def band(trial: Trial) -> str:
    """How bright the room was, as a word."""
    return next((name for most, name in BANDS if trial.lux <= most), BRIGHTEST)


def _confusion(names: Sequence[str], lamp: str, trials: list[Trial]) -> Iterable[str]:
    answers = (*range(len(names)), UNSURE, NOTHING)
    yield f"{lamp:24}" + "".join(f"{name[:9]:>10}" for name in (*names, "not sure", "nothing"))
    for kind, name in (*enumerate(names), (NOTHING, "(empty)")):
        given = [trial.answer for trial in trials if trial.kind == kind]
        yield f"  {name:22}" + "".join(f"{given.count(answer):>10}" for answer in answers)
    yield ""


def _outcomes(title: str, trials: list[Trial], group: Callable[[Trial], str]) -> Iterable[str]:
    yield f"{title:24}{'':>10}" + "".join(f"{name:>18}" for name in OUTCOMES)
    order = [*(name for _, name in BANDS), BRIGHTEST]
    names = dict.fromkeys(group(trial) for trial in trials)
    for name in sorted(names, key=lambda name: order.index(name) if name in order else -1):
        results = [outcome(trial) for trial in trials if group(trial) == name]
        counts = [results.count(each) for each in OUTCOMES]
        yield f"  {name:22}{len(results):>10}" + "".join(
            f"{count:>9} {100 * count / len(results):>6.3f} %" for count in counts
        )
    yield ""
