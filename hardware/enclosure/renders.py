# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The pictures of the case: closed, opened, from both players' sides, and what lies on the bed."""

import numpy as np
import trimesh
from design import firmware, layout

from enclosure import board as boards
from enclosure import meshes, raytrace, wells
from enclosure.parts import BY_NAME

GREEN_BOARD, BLACK, METAL = (0.1, 0.32, 0.2), (0.12, 0.12, 0.13), (0.75, 0.75, 0.76)
SHOWN = 3, 7  # rows that glow in the pictures
lights = firmware.module("lights")


def case(built, hood=True):
    """The closed case as (mesh, colour); `built` has the parts' meshes by name, in their places."""
    board = boards.a0()
    names = ["tray", "face", "box-animals", "box-scores", "jack-cover"]
    names += [name for name in built if name.startswith("cap-")]
    names += ["hood", "hood-peg"] if hood else []
    shown = [(built[name], BY_NAME[name].colour) for name in names]
    return shown + _feet(built, board) + _diffusers(built, board)


def electronics(board):
    """The board and all that stands on it."""
    shown = [(meshes.plate(board), GREEN_BOARD)]
    shown += [
        (meshes.block(body), METAL if name == "usb" else BLACK) for name, body in board.tall.items()
    ]
    for light in board.lights:
        body = layout.Body(light.x, light.y, layout.LED_SIZE, layout.LED_SIZE, layout.LED_HEIGHT)
        shown.append((meshes.block(body), (0.95, 0.95, 0.92)))
    return shown


def _feet(built, board):
    first = board.feet[0]
    return [
        (_moved(built["foot"], (at.x - first.x, at.y - first.y, 0)), BY_NAME["foot"].colour)
        for at in board.feet
    ]


def _diffusers(built, board):
    """The diffusers in their wells, some of them lit."""
    shown = []
    for light in board.lights:
        kind = "narrow" if light.kind in wells.NARROW else "guess"
        first = board.of("score" if kind == "narrow" else "guess")[0]
        mesh = _moved(built[f"diffuser-{kind}"], (light.x - first.x, light.y - first.y, 0))
        shown.append((mesh, glow(light)))
    return shown


def glow(light):
    """A colour for a light in the pictures: a game of three rows, as it may stand on the table."""
    game = (((0, 1, 2), (1, 1)), ((0, 3, 1), (1, 2)), ((0, 3, 4), (2, 0)), ((0, 5, 3), (2, 0)))
    picture = lights.dark()
    for row, (guess, score) in enumerate(game):
        lights.paint_row(picture, row, guess, score)
    lights.paint_code(picture, (0, 3, 2))
    look = picture[light.number - 1]
    if look == lights.OFF:
        return BY_NAME["diffuser-guess"].colour
    colour = lights.colour_of(look, "bright")
    linear = np.array([colour >> 16, colour >> 8 & 255, colour & 255]) / 255
    return tuple(np.clip(linear ** (1 / 2.2) * 1.35, 0, 1.6))


def _moved(mesh: trimesh.Trimesh, by):
    moved = mesh.copy()
    moved.apply_translation(by)
    return moved


FRONT = raytrace.Camera((-190, -420, 430), (50, 78, -4), 245)
CODEMAKER = raytrace.Camera((0, 520, 330), (40, 110, 8), 190)
CODEBREAKER = raytrace.Camera((50, -330, 330), (50, 80, 8), 220)
