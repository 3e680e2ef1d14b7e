# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The pictures of the case: what stands in each, and from where it is looked at."""

import numpy as np
import trimesh
from design import firmware, layout
from design.sensors import FELT, PITCH

from enclosure import board as boards
from enclosure import built, caps, meshes, raytrace, sight, wells
from enclosure.parts import BY_NAME, PARTS, ROCK
from enclosure.raytrace import Camera

GREEN_BOARD, BLACK, METAL, SNOW = (
    (0.1, 0.34, 0.2),
    (0.13, 0.13, 0.14),
    (0.75, 0.75, 0.76),
    (1, 1, 1),
)
SNOW_LINE = 23.0  # mm above the face: where the filament may be changed to white
GAME = (((0, 1, 2), (1, 1)), ((0, 3, 1), (1, 2)), ((0, 3, 4), (2, 0)), ((0, 5, 3), (2, 0)))
CODE = (0, 3, 2)
BED_GAP, BEDS_WIDE = 8.0, 345.0
lights = firmware.module("lights")


def pictures():
    """All pictures by name, as Pillow images, one after the other."""
    board, closed = boards.a0(), case()
    yield "case", raytrace.picture(closed, Camera((-190, -420, 430), (50, 76, -4), 262))
    for side, y in (("codebreaker", 95), ("codemaker", 110)):
        eye = sight.eye(*sight.CHILD, side, built.DEFAULT)
        camera = Camera(tuple(eye), (50, y, 8), 232)
        yield f"seen-by-{side}", raytrace.picture(closed, camera)
    yield "opened", raytrace.picture(opened(board), Camera((-330, -420, 330), (50, 78, 70), 312))
    yield "section", raytrace.picture(section(board), Camera((190, -260, 130), (38, 76, 5), 112))
    yield "hood", raytrace.picture(closed, Camera((-70, 420, 260), (30, 142, 22), 112))
    yield "caps", raytrace.picture(closed, Camera((20, -210, 190), (48, 12, 18), 112))
    yield "prints", raytrace.picture(prints(), Camera((0, -330, 900), (0, 0, 0), 470))
    yield "sensors", raytrace.picture(sensors(closed), Camera((-190, -300, 640), (50, 76, -4), 330))
    yield "coupon", raytrace.picture(coupon(), Camera((-90, -170, 170), (15, 18, 14), 96))


def case():
    """The closed case as (mesh, colour)."""
    board = boards.a0()
    names = ["tray", "face", "box-animals", "box-scores", "jack-cover", "hood-peg"]
    names += [f"cap-{name}" for name in caps.NAMES]
    return _own(names) + _snowy(built.mesh("hood")) + _feet(board) + _diffusers(board)


def opened(board):
    """The parts over one another, as they are put together."""
    layers = (
        (0, _own(["tray"]) + _feet(board)),
        (32, electronics(board)),
        (58, _own([f"cap-{name}" for name in caps.NAMES])),
        (62, _diffusers(board)),
        (92, _own(["face"])),
        (112, _own(["hood-peg"])),
        (118, _snowy(built.mesh("hood"))),
    )
    return [(_moved(mesh, (0, 0, z)), colour) for z, layer in layers for mesh, colour in layer]


def section(board):
    """The case cut along row 5 and before the code's middle light: wells, diffusers, board."""
    row = board.lights[6 * 4].y
    kept = trimesh.creation.box(bounds=((-200, row, -100), (300, 400, 200)))
    return [(_cut(mesh, kept), colour) for mesh, colour in case() + electronics(board)]


def prints():
    """Each part as it lies on the printer's bed, side by side, the long ones first."""
    sorted_parts = sorted(PARTS, key=lambda part: -built.printed(part.name).extents[1])
    shown, x, y, deep = [], 0.0, 0.0, 0.0
    for part in sorted_parts:
        mesh = built.printed(part.name)
        wide, long, _ = mesh.extents
        if x + wide > BEDS_WIDE:
            x, y, deep = 0.0, y + deep + BED_GAP, 0.0
        spot = (x + (wide - BEDS_WIDE) / 2, 120 - y - long / 2, 0)
        shown.append((_moved(mesh, spot), part.colour))
        x, deep = x + wide + BED_GAP, max(deep, long)
    return shown


def coupon():
    """The coupon put together, its cap and diffusers in it."""
    board, sizes = boards.coupon(), built.DEFAULT
    shown = _own(["coupon-face", "coupon-tray"])
    place = board.buttons["middle"]
    cap = meshes.of(caps.cap("middle", sizes))
    shown.append((_moved(cap, (place.x, place.y, 0)), BY_NAME["cap-middle"].colour))
    for light in board.lights:
        mesh = meshes.of(wells.diffuser(light.kind, sizes))
        shown.append((_moved(mesh, (light.x, light.y, 0)), BY_NAME["diffuser-guess"].colour))
    return shown


def sensors(closed):
    """The closed case with both bars, and pieces on two of their holes."""
    bar, colour = built.mesh("sensor-bar"), BY_NAME["sensor-bar"].colour
    x, y, _ = bar.bounds.mean(0)
    behind = bar.copy()
    behind.apply_transform(trimesh.transformations.rotation_matrix(np.pi, (0, 0, 1), (x, y, 0)))
    behind.apply_translation((0, layout.LENGTH - 2 * y, 0))
    shown = [*closed, (bar, colour), (behind, colour)]
    for look, number in ((0, -1), (4, 1)):
        peg = trimesh.creation.cone(9.0, 26.0)
        spot = (x + PITCH * number, y, bar.bounds[1, 2] + FELT)
        shown.append((_moved(peg, spot), _glowing(look)))
    return shown


def electronics(board):
    """The board and all that stands on it, as boxes."""
    shown = [(meshes.plate(board), GREEN_BOARD)]
    for name, body in board.tall.items():
        low = layout.PICO_FACE if name in ("usb", "pico") else 0
        block = meshes.block(body._replace(height=body.height - low))
        shown.append((_moved(block, (0, 0, low)), METAL if name == "usb" else BLACK))
    for light in board.lights:
        size, high = layout.LED_SIZE, layout.LED_HEIGHT
        block = meshes.block(layout.Body(light.x, light.y, size, size, high))
        shown.append((block, (0.95, 0.95, 0.92)))
    return shown


def glow(light):
    """The colour of a light's diffuser in the pictures, in the middle of a game."""
    picture = lights.dark()
    for row, (guess, score) in enumerate(GAME):
        lights.paint_row(picture, row, guess, score)
    lights.paint_code(picture, CODE)
    look = picture[light.number - 1]
    return BY_NAME["diffuser-guess"].colour if look == lights.OFF else _glowing(look)


def _glowing(look: int):
    """A look's colour as it shines."""
    colour = lights.colour_of(look, "bright")
    linear = np.array([colour >> 16, colour >> 8 & 255, colour & 255]) / 255
    return (*(1.1 * linear ** (1 / 2.2)), 1.0)


def _own(names):
    """Parts in their places, in their colours."""
    return [(built.mesh(name), BY_NAME[name].colour) for name in names]


def _snowy(mesh):
    """The hood in two colours."""
    line = built.DEFAULT.top + SNOW_LINE
    sky = trimesh.creation.box(bounds=((-50, 0, line), (150, 300, 300)))
    rock = trimesh.creation.box(bounds=((-50, 0, -50), (150, 300, line)))
    return [(_cut(mesh, rock), ROCK), (_cut(mesh, sky), SNOW)]


def _feet(board):
    first = board.feet[0]
    foot, colour = built.mesh("foot"), BY_NAME["foot"].colour
    return [(_moved(foot, (at.x - first.x, at.y - first.y, 0)), colour) for at in board.feet]


def _diffusers(board):
    return [
        (mesh, glow(light))
        for mesh, light in zip(built.diffusers(board), board.lights, strict=True)
    ]


def _moved(mesh, by):
    moved = mesh.copy()
    moved.apply_translation(by)
    return moved


def _cut(mesh, kept):
    """What of a mesh lies in `kept`."""
    return trimesh.boolean.intersection([mesh, kept], engine="manifold")
