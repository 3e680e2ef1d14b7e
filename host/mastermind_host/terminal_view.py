# SPDX-License-Identifier: MIT
"""What the terminal shows: a board, its stage and its keys as lines of coloured text. Pure.

Knows no terminal and no clock: a `Scene` goes in, lines of `Span` come out, and letters say all
that colours say.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from mastermind import lights, match, rules, tunes
from mastermind.app import AWAKE, DARK
from mastermind.played import Played
from mastermind_host import review
from mastermind_host.colours import srgb
from mastermind_host.virtual import SCORING, Session

SIDE_X = 40
SIDE_WIDTH = 39
WIDTH = (
    SIDE_X + SIDE_WIDTH
)  # the last column of 80 stays free: some terminals scroll when it is written
HEIGHT = 23  # a terminal of 24 lines has one left for the status line of a multiplexer

SYMBOLS = (
    *("T", "L", "C", "P", "E", "H", "_", "?", "."),
    *("r", "w", "!", "#", "1", "2", "1+2", "*", "y/n", "^", "!!", "X", "R", "G", "B", "??"),
)  # by look: 0-24 of `mastermind.lights`

MOUNTAIN = (
    "             /^\\",
    "        /\\  /   \\  /\\",
    "     __/  \\/     \\/  \\__",
)
FOOT = "   /_____________________\\"
BUTTONS = "       1     2     3      Enter   m"
PLAYERS = ("player one", "player two")
HIDERS = {
    match.FRIEND: "a friend",
    match.BOARD: "the board",
    match.AGAINST_BOARD: "you; the board guesses",
}

ANIMALS = ("T tiger    L lion      C crocodile", "P parrot   E elephant  H hippo")
NOTES = {
    tunes.REFUSED: "That is not possible here.",
    tunes.DOUBT: "That cannot be right. Enter: I mean it!",
    tunes.HINT: "A hint: this row fits all rows so far.",
}
SCORING_NOTES = {
    tunes.REFUSED: "No row can be scored like that.",
    tunes.DOUBT: "That score is not right: look again!",
    tunes.HINT: "",
}

MENU_HELD = ("M", "leave the game? (holds m)")
ENTRY = (("1 2 3", "a red, a white, none"), ("Enter", "that is the score"))
HINTS = {
    "off": (),
    "count": (("m", "how many codes are left"),),
    "full": (("m", "how many are left; again: a hint"),),
}  # what m does at Guess, by the setting
CHOOSE = (("1 2 3", "next animal in hole 1 2 3"), ("q w e", "empty hole 1 2 3 (holds it)"))
KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    "welcome": (("1 2 3", "begin"), ("Enter", "begin")),
    "setup": (
        ("1", "level: younger, older, expert"),
        ("2", "who hides, or the board guesses"),
        ("3", "brightness"),
        ("Enter", "start the game"),
        ("m", "scoreboard, once there is one"),
    ),
    "hide": (
        *CHOOSE,
        ("h", "look under the hood, or close it"),
        ("Enter", "hide this code"),
        MENU_HELD,
    ),
    "guess": (*CHOOSE, ("Enter", "check this row"), MENU_HELD),
    "answer": (*ENTRY, MENU_HELD),
    "mend": (("1 3", "look through the rows"), ("Enter", "open this row"), MENU_HELD),
    "audit": (*ENTRY, ("m", "the board tells it"), MENU_HELD),
    "reveal": (("Enter", "on to the scoreboard"),),
    "scoreboard": (
        ("Enter", "next game, roles swapped"),
        ("m", "change level or who hides"),
        ("N", "a new match? (holds m)"),
    ),
    "leave": (("Enter", "yes, leave"), ("m", "no, play on")),
    "newmatch": (("Enter", "yes, begin anew"), ("m", "no, keep the rounds")),
    "resume": (("1 2 3", "go on at once"),),
    "wiring": (("1 2 3", "light the columns of holes"), ("N", "back to the game (holds m)")),
}
QUIT = ("x", "quit")
CHOOSING = ("hide", "guess")


class Span(NamedTuple):
    """A piece of a line; `colour` is what it stands on, 0xRRGGBB in sRGB, or None."""

    text: str
    colour: int | None = None


Line = tuple[Span, ...]


class Scene(NamedTuple):
    """All that the terminal shows; two equal scenes look alike."""

    stage: str
    lights: tuple[tuple[int, int], ...]  # (look, colour in linear light) of the 57 lights
    level: str = "younger"
    hider: str = match.FRIEND
    brightness: int = 2
    codebreaker: int = 0
    rounds_won: tuple[int, ...] = (0, 0)  # by player one, by player two
    rows: int = 0  # rows that are scored
    row: int | None = None  # the row (from 0) that is chosen or scored now
    entering: bool = False  # whether a person enters a score
    left: int | None = None  # how many codes are possible, while the table shows it
    hints: str = "full"
    last_game: Played | None = None  # the game that is over
    broken: bool = False
    rest: int = AWAKE
    tune: tuple[tuple[int, int], ...] = ()  # the last one of this stage
    hood_open: bool = False


def scene(
    session: Session, hood_open: bool = False, tune: tuple[tuple[int, int], ...] = ()
) -> Scene:
    """What is seen at the table now, perhaps under the hood, and the tune just heard."""
    table, game = session.app.table, session.app.table.game
    return Scene(
        stage=session.stage,
        lights=tuple(session.lights(hood_open)),
        level=table.level,
        hider=table.hider,
        brightness=table.brightness,
        codebreaker=table.match.codebreaker,
        rounds_won=tuple(table.match.rounds_won),
        rows=len(game.history) if game else 0,
        row=session.row,
        entering=session.entering,
        left=session.codes_left,
        hints=table.hints,
        last_game=session.last_game,
        broken=bool(game and game.broken),
        rest=session.app.rest,
        tune=tune,
        hood_open=hood_open,
    )


def view(scene: Scene) -> list[Line]:
    """HEIGHT lines, each WIDTH wide."""
    return [
        _joined(left, right)
        for left, right in zip_longest(_board(scene), _side(scene), fillvalue=())
    ]


def text(line: Line) -> str:
    return "".join(span.text for span in line)


def too_small(width: int, height: int) -> str:
    """The sentence that stands where the board has no room."""
    return (
        f"The board needs {WIDTH} columns and {HEIGHT} lines; this window has {width} and "
        f"{height}. Make it larger, or press x to quit."
    )


def shade(colour: int, brightness: int) -> int | None:
    """0xRRGGBB of a frame (linear light) as sRGB at full table brightness; None if dark."""
    if not colour:
        return None
    gain = 1 / lights.BRIGHTNESS[brightness]
    return sum(srgb((colour >> shift & 255) * gain) << shift for shift in (16, 8, 0))


def _joined(left: Line, right: Line) -> Line:
    gap = Span(" " * (SIDE_X - len(text(left))))
    line = (*left, gap, *right)
    return (*line, Span(" " * (WIDTH - len(text(line)))))


def _board(scene: Scene) -> list[Line]:
    """Mountain, code, nine rows with free lines between, what stands under the columns."""
    code = [_cell(scene, lights.code_light(hole), 5) for hole in range(rules.HOLES)]
    board: list[Line] = [(Span(line),) for line in MOUNTAIN]
    board += [(Span("    / "), *_spaced(code), Span(" \\")), (Span(FOOT),)]
    for row in reversed(range(rules.ROWS)):
        board += [_row(scene, row), ()]
    return [*board[:-1], (Span(BUTTONS),)]


def _row(scene: Scene, row: int) -> Line:
    mark = ">" if row == scene.row else " "
    guess = [_cell(scene, lights.guess_light(row, hole), 5) for hole in range(rules.HOLES)]
    score = [_cell(scene, lights.score_light(row, peg), 3) for peg in range(rules.HOLES)]
    return (Span(f" {mark} {row + 1}  "), *_spaced(guess), Span("   "), *_spaced(score))


def _cell(scene: Scene, light: int, width: int) -> Span:
    look, colour = scene.lights[light]
    symbol = SYMBOLS[lights.OFF if scene.rest == DARK else look]
    return Span(f"{symbol:^{width}}", shade(colour, scene.brightness))


def _spaced(cells: list[Span]) -> Line:
    first, *others = cells
    return (first, *(span for cell in others for span in (Span(" "), cell)))


def _side(scene: Scene) -> list[Line]:
    """The right column: stage, what happens and counts, what keys do and letters mean."""
    heading, sentence = _words(scene)
    keys = (*_keys(scene), QUIT)
    lines = ["JUNGLE MASTERMIND", "", heading, sentence, _note(scene), "", *_facts(scene), ""]
    lines += [f"{key:<6} {does}" for key, does in keys]
    return [(Span(line),) for line in (*lines, "", *_below(scene))]


def _keys(scene: Scene) -> tuple[tuple[str, str], ...]:
    if scene.stage == "mend" and scene.entering:
        return (*ENTRY, ("m", "leave this score as it was"), MENU_HELD)
    if scene.stage == "answer" and not scene.entering:
        return (MENU_HELD,)
    if scene.stage == "guess":
        *keys, leave = KEYS["guess"]
        return (*keys, *HINTS[scene.hints], leave)
    return KEYS.get(scene.stage, ())


def _note(scene: Scene) -> str:
    if scene.rest != AWAKE:
        return "The table is resting: a key wakes it."
    if scene.left is not None:
        return "Only 1 code is left." if scene.left == 1 else f"{scene.left} codes are left."
    if scene.tune == tunes.REFUSED and scene.stage in CHOOSING:
        return "First fill all three holes."
    if scene.entering:
        return SCORING_NOTES.get(scene.tune, "")
    return "" if scene.stage in SCORING else NOTES.get(scene.tune, "")


def _facts(scene: Scene) -> tuple[str, ...]:
    one, two = scene.rounds_won
    facts = (f"Level: {scene.level}", f"Who hides: {HIDERS[scene.hider]}")
    if scene.stage == "setup":
        return (*facts, f"Brightness: {scene.brightness} of {len(lights.BRIGHTNESS) - 1}")
    other = "the board" if scene.hider == match.AGAINST_BOARD else "two"
    return (*facts, f"Rounds won: player one {one}, {other} {two}")


def _below(scene: Scene) -> tuple[str, ...]:
    """What the letters mean; after a game, how it went."""
    if scene.stage == "reveal" and scene.last_game:
        return review_lines(scene.last_game)
    return _legend(scene)


@lru_cache(maxsize=16)
def review_lines(game: Played) -> tuple[str, ...]:
    """How a game went, in at most ten lines: the codes that each row left, luck and skill."""
    rows = review.review(game)
    if not rows:
        return tuple(textwrap.wrap(review.tell(game).notes[0], SIDE_WIDTH))
    lines = [
        f"{row.number}  {row.before:>3} > {row.after:<3}  {review.verdict(game, row)}".rstrip()
        for row in rows
    ]
    good = sum(row.nearly_best for row in rows)
    return (f"Codes left by each row; skill {good} of {len(rows)}:", *lines)


def _legend(scene: Scene) -> tuple[str, ...]:
    """What the letters of the stage mean."""
    if scene.stage in ("hide", "guess", *SCORING, "reveal", "leave"):
        blank = "   _ blank" if scene.level == "expert" else ""
        return (*ANIMALS, f"? not chosen{blank}   . nothing", *_scores(scene.level))
    if scene.stage in ("scoreboard", "newmatch"):
        return ("1 2  rounds won by player one, two", "middle column: rows of the last games")
    return ("# one step of a setting",) if scene.stage == "setup" else ()


def _scores(level: str) -> tuple[str, ...]:
    if level == "younger":
        return ("w right animal, in any hole",)
    return ("r right animal in the right hole", "w right animal in another hole")


def _words(scene: Scene) -> tuple[str, str]:
    """The stage's name and a sentence about it, for people."""
    words: dict[str, Callable[[Scene], tuple[str, str]]] = {
        "hide": _hide_words,
        "guess": _guess_words,
        "reveal": _reveal_words,
        "scoreboard": lambda scene: (
            "Scoreboard",
            f"Next: {_player(scene, scene.codebreaker)} breaks the code.",
        ),
        "answer": _answer_words,
        "mend": _mend_words,
        "audit": _audit_words,
    }
    fixed = {
        "welcome": ("Welcome", "Who can find the hidden animals?"),
        "setup": ("Setup", "What shall be played?"),
        "resume": ("Welcome back", "The game goes on where it was."),
        "leave": ("Leave this game?", "It counts for nobody then."),
        "newmatch": ("Begin a new match?", "All rounds won are set to nothing."),
        "wiring": ("Self-test", "Each light in turn: red, green, blue."),
    }
    if scene.stage in words:
        return words[scene.stage](scene)
    return fixed.get(scene.stage, (scene.stage.capitalize(), ""))


def _hide_words(scene: Scene) -> tuple[str, str]:
    hood = "hood open" if scene.hood_open else "hood closed"
    return f"Hide ({hood})", f"{PLAYERS[scene.codebreaker].capitalize()}, close your eyes!"


def _guess_words(scene: Scene) -> tuple[str, str]:
    return (
        "Guess",
        f"{PLAYERS[scene.codebreaker].capitalize()}: row {scene.rows + 1} of {rules.ROWS}.",
    )


def _answer_words(scene: Scene) -> tuple[str, str]:
    if not scene.entering:
        return "The board guesses", "It is thinking."
    return "The board guesses", f"How good is row {scene.rows + 1} of {rules.ROWS}?"


def _mend_words(scene: Scene) -> tuple[str, str]:
    if scene.row is not None and scene.entering:
        return "No code fits these scores", f"How good is row {scene.row + 1} really?"
    return "No code fits these scores", "Which row is wrong?"


def _audit_words(scene: Scene) -> tuple[str, str]:
    codemaker = _player(scene, 1 - scene.codebreaker).capitalize()
    return "Score it", f"{codemaker}: how good is row {scene.rows + 1}?"


def _reveal_words(scene: Scene) -> tuple[str, str]:
    if scene.broken:
        return "Reveal", f"Found in {scene.rows} {'row' if scene.rows == 1 else 'rows'}!"
    if scene.last_game and scene.last_game.code is None:
        return "Reveal", "Not found: you alone know the code."
    return "Reveal", "Not found: this was the code."


def _player(scene: Scene, number: int) -> str:
    """Who that is: against the board, player two is the board."""
    against_board = number == 1 and scene.hider == match.AGAINST_BOARD
    return "the board" if against_board else PLAYERS[number]
