# SPDX-License-Identifier: MIT
"""Pictures of the table, taken of the firmware itself: presses in, 57 looks out."""

from mastermind import keys, lights, rules, settings
from mastermind_host import virtual

STEP_MS = 10
PRESS_MS = 50


class Shots:
    """The firmware's game on a board in memory, with a clock that moves when it is told to.

    `chosen` are settings that differ from the defaults; `code` is what the board draws.
    """

    def __init__(self, code=(0, 1, 2), **chosen):
        self._now_ms = 0
        drawn = list(code)
        self._session = virtual.Session(
            settings.defaults() | {"hints": "full"} | chosen,
            urandom=lambda count: bytes(drawn.pop(0) for _ in range(count)),
            board=virtual.Board(lambda: self._now_ms),
        )
        self.wait(200)
        self.press("check")

    @property
    def stage(self):
        return self._session.stage

    def wait(self, length_ms: int):
        for _ in range(length_ms // STEP_MS):
            self._now_ms += STEP_MS
            self._session.step()

    def press(self, *names: str, length_ms=PRESS_MS):
        for name in names:
            self._session.key(keys.NAMES.index(name), True)
            self.wait(length_ms)
            self._session.key(keys.NAMES.index(name), False)
            self.wait(PRESS_MS)

    def choose(self, animals):
        """Press the hole buttons until three empty holes show `animals`."""
        for hole, animal in enumerate(animals):
            self.press(*[keys.NAMES[hole]] * (animal + 1))

    def guess(self, *rows):
        """Fill and check rows; a doubted one is insisted on."""
        for row in rows:
            before = self._scored()
            self.choose(row)
            self.press("check")
            if self.stage == "guess" and self._scored() == before:
                self.press("check")
            self.wait(100)

    def picture(self):
        """The looks of the 57 lights now; blinking ones as what they are when lit."""
        return bytearray(self._session.app.picture)

    def _scored(self):
        return len(self._session.app.table.game.history)


def animals(words: str):
    """A code from names, such as "tiger lion blank"; "-" is a hole not chosen."""
    names = [look[0] for look in lights.LOOKS[: rules.BLANK + 1]]
    return tuple(rules.NOT_CHOSEN if word == "-" else names.index(word) for word in words.split())


def game(level: str, code: str, *rows: str, **chosen):
    """Shots of a game at `level` whose code the board has drawn, with `rows` guessed."""
    taken = Shots(animals(code), level=level, hider="board", board_repeats="always", **chosen)
    taken.press("check")
    taken.guess(*(animals(row) for row in rows))
    return taken
