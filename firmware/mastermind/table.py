# SPDX-License-Identifier: MIT
"""What all stages share: the settings in force, the match, the running game, the hood."""

from mastermind import rules
from mastermind.game import Game
from mastermind.match import BOARD, Match


class Table:
    """The state of the table. Stages get it, read it and change it; the App owns it."""

    def __init__(self, settings: dict, mistakes: list, urandom, play, keys):
        self.mistakes = mistakes  # sentences about settings.toml, shown as a look at Welcome
        self.play = play  # play(tune)
        self.keys = keys  # which keys are down
        self.level = settings["level"]
        self.hider = settings["hider"]
        self.brightness = settings["brightness"]
        self.match = Match()
        self.game: Game = None
        self.round_winner = None  # the player who has just won a round by the last game
        self.hood_on = None  # None: no hood switch has been seen closed since the start
        self._helper = settings["helper"]
        self._repeats = settings["board_repeats"]
        self._urandom = urandom

    @property
    def helps(self):
        """Whether a guess that can't be right is shaken at this level."""
        return self._helper == "always" or self._helper == self.level

    @property
    def hood_lifted(self):
        return self.hood_on is False

    def start_game(self):
        """Prepare the next game; the name of the stage that it begins with."""
        self.game = None
        self.match.prepare(self.level, self.hider)
        if self.hider != BOARD:
            return "hide"
        repeats = self._repeats == "always" or self._repeats == self.level
        self.hide(rules.draw_code(self.level, repeats, self._urandom))
        return "guess"

    def hide(self, code):
        self.game = Game(self.level, code)

    def finish_game(self):
        """Count the game that is over into the match."""
        self.round_winner = self.match.record(self.game.rows_needed)
