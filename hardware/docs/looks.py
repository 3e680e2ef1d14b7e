# SPDX-License-Identifier: MIT
"""How a light looks on paper: the firmware's palette and the drawings of the virtual board.

A light is drawn in a dark hole, as on the board. Colours are relative to full white, as sRGB.
"""

import re
from functools import cache
from pathlib import Path

from mastermind import lights, rules
from mastermind_host.colours import srgb

from . import svg

DRAWINGS = Path(__file__).parents[2] / "host/mastermind_host/page/animals.svg"
HOLE, DARK_INK, LIGHT_INK = "#2a1a10", "#17100a", "#ffffff"
PROBE = "probe"  # the looks of the wiring self-test, which no table sees


def at_the_table():
    """The looks (numbers of `lights.LOOKS`) that people who play may see."""
    return [look for look, (name, _, _) in enumerate(lights.LOOKS) if not name.startswith(PROBE)]


def name(look: int):
    return lights.LOOKS[look][0]


def screen(colour: int):
    """Linear light 0xRRGGBB as a colour of sRGB, such as "#ff8000"."""
    return "#" + "".join(f"{srgb((colour >> shift & 255) / 255):02x}" for shift in (16, 8, 0))


def colour(look: int, palette="bright"):
    return screen(lights.colour_of(look, palette))


def ink(paint: str):
    """Dark ink on bright paint, light ink on dark paint."""
    red, green, blue = (int(paint[at : at + 2], 16) for at in (1, 3, 5))
    return DARK_INK if 0.3 * red + 0.59 * green + 0.11 * blue > 90 else LIGHT_INK


@cache
def _symbols():
    found = re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', DRAWINGS.read_text(), re.DOTALL)
    return {key: " ".join(body.split()) for key, body in found}


def symbol(key: str, paint: str, over: str | None = None):
    """A drawing of the virtual board in its 64 x 64 box, or the mountain in its 400 x 120 box."""
    return _symbols()[key].replace("currentColor", paint).replace("var(--ink)", over or ink(paint))


def face(look: int, x, y, size, palette="bright", paint=None):
    """The drawing of a look, `size` wide, centred on (x, y)."""
    drawn = symbol(name(look).replace(" ", "-"), paint or colour(look, palette))
    return svg.move(x - size / 2, y - size / 2, drawn, scale=size / 64)


def glow(look: int, x, y, r, palette="bright", paint=None):
    """A light as the eye sees it, without a drawing: an even disc in its hole."""
    return svg.circle(x, y, r, HOLE) + svg.circle(
        x, y, r * 0.84, paint or colour(look, palette), stroke="#ffffff", stroke_width=r * 0.05
    )


def light(look: int, x, y, r, palette="bright"):
    """A light of the board with its drawing; rays where it blinks, an empty hole if off."""
    hole = svg.circle(x, y, r, HOLE)
    if look == lights.OFF:
        return hole
    size = 1.72 if look <= rules.BLANK or look == rules.NOT_CHOSEN else 1.5
    return hole + face(look, x, y, r * size, palette) + (rays(x, y, r) if _blinks(look) else "")


def _blinks(look: int):
    return lights.LOOKS[look][2]


def rays(x, y, r):
    """Four pairs of short strokes around a light: it blinks."""
    strokes = []
    for ux, uy in ((0.7071, 0.7071), (-0.7071, 0.7071), (0.7071, -0.7071), (-0.7071, -0.7071)):
        inner, outer = r * 1.07, r * 1.3
        ends = [(x + ux * inner, y + uy * inner), (x + ux * outer, y + uy * outer)]
        strokes.append(svg.line(ends, "#e08a00", r * 0.13))
    return "".join(strokes)
