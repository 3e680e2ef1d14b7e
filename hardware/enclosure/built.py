# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The parts, each made once: as solids and as meshes, in the case and on the printer's bed."""

import functools

from enclosure import meshes
from enclosure.parts import BY_NAME
from enclosure.sizes import Sizes

DEFAULT = Sizes()


@functools.cache
def solid(name: str, sizes=DEFAULT):
    """A part as a solid, in its place in the case."""
    return BY_NAME[name].solid(sizes)


@functools.cache
def mesh(name: str, sizes=DEFAULT):
    """A part as a mesh, in its place in the case."""
    return meshes.of(solid(name, sizes))


@functools.cache
def printed(name: str, sizes=DEFAULT):
    """A part as a mesh, as it lies on the printer's bed."""
    return meshes.of(BY_NAME[name].lying(solid(name, sizes)))


def diffusers(board):
    """The diffusers of all of the board's lights as meshes, in chain order."""
    return [_diffuser(board, light) for light in board.lights]


def _diffuser(board, light):
    kind = "guess" if light.kind == "guess" else "score"
    home = board.of(kind)[0]
    moved = mesh("diffuser-guess" if kind == "guess" else "diffuser-narrow").copy()
    moved.apply_translation((light.x - home.x, light.y - home.y, 0))
    return moved
