# SPDX-License-Identifier: MIT
"""The stages of the table by name, each made when it begins.

Importing a line of source takes the board half a millisecond and 35 bytes of heap, so what Welcome
does not need is imported after its first picture, and the rest when it is played.
"""

# Which module each stage is in, and its class.
STAGES = {
    "start": ("opening", "Start"),
    "wiring": ("wiring", "Wiring"),
    "calibrate": ("calibrating", "Calibrate"),
    "welcome": ("opening", "Welcome"),
    "setup": ("setup", "Setup"),
    "resume": ("resuming", "Resume"),
    "hide": ("playing", "Hide"),
    "guess": ("playing", "Guess"),
    "audit": ("scoring", "Audit"),
    "answer": ("answering", "Answer"),
    "mend": ("answering", "Mend"),
    "reveal": ("ending", "Reveal"),
    "scoreboard": ("ending", "Scoreboard"),
}

# What every game needs and Welcome does not, the first to be imported last.
_LATER = ["ending", "playing", "setup"]


def import_next(left: int = 0):
    """Import the next module that a game will need, unless only `left` of them are left.

    For the steps of a stage in which nobody plays yet: it takes a tenth of a second, while one is
    left.
    """
    if len(_LATER) > left:
        _module(_LATER.pop())


def make(name: str, table):
    """The stage of that name at its beginning."""
    module, kind = STAGES[name]
    return getattr(_module(module), kind)(table)


def _module(name: str):
    return __import__("mastermind.stages." + name, None, None, (name,))
