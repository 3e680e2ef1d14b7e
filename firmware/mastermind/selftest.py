# SPDX-License-Identifier: MIT
"""The scoring self-test that every start runs: rows whose score is known. Pure."""

from mastermind import rules

# level, code, guess, red, white
KNOWN = (
    ("older", (0, 1, 2), (0, 1, 2), 3, 0),
    ("older", (0, 1, 2), (2, 0, 1), 0, 3),
    ("older", (0, 1, 2), (3, 4, 5), 0, 0),
    ("older", (0, 0, 1), (0, 1, 0), 1, 2),
    ("older", (0, 0, 1), (1, 1, 0), 0, 2),
    ("older", (0, 1, 1), (0, 0, 0), 1, 0),
    ("older", (5, 5, 4), (4, 4, 5), 0, 2),
    ("expert", (6, 6, 0), (0, 6, 6), 1, 2),
    ("expert", (6, 1, 2), (6, 6, 6), 1, 0),
    ("expert", (0, 1, 2), (6, 6, 6), 0, 0),
    ("younger", (0, 1, 2), (2, 0, 1), 0, 3),
    ("younger", (0, 0, 1), (0, 2, 2), 0, 1),
    ("younger", (3, 3, 3), (3, 4, 3), 0, 2),
)


def check_scoring():
    """Raise RuntimeError naming the row, if a known row is scored wrongly."""
    for level, code, guess, red, white in KNOWN:
        found = tuple(rules.score(code, guess, level))
        if found != (red, white):
            row = f"{level} {code} {guess} scored {found}, not {(red, white)}"
            raise RuntimeError(f"The scoring self-test failed: {row}. Put the firmware on anew.")
