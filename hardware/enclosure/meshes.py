# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Triangle meshes of solids, and of the board the case is made for. mm."""

import build123d as cad
import numpy as np
import trimesh
from design import layout

TOLERANCE, ANGLE = 0.03, 0.3  # mm, radians: how far a triangle may leave a curve


def of(solid) -> trimesh.Trimesh:
    """A solid's mesh, its corners joined."""
    corners, triangles = solid.tessellate(TOLERANCE, ANGLE)
    points = np.array([tuple(corner) for corner in corners])
    mesh = trimesh.Trimesh(points, triangles)
    mesh.merge_vertices(digits_vertex=5)
    mesh.update_faces(mesh.nondegenerate_faces())
    return mesh


def plate(board) -> trimesh.Trimesh:
    """The bare board with its screw holes."""
    flat = cad.RectangleRounded(board.width, board.length, board.corner)
    flat = cad.Pos(board.width / 2, board.length / 2) * flat
    flat -= [cad.Pos(at.x, at.y) * cad.Circle(layout.SCREW / 2) for at in board.screws]
    return of(cad.Pos(0, 0, -layout.THICKNESS) * cad.extrude(flat, layout.THICKNESS))


def block(body, grow=0.0) -> trimesh.Trimesh:
    """The room of a `layout.Body`, larger by `grow` at its sides and its top."""
    size = body.width + 2 * grow, body.depth + 2 * grow, body.height + grow
    box = trimesh.creation.box(size)
    box.apply_translation((body.x, body.y, size[2] / 2))
    return box


def leads(board) -> trimesh.Trimesh:
    """The room of the cut leads below the board, away from its screws and its edge."""
    edge = 2.5
    low = -layout.THICKNESS - layout.BOTTOM
    flat = cad.Pos(board.width / 2, board.length / 2) * cad.Rectangle(
        board.width - 2 * edge, board.length - 2 * edge
    )
    flat -= [cad.Pos(at.x, at.y) * cad.Circle(layout.SCREW_CLEAR / 2 + 0.1) for at in board.screws]
    return of(cad.Pos(0, 0, low) * cad.extrude(flat, layout.BOTTOM))
