# SPDX-License-Identifier: MIT
"""Pictures of the light plate and the face: strip pieces, arrows, jump wires, holes.

All in mm as seen by the players; y is turned over for SVG.
"""

from docs import svg

from . import strip

FOAM, FOAM_EDGE = "#f4ead6", "#8a7a5c"
COPPER, BASE = "#d9a441", "#fdfdf8"
RED, BLACK, YELLOW = "#d01c1c", "#202020", "#e6b800"
KINDS = {"guess": "#ffe9b0", "score": "#dfe6ea", "code": "#f5c6d6"}


def up(y: float) -> float:
    """A height on the face as SVG's y."""
    return strip.LENGTH - y


def sheet(title: str, *parts: str, show=0.75, low=0.0, high=strip.LENGTH):
    """A drawing of the face from `low` to `high` with a margin, shown `show` times as large."""
    side, over = 18.0, 9.0
    return svg.drawing(
        strip.WIDTH + 2 * side,
        high - low + 2 * over,
        *parts,
        title=title,
        left=-side,
        top=up(high) - over,
        show=show,
        background="#ffffff",
    )


def face():
    """The whole face."""
    return svg.rect(0, 0, strip.WIDTH, strip.LENGTH, FOAM, rx=3, stroke=FOAM_EDGE, stroke_width=0.6)


def plate():
    """The light plate, with the face's outline where it has none."""
    dotted = svg.rect(
        0, 0, strip.WIDTH, strip.LENGTH, rx=3, stroke=FOAM_EDGE, stroke_width=0.4,
        stroke_dasharray="2 1.5",
    )  # fmt: skip
    height = strip.LENGTH - strip.PLATE_LOW
    return dotted + svg.rect(0, 0, strip.WIDTH, height, FOAM, stroke=FOAM_EDGE, stroke_width=0.6)


def piece(one: strip.Piece, numbers=True):
    """A piece of strip: its base, six pads, the arrow, and its numbered lights."""
    y = up(one.y)
    half = strip.STRIP_WIDTH / 2
    parts = [svg.rect(one.x, y - half, one.length, 2 * half, BASE, stroke="#999", stroke_width=0.3)]
    for at in (one.x + 1.2, one.x + one.length - 1.2):
        parts += [svg.rect(at - 1.1, y + level - 1.1, 2.2, 2.2, COPPER) for level in (-3.2, 0, 3.2)]
    for light in strip.LIGHTS:
        if light.piece == one.number:
            parts.append(_light(light, numbers))
    for place in range(one.count - 1):
        x = one.x + strip.PITCH * (place + 1)
        parts.append(svg.arrow((x - 3, y), (x + 3.4, y), "#333", 0.5, 2.2))
    return "".join(parts)


def _light(light: strip.Light, numbers: bool):
    x, y = light.x, up(light.y)
    body = svg.rect(x - 2.5, y - 2.5, 5, 5, "#ffffff", rx=0.4, stroke="#333", stroke_width=0.3)
    window = svg.circle(x, y, 1.9, KINDS[light.kind], stroke="#999", stroke_width=0.2)
    told = svg.text(x, y + 0.85, str(light.number), 2.5, "middle", "#222", bold=True)
    return body + window + (told if numbers else "")


def pieces(numbers=True):
    return "".join(piece(one, numbers) for one in strip.PIECES)


def power():
    """5 V from left pad to left pad, ground from right pad to right pad."""
    parts = []
    for one, two in zip(strip.PIECES, strip.PIECES[1:], strict=False):
        left, bus = one.x + 1.2, one.x - 6
        low, high = up(one.y) - 3.2, up(two.y) - 3.2
        parts.append(svg.line([(left, low), (bus, low), (bus, high), (left, high)], RED, 1.2))
        right, bus = one.x + one.length - 1.2, one.x + one.length + 5
        low, high = up(one.y) + 3.2, up(two.y) + 3.2
        end = two.x + two.length - 1.2
        parts.append(svg.line([(right, low), (bus, low), (bus, high), (end, high)], BLACK, 1.2))
    return "".join(parts)


def jumps():
    """The data wire from each right end back to the left end of the next piece."""
    parts = []
    for one, two in zip(strip.PIECES, strip.PIECES[1:], strict=False):
        right, left = one.x + one.length - 1.2, two.x + 1.2
        middle = up(one.y) - strip.ROW_PITCH / 2 + 1
        way = [
            (right, up(one.y)),
            (right + 2.4, up(one.y)),
            (right + 2.4, middle),
            (left - 2.4, middle),
            (left - 2.4, up(two.y)),
        ]
        parts.append(svg.line(way, YELLOW, 1.2) + _tip(left, up(two.y)))
    return "".join(parts)


def pad_names():
    """5V, data and GND beside the pads of row 1 and of the code piece."""
    parts = []
    for one in (strip.PIECES[0], strip.PIECES[-1]):
        for at, names, anchor in (
            (one.x + 2.6, ("5V", "DIN", "GND"), "start"),
            (one.x + one.length - 2.6, ("5V", "DOUT", "GND"), "end"),
        ):
            parts += [
                svg.text(at, up(one.y) + level + 0.5, name, 1.35, anchor, "#7a5a10")
                for level, name in zip((-3.2, 0, 3.2), names, strict=True)
            ]
    return "".join(parts)


def _tip(x, y):
    return svg.arrow((x - 2.6, y), (x + 0.4, y), YELLOW, 1.2, 2.0)


def feed():
    """The cable from the main board to the first piece: ground, data, 5 V."""
    one = strip.PIECES[0]
    x, y = one.x, up(one.y)
    parts = []
    for level, colour, name in ((3.2, BLACK, "GND"), (0, YELLOW, "DIN"), (-3.2, RED, "5V")):
        parts.append(svg.line([(-9, y + level), (x + 1.2, y + level)], colour, 1.2))
        parts.append(svg.text(-10, y + level + 0.9, name, 2.6, "end"))
    return "".join(parts)


def row_names():
    """Row numbers at the right edge."""
    return "".join(
        svg.text(strip.WIDTH + 2, up(one.y) + 1, one.name, 3.4, fill="#555") for one in strip.PIECES
    )


def holes(buttons=True):
    """The holes of the face, or of a spacer, which has none for buttons, with their centres."""
    sizes = {"guess": strip.GUESS_HOLE, "code": strip.GUESS_HOLE, "score": strip.SCORE_HOLE}
    found = [(light.x, light.y, sizes[light.kind]) for light in strip.LIGHTS]
    found += [(x, y, strip.BUTTON_HOLE) for x, y in strip.BUTTONS.values() if buttons]
    return "".join(_hole(x, up(y), size) for x, y, size in found)


def _hole(x, y, size):
    cross = svg.line([(x - 1.5, y), (x + 1.5, y)], "#888", 0.15)
    cross += svg.line([(x, y - 1.5), (x, y + 1.5)], "#888", 0.15)
    return svg.circle(x, y, size / 2, "#ffffff", stroke="#333", stroke_width=0.35) + cross


def button_names():
    return "".join(
        svg.text(x, up(y) + strip.BUTTON_HOLE / 2 + 5, name, 3.6, "middle", "#333")
        for name, (x, y) in strip.BUTTONS.items()
    )
