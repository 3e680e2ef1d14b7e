# SPDX-License-Identifier: MIT
"""The quick-start card: its pictures come from the firmware, its page is a .typ file."""

from pathlib import Path

from mastermind import lights, rules

from . import boardview, looks, shots, svg
from .card_words import ANIMALS, BUTTONS, LIGHTS, ON_FRONT
from .typeset import typeset

PAGE = Path(__file__).with_name("quick-start-card.typ")

CODE = "tiger lion hippo"
ROWS = ("crocodile parrot elephant", "lion elephant hippo", "tiger tiger hippo")
# level: (code, guess) of its example
EXAMPLES = {
    "younger": ("tiger lion hippo", "lion parrot tiger"),
    "older": ("tiger lion hippo", "tiger parrot lion"),
    "expert": ("tiger blank hippo", "blank lion hippo"),
}
LABEL = "#3a2413"


def pictures():
    """All pictures of the card as SVG texts, by name."""
    drawn = {"board": _board(), "mountain": _mountain(), "setup": _setup(), "left": _codes_left()}
    drawn |= {f"level-{level}": _example(level, *pair) for level, pair in EXAMPLES.items()}
    drawn |= {f"button-{name}": _button(name) for name in BUTTONS}
    drawn |= {f"look-{name}": _look(name) for name in LIGHTS}
    return drawn | {f"animal-{name}": _animal(name) for name in ANIMALS}


def words():
    """The card's texts that hang on the firmware."""
    told = {look: {"look": look, "sees": one, "says": two} for look, (one, two) in LIGHTS.items()}
    return {
        "animals": [{"name": name, "colour": colour} for name, colour in ANIMALS.items()],
        "front": {look: told[look] for look in ON_FRONT},
        "back": [entry for look, entry in told.items() if look not in ON_FRONT],
    }


def render(format="pdf", ppi=110.0):
    """The card's PDF as bytes, or its pages as PNGs to look at."""
    return typeset(PAGE, pictures(), words(), format, ppi)


def png(page: int) -> bytes:
    """Page 1 or 2 as a small picture for the overview."""
    return render("png", 96.0)[page - 1]


def _drawing(width, height, *parts):
    return svg.drawing(width, height, *parts)


def _mountain():
    return _drawing(132, 11, boardview.mountain(0, 0, 132, 11))


def _board():
    """A game in its fourth row, with labels at the right."""
    game = shots.game("older", CODE, *ROWS)
    game.press("left")
    body, width, height = boardview.board(game.picture())
    row = boardview.PITCH
    labels = (
        (row * 0.8, "the mountain", "hides the code"),
        (height - row * 4.7, "your row", "now"),
        (height - row * 3.2, "small lights:", "how good"),
        (height - row * 0.6, "five", "buttons"),
    )
    told = "".join(_label(width, y, *lines) for y, *lines in labels)
    return _drawing(width + 31, height, body, told)


def _label(x, y, *lines):
    pointer = svg.line([(x - 1.5, y), (x + 3, y)], LABEL, 0.7)
    return pointer + "".join(
        svg.text(x + 4, y + 1.3 + 4.3 * (at - (len(lines) - 1) / 2), words, 4, fill=LABEL)
        for at, words in enumerate(lines)
    )


def _example(level: str, code: str, guess: str):
    """The code above, and a row with the score that the firmware gives it."""
    picture = shots.game(level, code, guess, helper="off").picture()
    lights.paint_code(picture, shots.animals(code))
    piece = svg.rect(0, 0, boardview.WIDTH, 24.5, boardview.WOOD, rx=3)
    told = svg.text(36.5, 8, "the code", 4, fill=LABEL) + svg.line([(4, 12.3), (50, 12.3)], LABEL)
    rows = boardview.code_row(picture, 6.2) + boardview.row(picture, 0, 18.5)
    return _drawing(boardview.WIDTH, 24.5, piece, told, rows)


def _setup():
    picture = shots.Shots(level="older", hider="friend", brightness=3).picture()
    body, width, height = boardview.board(picture, rows=5, with_code=False)
    return _drawing(width, height, body)


def _codes_left():
    """The bar that `menu` lights after two rows."""
    game = shots.game("older", CODE, *ROWS[:2])
    game.press("menu")
    game.wait(1000)
    body, width, height = boardview.rows_only(game.picture(), range(6))
    return _drawing(width, height, body)


def _button(name: str):
    return _drawing(10, 10, boardview.button(name, 5, 5))


def _animal(name: str):
    """The plain light as it glows, and the animal that it stands for."""
    look = rules.ANIMALS.index(name)
    plain = looks.glow(look, 6, 6, 5.4)
    return _drawing(25, 12, plain, looks.face(look, 19, 6, 11))


def _look(name: str):
    look = next(number for number, (told, _, _) in enumerate(lights.LOOKS) if told == name)
    if name == "error":
        return _exclamation()
    if name in ("mistake", "question", "hood"):
        return _drawing(20, 12, *(looks.light(look, x, 6, 2.6) for x in (3.2, 10, 16.8)))
    if name in ON_FRONT:
        return _drawing(8, 8, looks.light(look, 4, 4, 3.6))
    return _drawing(12, 12, looks.light(look, 6, 6, 4.6))


def _exclamation():
    """The error look, as the firmware paints it."""
    picture = lights.dark()
    lights.paint_error(picture)
    spots = [svg.rect(0, 0, 12, 12, boardview.WOOD, rx=1.5)]
    for row in range(rules.ROWS):
        for hole in range(rules.HOLES):
            look = picture[lights.guess_light(row, hole)]
            paint = looks.colour(look) if look != lights.OFF else looks.HOLE
            spots.append(svg.circle(2.5 + 3.5 * hole, 11.1 - 1.27 * row, 0.55, paint))
    return _drawing(12, 12, *spots)
