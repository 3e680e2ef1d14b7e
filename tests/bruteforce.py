# SPDX-License-Identifier: MIT
"""Codes left, hints and best play by brute force, and how many rows a way to guess needs.

Another way than the firmware's: every code is tried as a hint, sets are bits of an int, scores are
counted as multisets.
"""

import itertools
import random
from collections import Counter
from functools import cache

from mastermind import rules


@cache
def codes(level):
    return list(itertools.product(range(7 if level == "expert" else 6), repeat=3))


def by_counting(code, guess, level):
    """(red, white) by multisets."""
    common = sum((Counter(code) & Counter(guess)).values())
    red = 0 if level == "younger" else sum(map(int.__eq__, code, guess))
    return red, common - red


@cache
def scored(guess, level):
    """{score: the codes, as bits, that the guess scores so with}."""
    bits = {}
    for number, code in enumerate(codes(level)):
        score = by_counting(code, guess, level)
        bits[score] = bits.get(score, 0) | 1 << number
    return bits


def agreeing(history, level):
    """The codes, as bits, that agree with every row."""
    bits = (1 << len(codes(level))) - 1
    for guess, score in history:
        bits &= scored(tuple(guess), level).get(tuple(score), 0)
    return bits


def hint(history, level):
    """The lowest of the codes that agree and leave fewest on average."""
    left = agreeing(history, level)
    agree = [code for number, code in enumerate(codes(level)) if left >> number & 1]
    return min(agree, key=lambda code: (squares(code, left, level), code))


def squares(guess, left, level):
    return sum((left & cell).bit_count() ** 2 for cell in scored(guess, level).values())


def histories(level, count, seed=1):
    """Random games of one to eight rows that have a code; half the rows agree with those above."""
    chance = random.Random(seed)
    for _ in range(count):
        code, history = chance.choice(codes(level)), []
        for _ in range(chance.choice([1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8])):
            left = agreeing(history, level) if chance.random() < 0.5 else -1
            guess = chance.choice(
                [guess for number, guess in enumerate(codes(level)) if left >> number & 1]
            )
            history.append((guess, rules.Score(*by_counting(code, guess, level))))
        yield history


def rows_needed(guess, level):
    """How many codes are broken in 1, 2, 3 ... rows by `guess(history, level)`."""
    rows, known = Counter(), cache(lambda history: guess(history, level))
    for code in codes(level):
        history = ()
        while not history or not rules.is_broken(history[-1][1], level):
            tried = known(history)
            history += ((tried, rules.Score(*by_counting(code, tried, level))),)
        rows[len(history)] += 1
    return [rows[count] for count in range(1, max(rows) + 1)]


def best_plays(codes):
    """{set of codes: (least total of rows, then least worst case)} for all that guesses lead to.

    `codes` is the proof's own, and splits sets; every guess is tried at every set.
    """
    known = {}

    def play(left):
        if left not in known:
            split = (codes.cells(guess, left) for guess in codes.guesses)
            known[left] = min(after(left, cells) for cells in split if left not in cells)
        return known[left]

    def after(left, cells):
        plays = [play(cell) for cell in cells]
        worst = max((worst for _, worst in plays), default=0)
        return left.bit_count() + sum(total for total, _ in plays), 1 + worst

    play(codes.all)
    return known
