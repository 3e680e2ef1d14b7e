# SPDX-License-Identifier: MIT
"""The games that are over, as a journal holds them. Pure.

A payload of PLAYED: number (3 bytes), kind, code and "helped", seconds (2 bytes), slips, then 2
bytes for each row; see `state` for kinds and holes. A code that was never found out is 3 holes not
chosen.
"""

from collections import namedtuple

from mastermind import rules, state

# `number` counts from 1; `hider` is one of match.HIDERS, `codebreaker` 0 or 1; `seconds` at most
# 65535; `guesses` are 1 to 9 rows, of which only the last can be the code; `code` is None where the
# board did not find out what was in a head; `slips` counts rows that were scored wrongly by hand.
Played = namedtuple(
    "Played",
    (
        "number",
        "level",
        "hider",
        "codebreaker",
        "code",
        "guesses",
        "helped",
        "seconds",
        "slips",
    ),
)
NOT_FOUND = (rules.NOT_CHOSEN,) * rules.HOLES


def games(journal):
    """Every finished game that `journal` still holds, oldest first."""
    seen = state.State()
    for kind, payload in journal.read():
        before = seen.played
        if kind == state.CHOICE:
            continue
        if not seen.take(kind, payload):
            journal.reject()
        elif kind == state.PLAYED:
            game = _readable(payload)
            if game:
                yield game
        elif kind != state.TALLY and seen.played > before:
            yield _finished(seen)


def pack(game: Played):
    kind = state.pack_kind(game.level, game.hider, 1, game.codebreaker)
    code = state.pack_holes(game.code or NOT_FOUND, game.helped)
    front = state.number(game.number, 3) + bytes((kind,)) + code + state.number(game.seconds, 2)
    rows = b"".join([state.pack_holes(guess) for guess in game.guesses])
    return front + state.number(game.slips, 1) + rows


def unpack(payload: bytes):
    """The Played of a payload; ValueError or IndexError for bytes that are none."""
    level, hider, _, codebreaker = state.unpack_kind(payload[3])
    rows = payload[9:]
    if len(rows) % 2 or not 2 <= len(rows) <= 2 * rules.ROWS:
        raise ValueError("A game has 1 to 9 rows.")
    code = state.unpack_holes(payload[4:])
    guesses = tuple([state.unpack_holes(rows[at:]) for at in range(0, len(rows), 2)])
    code = None if code == NOT_FOUND else code
    for row in guesses + ((code,) if code else ()):
        rules.check_code(row, level)
    helped, seconds = state.is_helped(payload[4:]), state.number_of(payload[6:8])
    front = (state.number_of(payload[:3]), level, hider, codebreaker)
    return Played(*front, code, guesses, helped, seconds, payload[8])


def _readable(payload: bytes):
    """The Played of a payload, or None for one that only another firmware can have written."""
    try:
        return unpack(payload)
    except (IndexError, ValueError):
        return None


def _finished(table):
    """The game that has just ended on the table of this state."""
    game, match = table.game, table.match
    guesses = tuple([guess for guess, _ in game.history])
    breaker = 1 - match.codebreaker  # the match has gone on to the other player
    front = (table.played, game.level, match.hider, breaker, game.code, guesses)
    return Played(*front, game.helped, table.seconds, game.slips)
