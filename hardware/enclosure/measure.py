# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What can be measured on a mesh: walls, layers that would need support, clashes, who sees whom.

Works on trimesh meshes in mm, z up. Knows nothing of the enclosure.
"""

import numpy as np
import trimesh
from shapely import unary_union
from shapely.geometry import Polygon

SEED = 57


def wall_mm(mesh, percent=1.0, rays=20000):
    """The thickness that `percent` of all places on the surface stay below, by inward rays."""
    points, face = trimesh.sample.sample_surface(mesh, rays, seed=SEED)
    inward = -mesh.face_normals[face]
    start = points + inward * 0.01
    hit = mesh.ray.intersects_first(start, inward)
    deep = _along(mesh, hit, start, inward)[hit >= 0] + 0.01
    return float(np.percentile(deep, percent))


def unsupported_mm2(mesh, layer=0.4, lean_deg=45.0, bridge=2.0):
    """The area that a printer would lay on air, with the mesh standing on the bed as it is.

    A layer may reach out by `lean_deg` from the one below; a gap of up to `bridge` mm is crossed.
    """
    low, high = mesh.bounds[:, 2]
    heights = np.arange(low + layer / 2, high, layer)
    reach = layer * np.tan(np.radians(lean_deg)) + 0.02
    area, below = 0.0, None
    for shape in _layers(mesh, heights):
        if below is not None:
            air = shape.difference(below.buffer(reach))
            area += air.buffer(-bridge / 2).area
        below = shape
    return area


def section(mesh, height: float):
    """The shapely polygons that `mesh` fills at `height`."""
    (shape,) = _layers(mesh, [height])
    return shape


def holes(shape):
    """The centre (x, y) and the area of every hole in a section."""
    found = []
    for polygon in getattr(shape, "geoms", [shape]):
        for ring in polygon.interiors:
            hole = Polygon(ring)
            found.append((hole.centroid.x, hole.centroid.y, hole.area))
    return np.array(found).reshape(-1, 3)


def clash_mm3(one, other):
    """The volume that two watertight meshes share."""
    shared = trimesh.boolean.intersection([one, other], engine="manifold")
    one, two, three = np.moveaxis(shared.triangles.reshape(-1, 3, 3), 1, 0)
    return abs(float((one * np.cross(two, three)).sum())) / 6


def blocked(mesh, starts, ends):
    """Whether `mesh` stands between each start and its end, both (n, 3)."""
    ways = ends - starts
    far = np.linalg.norm(ways, axis=1)
    ways = ways / far[:, None]
    hit = mesh.ray.intersects_first(starts, ways)
    return (hit >= 0) & (_along(mesh, hit, starts, ways) < far - 1e-3)


def first_owner(meshes, starts, ways):
    """Which of `meshes` each ray meets first (-1: none), and where, (n,) and (n, 3)."""
    scene = trimesh.util.concatenate(meshes)
    owner = np.repeat(np.arange(len(meshes)), [len(mesh.faces) for mesh in meshes])
    hit = scene.ray.intersects_first(starts, ways)
    away = _along(scene, hit, starts, ways)
    where = starts + ways * np.where(hit >= 0, away, 0.0)[:, None]
    return np.where(hit >= 0, owner[hit], -1), where, scene.face_normals[hit]


def directions(count: int):
    """`count` unit vectors spread evenly over the sphere (a Fibonacci lattice)."""
    z = 1 - (2 * np.arange(count) + 1) / count
    angle = np.pi * (1 + 5**0.5) * np.arange(count)
    flat = np.sqrt(1 - z * z)
    return np.column_stack((flat * np.cos(angle), flat * np.sin(angle), z))


def _layers(mesh, heights):
    """The filled polygons of `mesh` at each of `heights`."""
    cuts = mesh.section_multiplane((0, 0, 0), (0, 0, 1), heights)
    for cut in cuts:
        if cut is None:
            yield Polygon()
            continue
        placed = [_place(polygon, cut.metadata["to_3D"]) for polygon in cut.polygons_full]
        yield unary_union(placed)


def _place(polygon, matrix):
    """A section's polygon in the mesh's own x and y."""
    turn, shift = matrix[:2, :2], matrix[:2, 3]
    moved = [
        np.array(ring.coords) @ turn.T + shift for ring in (polygon.exterior, *polygon.interiors)
    ]
    return Polygon(moved[0], moved[1:])


def _along(mesh, hit, starts, ways):
    """How far along `ways` each ray meets the plane of the face it hit."""
    normal, corner = mesh.face_normals[hit], mesh.triangles[hit, 0]
    slope = (normal * ways).sum(1)
    slope = np.where(abs(slope) < 1e-9, 1e-9, slope)
    return ((corner - starts) * normal).sum(1) / slope
