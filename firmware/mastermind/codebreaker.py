# SPDX-License-Identifier: MIT
"""What the rows so far say about the code: contradictions and hints. Pure.

A `history` is a sequence of (guess, Score) pairs, oldest first.
"""

from mastermind import rules

# Three different animals (0, 1, 2), as number in base 6 and in base 7: hints try them first.
_FIRST = {6: 8, 7: 9}


def contradicted(guess, history, level: str):
    """The index of the first row that `guess` cannot be right with, or None."""
    for index in range(len(history)):
        row, score = history[index]
        if rules.compare(guess, row, level) != score:
            return index
    return None


class Hint:
    """A search for a guess that agrees with every row, in slices: the lights go on moving."""

    def __init__(self, history, level: str):
        self._history, self._level = history, level
        self._colours = rules.colours(level)
        self._count = self._colours**rules.HOLES
        self._tried = 0

    def search(self, codes: int):
        """Try at most `codes` more: the hint (a tuple), or None if it needs another slice.

        ValueError when no code at all agrees.
        """
        for _ in range(codes):
            if self._tried == self._count:
                raise ValueError("No code agrees with all these rows.")
            code = self._code((self._tried + _FIRST[self._colours]) % self._count)
            self._tried += 1
            if contradicted(code, self._history, self._level) is None:
                return code
        return None

    def _code(self, number: int):
        rest, right = divmod(number, self._colours)
        left, middle = divmod(rest, self._colours)
        return (left, middle, right)
