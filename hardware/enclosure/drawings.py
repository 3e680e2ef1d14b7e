# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Drawings of the parts as SVG: plan, front and right view, hidden edges left out, outer sizes.

Third angle, true to scale when printed at 100 %. A sheet has one part, or several small ones.
"""

from dataclasses import dataclass
from html import escape

from design import layout, sensors

from enclosure import built
from enclosure.parts import BY_NAME

MARGIN, GAP, HEAD = 12.0, 15.0, 22.0
FAR = 1000.0
VIEWS = {  # where the eye is, and what is up
    "plan": ((0, 0, FAR), (0, 1, 0)),
    "front": ((0, -FAR, 0), (0, 0, 1)),
    "right": ((FAR, 0, 0), (0, 0, 1)),
}
SHEETS = {
    "tray": ("tray",),
    "face": ("face",),
    "hood": ("hood", "hood-peg"),
    "caps": ("cap-left", "cap-middle", "cap-right", "cap-check", "cap-menu"),
    "diffusers": ("diffuser-guess", "diffuser-narrow"),
    "boxes": ("box-animals", "box-scores"),
    "sensor-bar": ("sensor-bar",),
    "small-parts": ("foot", "jack-cover"),
    "coupon": ("coupon-face", "coupon-tray"),
}
SIZES = built.DEFAULT
NOTES = {
    "face": (
        f"Holes: guess {SIZES.large_hole}, code {SIZES.code_hole}, score {SIZES.small_hole}; "
        f"rows {layout.ROW_PITCH} apart; plate {SIZES.plate}; walls between wells {SIZES.web}.",
        f"Pilot holes {SIZES.pilot} for M3 x 16, {len(layout.SCREWS)} of them. Print upside down.",
    ),
    "tray": (
        f"Screw holes {SIZES.screw_hole}; holes for feet {SIZES.foot_stem + 2 * SIZES.glued}.",
    ),
    "hood": (f"The peg's slot takes a rod magnet {SIZES.magnet} x {SIZES.magnet_length}.",),
    "sensor-bar": (
        f"Three tubes {sensors.TUBE:g} wide and {sensors.LONG:.2f} long, {sensors.PITCH:g} apart; "
        f"pockets from below for breakouts of {sensors.BREAKOUT}. Print upside down.",
    ),
    "caps": ("The cap's flange lies under the face and keeps it there.",),
    "diffusers": ("Print upside down, the plate on the bed; legs stand on the circuit board.",),
}
STYLE = (
    "path{fill:none;stroke:#222;stroke-width:.25;stroke-linecap:round}"
    ".size{stroke:#06c;stroke-width:.18}"
    "text{font-family:sans-serif;font-size:3.4px;fill:#222}.of{fill:#06c;text-anchor:middle}"
    ".title{font-size:5px;font-weight:bold}"
)


@dataclass
class View:
    """One view of a part: its lines, moved so that the box around them begins at (0, 0)."""

    lines: list
    width: float
    height: float


def sheet(name: str) -> str:
    """The SVG of the sheet `name`."""
    parts = [_part(part) for part in SHEETS[name]]
    width = max(part[1] for part in parts) + 2 * MARGIN
    body, y = [], HEAD + 4 * len(NOTES.get(name, ()))
    for drawn, _, height in parts:
        body.append(f'<g transform="translate({MARGIN} {y:.2f})">{drawn}</g>')
        y += height + GAP
    title = f"Jungle Mastermind A0: {name.replace('-', ' ')}"
    notes = ("mm, third angle. Generated and checked, not yet built by anyone. CERN-OHL-P-2.0",)
    notes += NOTES.get(name, ())
    words = "".join(
        f'<text x="{MARGIN}" y="{14 + 4 * n}">{escape(note)}</text>' for n, note in enumerate(notes)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.1f}mm" height="{y:.1f}mm" '
        f'viewBox="0 0 {width:.1f} {y:.1f}"><!-- SPDX-License-Identifier: CERN-OHL-P-2.0 -->'
        f'<style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>'
        f'<text class="title" x="{MARGIN}" y="9">{escape(title)}</text>'
        + words
        + "".join(body)
        + "</svg>\n"
    )


def _part(name: str):
    """A part's three views as SVG, with the width and height they take."""
    part, solid = BY_NAME[name], built.solid(name)
    plan, front, right = (_view(solid, *VIEWS[view]) for view in ("plan", "front", "right"))
    label = f"{name} ({part.count} x)"
    front_y = plan.height + GAP
    right_x = plan.width + GAP
    drawn = f'<text x="0" y="-2">{escape(label)}</text>'
    drawn += _placed(plan, 0, 0) + _placed(front, 0, front_y) + _placed(right, right_x, front_y)
    drawn += _across(0, plan.width, front_y + front.height + 5)
    drawn += _across(right_x, right.width, front_y + front.height + 5)
    drawn += _upright(right_x + right.width + 5, front_y, front.height)
    drawn += _upright(plan.width + 5, 0, plan.height)
    wide = right_x + right.width + 12
    return drawn, max(wide, 128.0), front_y + front.height + 8


def _view(solid, eye, up) -> View:
    """The visible edges of a solid as polylines, y downwards."""
    centre = solid.bounding_box().center()
    eye = tuple(a + b for a, b in zip(eye, tuple(centre), strict=True))
    visible, _ = solid.project_to_viewport(eye, up, centre)
    lines = [_polyline(edge) for edge in visible]
    xs = [x for line in lines for x, _ in line]
    ys = [y for line in lines for _, y in line]
    moved = [[(x - min(xs), max(ys) - y) for x, y in line] for line in lines]
    return View(sorted(moved), max(xs) - min(xs), max(ys) - min(ys))


def _polyline(edge):
    steps = 1 if edge.geom_type.name == "LINE" else 16
    return [
        (edge.position_at(n / steps).X, edge.position_at(n / steps).Y) for n in range(steps + 1)
    ]


def _placed(view: View, x: float, y: float) -> str:
    path = "".join(
        "M" + "L".join(f"{x + px:.2f} {y + py:.2f}" for px, py in line) for line in view.lines
    )
    return f'<path d="{path}"/>'


def _across(x: float, width: float, y: float) -> str:
    path = f"M{x:.2f} {y:.2f}h{width:.2f}M{x:.2f} {y - 1.5:.2f}v3M{x + width:.2f} {y - 1.5:.2f}v3"
    text = f'<text class="of" x="{x + width / 2:.2f}" y="{y + 4:.2f}">{width:.1f}</text>'
    return f'<path class="size" d="{path}"/>{text}'


def _upright(x: float, y: float, height: float) -> str:
    path = f"M{x:.2f} {y:.2f}v{height:.2f}M{x - 1.5:.2f} {y:.2f}h3M{x - 1.5:.2f} {y + height:.2f}h3"
    text = f'<text class="of" x="{x + 6:.2f}" y="{y + height / 2 + 1:.2f}">{height:.1f}</text>'
    return f'<path class="size" d="{path}"/>{text}'
