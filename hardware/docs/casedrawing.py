# SPDX-License-Identifier: MIT
"""How the printed case is put together: a cut along the middle guess column, upside down.

Heights and places are the case's own (`enclosure/sizes.py`, `design/layout.py`). Across the
drawing runs the board's y; down runs z, so that what is up on the table hangs down here.
"""

from design import layout
from enclosure.sizes import Sizes

from . import svg

SIZES = Sizes()
LEFT, LABELS = 8, 178  # where the case begins, and its names
GAP = 9.0  # between the parts
FACE, WOOD, CREAM, SAND, BOARD = "#4a372b", "#9c6a3c", "#fbf8ee", "#f5cd74", "#1f7a45"
HEAD_MM, HEAD_WIDTH = 2.4, 5.6  # of an M3 screw
EDGE = "#33241a"
ENDS = -SIZES.outside, layout.LENGTH + SIZES.outside
COLUMN = [at for at in layout.LIGHTS if at.x == layout.GUESS_X[1]]
CAP_Y = layout.BUTTONS["middle"].y
SCREWS_Y = sorted({at.y for at in layout.SCREWS if at.x < layout.WIDTH / 2})
TALL = SIZES.top + SIZES.cap_rise + SIZES.mark_rise


def _block(y0: float, y1: float, z0: float, z1: float, fill: str, **more):
    style = {"stroke": EDGE, "stroke_width": 0.25} | more
    return svg.rect(LEFT + y0, z0, y1 - y0, z1 - z0, fill, **style)


def _hole(light) -> float:
    return (SIZES.code_hole if light.kind == "code" else SIZES.large_hole) / 2


def _face():
    """Plate with its holes, walls between the wells."""
    half = layout.CELLS["guess"].y
    low, high = SIZES.under, SIZES.top
    parts = [_block(*ENDS, low, high, FACE)]
    parts += [_block(y - 2.7, y + 2.7, 0, low, "#6d5545") for y in SCREWS_Y]
    edges = {round(at.y + side * half, 3) for at in COLUMN for side in (-1, 1)}
    parts += [_block(y - 0.65, y + 0.65, SIZES.clearance, low, FACE) for y in sorted(edges)]
    parts += [_block(y - 1.4, y, 9, low, FACE) for y in (CAP_Y - 7.3, CAP_Y + 8.7)]
    spots = [(at.y, _hole(at)) for at in COLUMN] + [(CAP_Y, 6.05)]
    parts += [_block(y - r, y + r, low, high, "#ffffff") for y, r in spots]
    return "".join(parts)


def _cap():
    low, high = SIZES.flange_top - SIZES.flange_height, SIZES.top + SIZES.cap_rise
    return (
        _block(CAP_Y - 5.75, CAP_Y + 5.75, low, high, SAND)
        + _block(CAP_Y - 6.95, CAP_Y + 6.95, low, SIZES.flange_top, SAND)
        + _block(CAP_Y - 2.4, CAP_Y + 2.4, high, high + SIZES.mark_rise, SAND)
    )


def _diffusers():
    high, parts = SIZES.under - SIZES.clearance, []
    half = layout.CELLS["guess"].y - SIZES.web / 2 - SIZES.clearance
    for at in COLUMN:
        low = high - SIZES.diffuser
        parts.append(_block(at.y - half, at.y + half, low, high, CREAM))
        parts.append(_block(at.y - half, at.y - half + 1.8, 0, low, CREAM))
        parts.append(_block(at.y + half - 1.8, at.y + half, 0, low, CREAM))
    return "".join(parts)


def _board():
    parts = [_block(0, layout.LENGTH, -layout.THICKNESS, 0, BOARD)]
    parts += [_block(at.y - 2.5, at.y + 2.5, 0, layout.LED_HEIGHT, "#ffffff") for at in COLUMN]
    parts.append(_block(CAP_Y - 6, CAP_Y + 6, 0, layout.BUTTON_BODY, "#222222"))
    parts.append(_block(CAP_Y - 1.9, CAP_Y + 1.9, layout.BUTTON_BODY, layout.BUTTON_TOP, "#555555"))
    return "".join(parts)


def _tray():
    y0, y1 = ENDS
    parts = [_block(y0, y1, SIZES.floor_under, SIZES.floor_top, WOOD)]
    for start in (y0, y1 - SIZES.wall):
        parts.append(_block(start, start + SIZES.wall, SIZES.floor_top, SIZES.under, WOOD))
    for y in SCREWS_Y:
        parts.append(_block(y - 3.2, y + 3.2, SIZES.floor_top, SIZES.bottom, "#b07d4c"))
    for y in (10.0, layout.LENGTH - 10.0):
        parts.append(_block(y - 6, y + 6, SIZES.table, SIZES.floor_under, FACE))
    return "".join(parts)


def _screws(length: float):
    low, parts = SIZES.floor_under, []
    for y in SCREWS_Y:
        parts.append(_block(y - HEAD_WIDTH / 2, y + HEAD_WIDTH / 2, low - HEAD_MM, low, "#8d949c"))
        parts.append(_block(y - 1.5, y + 1.5, low, low + length, "#c3c9cf"))
    return "".join(parts)


def _books():
    spans = ((30, 84), (94, 148))
    return "".join(
        _block(y0, y1, 0, 13, fill)
        for (y0, y1), fill in zip(spans, ("#7d9cc0", "#c07d7d"), strict=True)
    )


def _label(y: float, step: int, words: str, more: str):
    told = svg.text(LABELS, y, f"step {step}: {words}", 4.2, bold=True)
    return told + svg.text(LABELS, y + 5, more, 3.8, fill="#444")


def upside_down(length: float):
    """The parts over one another in the order in which they are laid: from below."""
    z = -SIZES.floor_under + HEAD_MM + 4
    parts, layers = [], (
        (_screws(length), SIZES.floor_under, length + SIZES.floor_under,
         6, f"screws M3 x {length:g}", "crosswise, until they just hold"),
        (_tray(), SIZES.table, SIZES.under, 5, "tray", "over the board, feet up"),
        (_board(), SIZES.bottom, layout.BUTTON_TOP, 5, "board", "lights down, on the six bosses"),
        (_diffusers(), 0, SIZES.under, 4, "diffusers", "legs up, plates on the face"),
        (_cap(), SIZES.flange_top, TALL, 4, "caps", "flange up"),
        (_face(), 0, SIZES.top, 4, "face", "its upper side down"),
    )  # fmt: skip
    for drawn, low, high, step, words, more in layers:
        z -= low
        parts.append(svg.move(0, z, drawn))
        parts.append(_label(z + (low + high) / 2, step, words, more))
        z += high + GAP
    books = z - GAP + 1.5
    parts.append(svg.move(0, books, _books()))
    parts.append(_label(books + 6, 4, "two books", "the caps hang out beside them"))
    lines = [_guide(LEFT + y, 8 + length, books - 4) for y in SCREWS_Y]
    width, height = LABELS + 68, books + 13 + 5
    title = "The case is put together upside down"
    return svg.drawing(width, height, *lines, *parts, title=title, show=0.8, background="#ffffff")


def _guide(x: float, top: float, low: float):
    return svg.line([(x, top), (x, low)], "#b04a4a", 0.3, stroke_dasharray="1.6 1.6")
