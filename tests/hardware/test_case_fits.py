# SPDX-License-Identifier: MIT
"""The case fits the board and its own parts, with clearance, and every hole sits over its light."""

import dataclasses

import numpy as np
import pytest
import trimesh

WHY = "needs build123d: python3 -m venv .venv-hardware; .venv-hardware/bin/pip install -r "
WHY += "hardware/enclosure/requirements.txt; run pytest from there"
built = pytest.importorskip("enclosure.built", reason=WHY)
boards = pytest.importorskip("enclosure.board", reason=WHY)
caps = pytest.importorskip("enclosure.caps", reason=WHY)
face = pytest.importorskip("enclosure.face", reason=WHY)
layout = pytest.importorskip("design.layout", reason=WHY)
places = pytest.importorskip("design.places", reason=WHY)
sensors = pytest.importorskip("design.sensors", reason=WHY)
cad = pytest.importorskip("build123d", reason=WHY)
sight = pytest.importorskip("enclosure.sight", reason=WHY)
measure = pytest.importorskip("enclosure.measure", reason=WHY)
meshes = pytest.importorskip("enclosure.meshes", reason=WHY)
wells = pytest.importorskip("enclosure.wells", reason=WHY)

SIZES = built.DEFAULT
BOARD = boards.a0()
AROUND_BOARD = ("tray", "face", "hood-peg", "jack-cover", *(f"cap-{name}" for name in caps.NAMES))
TOUCH_MM3 = 0.01
CENTRED_MM = 0.1
IN_PLACE = ("tray", "face", "hood", "hood-peg", *(f"cap-{name}" for name in caps.NAMES))


def blocks(grow=0.0):
    """What stands on the board, by name, as boxes; the USB shell is on the Pico."""
    found = {name: meshes.block(body, grow) for name, body in layout.bodies().items()}
    shell = meshes.block(layout.USB._replace(height=layout.USB.height - layout.PICO_FACE), grow)
    shell.apply_translation((0, 0, layout.PICO_FACE))
    return found | {"usb": shell}


def clashes(name, grow=0.0):
    """What of the board the part cuts into: mm3 by name."""
    part, others = built.mesh(name), blocks(grow)
    if name == "jack-cover":
        del others["jack"]  # one or the other is fitted
    near = {key: mesh for key, mesh in others.items() if overlap(part, mesh)}
    if not near or measure.clash_mm3(part, trimesh.boolean.union(list(near.values()))) < TOUCH_MM3:
        return {}
    shared = {key: measure.clash_mm3(part, mesh) for key, mesh in near.items()}
    return {key: volume for key, volume in shared.items() if volume > TOUCH_MM3}


def overlap(one, other):
    """Whether the boxes around two meshes share room."""
    low, high = (
        np.maximum(one.bounds[0], other.bounds[0]),
        np.minimum(one.bounds[1], other.bounds[1]),
    )
    return (low < high).all()


@pytest.mark.parametrize("name", AROUND_BOARD)
def test_no_part_cuts_into_what_stands_on_the_board(name):
    assert clashes(name) == {}


@pytest.mark.parametrize("name", ["tray", "face"])
def test_the_case_keeps_its_clearance_to_what_stands_on_the_board(name):
    assert SIZES.clearance >= 0.3
    assert clashes(name, SIZES.clearance - 0.01) == {}


@pytest.mark.parametrize("name", AROUND_BOARD)
def test_no_part_cuts_into_the_board(name):
    assert measure.clash_mm3(built.mesh(name), meshes.plate(BOARD)) <= TOUCH_MM3


def test_the_tray_leaves_room_for_cut_leads():
    assert measure.clash_mm3(built.mesh("tray"), meshes.leads(BOARD)) <= TOUCH_MM3


@pytest.mark.parametrize("name", IN_PLACE)
def test_no_two_parts_cut_into_each_other(name):
    for other in IN_PLACE[: IN_PLACE.index(name)]:
        assert measure.clash_mm3(built.mesh(name), built.mesh(other)) <= TOUCH_MM3, other


@pytest.mark.parametrize("kind", ["guess", "score", "code"])
def test_a_diffuser_clears_its_well_its_light_and_its_capacitor(kind):
    light = BOARD.of(kind)[-1]
    name = "diffuser-guess" if kind == "guess" else "diffuser-narrow"
    home = BOARD.of("guess" if kind == "guess" else "score")[0]
    mesh = built.mesh(name).copy()
    mesh.apply_translation((light.x - home.x, light.y - home.y, 0))
    led = layout.Body(light.x, light.y, layout.LED_SIZE, layout.LED_SIZE, layout.LED_HEIGHT)
    place = places.places()[f"C{light.number}"]
    cap = layout.Body(place.x, place.y, 3.1, 1.6, 1.3)  # 0805 with its solder
    assert measure.clash_mm3(mesh, meshes.block(led, 0.3)) == 0
    assert measure.clash_mm3(mesh, meshes.block(cap, 0.3)) == 0
    assert measure.clash_mm3(mesh, built.mesh("face")) <= TOUCH_MM3
    assert mesh.bounds[0, 2] == pytest.approx(0)  # it stands on the board


def off_centre(mesh, height, lights, sizes):
    """How far the hole nearest to each light is from it, in a section at `height`."""
    found = measure.holes(measure.section(mesh, height))
    spots = np.array([(light.x, light.y) for light in lights])
    gaps = np.linalg.norm(spots[:, None] - found[None, :, :2], axis=2)
    assert len(set(gaps.argmin(1))) == len(lights)  # each has its own
    return gaps.min(1).max()


@pytest.mark.parametrize(
    "height", [5.0, SIZES.under - 1, SIZES.under + 0.6], ids=["foot", "head", "hole"]
)
def test_every_well_and_hole_is_centred_on_its_light(height):
    assert off_centre(built.mesh("face"), height, BOARD.lights, SIZES) <= CENTRED_MM


def test_holes_have_their_diameters():
    found = measure.holes(measure.section(built.mesh("face"), SIZES.under + 0.6))
    for light in BOARD.lights:
        nearest = found[np.hypot(found[:, 0] - light.x, found[:, 1] - light.y).argmin()]
        across = 2 * np.sqrt(nearest[2] / np.pi)
        assert across == pytest.approx(wells.hole_diameter(light.kind, SIZES), abs=0.05)


@pytest.mark.parametrize("name", caps.NAMES)
def test_a_cap_rests_on_its_key_and_can_be_pressed(name):
    place, mesh = layout.BUTTONS[name], built.mesh(f"cap-{name}")
    assert 0 < mesh.bounds[0, 2] - layout.BUTTON_TOP <= layout.BUTTON_TRAVEL  # never held down
    pressed = mesh.copy()
    pressed.apply_translation((0, 0, -layout.BUTTON_TRAVEL - 0.1))
    body = layout.Body(place.x, place.y, layout.BUTTON_SIZE, layout.BUTTON_SIZE, layout.BUTTON_BODY)
    assert measure.clash_mm3(pressed, built.mesh("face")) == 0
    assert measure.clash_mm3(pressed, meshes.block(body)) == 0


@pytest.mark.parametrize("clearance", [0.3, 0.5])
def test_the_clearance_is_between_cap_and_face(clearance):
    sizes = dataclasses.replace(SIZES, clearance=clearance)
    place = boards.coupon().buttons["middle"]
    cap = meshes.of(caps.cap("middle", sizes))
    cap.apply_translation((place.x, place.y, 0))
    high = sizes.under + 0.5
    gap = measure.section(cap, high).distance(
        measure.section(built.mesh("coupon-face", sizes), high)
    )
    assert gap == pytest.approx(clearance, abs=0.03)


@pytest.mark.parametrize("name", caps.NAMES)
def test_a_cap_cannot_be_pulled_out(name):
    pulled = built.mesh(f"cap-{name}").copy()
    pulled.apply_translation((0, 0, 1.0))
    assert measure.clash_mm3(pulled, built.mesh("face")) > 1


def test_caps_differ_by_touch():
    """No cap's outline or mark lies within 0.8 mm of another's, turned as they are."""
    flat = {name: built.mesh(f"cap-{name}") for name in caps.NAMES}
    marks = {}
    for name, mesh in flat.items():
        place = layout.BUTTONS[name]
        low = mesh.copy()
        low.apply_translation((-place.x, -place.y, 0))
        top = SIZES.top + SIZES.cap_rise
        marks[name] = measure.section(low, top - 1), measure.section(low, top + 0.4)
    for one in caps.NAMES:
        for other in caps.NAMES[: caps.NAMES.index(one)]:
            rims = [m[0].exterior for m in (marks[one], marks[other])]
            shared = marks[one][1].intersection(marks[other][1]).area
            assert rims[0].hausdorff_distance(rims[1]) > 0.8
            assert shared < 0.8 * max(marks[one][1].area, marks[other][1].area)


def test_a_plug_has_room():
    deep = layout.Body(layout.WIDTH + 6.4, layout.USB.y, 10, layout.USB_PLUG[0], layout.USB_PLUG[1])
    plug = meshes.block(deep)
    plug.apply_translation((0, 0, layout.USB_Z - layout.USB_PLUG[1] / 2))
    power = meshes.block(layout.Body(-6.0, layout.JACK.y, 12, layout.JACK_PLUG, layout.JACK_PLUG))
    power.apply_translation((0, 0, layout.JACK_Z - layout.JACK_PLUG / 2))
    for name in ("tray", "face", "box-scores", "box-animals"):
        assert measure.clash_mm3(built.mesh(name), plug) == 0, name
        assert measure.clash_mm3(built.mesh(name), power) == 0, name


def field_mt(lifted=0.0):
    """What a rod magnet of 1.25 T (N40) makes along the reed beside it, as two poles."""
    x, y = built.mesh("hood-peg").bounds[:, :2].mean(0)
    z = SIZES.peg_bottom + 1.4 + SIZES.magnet / 2 + lifted
    away = np.linalg.norm((x - layout.HOOD.x, y - layout.HOOD.y, z - layout.HOOD_GLASS.height / 2))
    half = SIZES.magnet_length / 2
    pole = 1.25 * np.pi * SIZES.magnet**2 / 4 / (4 * np.pi)  # T mm2
    return 1000 * 2 * pole * half / (away**2 + half**2) ** 1.5


def test_the_magnet_closes_the_reed_switch_and_lets_it_go():
    assert field_mt() > 5  # common reeds of 10 to 25 ampere turns close at 1 to 3 mT
    assert field_mt(lifted=25) < 0.5


def test_hood_and_peg_enclose_the_magnet():
    ways = measure.directions(4000)
    x, y = built.mesh("hood-peg").bounds[:, :2].mean(0)
    start = np.array((x, y, SIZES.peg_bottom + 1.4 + SIZES.magnet / 2))
    met, where, _ = measure.first_owner(
        [built.mesh("hood"), built.mesh("hood-peg")], np.tile(start, (len(ways), 1)), ways
    )
    assert (met >= 0).all()
    assert np.linalg.norm(where - start, axis=1).max() < 12


@pytest.mark.parametrize("name", ["box-animals", "box-scores"])
def test_a_box_slides_onto_the_dovetails_and_holds(name):
    tray, aside = built.mesh("tray"), built.mesh(name).copy()
    assert measure.clash_mm3(aside, tray) == 0
    aside.apply_translation((-2 if name == "box-animals" else 2, 0, 0))
    assert measure.clash_mm3(aside, tray) > 5


# ---- The sensors' bar and cables

BAR_X, BAR_Y = layout.WIDTH / 2, -sensors.AWAY
BAR_Z = SIZES.table + sensors.BREAKOUT_THICK + sensors.BELOW  # of the breakouts' upper faces


def breakout(hole, lift=0.0):
    """A breakout in the bar, its corners as round as Adafruit's."""
    flat = cad.RectangleRounded(sensors.BREAKOUT, sensors.BREAKOUT, 2.54)
    solid = cad.Pos(0, 0, -sensors.BREAKOUT_THICK) * cad.extrude(flat, sensors.BREAKOUT_THICK)
    mesh = meshes.of(solid)
    mesh.apply_translation((BAR_X + sensors.PITCH * (hole - 1), BAR_Y, BAR_Z + lift))
    return mesh


@pytest.mark.parametrize("hole", range(3))
def test_a_breakout_goes_into_its_pocket_and_stops_at_the_ledges(hole):
    bar = built.mesh("sensor-bar")
    for lift in (-6.0, -3.0, 0.0):
        assert measure.clash_mm3(bar, breakout(hole, lift)) <= TOUCH_MM3
    assert measure.clash_mm3(bar, breakout(hole, 0.5)) > 0.5


def test_a_breakout_s_parts_have_room_under_the_tube():
    """A block as high as an SOT-23, all over the breakout but its corners."""
    flat = layout.Body(BAR_X, BAR_Y, 20.0, 15.5, 1.3)
    mesh = meshes.block(flat)
    mesh.apply_translation((0, 0, BAR_Z))
    assert measure.clash_mm3(built.mesh("sensor-bar"), mesh) == 0


def test_the_tubes_are_where_the_design_has_them():
    bar = built.mesh("sensor-bar")
    found = measure.holes(measure.section(bar, BAR_Z + (sensors.PARTS + sensors.RIM) / 2))
    assert sorted(round(x - BAR_X) for x, _, _ in found) == [-24, 0, 24]
    for _, y, area in found:
        assert y == pytest.approx(BAR_Y, abs=0.01)
        assert 2 * np.sqrt(area / np.pi) == pytest.approx(sensors.TUBE, abs=0.03)
    assert bar.bounds[1, 2] == pytest.approx(BAR_Z + sensors.RIM)
    assert bar.bounds[0, 2] == pytest.approx(SIZES.table)


def test_the_sensors_cables_leave_over_the_thin_place():
    """Once that is nipped out, nothing is in their way, and the board is not opened elsewhere."""
    low, high = BOARD.cables
    long, deep = 16.0, high - low
    way = meshes.block(
        layout.Body(layout.WIDTH, (low + high) / 2, long, deep, SIZES.cable_slot - 0.3)
    )
    way.apply_translation((0, 0, SIZES.under - 0.2 - SIZES.cable_slot + 0.1))
    for name in ("face", "box-scores", "cap-menu"):
        assert measure.clash_mm3(built.mesh(name), way) == 0, name
    web = measure.clash_mm3(built.mesh("tray"), way)
    assert web == pytest.approx(SIZES.cable_web * deep * (SIZES.cable_slot - 0.3), rel=0.02)


def test_a_card_of_90_mm_hides_the_pieces_on_the_code_s_bar():
    """From all of the codebreaker's eye box, pieces of 30 mm, a card 15 mm before their middles."""
    card, before, piece, radius = 90.0, 15.0, 30.0, 9.0
    top = sensors.RIM + sensors.FELT + BAR_Z - SIZES.table + piece
    y = layout.LENGTH + sensors.AWAY
    for _, eye_y, eye_z in sight.eye_box("codebreaker", SIZES):
        away, up = y + radius - eye_y, eye_z - SIZES.table - top
        over = top + up * (before + radius) / away
        assert over <= card
    assert over > 30


def test_a_shifted_well_is_caught():
    lights = tuple(light._replace(x=light.x + 0.2) for light in boards.coupon().lights)
    moved = dataclasses.replace(boards.coupon(), lights=lights)
    mesh = meshes.of(face.face(moved, SIZES))
    assert off_centre(mesh, 5.0, boards.coupon().lights, SIZES) > CENTRED_MM
    assert off_centre(built.mesh("coupon-face"), 5.0, boards.coupon().lights, SIZES) <= CENTRED_MM


def test_a_face_that_lies_too_low_is_caught(monkeypatch):
    high = layout.USB._replace(height=layout.TOP + 1)
    monkeypatch.setattr(layout, "USB", high)
    assert set(clashes("face")) == {"usb"}
