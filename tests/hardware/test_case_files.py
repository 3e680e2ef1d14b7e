# SPDX-License-Identifier: MIT
"""The case's committed files are those that its description makes, and its page names them."""

import re
from pathlib import Path

import numpy as np
import pytest

WHY = "needs build123d: python3 -m venv .venv-hardware; .venv-hardware/bin/pip install -r "
WHY += "hardware/enclosure/requirements.txt; run pytest from there"
built = pytest.importorskip("enclosure.built", reason=WHY)
drawings = pytest.importorskip("enclosure.drawings", reason=WHY)
measure = pytest.importorskip("enclosure.measure", reason=WHY)
meshes = pytest.importorskip("enclosure.meshes", reason=WHY)
parts = pytest.importorskip("enclosure.parts", reason=WHY)
trimesh = pytest.importorskip("trimesh", reason=WHY)
cad = pytest.importorskip("build123d", reason=WHY)

HARDWARE = Path(__file__).parents[2] / "hardware"
CASE = HARDWARE / "enclosure"
MAKE = "make it again: hardware/make.py enclosure"
NAMES = list(parts.BY_NAME)
TOUCH_MM3 = 0.05


@pytest.mark.parametrize("name", NAMES)
def test_the_stl_is_the_part(name):
    mesh, now = trimesh.load(CASE / "stl" / f"{name}.stl"), built.printed(name)
    assert mesh.is_watertight
    assert np.allclose(mesh.bounds, now.bounds, atol=0.005), MAKE
    assert mesh.volume == pytest.approx(now.volume, rel=1e-3), MAKE


@pytest.mark.parametrize("name", NAMES)
def test_the_step_is_the_part(name):
    shape = cad.import_step(CASE / "step" / f"{name}.step")
    assert len(shape.solids()) == 1
    assert shape.volume == pytest.approx(built.solid(name).volume, rel=1e-4), MAKE


@pytest.mark.parametrize("name", drawings.SHEETS)
def test_the_drawing_shows_every_part_of_its_sheet(name):
    text = (CASE / "drawings" / f"{name}.svg").read_text(encoding="utf-8")
    for part in drawings.SHEETS[name]:
        size = built.solid(part).bounding_box().size
        assert f"{part} ({parts.BY_NAME[part].count} x)" in text, MAKE
        assert f">{size.X:.1f}<" in text, MAKE
        assert f">{size.Z:.1f}<" in text, MAKE


def test_every_part_is_on_a_sheet():
    assert sorted(part for sheet in drawings.SHEETS.values() for part in sheet) == sorted(NAMES)


def test_the_page_lists_every_part_with_its_number():
    page = (CASE / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([a-z-]+)` \| (\d+) \|", page, re.M))
    assert listed == {part.name: str(part.count) for part in parts.PARTS}


def test_the_page_shows_pictures_that_are_there():
    page = (CASE / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"\]\((pictures/[^)]+)\)", page)
    assert len(shown) >= 5
    assert all((CASE / picture).is_file() for picture in shown)


@pytest.fixture(scope="module")
def board_step():
    """The circuit board's own STEP: the bare board and, as one mesh, all that stands on it.

    Moved so that the bare board lies as in `layout`.
    """
    found = sorted((HARDWARE / "fab").glob("rev-*/**/board.step"))
    if not found:
        pytest.skip("no STEP of the board: hardware/make.py electronics")
    solids = cad.import_step(found[-1]).solids()
    bare = max(solids, key=lambda solid: solid.bounding_box().size.X * solid.bounding_box().size.Y)
    box = bare.bounding_box()
    back = cad.Pos(-box.min.X, -box.min.Y, -box.max.Z)
    standing = [meshes.of(back * solid) for solid in solids if solid is not bare]
    assert len(standing) > 100
    assert all(mesh.is_watertight for mesh in standing)
    return meshes.of(back * bare), trimesh.boolean.union(standing, engine="manifold")


AROUND = ("tray", "face", "hood-peg", *(name for name in NAMES if name.startswith("cap-")))


@pytest.mark.parametrize("name", AROUND)
def test_no_part_cuts_into_the_boards_own_step(board_step, name):
    for mesh in board_step:
        assert measure.clash_mm3(built.mesh(name), mesh) <= TOUCH_MM3


@pytest.mark.parametrize(
    "by", [(0.25, 0, 0), (-0.25, 0, 0), (0, 0.25, 0), (0, -0.25, 0), (0, 0, 0.25)]
)
def test_what_stands_on_the_boards_own_step_has_room_all_round(board_step, by):
    moved = board_step[1].copy()
    moved.apply_translation(by)
    for name in ("tray", "face"):
        assert measure.clash_mm3(built.mesh(name), moved) <= TOUCH_MM3, name
