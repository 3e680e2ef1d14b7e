# SPDX-License-Identifier: MIT
"""Pictures of the strip before it is cut, of the box in layers, of the hood, of the self-test."""

from docs import looks, svg

from mastermind import lights

from . import plate, strip

# name, thickness in mm, fill; from the players' side to the table
LAYERS = (
    ("face, with large and small holes", 5.0, "#c98f56"),
    ("tracing paper, over all light holes", 0.4, "#9fb7c9"),
    ("two spacers with the same light holes", 10.0, "#f4ead6"),
    ("light plate: strip, arrows to the right", 5.0, "#e9d9ae"),
    ("air: main board, buttons, wires", 28.0, "#ffffff"),
    ("floor", 5.0, "#d8c29a"),
)
BOX_HEIGHT = sum(thickness for _, thickness, _ in LAYERS)
HOOD = (90.0, 34.0, 26.0)  # width, depth, height inside


def pieces():
    """One metre of strip: where to cut, and which piece goes where."""
    parts, y = [], 0.0
    for start in range(0, 60, 20):
        parts.append(_length_of_strip(start, y))
        y += 22
    told = "cut in the middle of the pads, with scissors; every piece keeps half a pad"
    parts.append(svg.text(0, y - 4, told, 3.6, fill="#444"))
    return svg.drawing(
        20 * strip.PITCH + 12, y + 14, svg.move(6, 12, *parts), title="Cutting the strip",
        background="#ffffff",
    )  # fmt: skip


def _length_of_strip(start: int, y: float):
    parts = [svg.rect(0, y, 20 * strip.PITCH, 10, plate.BASE, stroke="#999", stroke_width=0.3)]
    for at in range(20):
        x, number = strip.PITCH * (at + 0.5), start + at + 1
        fill = "#dddddd" if number > lights.COUNT else _fill(number)
        parts.append(svg.rect(x - 2.5, y + 2.5, 5, 5, fill, stroke="#333", stroke_width=0.3))
        if number <= lights.COUNT:
            parts.append(svg.text(x, y + 5.9, str(number), 2.5, "middle", bold=True))
        if at < 19:
            parts.append(svg.arrow((x + 4, y + 1.6), (x + 9, y + 1.6), "#333", 0.4, 1.8))
        ends = start + at + 1
        if ends == lights.COUNT or (ends < lights.COUNT and ends % strip.IN_ROW == 0):
            parts.append(_cut(strip.PITCH * (at + 1), y))
    for one in strip.PIECES:
        middle = (one.first + one.last - 1) / 2 + 0.5 - start
        if 0 <= middle < 20:
            parts.append(
                svg.text(strip.PITCH * middle, y + 14.5, one.name, 3.4, "middle", "#8a2a1a")
            )
    return "".join(parts)


def _fill(number: int):
    return plate.KINDS[strip.LIGHTS[number - 1].kind]


def _cut(x: float, y: float):
    line = svg.line([(x, y - 3), (x, y + 13)], "#d01c1c", 0.7, stroke_dasharray="2 1.4")
    return line + svg.text(x, y - 3.6, "cut", 2.6, "middle", "#d01c1c")


def layers():
    """The box from the side, taken apart."""
    parts, y = [], 6.0
    for name, thickness, fill in LAYERS:
        height = max(thickness, 1.2)
        parts.append(svg.rect(10, y, 110, height, fill, stroke="#6b5323", stroke_width=0.4))
        told = f"{name}, {svg.number(thickness)} mm"
        parts.append(svg.text(126, y + height / 2 + 1.2, told, 4))
        if "holes" in name and thickness > 1:
            parts += [svg.rect(16 + 17 * at, y, 11, height, "#ffffff") for at in range(6)]
        if name.startswith("light plate"):
            parts += [
                svg.rect(19 + 17 * at, y - 1.8, 5, 1.8, "#ffd98a", stroke="#333") for at in range(6)
            ]
        y += height + 5
    return svg.drawing(215, y + 4, *parts, title="The box in layers", background="#ffffff")


def hood():
    """The hood over the code holes, with the magnet above the reed switch."""
    width, _, height = HOOD
    parts = [svg.rect(0, 34, 130, 6, "#c98f56", stroke="#6b5323", stroke_width=0.4)]
    for at in range(3):
        parts.append(svg.rect(17 + 16.67 * at, 34, 13, 6, "#2a1a10"))
    left = strip.ROW_LEFT - 2
    inner = looks.symbol("mountain", "#000", "#000")
    stretched = f"translate({left} {34 - height}) scale({width / 400} {height / 120})"
    parts.append(svg.group(inner, transform=stretched, opacity=0.8))
    magnet_x = strip.HOOD_SWITCH[0]
    parts.append(svg.rect(magnet_x - 4, 30, 8, 3, "#b8bec6", stroke="#333", stroke_width=0.3))
    parts.append(svg.text(magnet_x + 14, 28, "magnet in the hood", 4))
    parts.append(svg.rect(magnet_x - 8, 41, 16, 3, "#bfe3d0", stroke="#333", stroke_width=0.3))
    parts.append(svg.text(magnet_x + 14, 46, "reed switch under the face", 4))
    return svg.drawing(
        190, 56, svg.move(6, 4, *parts), title="The hood and its switch", background="#ffffff"
    )


def walk():
    """What the wiring self-test shows: one light at a time in chain order."""
    steps = {light.number: light.number for light in strip.LIGHTS}
    now = strip.LIGHTS[9]
    glow = looks.glow(lights.PROBE_R, now.x, plate.up(now.y), strip.SCORE_HOLE / 2)
    ways = [_way(*pair) for pair in zip(strip.LIGHTS[9:], strip.LIGHTS[10:13], strict=False)]
    return _self_test("The wiring self-test: the lights in their order", steps, glow, *ways)


def dead(number: int):
    """D<number> is dead or gets no data: it and all behind it stay dark."""
    steps = {light.number: light.number for light in strip.LIGHTS if light.number < number}
    told = f"The walk ends before light {number}: it and all behind it stay dark"
    return _self_test(told, steps)


def swapped(one: int, two: int):
    """The data wires of two rows are swapped: their lights come in the wrong turn."""
    turn = {one: two, two: one}
    steps = {}
    for light in strip.LIGHTS:
        piece = strip.PIECES[turn.get(light.piece, light.piece) - 1]
        steps[light.number] = piece.first + light.place
    return _self_test(f"Rows {one} and {two} come in the wrong turn", steps)


def column(which: int, title: str):
    """The column that a button lights in the self-test: 0 to 2 guess holes, 3 to 5 score holes."""
    steps = {light.number: light.number for light in strip.LIGHTS}
    glows = [
        looks.glow(lights.BAR, light.x, plate.up(light.y), _radius(light))
        for light in strip.LIGHTS
        if light.place == which and light.kind != "code"
    ]
    return _self_test(title, steps, *glows)


def _radius(light: strip.Light):
    return (strip.SCORE_HOLE if light.kind == "score" else strip.GUESS_HOLE) / 2


def _self_test(title: str, steps: dict[int, int], *over: str):
    """The face with the step of the walk in each hole, or a cross where it never lights."""
    parts = [svg.rect(0, 0, strip.WIDTH, strip.LENGTH, "#c98f56", rx=3, stroke="#5a3414")]
    for light in strip.LIGHTS:
        x, y, r = light.x, plate.up(light.y), _radius(light)
        parts.append(svg.circle(x, y, r, looks.HOLE))
        if light.number in steps:
            number = str(steps[light.number])
            parts.append(svg.text(x, y + 1.1, number, 3, "middle", "#ffffff"))
        else:
            a = r * 0.45
            parts += [
                svg.line([(x - a, y - a * turn), (x + a, y + a * turn)], "#8a7468", 0.6)
                for turn in (1, -1)
            ]
    parts += [svg.circle(x, plate.up(y), 6, _cap(name)) for name, (x, y) in strip.BUTTONS.items()]
    told = svg.text(strip.WIDTH / 2, -4, title, 4, "middle", "#333")
    return plate.sheet(
        title, *parts, plate.button_names(), plate.row_names(), told, *over, show=0.6
    )


def _cap(name: str):
    return {"check": "#11743f", "menu": "#1750a8"}.get(name, "#ffd98a")


def _way(one: strip.Light, two: strip.Light):
    if two.place:
        start, end = (one.x + 4.4, plate.up(one.y)), (two.x - 4.4, plate.up(two.y))
    else:
        start, end = (one.x, plate.up(one.y) - 4.4), (two.x + 5, plate.up(two.y) + 5)
    return svg.arrow(start, end, "#ffffff", 0.8, 2.6)
