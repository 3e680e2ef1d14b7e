# SPDX-License-Identifier: MIT
"""Readings of real sensors that others have published: tests/readings/published.csv says whose."""

import csv
from pathlib import Path

FILE = Path(__file__).parent / "readings" / "published.csv"
CHANNELS = ("red", "green", "blue", "clear")


def readings():
    """{set: {colour: (red, green, blue, clear)}}, each set in a unit of its own."""
    lines = [line for line in FILE.read_text().splitlines() if not line.startswith("#")]
    sets: dict[str, dict[str, tuple[float, ...]]] = {}
    for row in csv.DictReader(lines):
        counts = tuple(float(row[channel]) for channel in CHANNELS)
        sets.setdefault(row["set"], {})[row["colour"]] = counts
    return sets


def parts(reading, white):
    """Red, green and blue as parts of what white gave, adding up to 1."""
    shares = [one / other for one, other in zip(reading[:3], white[:3], strict=True)]
    return [share / sum(shares) for share in shares]
