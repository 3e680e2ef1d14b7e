# SPDX-License-Identifier: MIT
"""The stages of the table by name, each made when it begins.

Importing a line of source takes the board half a millisecond, so what Welcome does not need is
imported after its first picture.
"""


def _opening():
    from mastermind.stages import opening

    return opening


def _wiring():
    from mastermind.stages import wiring

    return wiring


def _playing():
    from mastermind.stages import playing

    return playing


def _resuming():
    from mastermind.stages import resuming

    return resuming


def _ending():
    from mastermind.stages import ending

    return ending


# Where each stage is, and its class.
STAGES = {
    "start": (_opening, "Start"),
    "wiring": (_wiring, "Wiring"),
    "welcome": (_opening, "Welcome"),
    "setup": (_opening, "Setup"),
    "resume": (_resuming, "Resume"),
    "hide": (_playing, "Hide"),
    "guess": (_playing, "Guess"),
    "reveal": (_ending, "Reveal"),
    "scoreboard": (_ending, "Scoreboard"),
}


# What a game needs and Welcome does not, the first to be imported last.
_LATER = [_ending, _playing]


def import_next():
    """Import the next module that a game will need.

    For the steps of a stage in which nobody plays yet: it takes a tenth of a second, while one is
    left.
    """
    if _LATER:
        _LATER.pop()()


def make(name: str, table):
    """The stage of that name at its beginning."""
    module, kind = STAGES[name]
    return getattr(module(), kind)(table)
