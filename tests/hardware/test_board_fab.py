# SPDX-License-Identifier: MIT
"""The fabrication files say what the board says: read back by gerbonara, by CSV, by IPC-D-356."""

import csv
import re
import sys
import warnings
from pathlib import Path

import pytest
from design import layout, nets, parts
from electronics import bom, build

FAB = Path(__file__).resolve().parents[2] / "hardware" / "fab" / "rev-a0"
TOOLS = FAB.parents[1] / "build" / "tools"
TEXTS = (".gbr", ".drl", ".gbrjob", ".csv", ".ipc", ".step", ".html", ".kicad_pcb", ".kicad_sch")
MM = 0.002


@pytest.fixture(scope="module")
def gerbers():
    """The layers as gerbonara reads them."""
    sys.path.append(str(TOOLS))
    gerbonara = pytest.importorskip("gerbonara", reason="python3 hardware/make.py install")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return gerbonara.LayerStack.open(FAB / "gerbers")


def rows(name):
    with open(FAB / name, newline="") as file:
        return list(csv.DictReader(file))


def flashes(layer):
    """Middles of a layer's flashed shapes, in millimetres."""
    return [(flash.x, flash.y) for flash in layer.objects if type(flash).__name__ == "Flash"]


def near(points, x, y):
    return any(abs(a - x) < MM and abs(b - y) < MM for a, b in points)


def drills(layer):
    return [(hole.x, hole.y, round(hole.aperture.diameter, 3)) for hole in layer.objects]


def test_the_outline_is_100_by_160_mm(gerbers):
    (left, low), (right, high) = gerbers.outline.bounding_box(unit="mm")
    assert (left, low) == pytest.approx((0, 0), abs=0.06)
    assert (right, high) == pytest.approx((layout.WIDTH, layout.LENGTH), abs=0.06)


def test_all_layers_are_there(gerbers):
    names = {(side, use) for (side, use), layer in gerbers.graphic_layers.items() if layer}
    both = {(side, use) for side in ("top", "bottom") for use in ("copper", "mask", "silk")}
    assert both | {("top", "paste"), ("mechanical", "outline")} <= names


def test_every_pad_is_open_in_the_mask(gerbers, board):
    top = flashes(gerbers["top", "mask"])
    bottom = flashes(gerbers["bottom", "mask"])
    for pad in board.pads:
        assert near(top, pad.x, pad.y), pad
        assert not pad.drill or near(bottom, pad.x, pad.y), pad


def test_nothing_but_pads_is_open_in_the_mask(gerbers, board):
    pads = [(pad.x, pad.y) for pad in board.pads]
    assert all(near(pads, x, y) for x, y in flashes(gerbers["top", "mask"]))


def test_paste_is_on_every_soldered_pad_of_the_top_and_nowhere_else(gerbers, board):
    bare = ("test", "fiducial", "screw")
    pads = [p for p in board.pads if not p.drill and nets.parts()[p.ref].kind not in bare]
    paste = flashes(gerbers["top", "paste"])
    assert len(paste) == len(pads)
    assert all(near(paste, pad.x, pad.y) for pad in pads)


def test_every_hole_is_drilled_once_and_no_other(gerbers, board):
    plated, bare = drills(gerbers.drill_pth), drills(gerbers.drill_npth)
    legs = [pad for pad in board.pads if pad.drill and pad.pin]
    assert len(plated) == len(legs) + board.vias
    assert sorted((round(x, 2), round(y, 2), d) for x, y, d in bare) == sorted(
        (at.x, at.y, layout.SCREW) for at in layout.SCREWS
    )
    holes = [(x, y) for x, y, _ in plated]
    assert all(near(holes, pad.x, pad.y) for pad in legs)


def test_the_tester_s_netlist_is_the_board_s(board):
    """IPC-D-356: a record for each end of a net, with reference and pin."""
    found = {}
    for line in (FAB / "netlist.ipc").read_text().splitlines():
        if line[:3] in ("317", "327") and line[20:26].strip() not in ("", "VIA"):
            net, ref, pin = line[3:17].strip(), line[20:26].strip(), line[27:31].strip()
            found.setdefault(net, set()).add((ref, pin))
    joined = {frozenset(pins) for net, pins in found.items() if net != "N/C" and len(pins) > 1}
    assert joined == {frozenset(pins) for pins in board.nets().values()}


@pytest.mark.parametrize(("build_name", "options"), list(bom.BUILDS.items()))
def test_a_list_has_every_part_of_its_build_once(build_name, options):
    listed = [ref for row in rows(f"bom-pcb-{build_name}.csv") for ref in row["References"].split()]
    wanted = [
        part.ref
        for part in nets.parts().values()
        if part.option in options and part.kind not in parts.UNBOUGHT
    ]
    assert sorted(listed) == sorted(wanted)


@pytest.mark.parametrize("build_name", bom.BUILDS)
def test_a_list_says_how_many_of_what_by_whom_and_what_else_would_do(build_name):
    for row in rows(f"bom-pcb-{build_name}.csv"):
        refs = row["References"].split()
        assert int(row["Quantity"]) == len(refs) or not refs
        if refs:
            assert all(row[key] for key in ("Manufacturer", "Number", "Alternates"))
            assert row["Mount"] in ("SMD", "THT")
            assert row["Solder"] in ("hand", "fine", "plug")


def test_the_lists_have_screws_prints_and_cables():
    whole = " ".join(row["What"] for row in rows("bom-pcb-full.csv"))
    for word in ("screw M3", "printed case", "USB cable", "socket strip", "magnet", "adapter"):
        assert word in whole


def test_57_lights_and_57_capacitors_of_their_own():
    by_value = {row["Value"]: int(row["Quantity"]) for row in rows("bom-pcb-base.csv")}
    assert by_value["WS2812B"] == 57
    assert by_value["100nF"] == 57 + 1  # the shifter's


def test_positions_are_the_board_s(board):
    listed = {row["Designator"]: row for row in rows("positions.csv")}
    soldered = {r for r, p in nets.parts().items() if p.kind not in parts.UNBOUGHT}
    assert set(listed) == soldered
    for ref, row in listed.items():
        kind = parts.KINDS[nets.parts()[ref].kind]
        body = board.bodies[ref]
        if kind.centre == (0.0, 0.0):
            assert (float(row["Mid X"]), float(row["Mid Y"])) == (
                pytest.approx(body.x, abs=MM),
                pytest.approx(body.y, abs=MM),
            )
        assert float(row["Turn"]) % 360 == body.turn % 360
        factory = (float(row["Turn"]) + kind.factory_turn) % 360
        assert float(row["Factory turn"]) == factory


def test_polarised_parts_say_where_their_first_pin_is():
    for row in rows("positions.csv"):
        if nets.parts()[row["Designator"]].kind in ("led", "shifter", "mux", "pfet", "tvs"):
            assert row["Pin 1"]


def test_the_lists_are_those_of_the_description():
    for name in bom.BUILDS:
        assert (FAB / f"bom-pcb-{name}.csv").read_text() == bom.bom(name)
    assert (FAB / "positions.csv").read_text() == bom.positions()


def test_no_file_has_a_path_of_a_machine_or_a_moment_in_it():
    for top in (FAB, build.KICAD):
        for path in top.rglob("*"):
            if path.suffix in TEXTS:
                text = path.read_text(errors="replace")
                assert not re.search("/(tmp|home|work|root)/", text)
                days = set(re.findall(r"20\d\d-\d\d-\d\d", text))
                assert days <= {layout.DATE, "2012-10-10"}, path.name


def test_the_files_stay_small():
    sizes = {path.name: path.stat().st_size for path in FAB.rglob("*") if path.is_file()}
    assert max(sizes.values()) < 3_000_000
    assert sum(sizes.values()) < 6_000_000
