# SPDX-License-Identifier: MIT
"""The board as the players see it, drawn for the quick-start card: rows, hood and buttons.

A sketch with its own proportions; where things really are stands in `design/layout.py`.
"""

from mastermind import lights, rules

from . import looks, svg

PITCH = 11.0  # from guess light to guess light, and from row to row
GUESS_R, SCORE_R = 4.6, 2.5
SCORE_PITCH = 6.0
SCORES_X = 3 * PITCH + 2.5  # where the score lights begin, left edge
WIDTH = SCORES_X + 3 * SCORE_PITCH + 3
WOOD, GROOVE = "#c98f56", "#b57c45"
GREEN, BLUE, YELLOW = "#11743f", "#1750a8", "#ffd98a"
BUTTONS = ("left", "middle", "right", "check", "menu")
CAPS = {"left": "paw", "middle": "paw", "right": "paw", "check": "tick", "menu": "bars"}


def hole_x(hole: int):
    return PITCH * (hole + 0.5) + 1


def score_x(peg: int):
    return SCORES_X + SCORE_PITCH * (peg + 0.5)


def row(picture, index: int, y, palette="bright"):
    """The six lights of row `index` (0 is the lowest) on the height `y`, in their groove."""
    groove = svg.rect(1, y - PITCH * 0.47, WIDTH - 2, PITCH * 0.94, GROOVE, rx=PITCH * 0.47)
    guess = [
        looks.light(picture[lights.guess_light(index, hole)], hole_x(hole), y, GUESS_R, palette)
        for hole in range(rules.HOLES)
    ]
    score = [
        looks.light(picture[lights.score_light(index, peg)], score_x(peg), y, SCORE_R, palette)
        for peg in range(rules.HOLES)
    ]
    return groove + "".join(guess + score)


def code_row(picture, y, palette="bright"):
    groove = svg.rect(1, y - PITCH * 0.47, 3 * PITCH, PITCH * 0.94, GROOVE, rx=PITCH * 0.47)
    return groove + "".join(
        looks.light(picture[lights.code_light(hole)], hole_x(hole), y, GUESS_R, palette)
        for hole in range(rules.HOLES)
    )


def mountain(x, y, width, height):
    """The Rocky Mountain hood."""
    scale = f"translate({svg.number(x)} {svg.number(y)}) scale({svg.number(width / 400)} "
    return svg.group(
        looks.symbol("mountain", "#000", "#000"), transform=f"{scale}{svg.number(height / 120)})"
    )


def button(name: str, x, y, width=9.0, height=9.0):
    """A button with its drawing, centred on (x, y)."""
    fill = {"check": GREEN, "menu": BLUE}.get(name, YELLOW)
    over = "#4a2d12" if fill == YELLOW else "#ffffff"
    cap = svg.rect(x - width / 2, y - height / 2, width, height, fill, rx=2.2, stroke="#5a3414")
    size = min(width, height) * 0.62
    drawn = svg.move(x - size / 2, y - size / 2, looks.symbol(CAPS[name], over), scale=size / 64)
    return cap.replace("/>", ' stroke-width="0.4"/>') + drawn


def buttons(y):
    places = [hole_x(hole) for hole in range(3)] + [SCORES_X + 4.2, SCORES_X + 14.2]
    return "".join(button(name, x, y) for name, x in zip(BUTTONS, places, strict=True))


def board(picture, hood=True, palette="bright", rows=rules.ROWS, with_code=True):
    """The board in mm from its top left corner: (drawing, width, height)."""
    top = PITCH * 1.25 if with_code else 0
    height = top + rows * PITCH + PITCH * 1.2
    parts = [svg.rect(0, 0, WIDTH, height, WOOD, rx=3.5, stroke="#5a3414", stroke_width=0.6)]
    for index in range(rows):
        parts.append(row(picture, index, top + (rows - 0.5 - index) * PITCH, palette))
    if with_code and hood:
        parts.append(mountain(0.3, 0.8, WIDTH - 0.6, PITCH * 1.15))
    elif with_code:
        parts.append(code_row(picture, PITCH * 0.66, palette))
    parts.append(buttons(height - PITCH * 0.6))
    return "".join(parts), WIDTH, height


def rows_only(picture, indices, palette="bright"):
    """Some rows of a picture, the highest first, on a piece of the board."""
    height = len(indices) * PITCH
    parts = [svg.rect(0, 0, WIDTH, height, WOOD, rx=3)]
    for place, index in enumerate(sorted(indices, reverse=True)):
        parts.append(row(picture, index, (place + 0.5) * PITCH, palette))
    return "".join(parts), WIDTH, height
