# SPDX-License-Identifier: MIT
"""One game: a hidden code, the rows guessed so far and the row being chosen.

Pure; knows no players.
"""

from mastermind import rules


class Row:
    """The 3 holes being chosen. Any of them may change until the row is checked."""

    def __init__(self, level: str):
        self._colours = rules.colours(level)
        self.holes = [rules.NOT_CHOSEN] * rules.HOLES

    def step(self, hole: int):
        """The next animal: empty, tiger ... hippo, (expert: blank,) tiger ..."""
        animal = self.holes[hole] + 1
        self.holes[hole] = animal if animal < self._colours else 0

    def empty(self, hole: int):
        self.holes[hole] = rules.NOT_CHOSEN

    def place(self, hole: int, animal: int):
        """Put `animal` in; ValueError if the level has no such colour."""
        if not 0 <= animal < self._colours:
            raise ValueError(f"There is no animal {animal!r} at this level.")
        self.holes[hole] = animal

    def fill(self, code):
        for hole in range(rules.HOLES):
            self.place(hole, code[hole])

    def not_chosen(self):
        """The holes that keep the row from being checked, left to right."""
        return [hole for hole in range(rules.HOLES) if self.holes[hole] == rules.NOT_CHOSEN]

    def code(self):
        """The row as a tuple of 3 colours; check `not_chosen` first."""
        return tuple(self.holes)


class Game:
    """A code and the rows that try to break it: running, then broken or lost."""

    def __init__(self, level: str, code):
        rules.check_code(code, level)
        self.level = level
        self.code = tuple(code)
        self.history: list[tuple] = []  # (guess, Score), oldest first
        self.helped = False
        self.broken = False

    @property
    def lost(self):
        return not self.broken and len(self.history) == rules.ROWS

    @property
    def over(self):
        return self.broken or self.lost

    @property
    def rows_needed(self):
        """1 to 9 rows, 10 for a code not broken; None while the game runs."""
        if not self.over:
            return None
        return len(self.history) if self.broken else rules.ROWS + 1

    def guess(self, guess):
        """Score the next row and keep it; ValueError for an illegal guess or a finished game."""
        if self.over:
            raise ValueError("The game is over: start the next one.")
        score = rules.score(self.code, guess, self.level)
        self.history.append((tuple(guess), score))
        self.broken = rules.is_broken(score, self.level)
        return score
