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


def contradicted(guess, history, level: str):
    """The index of the first row that `guess` cannot be right with, or None."""
    for index in range(len(history)):
        row, score = history[index]
        if rules.compare(guess, row, level) != score:
            return index
    return None


class Game:
    """A code and the rows that try to break it: running, then broken or lost.

    `code` is None where it is kept in a head: then a person scores the rows.
    """

    def __init__(self, level: str, code=None):
        if code is not None:
            rules.check_code(code, level)
            code = tuple(code)
        self.level = level
        self.code = code
        self.slips = 0  # rows that a person scored wrongly at first
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
        if self.code is None:
            raise ValueError("The code of this game is in a head: say the score.")
        if self.over:
            raise ValueError("The game is over: start the next one.")
        rules.check_code(guess, self.level)
        score = rules.compare(self.code, guess, self.level)
        self.history.append((tuple(guess), score))
        self.broken = rules.is_broken(score, self.level)
        return score

    def answer(self, guess, score):
        """Keep the next row with the score that a person gave it; ValueError as in `guess`."""
        if self.over:
            raise ValueError("The game is over: start the next one.")
        rules.check_code(guess, self.level)
        self._put(len(self.history), tuple(guess), score)
        return score

    def mend(self, row: int, score):
        """Give a row (from 0) another score; if that breaks the code, later rows are void."""
        if self.over:
            raise ValueError("The game is over: its rows stay as they are.")
        self._put(row, self.history[row][0], score)

    def _put(self, row: int, guess: tuple, score):
        red, white = score
        if not rules.can_score(red, white, self.level):
            raise ValueError(f"No row of {self.level} scores {red} red and {white} white.")
        self.history[row : row + 1] = [(guess, rules.Score(red, white))]
        self.broken = rules.is_broken(score, self.level)
        if self.broken:
            self.history[row + 1 :] = []
