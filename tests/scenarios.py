# SPDX-License-Identifier: MIT
"""Games as data: keys in, pictures out. A scenario file runs unchanged on any board.

settings level=older hider=friend      for the board's start; before everything else
urandom 0 1 2                          the bytes the board draws a code from, where it can be told
press left left check                  each key down for a moment and up again
hold menu 1100                         a key down for so many ms
down check / up check                  one change of a key, or of the `hood`
place 3 tiger                          what lies in a place (0-2 guess holes, 3-5 code holes): an
                                       animal, nothing, unsure, or unseen where the sensor is gone
code TLC / guess TLC                   choose three animals in empty holes, by presses, and `check`
wait 500                               nothing happens for so many ms
expect guess                           the stage's name, then indented lines of the whole picture
    2 ??? ...
    1 TLC rw.
"""

from collections import namedtuple
from pathlib import Path

import pictures

from mastermind import keys, rules

FOLDER = Path(__file__).parent / "games"
PRESS_MS = 50

# What may lie in a place.
LYING = {name: animal for animal, name in enumerate(rules.ANIMALS)} | {
    "nothing": keys.NOTHING,
    "unsure": keys.UNSURE,
    "unseen": keys.UNSEEN,
}

Step = namedtuple("Step", ("line", "verb", "words", "picture"))


def names():
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def load(name):
    """The steps of a scenario file."""
    steps: list[Step] = []
    for number, raw in enumerate((FOLDER / f"{name}.txt").read_text().splitlines(), 1):
        line = raw.split("#", 1)[0] if not raw.startswith("    ") else raw
        if raw.startswith("    "):
            steps[-1].picture.append(line.strip())
        elif line.strip():
            verb, *words = line.split()
            steps.append(Step(number, verb, words, []))
    return steps


def settings_of(steps):
    """The settings a scenario starts with, as {name: text}."""
    return dict(word.split("=") for step in steps if step.verb == "settings" for word in step.words)


def urandom_of(steps):
    return bytes(int(word) for step in steps if step.verb == "urandom" for word in step.words)


def presses_of(letters):
    """The hole keys that choose `letters` in three empty holes: tiger is one press, lion two ..."""
    for hole, letter in enumerate(letters):
        yield from [keys.NAMES[hole]] * (pictures.LETTERS.index(letter) + 1)


class Hands:
    """What fingers do on any board: a player adds how a key changes and how time passes."""

    def change(self, key: int, down: bool) -> None:
        raise NotImplementedError

    def wait(self, ms: float) -> None:
        raise NotImplementedError

    def press(self, *names: str) -> None:
        for name in names:
            self.hold(name, PRESS_MS)

    def hold(self, name: str, ms: float) -> None:
        self.change(keys.NAMES.index(name), True)
        self.wait(ms)
        self.change(keys.NAMES.index(name), False)
        self.wait(PRESS_MS)

    def choose(self, letters: str) -> None:
        """Choose three animals in empty holes."""
        self.press(*presses_of(letters))


def play(steps, player):
    """Play `steps` on a player: `change(key, down)`, `wait(ms)`, `place(where, animal)`,
    `expect(stage, picture, step)`.
    """
    for step in steps:
        if step.verb not in ("settings", "urandom"):
            VERBS[step.verb](player, step)


def _press(player, step):
    player.press(*step.words)


def _hold(player, step):
    player.hold(step.words[0], int(step.words[1]))


def _choose(player, step):
    player.choose(step.words[0])
    player.press("check")


def _change(player, step):
    player.change(keys.NAMES.index(step.words[0]), step.verb == "down")
    player.wait(PRESS_MS)


def _place(player, step):
    player.place(int(step.words[0]), LYING[step.words[1]])
    player.wait(PRESS_MS)


def _wait(player, step):
    player.wait(int(step.words[0]))


def _expect(player, step):
    player.expect(step.words[0], pictures.parse(step.picture), step)


VERBS = {
    "press": _press,
    "hold": _hold,
    "down": _change,
    "up": _change,
    "place": _place,
    "code": _choose,
    "guess": _choose,
    "wait": _wait,
    "expect": _expect,
}
