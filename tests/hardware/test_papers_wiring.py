# SPDX-License-Identifier: MIT
"""The strip build: its perfboard joins what it must, its lights and pins are the firmware's."""

import csv
import io
from itertools import chain

import pytest

WHY = "runs in the project's .venv: make setup"
bom = pytest.importorskip("wiring.bom", reason=WHY)
cables = pytest.importorskip("wiring.cables", reason=WHY)
harness = pytest.importorskip("wiring.harness", reason=WHY)
mainboard = pytest.importorskip("wiring.mainboard", reason=WHY)
netcheck = pytest.importorskip("wiring.netcheck", reason=WHY)
strip = pytest.importorskip("wiring.strip", reason=WHY)
keys = pytest.importorskip("mastermind.keys", reason=WHY)
lights = pytest.importorskip("mastermind.lights", reason=WHY)
settings = pytest.importorskip("mastermind.settings", reason=WHY)

IDLE_UF = 10  # what USB 2.0, 7.2.4.1, lets a device have behind its plug
STRIP_UF = 0.1  # the capacitor beside each light of a WS2812B strip


def joined(*names):
    return frozenset(names)


# Every net of the main board, by the pins that it joins. The firmware's pins stand in PINS below.
NETS = {
    joined("U1.40", "F1.1"),
    joined("F1.2", "U2.14", "C1.1", "C2.1", "J1.5V"),
    joined("U1.38", "J1.GND"),
    joined("U1.28", "U2.1"),
    joined(
        "U1.8", "U2.4", "U2.5", "U2.7", "U2.9", "U2.10", "U2.12", "U2.13", "C1.2", "C2.2",
        "J2.GND", "J3.GND", "J4.GND", "J5.GND",
    ),
    joined("U1.21", "U2.2"),
    joined("U2.3", "R1.1"),
    joined("R1.2", "J1.data"),
    joined("U1.4", "J2.left"),
    joined("U1.5", "J2.middle"),
    joined("U1.6", "J2.right"),
    joined("U1.7", "J2.check"),
    joined("U1.9", "J2.menu"),
    joined("U1.10", "J3.hood"),
    joined("U1.20", "R2.1"),
    joined("R2.2", "J4.piezo"),
    joined("U1.26", "J5.sda"),
    joined("U1.27", "J5.scl"),
    joined("U1.36", "J5.3V3"),
}  # fmt: skip


def test_the_main_board_joins_what_it_must_and_nothing_else():
    assert netcheck.nets(mainboard.PARTS, mainboard.WIRES) == NETS


def test_no_wires_cross_and_no_parts_collide():
    assert netcheck.faults(mainboard.PARTS, mainboard.WIRES) == []


def without(index):
    return mainboard.WIRES[:index] + mainboard.WIRES[index + 1 :]


@pytest.mark.parametrize("index", range(len(mainboard.WIRES)))
def test_a_board_without_any_one_of_its_wires_is_caught(index):
    assert netcheck.nets(mainboard.PARTS, without(index)) != NETS


def test_a_wire_across_others_is_caught():
    extra = (*mainboard.WIRES, mainboard.Wire("stray", ((2, 3), (12, 3))))
    assert netcheck.faults(mainboard.PARTS, extra) == [
        f"{name} and stray touch"
        for name in ("left", "middle", "right", "check", "menu", "GND", "hood")
    ]


def test_a_part_in_the_place_of_another_is_caught():
    moved = mainboard.PARTS[-1]._replace(name="X1")
    faults = netcheck.faults((*mainboard.PARTS, moved), ())
    assert faults[-1] == "J5 and X1 overlap"
    assert "X1.GND and J5.GND share (22, 11)" in faults


def test_a_wire_askew_or_off_the_board_is_caught():
    wires = (mainboard.Wire("a", ((1, 1), (3, 2))), mainboard.Wire("b", ((24, 3), (25, 3))))
    assert netcheck.faults((), wires) == [
        "a: from (1, 1) to (3, 2) is not along the holes",
        "b: leaves the board",
    ]


def test_pins_are_those_of_the_shipped_settings():
    shipped = settings.parse(settings_bytes())[0]
    assert mainboard.pins() == {name.removeprefix("pin_"): shipped[name] for name in settings.PINS}
    assert shipped["pin_sensor_light"] == "none"  # no build wires it


def settings_bytes():
    return (mainboard.firmware.FIRMWARE / "settings.toml").read_bytes()


@pytest.mark.parametrize("name", keys.NAMES)
def test_every_key_reaches_its_pin_of_the_pico(name):
    header = "J3" if name == "hood" else "J2"
    pin = mainboard.PICO_GPIO[settings.defaults()[f"pin_{name}"]]
    assert joined(f"U1.{pin}", f"{header}.{name}") in NETS


def test_the_picos_edge():
    """Its datasheet's corners, and the pins around the grounds."""
    edge = mainboard.PICO_GPIO
    assert (edge["GP0"], edge["GP2"], edge["GP15"], edge["GP16"]) == (1, 4, 20, 21)
    assert (edge["GP22"], edge["GP26"], edge["GP28"]) == (29, 31, 34)


def test_lights_are_in_the_firmwares_order():
    for row in range(9):
        y = strip.row_y(row)
        for hole in range(3):
            guess = strip.LIGHTS[lights.guess_light(row, hole)]
            score = strip.LIGHTS[lights.score_light(row, hole)]
            assert (guess.kind, score.kind, guess.y, score.y) == ("guess", "score", y, y)
            assert guess.x == pytest.approx(15 + 1000 / 60 * (hole + 0.5))
            assert score.x == pytest.approx(65 + 1000 / 60 * (hole + 0.5))
    code = [strip.LIGHTS[lights.code_light(hole)] for hole in range(3)]
    assert [light.kind for light in code] == ["code"] * 3
    assert sorted(light.x for light in code) == [light.x for light in code]
    assert code[0].y > strip.row_y(8)


def test_the_chain_goes_through_all_lights_in_order():
    """Piece after piece, by the data wires of the cables alone."""
    ways = {cable.start: cable.end for cable in cables.CABLES if data_of(cable)}
    pieces = {piece.name: piece for piece in strip.PIECES}
    at, found = ways["J1"], []
    while at:
        piece = pieces[at]
        found += range(piece.first, piece.last + 1)
        at = ways.get(at)
    assert found == list(range(1, lights.COUNT + 1))


def data_of(cable):
    found = [core for core in cable.cores if core.net == "data"]
    if found and cable.start != "J1":
        assert (found[0].pin_from, found[0].pin_to) == ("DOUT", "DIN")
    return found


def test_every_piece_has_5_v_and_ground():
    for piece in strip.PIECES[1:]:
        nets = {
            core.net for cable in cables.CABLES if cable.end == piece.name for core in cable.cores
        }
        assert nets == {"5V", "data", "GND"}


def test_one_cable_a_pair_of_devices():
    pairs = [frozenset((cable.start, cable.end)) for cable in cables.CABLES]
    assert len(set(pairs)) == len(pairs)


def test_every_header_pin_has_a_wire():
    wired = {(cable.start, core.pin_from) for cable in cables.CABLES for core in cable.cores}
    for part in mainboard.PARTS:
        if part.name.startswith("J"):
            assert {(part.name, pin) for pin in part.pins} <= wired


def test_wires_are_long_enough():
    for cable in cables.CABLES:
        for core in cable.cores:
            assert core.length % 10 == 0
            assert core.length >= 40
    jump = next(cable for cable in cables.CABLES if cable.name == "row 1 - row 2")
    lengths = {core.net: core.length for core in jump.cores}
    assert lengths == {"5V": 40, "data": 140, "GND": 40}


def test_no_colour_comes_twice_on_a_header():
    for cable in cables.CABLES:
        colours = [core.colour for core in cable.cores]
        assert len(set(colours)) == len(colours)


def test_each_cable_is_in_one_diagram():
    drawn = list(chain.from_iterable(harness.chosen(name) for name in harness.DIAGRAMS))
    assert sorted(cable.name for cable in drawn) == sorted(cable.name for cable in cables.CABLES)


def test_usb_meets_no_more_than_10_microfarad():
    values = {part.name: part.value for part in mainboard.PARTS}
    assert (values["C1"], values["C2"]) == ("100 nF", "2.2 µF")
    assert lights.COUNT * STRIP_UF + 0.1 + 2.2 < IDLE_UF


def test_the_fuse_holds_what_the_firmware_allows():
    assert next(part for part in mainboard.PARTS if part.name == "F1").value == "500 mA"
    assert settings.defaults()["current_limit_ma"] == 400


# ---- The parts list


def rows():
    return list(csv.DictReader(io.StringIO(bom.table())))


def test_each_part_of_the_main_board_is_listed_once():
    refs = [ref for row in rows() for ref in row["refs"].split()]
    assert sorted(refs) == sorted(part.name for part in mainboard.PARTS)


def test_each_line_has_as_many_as_it_has_references():
    for row in rows():
        if row["refs"]:
            assert float(row["quantity"]) == len(row["refs"].split())


def quantity(word):
    return sum(float(row["quantity"]) for row in rows() if word in row["what"])


def test_totals_equal_the_design():
    assert quantity("push button") == len(strip.BUTTONS) == 5
    assert quantity("WS2812B strip") * strip.PER_METRE >= lights.COUNT
    assert sum(piece.count for piece in strip.PIECES) == lights.COUNT
    headers = [part for part in mainboard.PARTS if part.name.startswith("J")]
    assert quantity("header") == quantity("plug housing") == len(headers)
    assert quantity("crimp contact") == sum(len(part.pins) for part in headers)
    assert quantity("resistor") == 2
    assert quantity("TCS34725") == 6


def test_there_is_enough_wire():
    for mm2, option in ((0.25, False), (0.14, False), (0.14, True)):
        cut = sum(
            core.length
            for cable in cables.CABLES
            for core in cable.cores
            if cable.mm2 == mm2 and cable.option == option
        )
        line = next(
            item
            for item in bom.items()
            if f"stranded wire {mm2}" in item.what and (item.use == bom.OPTION) == option
        )
        assert sum(cables.total(mm2, option).values()) == cut
        assert 1.2 * cut / 1000 <= line.quantity <= 1.2 * cut / 1000 + 0.1 * 6


def test_every_line_has_a_price_range_and_no_shop():
    for item in bom.items():
        assert 0 <= item.low <= item.high
        assert "http" not in item.what + item.alternates
