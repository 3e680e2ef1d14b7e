# SPDX-License-Identifier: MIT
"""The lesson of the holes in words and tables, for people. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.table import Table

from mastermind import calibrating, keys, lesson, rules
from mastermind.lesson import BAD, BRIGHT, DARK, DONE, GONE, MEASURING, SAME, UNSTEADY
from mastermind_host.calibrations import NAMES, Samples
from mastermind_host.device.sensing import HOLES, Raw, Sensors

Margins = list[tuple[int, int, float]]  # of pairs of animals

KEYS = "Enter: measure.   b: one step back.   q: quit; nothing is changed."
MEASURES = "Measuring: hands off."
FAULTS = {
    UNSTEADY: "does not read steadily. Let go of what lies there, and leave the lamps alone.",
    SAME: "reads as it did before. Is it set on the hole?",
    DARK: "sees hardly any light on white paper. Does the sensor's own light shine?",
    BRIGHT: "is blinded. There is too much light in the room, or what lies there shines.",
    GONE: "has a sensor that does not answer. Look at its cable.",
}
COLUMNS = ("red", "green", "blue", "clear")
LIES = {keys.NOTHING: "nothing", keys.UNSURE: "not sure", keys.UNSEEN: ""}


def step(now: lesson.Lesson, number: int | None = None) -> list[str]:
    """What somebody shall lay where, in this step or in the one with that number, from 0."""
    number = now.step if number is None else number
    title = f"Step {number + 1} of {lesson.STEPS}"
    if number < lesson.FIRST_ANIMALS:
        do = "lay white paper on all holes." if number else "take everything off the holes."
        return [f"{title}: {do}"]
    lines = [f"{title}: set these animals on the holes."]
    return lines + [f"  {HOLES[where]}: {NAMES[now.wanted(where, number)]}" for where in now.places]


def plan(now: lesson.Lesson) -> list[str]:
    """All steps."""
    return [line for number in range(lesson.STEPS) for line in step(now, number)]


def trouble(now: lesson.Lesson) -> list[str]:
    """What is wrong with holes that could not be measured."""
    bad = [where for where in now.places if now.state(where) == BAD]
    return [f"{HOLES[where].capitalize()} {FAULTS[now.fault(where)]}" for where in bad]


def live(now: lesson.Lesson, sensors: Sensors, steady: Iterable[int]) -> Table:
    """Readings as they come, and how far each hole is; `steady`: holes that read steadily."""
    lines = _table("hole", "wants", *COLUMNS, "")
    for where in now.places:
        hole = sensors.holes[where]
        raw = hole.raw if hole else None
        how = _how(now, where, raw, where in steady)
        lines.add_row(HOLES[where], NAMES[now.wanted(where)], *_counts(raw), how)
    return lines


def readings(sensors: Sensors) -> Table:
    """What all sensors read, what their holes make of it."""
    lines = _table("hole", *COLUMNS, "lies there", "calibrated")
    for name, hole in zip(HOLES, sensors.holes, strict=True):
        if hole is None:
            lines.add_row(name, *_counts(None), "no sensor")
        else:
            calibrated = "yes" if hole.calibrated else "no"
            lines.add_row(name, *_counts(hole.raw), lies(hole.lies), calibrated)
    return lines


def readings_data(uid: str, sensors: Sensors) -> dict[str, Any]:
    """The same as exact data."""
    holes = [
        {"hole": name, "sensor": hole is not None, "raw": None, "lies": None, "calibrated": False}
        if hole is None
        else {
            "hole": name,
            "sensor": True,
            "raw": hole.raw,
            "lies": lies(hole.lies) or None,
            "calibrated": hole.calibrated,
        }
        for name, hole in zip(HOLES, sensors.holes, strict=True)
    ]
    about = {"uid": uid or None, "wiring": sensors.wiring, "switched": sensors.switched}
    return about | {"holes": holes}


def lies(what: int) -> str:
    """What a board says that lies in a hole: an animal, nothing, not sure, or ""."""
    return rules.ANIMALS[what] if what in range(rules.BLANK) else LIES.get(what, "")


def verdict(samples: dict[int, Samples]) -> list[str]:
    """How well the animals can be told apart, by the samples of the holes."""
    alike = calibrating.alike(samples)
    if alike:
        return [_too_alike(samples, *pair) for pair in alike]
    margins = calibrating.margins(samples)
    one, other, margin = min(margins, key=lambda each: each[2])
    return [
        f"All {len(margins)} pairs of animals can be told apart. The most alike are "
        f"{pair(one, other)}, with a margin of {margin:.2f}; below 1 a hole is often not sure."
    ]


def _too_alike(samples: dict[int, Samples], one: int, other: int, margin: float) -> str:
    """The sentence on such a pair, with the holes, if it is not so in all of them."""
    places = [
        where
        for where, own in samples.items()
        if (one, other) in [each[:2] for each in calibrating.alike({where: own})]
    ]
    holes = f" in {names(places)}" if places and len(places) < len(samples) else ""
    how = f"{holes} (margin {margin:.2f}): choose another object for"
    if other == calibrating.EMPTY:
        return f"{NAMES[one].capitalize()} is too much like an empty hole{how} it."
    return f"{pair(one, other).capitalize()} are too alike{how} one of them."


def pair(one: int, other: int) -> str:
    return f"{NAMES[one]} and {NAMES[other]}"


def margin_table(margins: Margins) -> Table:
    """All pairs, the most alike first."""
    lines = _table("animals", "margin")
    for one, other, margin in sorted(margins, key=lambda each: each[2]):
        lines.add_row(pair(one, other), f"{margin:.2f}")
    return lines


def names(places: Iterable[int]) -> str:
    """guess holes 1, 2, 3 and code hole 1"""
    by_kind: dict[str, list[str]] = {}
    for where in sorted(places):
        kind, _, number = HOLES[where].rpartition(" ")
        by_kind.setdefault(kind, []).append(number)
    return " and ".join(
        f"{kind}{'s' * (len(numbers) > 1)} {', '.join(numbers)}"
        for kind, numbers in by_kind.items()
    )


def _table(*headings: str) -> Table:
    lines = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        numbers = heading in (*COLUMNS, "margin")
        lines.add_column(heading, justify="right" if numbers else "left", no_wrap=True)
    return lines


def _counts(raw: Raw | None) -> tuple[str, ...]:
    return tuple(map(str, raw)) if raw else ("-",) * len(COLUMNS)


def _how(now: lesson.Lesson, where: int, raw: Raw | None, steady: bool) -> str:
    state = now.state(where)
    if state == DONE:
        return "done"
    if raw is None:
        return "no answer"
    if state == MEASURING:
        return "measuring"
    return "steady" if steady else "moving"
