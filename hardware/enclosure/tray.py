# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The tray under the board, its feet, and the cover for an unused power jack.

The board lies on posts; screws come from below through floor, post and board into the face's
bosses. The openings for the plugs are notches from above, so that nothing has to be bridged. Where
the sensors' cables leave, the wall is thin: who has sensors nips it out.
"""

import build123d as cad
from design import layout

from enclosure.shapes import at, box, one, outline, prism

DOVETAIL_TIP, DOVETAIL_ROOT = 8.0, 5.0
SEAM = 0.2  # the walls end so far below the face, so that the screws clamp the board
INNER_CORNER = 1.5  # the Pico's corner reaches over the board's round one
LEDGE = 2.0  # the board's front edge lies on it, under the keys


def tray(board, sizes):
    """The tray as one solid, in its place under the board."""
    outer, inner = outline(board, sizes.outside), outline(board, sizes.around, INNER_CORNER)
    whole = prism(outer, sizes.floor_under, sizes.floor_top)
    whole += prism(outer - inner, sizes.floor_top, sizes.under - SEAM)
    whole += _rails(board, sizes)
    whole += prism(at(board.screws, cad.Circle(sizes.post / 2)), sizes.floor_top, sizes.bottom)
    whole += _ledge(board, sizes)
    whole -= prism(at(board.screws, cad.Circle(sizes.screw_hole / 2)), sizes.floor_under, 0)
    stems = cad.Circle(sizes.foot_stem / 2 + sizes.glued)
    whole -= prism(at(board.feet, stems), sizes.floor_under, sizes.floor_top)
    if board.usb_y is not None:
        whole -= _usb(board, sizes)
    if board.jack_y is not None:
        whole -= _jack(board, sizes)
    if board.cables is not None:
        whole -= _cables(board, sizes)
    return one(whole)


def dovetail(sizes, gap=0.0):
    """A dovetail's outline that points right, its root on x = 0; larger by `gap` all round."""
    root, tip, far = DOVETAIL_ROOT / 2, DOVETAIL_TIP / 2, sizes.dovetail
    flat = cad.make_face(cad.Polyline((0, -root), (far, -tip), (far, tip), (0, root), close=True))
    return cad.offset(flat, gap, kind=cad.Kind.INTERSECTION) if gap else flat


def foot(sizes):
    """A foot as it stands on the table, its stem upwards, over the origin."""
    stem = prism(cad.Circle(sizes.foot_stem / 2), sizes.table, sizes.floor_top + 0.3)
    body = prism(cad.Circle(sizes.foot / 2), sizes.table, sizes.floor_under)
    return one(cad.chamfer(body.edges().sort_by(cad.Axis.Z)[0], 0.6) + stem)


def jack_cover(board, sizes):
    """Closes the jack's notch where no jack is fitted; its flange lies inside the wall."""
    low, high = _jack_low(sizes), sizes.under - SEAM
    half = _jack_half(sizes) - sizes.glued
    outer, inner = -sizes.outside, -sizes.around
    plug = box(outer, inner, -half, half, low + sizes.glued, high)
    flange = box(inner, inner + 1.4, -half - 2, half + 2, low + sizes.glued, high - 2.2)
    return one(cad.Pos(0, board.jack_y) * (plug + flange))


def _rails(board, sizes):
    """The dovetails on both sides, on which the boxes hang."""
    whole = cad.Part()
    for y in board.rails:
        right = cad.Pos(board.width + sizes.outside, y) * dovetail(sizes)
        left = cad.Pos(-sizes.outside, y) * cad.mirror(dovetail(sizes), cad.Plane.YZ)
        whole += prism(right + left, sizes.floor_under, sizes.table + sizes.box_height)
    return whole


def _ledge(board, sizes):
    """Carries the board's front edge between the screws, where fingers press on keys."""
    margin = 10.0
    x0, x1 = margin, board.width - margin
    return box(x0, x1, -sizes.around, LEDGE, sizes.floor_top, sizes.bottom - 0.1)


def _usb(board, sizes):
    """The room of a USB plug in the right wall, open upwards."""
    half = layout.USB_PLUG[0] / 2 + sizes.clearance + 0.2
    low = layout.USB_Z - layout.USB_PLUG[1] / 2 - sizes.clearance
    x = board.width
    return box(x - 1, x + 10, board.usb_y - half, board.usb_y + half, low, sizes.under)


def _jack(board, sizes):
    """The room of a power plug in the left wall, open upwards."""
    half = _jack_half(sizes)
    return box(-10, 0, board.jack_y - half, board.jack_y + half, _jack_low(sizes), sizes.under)


def _cables(board, sizes):
    """What is taken off the right wall's outside, above the box that may hang there."""
    x, top = board.width + sizes.around + sizes.cable_web, sizes.under - SEAM
    return box(x, x + 10, *board.cables, top - sizes.cable_slot, top)


def _jack_half(sizes):
    return layout.JACK_PLUG / 2 + sizes.clearance


def _jack_low(sizes):
    return layout.JACK_Z - layout.JACK_PLUG / 2 - sizes.clearance
