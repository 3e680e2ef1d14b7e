# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Pictures of meshes without a display: first hits, one shadow, ambient occlusion, crease lines.

Works on trimesh meshes in mm and hands back a Pillow image. Deterministic: its random numbers are
seeded. Knows nothing of the enclosure.
"""

from dataclasses import dataclass

import numpy as np
import trimesh
from PIL import Image

PAPER = np.array([0.965, 0.955, 0.93])
SUN = np.array([-0.35, -0.5, 0.8]) / np.linalg.norm([-0.35, -0.5, 0.8])
SAMPLES = 2  # each way, per pixel of the picture
SKY_RAYS = 5  # occlusion rays per sample
REACH = 40.0  # mm: what is farther away takes no light from a place


@dataclass(frozen=True)
class Camera:
    """Looks from `eye` to `target` (mm); `width` mm are seen across the picture at the target."""

    eye: tuple
    target: tuple
    width: float
    up: tuple = (0.0, 0.0, 1.0)

    def rays(self, columns: int, rows: int):
        """Origins and unit directions, (rows * columns, 3) each, from the upper left."""
        eye, target = np.array(self.eye, float), np.array(self.target, float)
        ahead = target - eye
        right = _unit(np.cross(ahead, self.up))
        up = _unit(np.cross(right, ahead))
        across = (np.arange(columns) + 0.5) / columns - 0.5
        down = (0.5 - (np.arange(rows) + 0.5) / rows) * rows / columns
        grid = across[None, :, None] * right + down[:, None, None] * up
        ways = _unit((grid * self.width + ahead).reshape(-1, 3))
        return np.tile(eye, (len(ways), 1)), ways


def picture(parts, camera: Camera, size=(1200, 900)) -> Image.Image:
    """Draw `parts`, a list of (mesh, (red, green, blue) from 0 to 1), on paper colour.

    A fourth number in a colour is how much it glows by itself.
    """
    columns, rows = size[0] * SAMPLES, size[1] * SAMPLES
    mesh = trimesh.util.concatenate([mesh for mesh, _ in parts])
    owner = np.repeat(np.arange(len(parts)), [len(mesh.faces) for mesh, _ in parts])
    origins, ways = camera.rays(columns, rows)
    face = mesh.ray.intersects_first(origins, ways)
    seen = face >= 0
    table = np.array([(*colour, 0.0)[:4] for _, colour in parts], float)[owner[face]]
    colours, glow = table[:, :3], table[:, 3]
    normal = mesh.face_normals[face]
    normal = np.where((normal * ways).sum(1, keepdims=True) > 0, -normal, normal)
    away = _distances(mesh, face, origins, ways)
    light = np.zeros(len(face))
    light[seen] = _light(mesh, (origins + ways * away[:, None])[seen], normal[seen])
    light = np.maximum(light, glow)
    shown = np.where(seen[:, None], colours * light[:, None], PAPER)
    shown[_creases(face, owner, normal, away, (rows, columns))] *= 0.45
    shown = shown.reshape(size[1], SAMPLES, size[0], SAMPLES, 3).mean((1, 3))
    return Image.fromarray((np.clip(shown, 0, 1) ** (1 / 1.15) * 255).astype(np.uint8))


def _light(mesh, points, normal):
    """How bright each point is: sun where it is not in shadow, sky where it is not covered."""
    points = points + normal * 0.02
    facing = np.clip(normal @ SUN, 0, None)
    lit = facing > 0
    lit[lit] = ~mesh.ray.intersects_any(points[lit], np.tile(SUN, (lit.sum(), 1)))
    return 0.42 * facing * lit + 0.66 * _sky(mesh, points, normal) + 0.06 * normal[:, 2] + 0.04


def _sky(mesh, points, normal):
    """The share of cosine weighted rays from each point that get `REACH` far."""
    chance = np.random.default_rng(57)
    free = np.zeros(len(points))
    for _ in range(SKY_RAYS):
        ways = _unit(normal + _unit(chance.normal(size=points.shape)) * 0.999)
        face = mesh.ray.intersects_first(points, ways)
        away = _distances(mesh, face, points, ways)
        free += np.where(face < 0, 1.0, np.clip(away / REACH, 0, 1))
    return free / SKY_RAYS


def _distances(mesh, face, origins, ways):
    """How far along `ways` each ray meets the plane of its face; infinite where there is none."""
    normal, corner = mesh.face_normals[face], mesh.triangles[face, 0]
    slope = (normal * ways).sum(1)
    with np.errstate(divide="ignore", invalid="ignore"):
        away = ((corner - origins) * normal).sum(1) / slope
    return np.where((face >= 0) & (abs(slope) > 1e-9), away, np.inf)


def _creases(face, owner, normal, away, shape):
    """Where a sample differs from the one right of it or below: part, direction, or a step."""
    part = np.where(face < 0, -1, owner[face]).reshape(shape)
    normal, away = normal.reshape(*shape, 3), np.minimum(away, 1e5).reshape(shape)
    marked = np.zeros(shape, bool)
    for axis in (0, 1):
        here = tuple(slice(None, -1) if a == axis else slice(None) for a in (0, 1))
        there = tuple(slice(1, None) if a == axis else slice(None) for a in (0, 1))
        both = (part[here] >= 0) & (part[there] >= 0)
        turned = (normal[here] * normal[there]).sum(-1) < 0.82
        step = abs(away[here] - away[there]) > 4.0
        marked[here] |= (part[here] != part[there]) | (both & (turned | step))
    return marked.ravel()


def _unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
