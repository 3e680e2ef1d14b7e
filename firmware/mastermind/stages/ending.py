# SPDX-License-Identifier: MIT
"""After a game: the code is shown, and the tally of the match."""

from mastermind import lights, rules, tunes
from mastermind.keys import CHECK, MENU
from mastermind.stages.base import Stage, is_long_hold, is_press
from mastermind.stages.playing import paint_history
from mastermind.stages.questions import NewMatch

CHEER_STEP_MS = 200
CHEER_MS = 8_000  # then the picture rests
TENS = 10


class Reveal(Stage):
    """The code and all rows, with a fountain in the rows that were saved, or a gentle wave.

    At the top right one light stands for each row that a person scored wrongly at first.
    """

    BEAT_MS = CHEER_STEP_MS

    def __init__(self, table):
        super().__init__(table)
        self._since_ms = 0

    def enter(self, now_ms: int):
        self._since_ms = now_ms
        self.table.play(self._tune())

    def on_event(self, event, now_ms: int):
        if is_press(event, CHECK):
            self.table.put_away()
            return "scoreboard"
        return super().on_event(event, now_ms)

    def beat(self, now_ms: int):
        step = super().beat(now_ms)
        return step if step < 0 or now_ms < self._since_ms + CHEER_MS else 0

    def draw(self, picture: bytearray, now_ms: int):
        game = self.table.game
        paint_history(picture, game)
        if game.code:
            lights.paint_code(picture, game.code)
        for slip in range(min(game.slips, rules.ROWS - len(game.history))):
            picture[lights.score_light(rules.ROWS - 1 - slip, 2)] = lights.BAR
        step = (now_ms - self._since_ms) // CHEER_STEP_MS
        if now_ms >= self._since_ms + CHEER_MS:
            return
        if game.broken:
            self._cheer(picture, step)
        else:
            self._console(picture, step)

    def _tune(self):
        if self.table.round_winner is not None:
            return tunes.ROUND
        return tunes.BROKEN if self.table.game.broken else tunes.NOT_BROKEN

    def _cheer(self, picture: bytearray, step: int):
        """Sparks rise through the rows that were not needed; the last row pulses."""
        first = len(self.table.game.history)
        free = rules.ROWS - first
        for hole in range(rules.HOLES):
            if free:
                row = first + (step + 2 * hole) % free
                picture[lights.guess_light(row, hole)] = lights.CHEER
            if step // 3 & 1:
                picture[lights.guess_light(first - 1, hole)] = lights.OFF

    def _console(self, picture: bytearray, step: int):
        """A gentle wave goes down the board: one row at a time rests."""
        row = rules.ROWS - 1 - step // 3 % rules.ROWS
        for hole in range(rules.HOLES):
            picture[lights.guess_light(row, hole)] = lights.OFF


class Scoreboard(Stage):
    """Rounds won by player one (left) and two (right); the rows of the last two games between."""

    IDLE_STAGE = "welcome"

    def on_event(self, event, now_ms: int):
        if is_press(event, CHECK):
            self.table.play(tunes.YES)
            return self.table.start_game()
        if is_press(event, MENU):
            return "setup"
        if is_long_hold(event):
            return NewMatch(self.table, self)
        return super().on_event(event, now_ms)

    def draw(self, picture: bytearray, now_ms: int):
        match = self.table.match
        self._draw_rounds(picture, 0, match.rounds_won[0], lights.ONE)
        self._draw_rounds(picture, 2, match.rounds_won[1], lights.TWO)
        self._draw_rows(picture, match.last_rows)

    def _draw_rounds(self, picture: bytearray, column: int, rounds: int, look: int):
        """Ones in the column of guess lights, tens in the column of score lights; at most 99."""
        rounds = min(rounds, 99)
        for row in range(rounds % TENS):
            picture[lights.guess_light(row, column)] = look
        for row in range(rounds // TENS):
            picture[lights.score_light(row, column)] = look

    def _draw_rows(self, picture: bytearray, needed):
        """A bar in both players' look up to the better game, then on in the slower one's.

        Nine lights are nine rows; a code not broken fills the column and blinks at the top.
        """
        one, two = needed
        for row in range(min(max(one, two), rules.ROWS)):
            look = lights.BOTH if row < min(one, two) else lights.ONE if one > two else lights.TWO
            picture[lights.guess_light(row, 1)] = look
        if max(one, two) > rules.ROWS:
            picture[lights.guess_light(rules.ROWS - 1, 1)] = rules.NOT_CHOSEN
