# SPDX-License-Identifier: MIT
"""What the rows so far say about the code: codes left, hints, best play, rows in doubt. Pure.

A `history` is a sequence of (guess, Score) pairs, oldest first. A code is as likely as any other:
216 at younger and older, 343 at expert, whatever the board itself may draw. At younger too the
codes are counted hole by hole: three different animals are six codes, and any of them breaks it.

Each question is a `Search`, answered in short slices so that the lights go on moving, and a plain
function, which answers at once. Codes are held as bytes: a search takes under 3 kB.
"""

from mastermind import rules
from mastermind.scorer import NUMBERS, Scorer, number_of
from mastermind.strategies import STRATEGIES

# The hints for no row at all, which would take longest to find.
_OPENINGS = {"younger": (0, 0, 1), "older": (0, 1, 2), "expert": (0, 1, 2)}
_SLICE = 1000
_BYTES = 4  # of a code held: its 3 colours, and how many codes it stands for


def codes_left(history, level: str):
    """How many codes agree with every row; 0 where the scores cannot all be right."""
    return _finish(CodesLeft(history, level))


def hint(history, level: str):
    """A guess (a tuple) that agrees with every row and, of these, leaves fewest codes on average.

    Of equals it is the lowest, read as a number. ValueError where no code agrees.
    """
    return _finish(Hint(history, level))


def best_guess(history, level: str):
    """The guess (a tuple) of the best play there is: fewest rows on average, and at worst.

    Where a guess of the history is not that play's own, a hint. ValueError where no code agrees.
    """
    return _finish(BestGuess(history, level))


def doubtful_rows(history, level: str):
    """Where no code agrees with every row: (all rows in the order in which to doubt them, few).

    Rows are numbered from 0. The first `few` are a smallest set of rows whose change would make
    some code agree; of several such sets, the one that most codes ask for.
    """
    return _finish(DoubtfulRows(history, level))


class Search:
    """A question about a history. ValueError for a guess that `level` does not allow."""

    def __init__(self, history, level: str):
        self.left: int = None  # how many codes agree, once that is known
        self._level = level
        self._colours = rules.colours(level)
        self._count = self._colours**rules.HOLES
        self._guesses: list[tuple] = []
        self._rows: list[tuple] = []  # (scorer of the guess, number of its score)
        for guess, score in history:
            rules.check_code(guess, level)
            scorer = Scorer(level)
            scorer.aim(*guess)
            self._guesses.append(tuple(guess))
            self._rows.append((scorer, number_of(score)))
        self._work = self._steps()

    def search(self, steps: int):
        """Take at most `steps` more, each about one score: the answer, or None if not there yet.

        ValueError where an answer needs a code that agrees, and there is none. Ask no more after
        an answer or an error.
        """
        for _ in range(steps):
            answer = next(self._work)
            if answer is not None:
                return answer
        return None

    def _steps(self):
        """Yields None after each step, and at last the answer."""
        raise NotImplementedError

    def _code(self, number: int):
        colours = self._colours
        return number // colours // colours, number // colours % colours, number % colours

    def _filter(self):
        """Steps to (bytes, end): the codes that agree, lowest first, up to `end`; sets `left`.

        At younger, codes that differ in order alone are held as one, the lowest of them.
        """
        codes, end, left = bytearray(_BYTES * self._count), 0, 0
        younger, colours = self._level == "younger", self._colours
        for number in range(self._count):
            yield
            x, y, z = number // colours // colours, number // colours % colours, number % colours
            if younger and not x <= y <= z:
                continue
            for scorer, told in self._rows:
                yield
                if scorer.score(x, y, z) != told:
                    break
            else:
                codes[end], codes[end + 1], codes[end + 2] = x, y, z
                codes[end + 3] = _orders(x, y, z) if younger else 1
                left += codes[end + 3]
                end += _BYTES
        self.left = left
        return codes, end


class CodesLeft(Search):
    """Searches for the number of codes that agree with every row."""

    def _steps(self):
        yield from self._filter()
        yield self.left


class DoubtfulRows(Search):
    """Searches for the rows that are most likely scored wrongly."""

    def _steps(self):
        sets: dict[int, int] = {}  # rows that a code disagrees with, as bits: by how many codes
        fewest = rules.ROWS + 1
        for number in range(self._count):
            disagree = few = 0
            code = self._code(number)
            for row, (scorer, told) in enumerate(self._rows):
                yield
                if scorer.score(*code) != told:
                    disagree |= 1 << row
                    few += 1
            if few < fewest:
                sets, fewest = {}, few
            if few == fewest:
                sets[disagree] = sets.get(disagree, 0) + 1
        yield _order(sets, len(self._rows)), fewest


class Hint(Search):
    """Searches for the guess that agrees with every row and leaves fewest codes on average."""

    def _steps(self):
        if not self._rows:
            self.left = self._count
            yield _OPENINGS[self._level]
        codes, end = yield from self._filter()
        if end == 0:
            raise _no_code()
        best = yield from self._rate(codes, end)
        yield tuple(codes[best : best + rules.HOLES])

    def _rate(self, codes, end: int):
        """Steps to the place of the code whose scores split all of them best.

        Each of n codes that are scored alike leaves n: so the squares are added up.
        """
        scorer, ranks = Scorer(self._level), self._ranks()
        best, least = 0, self._count**2 + 1
        for at in range(0, end, _BYTES):
            yield
            if not _is_lowest_of_its_kind(codes, at, ranks):
                continue
            scorer.aim(codes[at], codes[at + 1], codes[at + 2])
            sizes, squares = [0] * NUMBERS, 0
            for code in range(0, end, _BYTES):
                yield
                number = scorer.score(codes[code], codes[code + 1], codes[code + 2])
                more = codes[code + 3]
                squares += more * (2 * sizes[number] + more)
                if squares >= least:
                    break
                sizes[number] += more
            else:
                best, least = at, squares
        return best

    def _ranks(self):
        """For each colour 0 if a row names it, else 1, 2, ... in ascending order."""
        ranks, unnamed = bytearray(self._colours), 0
        for colour in range(self._colours):
            if not any(colour in guess for guess in self._guesses):
                unnamed += 1
                ranks[colour] = unnamed
        return ranks


class BestGuess(Hint):
    """Searches for the next guess of the best play, or a hint once the history has left it.

    The play is the lowest code that agrees, unless `strategies` has another guess for the scores.
    """

    def _steps(self):
        number, scores = 0, ""
        for row in range(len(self._rows) + 1):
            own = _stored(STRATEGIES[self._level], scores)
            if own is None:
                number = yield from self._lowest(number, self._rows[:row])
                own = self._code(number)
            if row == len(self._rows):
                yield own
            elif not self._is_same(own, self._guesses[row]):
                yield from super()._steps()
            else:
                scores += f"{self._rows[row][1]:x}"

    def _lowest(self, number: int, rows):
        """Steps to the number of the lowest code that agrees with `rows`, `number` or higher.

        What does not agree with some rows won't agree with more: the next row goes on from here.
        """
        while number < self._count:
            code = self._code(number)
            for scorer, told in rows:
                yield
                if scorer.score(*code) != told:
                    break
            else:
                return number
            number += 1
        raise _no_code()

    def _is_same(self, guess, other):
        """Whether they are one guess: at younger in any order."""
        return rules.is_broken(rules.compare(guess, other, self._level), self._level)


def _finish(search):
    answer = None
    while answer is None:
        answer = search.search(_SLICE)
    return answer


def _no_code():
    return ValueError("No code agrees with all these rows.")


def _stored(table: str, scores: str):
    """The guess that a strategy has for the scores so far, or None."""
    entry = " " + scores + "="
    start = table.find(entry)
    if start < 0:
        return None
    start += len(entry)
    return tuple([int(animal) for animal in table[start : start + rules.HOLES]])


def _orders(left: int, middle: int, right: int):
    """In how many orders these animals can be placed."""
    if left == middle == right:
        return 1
    return 3 if left == middle or middle == right else 6


def _order(sets: dict, count: int):
    """All rows: those of the set that most codes ask for, then of the others, then the rest.

    Within each the newest row first: it is remembered best.
    """
    wanted = sorted(sets, key=lambda rows: (-sets[rows], -rows))
    order: list[int] = []
    for rows in wanted + [(1 << count) - 1]:
        for row in range(count - 1, -1, -1):
            if rows >> row & 1 and row not in order:
                order.append(row)
    return tuple(order)


def _is_lowest_of_its_kind(codes, at: int, ranks):
    """Whether the code's unnamed colours come in ascending order, none left out.

    Colours that no row names are all alike: any other code of its kind splits the rest as well
    as this one. Trying one for all saves most of the work where it would be much.
    """
    seen = 0
    for hole in range(at, at + rules.HOLES):
        rank = ranks[codes[hole]]
        if rank > seen + 1:
            return False
        if rank > seen:
            seen = rank
    return True
