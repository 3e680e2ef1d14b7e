# SPDX-License-Identifier: MIT
"""The scoring self-test that every start runs: rows whose score is known. Pure."""

from mastermind import rules

# Level, code, guess, red and white: as text, which takes the least heap.
KNOWN = (
    "older 012 012 30",
    "older 012 201 03",
    "older 012 345 00",
    "older 001 010 12",
    "older 001 110 02",
    "older 011 000 10",
    "older 554 445 02",
    "expert 660 066 12",
    "expert 612 666 10",
    "expert 012 666 00",
    "younger 012 201 03",
    "younger 001 022 01",
    "younger 333 343 02",
)


def parse(row: str):
    """[level, code, guess, (red, white)] of a known row."""
    level, *numbers = row.split()
    return [level] + [tuple([int(digit) for digit in number]) for number in numbers]


def check_scoring():
    """Raise RuntimeError naming the row, if a known row is scored wrongly."""
    for row in KNOWN:
        level, code, guess, score = parse(row)
        found = tuple(rules.compare(code, guess, level))
        if found != score:
            told = f"{row} scored {found}"
            raise RuntimeError(f"The scoring self-test failed: {told}. Put the firmware on anew.")
