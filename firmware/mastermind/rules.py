# SPDX-License-Identifier: MIT
"""The rules of one row: levels, codes and scores. Pure; knows nothing of games, lights or players.

A code or a guess is a sequence of 3 ints: 0-5 are the animals, 6 is blank (expert only).
"""

from collections import namedtuple

HOLES = 3
ROWS = 9
ANIMALS = ("tiger", "lion", "crocodile", "parrot", "elephant", "hippo")
BLANK = 6  # a hole left empty on purpose: expert's seventh colour
NOT_CHOSEN = 7  # a hole that nobody has filled yet: never part of a code
LEVELS = ("younger", "older", "expert")

Score = namedtuple("Score", ("red", "white"))

# 252 is the largest byte range that both 6 and 7 colours divide, so `byte % colours` stays uniform.
_FAIR_BYTES = 252


def colours(level: str):
    """How many colours a hole may take at `level`: 6 animals, and blank as a seventh at expert."""
    _check_level(level)
    return BLANK + 1 if level == "expert" else BLANK


def check_code(code, level: str):
    """Raise ValueError with a sentence unless `code` is one that `level` allows."""
    count = colours(level)
    try:
        holes = len(code)
    except TypeError:
        raise ValueError(f"A code is a sequence of 3 animals, not {code!r}.") from None
    if holes != HOLES:
        raise ValueError(f"A code has 3 holes, not {holes}.")
    for animal in code:
        if type(animal) is not int or not 0 <= animal < count:
            raise ValueError(f"{animal!r} is no animal at {level}: use 0 to {count - 1}.")


def score(code, guess, level: str):
    """Score(red, white) of `guess` against `code` at `level`; ValueError where one is illegal.

    Red: right animal in the right hole. White: right animal in another hole. Each animal of the
    code counts once. At younger only whites are given, one for each right animal wherever it sits.
    """
    check_code(code, level)
    check_code(guess, level)
    return compare(code, guess, level)


def compare(code, guess, level: str):
    """As `score`, for codes already known to be legal: hints ask it hundreds of times."""
    common = _in_common(code, guess)
    if level == "younger":
        return Score(0, common)
    red = 0
    for hole in range(HOLES):
        if code[hole] == guess[hole]:
            red += 1
    return Score(red, common - red)


def can_score(red: int, white: int, level: str):
    """Whether any guess can have this score: not 2 red and 1 white; at younger no red at all."""
    if red < 0 or white < 0 or red + white > HOLES or (red and level == "younger"):
        return False
    return (red, white) != (HOLES - 1, 1)


def is_broken(score, level: str):
    """Whether `score` breaks the code: 3 whites at younger, 3 reds at older and expert."""
    _check_level(level)
    return (score[1] if level == "younger" else score[0]) == HOLES


def draw_code(level: str, repeats: bool, urandom):
    """A code drawn by the board: each allowed code equally likely.

    `repeats`: whether an animal may come more than once. `urandom(n)` gives n random bytes.
    """
    count = colours(level)
    code: list[int] = []
    while len(code) < HOLES:
        byte = urandom(1)[0]
        animal = byte % count
        if byte < _FAIR_BYTES and (repeats or animal not in code):
            code.append(animal)
    return tuple(code)


def _check_level(level: str):
    if level not in LEVELS:
        raise ValueError(f"{level!r} is no level: use younger, older or expert.")


def _in_common(code, guess):
    """How many animals the two share, each counted once."""
    left = list(code)
    for animal in guess:
        if animal in left:
            left.remove(animal)
    return HOLES - len(left)
