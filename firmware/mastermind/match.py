# SPDX-License-Identifier: MIT
"""Two players, whose turn it is and who has won how many rounds. Pure; knows no codes and no rows.

Player 0 is "player one", the younger. A round is two games, in which each player breaks one code.
"""

FRIEND, BOARD, AGAINST_BOARD = "friend", "board", "board-guesses"
# Who hides the code. Against the board, player two is the board: it guesses, then it hides.
HIDERS = (FRIEND, BOARD, AGAINST_BOARD)


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
            raise ValueError(f"{hider!r} cannot hide a code: use one of {', '.join(HIDERS)}.")
        self.half = self._goes_on(level, hider)
        self.level, self.hider = level, hider

    def will_board_hide(self, level: str, hider: str):
        """Whether the board hides the code of the game that `prepare` would say is next."""
        return hider == BOARD or (hider == AGAINST_BOARD and self._goes_on(level, hider))

    @property
    def codebreaker(self):
        """The player (0 or 1) who breaks the next code.

        The younger player begins: by hiding the first code, or by breaking it where the board
        hides.
        """
        first = 0 if self.hider == BOARD else 1
        return 1 - first if self.half else first

    def _goes_on(self, level: str, hider: str):
        """Whether the next game is the second of the running round."""
        return self.half and (level, hider) == (self.level, self.hider)

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
