# SPDX-License-Identifier: MIT
"""Two players, whose turn it is and who has won how many rounds. Pure; knows no codes and no rows.

Player 0 is "player one", the younger. A round is two games, in which each player breaks one code.
"""

FRIEND, BOARD = "friend", "board"
HIDERS = (FRIEND, BOARD)  # who hides the code; the board as codebreaker is to be the third


class Match:
    """The tally of a match without an end, until the players reset it."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.rounds_won = [0, 0]
        self.last_rows = [0, 0]  # what each player needed as codebreaker last; 0: none yet
        self.hider = FRIEND
        self.level = None  # what is played; None: nothing yet
        self.half = False  # one player of the running round has played, the other has not

    def prepare(self, level: str, hider: str):
        """Say what is played next; a half round of another kind is dropped."""
        if hider not in HIDERS:
            raise ValueError(f"{hider!r} cannot hide a code: use friend or board.")
        if (level, hider) != (self.level, self.hider):
            self.half = False
        self.level, self.hider = level, hider

    @property
    def codebreaker(self):
        """The player (0 or 1) who breaks the next code.

        The younger player begins: by hiding the first code, or by breaking it where the board
        hides.
        """
        first = 1 if self.hider == FRIEND else 0
        return 1 - first if self.half else first

    def record(self, rows: int):
        """Count a finished game of the present codebreaker, who needed `rows` (10: not broken).

        Returns the player who has won the round by it, or None.
        """
        self.last_rows[self.codebreaker] = rows
        self.half = not self.half
        if self.half or self.last_rows[0] == self.last_rows[1]:
            return None
        winner = 0 if self.last_rows[0] < self.last_rows[1] else 1
        self.rounds_won[winner] += 1
        return winner
