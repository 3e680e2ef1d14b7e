# SPDX-License-Identifier: MIT
"""KiCad finds nothing wrong with the kept files, and finds each fault that is put in on purpose."""

import itertools
import re
import shutil

import pytest
from electronics import build, compare, netlist, readback
from electronics.drawing import PROJECT

pytestmark = pytest.mark.usefixtures("kicad")

PCB, SCHEMATIC = f"{PROJECT}.kicad_pcb", "lights.kicad_sch"
STEP = 1.27  # of the sheets' grid


@pytest.fixture
def project(tmp_path):
    """A copy of the kept project to break."""
    return shutil.copytree(build.KICAD, tmp_path / "kicad")


def check(project):
    """All that the board's check says, by KiCad's names of the faults."""
    found = build.drc(project, project / "drc.json")
    return {line.split(":")[0] for lines in found.values() for line in lines}


def change(file, pattern, put, count=1):
    text = file.read_text()
    text, made = re.subn(pattern, put, text, count=count, flags=re.DOTALL)
    assert made == count
    file.write_text(text)


def net_number(project, net):
    return re.search(rf'\(net (\d+) "{re.escape(net)}"\)', (project / PCB).read_text()).group(1)


def piece(kind, net):
    """The text of a track or via of a net."""
    return rf"\t\({kind}\n(?:(?!\n\t\)).)*?\(net {net}\)(?:(?!\n\t\)).)*?\n\t\)\n"


def footprint(ref):
    """The text of a part on the board."""
    return rf'\t\(footprint "(?:(?!\n\t\)\n).)*?"Reference" "{ref}"\n.*?\n\t\)\n'


def add(project, text):
    file = project / PCB
    kept = file.read_text().rstrip()
    assert kept.endswith(")")
    file.write_text(kept[:-1] + text + "\n)\n")


def track(start, end, width, net, layer="F.Cu"):
    """A track in the board's millimetres."""
    points = [(55.0 + x, 185.0 - y) for x, y in (start, end)]
    (x1, y1), (x2, y2) = points
    return (
        f"(segment (start {x1} {y1}) (end {x2} {y2}) (width {width}) (layer {layer}) (net {net}))"
    )


def test_the_kept_schematic_has_no_fault(tmp_path):
    assert build.erc(build.KICAD, tmp_path / "erc.json") == []


def test_the_kept_board_has_no_fault(tmp_path):
    found = build.drc(build.KICAD, tmp_path / "drc.json")
    assert found == {"violations": [], "unconnected_items": [], "schematic_parity": []}


def test_no_check_is_switched_off():
    text = (build.KICAD / f"{PROJECT}.kicad_pro").read_text()
    assert text.count('"rule_severities": {}') == 2
    assert "exclusion" not in text


def test_kicad_s_own_netlist_is_the_board_s(tmp_path, board):
    listed = netlist.read(build.netlist(build.KICAD))
    drawn = {frozenset(pins) for pins in listed.nets.values() if len(pins) > 1}
    assert drawn == {frozenset(pins) for pins in board.nets().values()}


def test_all_files_come_out_the_same_again(kicad):
    if kicad != compare.recorded():
        pytest.skip(f"the kept files are from KiCad {compare.recorded()}, this is {kicad}")
    assert compare.differences() == []


def test_a_deleted_track_is_caught(project):
    net = net_number(project, readback.read().net_of("D17", "4"))
    change(project / PCB, piece("segment", net), "")
    assert "unconnected_items" in check(project)


def test_two_outputs_joined_on_the_board_are_caught(project):
    """D1's data out to D2's, across D2."""
    net = net_number(project, readback.read().net_of("D1", "2"))
    add(project, track((15.45, 27.65), (30.45, 27.65), 0.3, net))
    assert {"shorting_items", "clearance"} & check(project)


def test_a_light_whose_data_in_is_joined_to_nothing_is_caught(project):
    """On the board: the pad loses its net, which the schematic still has."""
    net = readback.read().net_of("D17", "4")
    number = net_number(project, net)
    text = (project / PCB).read_text()
    start, end = re.search(footprint("D17"), text, re.DOTALL).span()
    part = text[start:end].replace(f'(net {number} "{net}")', "")
    (project / PCB).write_text(text[:start] + part + text[end:])
    assert "net_conflict" in check(project)


def test_a_light_turned_by_half_a_turn_is_caught(project):
    """Its pads land on tracks of other nets."""
    text = (project / PCB).read_text()
    start, end = re.search(footprint("D17"), text, re.DOTALL).span()
    part = re.sub(r"(\n\t\t\(at [\d.]+ [\d.]+) 180\)", r"\1 0)", text[start:end], count=1)
    assert part != text[start:end]
    (project / PCB).write_text(text[:start] + part + text[end:])
    assert "shorting_items" in check(project)


def test_a_missing_capacitor_is_caught(project):
    change(project / PCB, footprint("C17"), "")
    assert "missing_footprint" in check(project)


def test_a_thin_supply_track_is_caught(project):
    net = net_number(project, "VBUS")
    text = (project / PCB).read_text()
    thin = re.sub(piece("segment", net), lambda m: m[0].replace("(width 1.2)", "(width 0.3)"),
                  text, flags=re.DOTALL)  # fmt: skip
    assert thin != text
    (project / PCB).write_text(thin)
    assert "track_width" in check(project)


def test_a_track_below_the_antenna_is_caught(project):
    add(project, track((50.0, 148.0), (56.0, 148.0), 0.3, 0))
    assert "items_not_allowed" in check(project)


def test_a_track_at_the_edge_is_caught(project):
    add(project, track((0.3, 60.0), (0.3, 64.0), 0.3, 0))
    assert "copper_edge_clearance" in check(project)


def test_a_track_under_a_screw_is_caught(project):
    add(project, track((1.5, 69.75), (6.5, 69.75), 0.3, 0))
    assert "items_not_allowed" in check(project)


def test_planes_that_were_not_poured_are_caught(project):
    change(project / PCB, r"\t\t\(filled_polygon\n.*?\n\t\t\)\n", "", count=4)
    assert "unconnected_items" in check(project)


def test_a_light_of_another_kind_is_caught(project):
    change(project / PCB, r'"Value" "WS2812B"', '"Value" "SK6805"')
    assert "footprint_symbol_mismatch" in check(project)


def wire_at(x, y):
    """The text of a wire that ends at a point, in grid steps."""
    at = rf"\(xy {x * STEP:g} {y * STEP:g}\)"
    return rf"\t\(wire\n\t\t\(pts\n(?:\t\t\t\(xy [\d. ]+\)\n)?\t\t\t{at}\n.*?\n\t\)\n"


def say(project):
    found = build.erc(project, project / "erc.json")
    return {line.split(":")[0] for line in found}


def test_a_light_drawn_with_its_data_in_open_is_caught(project):
    """D17: the fifth of row 3."""
    change(project / SCHEMATIC, wire_at(44 + 46 * 4 - 6, 190 - 18 * 2 + 2), "")
    assert "pin_not_connected" in say(project)


def test_two_outputs_joined_in_the_drawing_are_caught(project):
    """A wire from D1's data out, above D2, to D2's."""
    y, left, right = (192 * STEP, (44 + 6) * STEP, (44 + 46 + 6) * STEP)
    up = (192 - 1) * STEP
    corners = ((left, y), (left, up), (right, up), (right, y))
    wires = "".join(
        f"(wire (pts (xy {a:g} {b:g}) (xy {c:g} {d:g})) (stroke (width 0) (type default))"
        f' (uuid "00000000-0000-4000-8000-00000000000{n}"))'
        for n, ((a, b), (c, d)) in enumerate(itertools.pairwise(corners))
    )
    change(project / SCHEMATIC, r"\t\(sheet_instances", wires + "\n\t(sheet_instances")
    assert "pin_to_pin" in say(project)


def test_a_light_drawn_without_supply_is_caught(project):
    """Row 3's supply symbol is gone: its six lights have no 5 V."""
    y = 190 - 18 * 2 - 6
    symbol = rf'\t\(symbol\n\t\t\(lib_id "jungle:\+5V"\)\n\t\t\(at {37 * STEP:g} {y * STEP:g} 0\)'
    change(project / SCHEMATIC, symbol + r"\n.*?\n\t\)\n", "")
    assert "power_pin_not_driven" in say(project)
