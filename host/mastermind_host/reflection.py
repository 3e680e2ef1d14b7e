# SPDX-License-Identifier: MIT
"""What a board's replies over the link show: what is seen at its table. Pure.

What the board sends is believed in nothing: a reply that no board of ours gives is a Fault.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple

from mastermind import lights, rules, settings
from mastermind.answers import RESTS
from mastermind_host import review
from mastermind_host.device.link import field, nonsense, pair
from mastermind_host.seen import Seen

SHUT = "The hood is lifted at the table alone: a hidden code is sent to nobody."
BLINKS = tuple(blinks for _, _, blinks in lights.LOOKS)
PLAYERS = range(2)
ROWS = (None, *range(rules.ROWS))
PEGS = range(rules.HOLES + 1)

Reply = dict[str, Any]
Rows = tuple[tuple[int, ...], ...]


class About(NamedTuple):
    """What a board does not change before it starts again."""

    name: str  # Raspberry Pi Pico
    keys: bool  # whether a host may press them
    hints: str  # a setting, as is the next one
    board_repeats: str


def about(name: str, hello: Reply, told: Reply) -> About:
    """From the replies to `hello` and to `settings`; a Fault WRONG_DEVICE."""
    chosen = field(told, "settings", dict)
    return About(
        name=name,
        keys=field(hello, "remote", bool),
        hints=_setting(chosen, "hints"),
        board_repeats=_setting(chosen, "board_repeats"),
    )


def read(about: About, state: Reply, shown: Reply) -> Seen:
    """From the replies to `state` and `lights`, with what blinks lit; a Fault WRONG_DEVICE."""
    level, stage = _setting(state, "level"), field(state, "stage", str)
    guesses, scores = _rows(state, level)
    looks, rest = _looks(shown), _choice(shown, "rest", RESTS)
    scored = _choice({"scored": None} | state, "scored", ROWS)
    return Seen(
        stage=stage,
        rest=rest,
        level=level,
        hider=_setting(state, "hider"),
        brightness=_setting(shown, "brightness"),
        codebreaker=_choice(state, "codebreaker", PLAYERS),
        rounds=pair(state, "rounds_won"),
        last_rows=pair(state, "last_rows"),
        guesses=guesses,
        scores=scores,
        helped=field(state, "helped", bool),
        hints=about.hints,
        left=_left(stage, looks, level, guesses, scores),
        row=len(guesses) if stage == "guess" else scored,
        entering=field({"entering": False} | state, "entering", bool),
        lights=tuple((look, look != lights.OFF and rest != "dark") for look in looks),
        dimmed=field(shown, "dimmed", bool),
        palette=_setting(shown, "palette"),
        board_repeats=about.board_repeats,
        shut=SHUT,
        mirror=about.name,
        keys=about.keys,
    )


def between_blinks(seen: Seen) -> Seen:
    """The same while the lights that blink are off."""
    return seen._replace(
        lights=tuple((look, lit and not BLINKS[look]) for look, lit in seen.lights)
    )


def _left(stage: str, looks: bytes, level: str, guesses: Rows, scores: Rows) -> int | None:
    """How many codes are possible, while the table shows that as a bar."""
    row = len(guesses)
    if stage != "guess" or row >= rules.ROWS or looks[lights.guess_light(row, 0)] != lights.BAR:
        return None
    history = tuple(
        (guess, rules.Score(*score)) for guess, score in zip(guesses, scores, strict=True)
    )
    return review.codes_left(level, history)


def _rows(state: Reply, level: str) -> tuple[Rows, Rows]:
    """(guesses, scores) of the rows so far."""
    rows = field(state, "rows", list)
    if len(rows) > rules.ROWS or not all(_is_row(row, level) for row in rows):
        raise nonsense("rows", rows)
    return tuple(tuple(row[:3]) for row in rows), tuple(tuple(row[3:]) for row in rows)


def _is_row(row: Any, level: str) -> bool:
    """Whether that is [animal, animal, animal, red, white]."""
    if not (isinstance(row, list) and len(row) == 5 and all(type(part) is int for part in row)):
        return False
    *guess, red, white = row
    animals = range(rules.colours(level))
    return all(animal in animals for animal in guess) and red + white in PEGS and min(row) >= 0


def _looks(shown: Reply) -> bytes:
    told = field(shown, "looks", str)
    try:
        looks = bytes.fromhex(told)
    except ValueError:
        raise nonsense("looks", told) from None
    if len(looks) != lights.COUNT or max(looks) >= len(lights.LOOKS):
        raise nonsense("looks", told)
    return looks


def _setting(reply: Reply, name: str) -> Any:
    """What a setting of that name may be."""
    try:
        settings.check(name, reply.get(name))
    except ValueError:
        raise nonsense(name, reply.get(name)) from None
    return reply[name]


def _choice(reply: Reply, name: str, choices: Container[Any]) -> Any:
    value = reply.get(name)
    if isinstance(value, (bool, float, list, dict)) or value not in choices:
        raise nonsense(name, value)
    return value
