# SPDX-License-Identifier: MIT
"""The colour-blind sheet: both palettes as four kinds of eyes see them, with figures."""

from pathlib import Path

from mastermind import lights, rules

from . import cvd, looks, svg
from .typeset import typeset

PAGE = Path(__file__).with_name("colour-blind-sheet.typ")
R = 5.4  # radius of a light on the sheet


def pictures():
    """A swatch for each palette, view and look; and each animal's drawing with its pattern."""
    drawn = {
        f"{palette}-{view}-{looks.name(look)}": _swatch(look, palette, view)
        for palette in lights.PALETTES
        for view in cvd.VIEWS
        for look in (*cvd.ANIMALS, *cvd.SCORE)
    }
    return drawn | {f"pattern-{looks.name(look)}": _pattern(look) for look in cvd.ANIMALS}


def _swatch(look: int, palette: str, view: str):
    paint = cvd.screen(look, palette, view)
    ink = looks.ink(paint)
    parts = [looks.glow(look, 6, 6, R, paint=paint)]
    if look in cvd.ANIMALS:
        parts.append(_marks(look, ink))
    return svg.drawing(12, 12, *parts)


def _pattern(look: int):
    """The animal beside its pattern, in black: what the marks on the lights stand for."""
    ring = svg.circle(18, 6, R * 0.84, "#ffffff", stroke="#222", stroke_width=0.3)
    marks = svg.move(12, 0, _marks(look, "#222222"))
    return svg.drawing(24, 12, looks.face(look, 6, 6, 11, paint="#bdbdbd"), ring, marks)


def _marks(look: int, ink: str):
    """A pattern for each animal, small enough to leave its colour seen."""
    return "".join(PATTERNS[rules.ANIMALS[look]](ink))


def _stripes(ink):
    for x in (4.2, 6, 7.8):
        yield svg.line([(x, 3.6), (x - 0.7, 5.2), (x, 6.8), (x - 0.7, 8.4)], ink, 0.5)


def _mane(ink):
    yield svg.circle(6, 6, 1.5, stroke=ink, stroke_width=0.5)
    for ux, uy in ((1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87)):
        ends = [(6 + 2.2 * ux, 6 + 2.2 * uy), (6 + 3.3 * ux, 6 + 3.3 * uy)]
        yield svg.line(ends, ink, 0.5)


def _teeth(ink):
    for y in (4.6, 7.4):
        way = [(3, y), (4, y + 1.2), (5, y), (6, y + 1.2), (7, y), (8, y + 1.2), (9, y)]
        yield svg.line(way, ink, 0.5)


def _feathers(ink):
    for x, y in ((4.4, 4.4), (7.6, 4.4), (6, 6.4), (4.4, 8.2), (7.6, 8.2)):
        d = f"M{svg.number(x - 1.2)} {svg.number(y)} a1.2 1.2 0 0 0 2.4 0"
        yield svg.element("path", d=d, fill="none", stroke=ink, stroke_width=0.5)


def _wrinkles(ink):
    for y, half in ((3.9, 1.6), (5.3, 2.6), (6.7, 2.6), (8.1, 1.6)):
        yield svg.line([(6 - half, y), (6 + half, y)], ink, 0.5)


def _dots(ink):
    for x, y in ((6, 6), (4, 4.6), (8, 4.6), (4, 7.6), (8, 7.6), (6, 3.4), (6, 8.7)):
        yield svg.circle(x, y, 0.55, ink)


PATTERNS = {
    "tiger": _stripes,
    "lion": _mane,
    "crocodile": _teeth,
    "parrot": _feathers,
    "elephant": _wrinkles,
    "hippo": _dots,
}
PATTERN_NAMES = {
    "tiger": "stripes", "lion": "mane", "crocodile": "teeth", "parrot": "feathers",
    "elephant": "wrinkles", "hippo": "dots",
}  # fmt: skip


def words():
    """The sheet's texts and figures."""
    return {
        "animals": [{"name": name, "pattern": PATTERN_NAMES[name]} for name in rules.ANIMALS],
        "score": [looks.name(look) for look in cvd.SCORE],
        "views": [{"name": name, "told": told} for name, (_, told) in cvd.VIEWS.items()],
        "palettes": {palette: _figures(palette) for palette in lights.PALETTES},
    }


def _figures(palette: str):
    rows = []
    for view in cvd.VIEWS:
        one, two, least = cvd.closest(palette, view)
        pair = f"{looks.name(one)} and {looks.name(two)}"
        rows.append({"view": view, "pair": pair, "least": f"{least:.1f}"})
    return rows


def render(format="pdf", ppi=110.0):
    return typeset(PAGE, pictures(), words(), format, ppi)
