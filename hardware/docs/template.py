# SPDX-License-Identifier: MIT
"""The cutting template of the strip build: face, spacer and light plate at full size on A4."""

from pathlib import Path

from wiring import plate, strip

from . import svg
from .typeset import typeset

PAGE = Path(__file__).with_name("strip-template.typ")
EDGE = 1.0  # mm


def _page(*parts: str):
    """One sheet at full size: the face, and `EDGE` all round for its outline."""
    width, height = strip.WIDTH + 2 * EDGE, strip.LENGTH + 2 * EDGE
    return svg.drawing(width, height, *parts, left=-EDGE, top=-EDGE)


def _outline(low: float):
    height = strip.LENGTH - low
    return svg.rect(0, 0, strip.WIDTH, height, stroke="#222", stroke_width=0.3)


def pictures():
    pieces = "".join(_piece(one) for one in strip.PIECES)
    return {
        "face": _page(_outline(0), plate.holes(), plate.button_names()),
        "spacer": _page(_outline(strip.PLATE_LOW), plate.holes(buttons=False)),
        "plate": _page(_outline(strip.PLATE_LOW), pieces),
    }


def _piece(one: strip.Piece):
    half = strip.STRIP_WIDTH / 2
    box = svg.rect(
        one.x, plate.up(one.y) - half, one.length, 2 * half, stroke="#222", stroke_width=0.3
    )
    name = svg.text(one.x - 2, plate.up(one.y) + 1, one.name, 3, "end")
    arrows = []
    for light in strip.LIGHTS:
        if light.piece != one.number:
            continue
        x, y = light.x, plate.up(light.y)
        square = svg.rect(x - 2.5, y - 2.5, 5, 5, stroke="#888", stroke_width=0.2)
        arrows.append(square + svg.text(x, y + 0.9, str(light.number), 2.4, "middle"))
        if light.place:
            arrows.append(svg.arrow((x - 11, y), (x - 4.5, y), "#444", 0.4, 2))
    return box + name + "".join(arrows)


def words():
    return {"width": strip.WIDTH + 2 * EDGE, "length": strip.LENGTH + 2 * EDGE}


def render(format="pdf", ppi=110.0):
    return typeset(PAGE, pictures(), words(), format, ppi)
