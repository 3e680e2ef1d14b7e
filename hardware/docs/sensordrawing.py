# SPDX-License-Identifier: MIT
"""The colour sensors: a section through one hole, and where the two bars stand.

All measures are those of `design/sensors.py` and of the printed bar (`enclosure/sizes.py`).
"""

from design import layout, sensors
from enclosure.board import CABLES
from enclosure.sizes import Sizes

from . import looks, svg

SCALE = 5.0  # drawn mm for one of the section's
MIDDLE, TABLE = 97.0, 118.0  # of the section: the tube's axis, the table
DARK, GREEN, FELT, WIRE, MEASURE = "#2b2826", "#1f7a45", "#6f6a66", "#4a6fb5", "#b04a4a"
PIECE = looks.colour(0)
LOW = -sensors.BREAKOUT_THICK - sensors.BELOW
POCKET = (sensors.BREAKOUT + 2 * Sizes().clearance) / 2
OUTSIDE = POCKET + Sizes().wall
UNDER = sensors.RIM + sensors.FELT  # a piece's underside


def section():
    """A hole, cut through tube, chip and LED."""
    parts = [_table(), *_bar(), *_breakout(), *_piece(), *_light(), *_measures(), *_names()]
    title = "A section through a hole: piece, felt, tube, sensor and its light"
    return svg.drawing(240, 126, *parts, title=title, background="#ffffff")


BAR_LONG, BAR_DEEP = 2 * sensors.PITCH + 2 * OUTSIDE, 2 * OUTSIDE
PLAN = 8.0, 56.0  # of the plan: the board's upper left corner
PLAN_SIZE = 188, layout.LENGTH + 112


def places():
    """Both bars and the board from above: which hole is which channel and which socket."""
    parts = [_board_plan(), _bar_plan("code"), _bar_plan("guess"), *_sides(), _cables()]
    title = (
        "Where the sensors are: three behind the board for the code, three before it for a guess"
    )
    return svg.drawing(*PLAN_SIZE, *parts, title=title, show=0.7, background="#ffffff")


def _board_plan():
    x, y = PLAN
    box = svg.rect(x, y, layout.WIDTH, layout.LENGTH, "#4a372b", rx=3)
    radius = {"guess": 4.8, "code": 3.8, "score": 2.3}
    spots = [
        svg.circle(x + at.x, y + layout.LENGTH - at.y, radius[at.kind], "#e8e0d2")
        for at in layout.LIGHTS
    ]
    caps = [
        svg.rect(x + at.x - 6, y + layout.LENGTH - at.y - 6, 12, 12, "#f5cd74", rx=2)
        for at in layout.BUTTONS.values()
    ]
    sockets = [
        svg.rect(x + body.x - 2.9, y + layout.LENGTH - body.y - 6.2, 5.8, 12.4, "#ffffff", rx=1)
        for body in layout.SENSORS
    ]
    names = [
        svg.text(x + body.x, y + layout.LENGTH - body.y + 1.2, f"J{n + 2}", 3.2, "middle")
        for n, body in enumerate(layout.SENSORS)
    ]
    return svg.group(box, *spots, *caps, *sockets, *names)


def _bar_place(bar: str):
    """The middle of a bar in the plan."""
    below = sensors.AWAY if bar == "guess" else -layout.LENGTH - sensors.AWAY
    return PLAN[0] + layout.WIDTH / 2, PLAN[1] + layout.LENGTH + below


def _bar_plan(bar: str):
    x, y = _bar_place(bar)
    parts = [svg.rect(x - BAR_LONG / 2, y - BAR_DEEP / 2, BAR_LONG, BAR_DEEP, DARK, rx=3)]
    for channel, name in enumerate(sensors.CHANNELS):
        if not name.startswith(bar):
            continue
        at = x + sensors.PITCH * (int(name[-1]) - 2)
        parts += [
            svg.circle(at, y, sensors.FELT_OUTSIDE / 2, FELT),
            svg.circle(at, y, sensors.TUBE / 2, "#ffffff"),
            svg.text(at, y - 0.6, f"SD{channel}", 3.2, "middle"),
            svg.text(at, y + 3.2, f"SC{channel}", 3.2, "middle"),
            svg.text(at, y + (19 if bar == "guess" else -15.5), name, 4, "middle", bold=True),
        ]
    return svg.group(*parts)


def _sides():
    x, _ = PLAN
    return (
        svg.text(x + 116, 31, "the codemaker's side:", 4.2),
        svg.text(x + 116, 36.5, "under a folded card", 4.2),
        svg.text(x + 116, PLAN_SIZE[1] - 29, "the codebreaker's side", 4.2),
    )


def _cables():
    """How the cables leave the printed case: over its right wall."""
    x = PLAN[0] + layout.WIDTH
    y = PLAN[1] + layout.LENGTH - sum(CABLES) / 2
    inside = PLAN[0] + layout.SENSORS[0].x + 4.5
    ends = [_bar_place(bar) for bar in ("code", "guess")]
    lines = []
    for (bar_x, bar_y), far, start in zip(ends, (108.5, 111.5), (37.5, 84.9), strict=True):
        way = [(inside, PLAN[1] + layout.LENGTH - start), (inside, y), (PLAN[0] + far, y)]
        way += [(PLAN[0] + far, bar_y), (bar_x + BAR_LONG / 2, bar_y)]
        lines.append(svg.line(way, WIRE, 1.2))
    told = svg.text(x + 14, y + 1.4, "nip out the thin wall here", 4.2)
    return svg.group(*lines, svg.line([(x - 1, y - 8), (x - 1, y + 8)], MEASURE, 1.6), told)


def _x(x: float):
    return MIDDLE + SCALE * x


def _y(z: float):
    return TABLE - SCALE * (z - LOW)


def _block(x0: float, x1: float, z0: float, z1: float, fill: str, **more):
    return svg.rect(_x(x0), _y(z1), SCALE * (x1 - x0), SCALE * (z1 - z0), fill, **more)


def _both(x0: float, x1: float, z0: float, z1: float, fill: str):
    return _block(x0, x1, z0, z1, fill) + _block(-x1, -x0, z0, z1, fill)


def _table():
    return svg.rect(14, TABLE, 166, 2, "#c9b79c")


def _bar():
    tube = sensors.TUBE / 2
    return (
        _both(tube, OUTSIDE, sensors.PARTS, sensors.RIM, DARK),
        _both(POCKET, OUTSIDE, LOW, sensors.PARTS, DARK),
        _both(tube, sensors.FELT_OUTSIDE / 2, sensors.RIM, UNDER, FELT),
    )


def _breakout():
    half, (chip, led) = sensors.BREAKOUT / 2, (sensors.CHIP_OFF[0], sensors.LED_OFF[0])
    cable = [(_x(x), _y(z)) for x, z in ((6, -2), (7.5, -3.2), (16, -3.2))]
    return (
        _block(-half, half, -sensors.BREAKOUT_THICK, 0, GREEN),
        _block(chip - sensors.CHIP[0] / 2, chip + sensors.CHIP[0] / 2, 0, sensors.CHIP[1], "#111"),
        _block(led - sensors.LED[0] / 2, led + sensors.LED[0] / 2, 0, sensors.LED[1], "#f2d024"),
        _block(6.5, 8.5, 0, 1.1, "#111"),
        _block(OUTSIDE - Sizes().wall, OUTSIDE, LOW, LOW + 2.4, "#ffffff"),
        svg.line(cable, WIRE, 3.5),
    )


def _piece():
    half = sensors.PIECE_LEAST / 2
    body = ((-half, 0), (half, 0), (half - 1.2, 3.2), (2.4, 4.6), (2.4, 7), (-2.4, 7))
    body += ((-2.4, 4.6), (1.2 - half, 3.2))
    points = [(_x(x), _y(UNDER + z)) for x, z in body]
    return (svg.polygon(points, PIECE, stroke="#33241a", stroke_width=0.4),)


def _light():
    """From the LED to the piece's underside and back to the chip; the room's stays outside."""
    led = (_x(sensors.LED_OFF[0]), _y(sensors.LED[1]))
    chip = (_x(sensors.CHIP_OFF[0]), _y(sensors.CHIP[1]) - 1)
    spot = (_x(-1.4), _y(UNDER))
    room = [svg.arrow((x, 12), (x + 9, 41), "#8d949c", 0.8, 3) for x in (34.0, 25.0)]
    return (svg.line([led, spot], "#e0b000", 0.8), svg.arrow(spot, chip, PIECE, 0.8, 3), *room)


def _span(x0: float, x1: float, y: float, words: str):
    """A measure across, at height `y` of the drawing."""
    ends = [(_x(x0), y), (_x(x1), y)]
    ticks = "".join(svg.line([(x, y - 1.5), (x, y + 1.5)], MEASURE, 0.35) for x, _ in ends)
    told = svg.text((ends[0][0] + ends[1][0]) / 2, y - 1.5, words, 4, "middle", MEASURE)
    return svg.line(ends, MEASURE, 0.35) + ticks + told


def _rise(x: float, z0: float, z1: float):
    """A measure upwards, at `x` of the drawing."""
    ends = [(x, _y(z0)), (x, _y(z1))]
    ticks = "".join(svg.line([(x - 1.5, y), (x + 1.5, y)], MEASURE, 0.35) for _, y in ends)
    return svg.line(ends, MEASURE, 0.35) + ticks


def _thin(z: float, x0: float, x1: float):
    return svg.line([(_x(x0), _y(z)), (x1, _y(z))], MEASURE, 0.2, stroke_dasharray="1 1")


def _measures():
    tube, base = sensors.TUBE / 2, sensors.PIECE_LEAST / 2
    near, away = 166, 174
    high = f"{sensors.NOMINAL:g} ({sensors.NEAR:g} to {sensors.FAR:g}): chip to piece"
    return (
        _span(-tube, tube, TABLE - 6, f"tube {sensors.TUBE:g} inside"),
        _span(-base, base, _y(UNDER + 7.8), f"base {sensors.PIECE_LEAST:g} or more"),
        _thin(UNDER, base, away),
        _thin(sensors.RIM, OUTSIDE, near),
        _thin(sensors.PARTS, OUTSIDE, near),
        _thin(sensors.CHIP[1], 1.6, away),
        _rise(near, sensors.RIM, UNDER),
        _rise(near, sensors.PARTS, sensors.RIM),
        _rise(away, sensors.CHIP[1], UNDER),
        svg.text(176, _y(UNDER) + 3.5, f"felt {sensors.FELT:g}", 4, fill=MEASURE),
        svg.text(176, _y(UNDER - 2.6), high, 4, fill=MEASURE),
        svg.text(176, _y(sensors.PARTS), f"tube {sensors.LONG:g} long", 4, fill=MEASURE),
        _rise(29, LOW, sensors.RIM),
        svg.text(31, _y(sensors.RIM) - 2.5, f"bar {sensors.RIM - LOW:g} high", 4, "end", MEASURE),
    )


def _names():
    chip, led = sensors.CHIP_OFF[0], sensors.LED_OFF[0]
    lines = (
        (48, 10, "start", None, "the room's light stays outside"),
        (150, 24, "start", (5, UNDER + 2.5), "piece: its underside is read"),
        (150, 38, "start", (9, UNDER - 0.4), "ring of black felt"),
        (26, 77, "end", (1 - OUTSIDE, 3.6), "black"),
        (26, 88, "end", (led, 0.9), "white LED"),
        (26, 98, "end", (chip, 0.3), "chip"),
        (26, 108, "end", (-8, -0.8), "breakout"),
        (184, 110, "start", (15.6, -3.2), "cable"),
    )
    return [_name(*line) for line in lines]


def _name(x: float, y: float, anchor: str, to, words: str):
    told = svg.text(x, y, words, 4, anchor, bold=True)
    if not to:
        return told
    start = (x + (1 if anchor == "end" else -1), y - 1.3)
    end = (_x(to[0]), _y(to[1]))
    return svg.line([start, end], "#888", 0.3) + svg.circle(*end, 0.7, "#888") + told
