# SPDX-License-Identifier: MIT
"""Scores as small numbers, for searches that ask thousands of them. Pure.

What a score is, `rules` says; a test holds this to it for every pair of codes at every level.
"""

from mastermind import rules

NUMBERS = 16  # a score's number is below this


def number_of(score):
    """5 for each red and 1 for each white; -1 for what no guess can score."""
    red, white = score
    return 5 * red + white if red >= 0 and white >= 0 and red + white <= rules.HOLES else -1


class Scorer:
    """A guess that is scored against many codes; once made, it allocates nothing."""

    def __init__(self, level: str):
        self._places_count = level != "younger"
        self._counts = bytearray(rules.BLANK + 1)  # how often the guess has each colour
        self._left = self._middle = self._right = 0
        self.aim(0, 0, 0)

    def aim(self, left: int, middle: int, right: int):
        """Take another guess, of legal colours."""
        counts = self._counts
        counts[self._left] = counts[self._middle] = counts[self._right] = 0
        self._left, self._middle, self._right = left, middle, right
        counts[left] += 1
        counts[middle] += 1
        counts[right] += 1

    def score(self, left: int, middle: int, right: int):
        """The number of the guess's score against a code of legal colours."""
        counts = self._counts
        # A colour of the code is in common if the guess has more of it than the code had so far.
        common = (
            (counts[left] > 0)
            + (counts[middle] > (middle == left))
            + (counts[right] > (right == left) + (right == middle))
        )
        if not self._places_count:
            return common
        reds = (left == self._left) + (middle == self._middle) + (right == self._right)
        return 4 * reds + common
