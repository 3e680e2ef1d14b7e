# SPDX-License-Identifier: MIT
"""Every part of the case can be printed: closed, one body, strong, without supports, on the bed."""

import dataclasses

import pytest

WHY = "needs build123d: python3 -m venv .venv-hardware; .venv-hardware/bin/pip install -r "
WHY += "hardware/enclosure/requirements.txt; run pytest from there"
built = pytest.importorskip("enclosure.built", reason=WHY)
measure = pytest.importorskip("enclosure.measure", reason=WHY)
meshes = pytest.importorskip("enclosure.meshes", reason=WHY)
parts = pytest.importorskip("enclosure.parts", reason=WHY)

BED_MM = 220.0
THINNEST_MM = 1.2
ROUNDING_MM = 0.001  # of rays in single precision
NAMES = list(parts.BY_NAME)


@pytest.mark.parametrize("name", NAMES)
def test_a_part_is_closed_and_one_body(name):
    mesh = built.printed(name)
    assert mesh.is_watertight
    assert mesh.body_count == 1
    assert mesh.volume == pytest.approx(built.solid(name).volume, rel=0.01)


@pytest.mark.parametrize("name", NAMES)
def test_a_part_has_no_thin_walls(name):
    assert measure.wall_mm(built.printed(name)) >= THINNEST_MM - ROUNDING_MM


@pytest.mark.parametrize("name", NAMES)
def test_a_part_needs_no_supports(name):
    assert measure.unsupported_mm2(built.printed(name)) == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_part_lies_flat_on_a_bed(name):
    mesh = built.printed(name)
    assert max(mesh.extents[:2]) <= BED_MM - 10  # a brim has room
    assert mesh.bounds[0, 2] == pytest.approx(0, abs=1e-6)
    assert measure.section(mesh, 0.1).area >= 15


def test_there_is_a_diffuser_for_every_light():
    count = sum(part.count for part in parts.PARTS if part.name.startswith("diffuser"))
    assert count == 57


def test_a_thin_wall_is_caught():
    thin = dataclasses.replace(built.DEFAULT, web=0.8)
    assert measure.wall_mm(built.printed("coupon-face", thin)) < THINNEST_MM


def test_a_print_that_needs_supports_is_caught():
    upright = dataclasses.replace(parts.BY_NAME["coupon-face"], pose=parts.UPRIGHT)
    mesh = meshes.of(upright.lying(built.solid("coupon-face")))
    assert measure.unsupported_mm2(mesh) > 100


def test_a_hood_that_lies_on_its_back_is_caught():
    lying = dataclasses.replace(parts.BY_NAME["hood"], pose=parts.ON_BACK)
    assert measure.unsupported_mm2(meshes.of(lying.lying(built.solid("hood")))) > 20
