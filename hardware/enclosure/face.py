# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The face: the plate with the holes, and all that hangs from it. Printed lying on its upper side.

It carries the wells, the guides of the caps, the bosses of the screws and a rim within the tray.
"""

import build123d as cad
from design import layout

from enclosure import caps, wells
from enclosure.shapes import at, box, one, outline, prism, ring, room

RIM = 1.6  # thickness of the rim within the tray, and how far it reaches down
RIM_DEPTH = 2.0
GROOVE, GROOVE_DEPTH = 1.3, 0.5  # around the score holes of a row
PEG = 17.2, 6.8  # the magnet peg's length and thickness
PEG_BACK = 1.8  # the peg stands so far nearer to the lights than the reed


def face(board, sizes):
    """The face of `board` as one solid, in its place on the board."""
    hanging = _wells(board, sizes) + _guides(board, sizes) + _bosses(board, sizes)
    hanging += _rim(board, sizes)
    hanging -= [room(body, sizes.clearance) for body in board.tall.values()]
    hanging -= prism(at(board.screws, cad.Circle(sizes.pilot / 2)), -1, sizes.under - 3)
    return one(_plate(board, sizes) + hanging)


def peg_place(board):
    """Where the magnet peg goes through the face, (x, y)."""
    return board.reed.x, board.reed.y - PEG_BACK


def _plate(board, sizes):
    """The plate with all its holes, and grooves around the score holes."""
    flat = outline(board, sizes.outside)
    for kind in ("guess", "score", "code"):
        if board.of(kind):
            flat -= at(board.of(kind), cad.Circle(wells.hole_diameter(kind, sizes) / 2))
    for name, place in board.buttons.items():
        flat -= cad.Pos(place.x, place.y) * caps.well(name, sizes)
    flat -= _openings(board, sizes)
    plate = prism(flat, sizes.under, sizes.top)
    upper = plate.faces().sort_by(cad.Axis.Z)[-1]
    radii = {wells.hole_diameter(light.kind, sizes) / 2 for light in board.lights}
    rings = [e for e in upper.edges().filter_by(cad.GeomType.CIRCLE) if _near(e.radius, radii)]
    plate = cad.chamfer(upper.outer_wire().edges() + rings, sizes.chamfer)
    return plate - prism(_grooves(board), sizes.top - GROOVE_DEPTH, sizes.top)


def _openings(board, sizes):
    """For the USB plug, the Pico's button and light, the piezo and the magnet peg."""
    flat = cad.Sketch()
    if board.usb_y is not None:
        width = layout.USB_PLUG[0] + 2 * sizes.clearance + 0.4
        flat += cad.Pos(board.width + 6.0, board.usb_y) * cad.Rectangle(10.0, width)
    if board.boot:
        first, last = board.boot
        middle = cad.Pos((first.x + last.x) / 2, (first.y + last.y) / 2)
        flat += middle * cad.SlotCenterToCenter(last.x - first.x, 4.5)
    if board.piezo:
        spots = [cad.Pos(0, 0)] + [cad.Rot(0, 0, 60 * n) * cad.Pos(4, 0) for n in range(6)]
        flat += [cad.Pos(board.piezo.x, board.piezo.y) * spot * cad.Circle(1.1) for spot in spots]
    if board.reed:
        flat += cad.Pos(*peg_place(board)) * cad.Rectangle(*(s + 2 * sizes.clearance for s in PEG))
    return flat


def _grooves(board):
    """A groove around the score holes of each row."""
    rows = {}
    for light in board.of("score"):
        rows.setdefault(light.y, []).append(light.x)
    flat = cad.Sketch()
    for y, xs in rows.items():
        long = max(xs) - min(xs)
        slot = cad.SlotCenterToCenter(long, 8.0) if long else cad.Circle(4.0)
        flat += cad.Pos((max(xs) + min(xs)) / 2, y) * ring(slot, GROOVE)
    return flat


def _wells(board, sizes):
    """The walls between the lights, from the plate down to just above the board."""
    flat = cad.Sketch()
    for kinds in (("guess", "score"), ("code",)):
        if board.of(*kinds):
            flat += _field(board.of(*kinds), sizes)
    flat -= [cad.Pos(one_.x, one_.y) * wells.cell(one_.kind, sizes) for one_ in board.lights]
    return prism(flat, sizes.clearance, sizes.under)


def _field(lights, sizes):
    """One rectangle around the wells of all these lights."""
    spans = [(at_.x, at_.y, *wells.cell_size(at_.kind, sizes)) for at_ in lights]
    left = min(x - width / 2 for x, _, width, _ in spans) - sizes.web
    right = max(x + width / 2 for x, _, width, _ in spans) + sizes.web
    low = min(y - depth / 2 for _, y, _, depth in spans) - sizes.web
    high = max(y + depth / 2 for _, y, _, depth in spans) + sizes.web
    return cad.Pos((left + right) / 2, (low + high) / 2) * cad.Rectangle(right - left, high - low)


def _guides(board, sizes):
    """Walls in which the caps slide; they end just above the caps' flanges."""
    flat = cad.Sketch()
    for name, place in board.buttons.items():
        flat += cad.Pos(place.x, place.y) * ring(caps.well(name, sizes), sizes.guide)
    return prism(flat, sizes.flange_top + sizes.clearance, sizes.under)


def _bosses(board, sizes):
    """Pillars from the plate down onto the board, over its screw holes."""
    return prism(at(board.screws, cad.Circle(sizes.boss / 2)), 0, sizes.under)


def _rim(board, sizes):
    """A rim that lies within the tray's walls, away from plug, cables and the magnet peg."""
    grow = sizes.around - sizes.clearance
    rim = prism(
        outline(board, grow) - outline(board, grow - RIM), sizes.under - RIM_DEPTH, sizes.under
    )
    edge = board.width
    if board.usb_y is not None:
        half = layout.USB_PLUG[0] / 2 + 1
        rim -= box(edge - 5, edge + 5, board.usb_y - half, board.usb_y + half, 0, sizes.under)
    if board.cables:
        rim -= box(edge - 5, edge + 5, *board.cables, 0, sizes.under)
    if board.reed:
        x, half = board.reed.x, PEG[0] / 2 + 1
        rim -= box(x - half, x + half, board.length - 5, board.length + 5, 0, sizes.under)
    return rim


def _near(number: float, numbers) -> bool:
    return any(abs(number - other) < 1e-6 for other in numbers)
