# SPDX-License-Identifier: MIT
"""The colour sensors' page: its figures are the design's, its words the firmware's."""

import math
import re

import pytest
from design import layout, nets, power, sensors

WHY = "runs in the project's .venv: make setup"
build = pytest.importorskip("docs.build", reason=WHY)
drawing = pytest.importorskip("docs.sensordrawing", reason=WHY)
sensorblocks = pytest.importorskip("docs.sensorblocks", reason=WHY)
cables = pytest.importorskip("wiring.cables", reason=WHY)
strip = pytest.importorskip("wiring.strip", reason=WHY)
bus = pytest.importorskip("mastermind.bus", reason=WHY)
calibration = pytest.importorskip("mastermind.calibration", reason=WHY)
reader = pytest.importorskip("mastermind.sensors", reason=WHY)
holes = pytest.importorskip("mastermind.holes", reason=WHY)
keys = pytest.importorskip("mastermind.keys", reason=WHY)
lights = pytest.importorskip("mastermind.lights", reason=WHY)
rules = pytest.importorskip("mastermind.rules", reason=WHY)
settings = pytest.importorskip("mastermind.settings", reason=WHY)
model = pytest.importorskip("mastermind_host.optics.hole", reason=WHY)
calibrate = pytest.importorskip("mastermind_host.commands.calibrate", reason=WHY)

boards = pytest.importorskip("enclosure.board", reason=WHY)

PAGE = (build.DOCS / "sensors.md").read_text(encoding="utf-8")
FLAT = " ".join(PAGE.split())
WIRE_MM = 1.2  # over the skin of a wire of 0.14 mm2: common PVC wires have 1.0 to 1.2


def block(name):
    return PAGE.split(f"<!-- begin {name} -->")[1].split(f"<!-- end {name} -->")[0]


def cells(name):
    lines = [line for line in block(name).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


# ---- Which sensor is where


def test_channels_are_the_firmwares():
    told = {row[1]: int(row[0]) for row in cells("sensor-channels")}
    assert told == dict(zip(reader.NAMES, reader.CHANNELS, strict=True))


def test_sockets_and_hub_pins_are_those_of_both_builds():
    for channel, _, socket, hub in cells("sensor-channels"):
        sda, scl = nets.MUX_CHANNELS[int(channel)]
        joined = nets.parts()
        assert joined["U3"].nets[sda] == joined[socket].nets["3"]
        assert joined["U3"].nets[scl] == joined[socket].nets["4"]
        cable = next(c for c in cables.CABLES if c.end == sensors.CHANNELS[int(channel)].replace(
            " ", " sensor "))  # fmt: skip
        assert hub == ", ".join(f"`{core.pin_from}`" for core in cable.cores[2:])


def test_the_socket_s_pins_stand_in_their_order():
    pins = [
        "+3V3" if net == "+3V3" else net.split("_")[0] for net in nets.parts()["J2"].nets.values()
    ]
    told = re.search(r"pin 1 (\w+) \(.*?\), then (.*?)\.", FLAT)
    assert [told[1], *told[2].split(", ")] == [pin.removeprefix("+") for pin in pins]


def test_the_strip_build_s_holes_are_in_line():
    ends = {cable.end for cable in cables.CABLES if cable.start == "sensor hub"}
    assert ends == {name.replace(" ", " sensor ") for name in sensors.CHANNELS}
    assert set(strip.BARS) == {name.split()[0] for name in sensors.CHANNELS}


# ---- Wires


def way_mm(channel):
    """From a socket over the case's wall, round the case and along its bar to the farthest pin."""
    socket, leaves = layout.SENSORS[channel], sum(boards.CABLES) / 2
    bar = -sensors.AWAY if channel > 2 else layout.LENGTH + sensors.AWAY
    hole = layout.WIDTH / 2 + sensors.PITCH * (channel % 3 - 1)
    outside = layout.WIDTH + 12
    return abs(leaves - socket.y) + outside - socket.x + abs(bar - leaves) + outside - hole


@pytest.mark.parametrize("channel", range(6))
def test_a_cable_reaches_from_its_socket_to_its_hole(channel):
    assert way_mm(channel) + 60 <= sensors.CABLE
    lengths = [core.length for c in cables.CABLES if c.start == "sensor hub" for core in c.cores]
    assert max(lengths) <= sensors.CABLE
    assert f"at most {sensors.CABLE} mm from switch to sensor" in block("sensor-parts")


def test_the_wires_are_quick_enough_for_the_firmware_s_clock():
    """I2C lets a line take 300 ns at 400 kHz; the clock is half as fast, as hub boards have weaker
    pull-ups.
    """
    assert bus.HERTZ == 200_000
    assert sensors.rise_ns(sensors.PCB_WIRES) <= 300
    assert 300 < sensors.rise_ns(sensors.STRIP_WIRES) <= 600
    stronger = sensors.STRIP_WIRES._replace(pull_ups=(*sensors.STRIP_WIRES.pull_ups, 4.7e3))
    assert sensors.rise_ns(stronger) < 250
    assert "solder 4.7 kΩ more from SDA to 3V3" in FLAT


def test_wires_of_a_metre_would_be_too_slow():
    assert sensors.rise_ns(sensors.PCB_WIRES._replace(wire_mm=1000)) > 300


def test_all_cables_pass_the_place_in_the_wall():
    """24 wires, of which a loose bundle fills two thirds of its room."""
    from enclosure.sizes import Sizes

    room = (boards.CABLES[1] - boards.CABLES[0]) * Sizes().cable_slot
    assert 4 * sensors.COUNT * math.pi * WIRE_MM**2 / 4 <= 0.67 * room
    page = " ".join((build.HARDWARE / "enclosure/README.md").read_text().split())
    assert f"of which {boards.CABLES[1] - boards.CABLES[0]:g} mm are only" in page
    assert f"only {Sizes().cable_web:g} mm thick" in page


# ---- Supply


def test_the_lights_leave_the_sensors_their_share_of_a_port():
    assert sensors.lights_ma() == 350
    taken = sensors.lights_ma() + power.PICO_MA + sensors.usb_ma()
    assert taken <= power.USB.port_ma < taken + 50
    assert power.USB.limit_ma + power.PICO_MA + sensors.usb_ma() > power.USB.port_ma
    assert "`current_limit_ma = 350`" in block("sensor-supply")


def test_the_picos_3_volts_carry_them():
    assert sensors.led_ma() == pytest.approx(10.3, abs=0.05)
    assert sensors.supply_ma() == pytest.approx(63.7, abs=0.05)
    assert sensors.supply_ma() < sensors.PICO_3V3_MA / 2


def test_one_pin_switches_all_their_lights():
    """An RP2040 pin gives and takes 4 mA as it comes up (its datasheet, pad controls)."""
    assert sensors.light_pin_ma() == pytest.approx(1.98)
    assert sensors.LIGHT_PIN in sensorblocks.free_pins()
    assert {"GP16", "GP20", "GP21"}.isdisjoint(sensorblocks.free_pins())
    settings.check("pin_sensor_light", sensors.LIGHT_PIN)
    assert f'`pin_sensor_light = "{sensors.LIGHT_PIN}"`' in block("sensor-light")
    assert "pin 29 of its edge" in block("sensor-light")


# ---- Geometry


def test_a_piece_stands_where_the_model_has_it():
    assert sensors.RIM + sensors.FELT - sensors.CHIP[1] == sensors.NOMINAL == model.RIM_MM
    assert "12 mm inside" in " ".join(model.__doc__.split())
    assert f"{sensors.NEAR:g} to {sensors.FAR:g} mm above the sensor" in " ".join(
        model.__doc__.split()
    )


def test_chip_and_led_look_out_of_the_tube():
    """Their corners, whichever way they are turned, with the breakout 0.3 mm off its middle."""
    for (x, y), (long, _) in (
        (sensors.CHIP_OFF, sensors.CHIP),
        (sensors.LED_OFF, sensors.LED),
    ):
        assert math.hypot(x, y) + long / 2 * math.sqrt(2) + 0.3 < sensors.TUBE / 2
    assert sensors.LED[1] < sensors.PARTS < sensors.RIM


def test_the_least_base_covers_the_tube_even_askew():
    assert sensors.PIECE_LEAST >= sensors.TUBE + 2 * 1.5
    assert sensors.FELT_OUTSIDE < sensors.PITCH - 1


def test_the_measures_on_page_and_drawing_are_the_design_s():
    told = dict(cells("sensor-measures"))
    assert told["tube, inside"] == f"{sensors.TUBE:g} mm"
    assert told["from the chip up to the piece"] == "5 mm; 2 to 10 mm work"
    assert told["base of a piece"].startswith(f"{sensors.PIECE_LEAST:g} mm")
    assert told["the whole bar, without felt"] == "9 mm high"
    drawn = (build.DOCS / "pictures/sensor-hole.svg").read_text()
    for words in (
        "tube 12 inside", "tube 3 long", "felt 1", "5 (2 to 10): chip to piece", "base 15 or more",
        "bar 9 high",
    ):  # fmt: skip
        assert f">{words}<" in drawn


def test_the_drawing_follows_the_design(monkeypatch):
    monkeypatch.setattr(sensors, "TUBE", 13.0)
    assert ">tube 13 inside<" in drawing.section()


def test_the_plan_shows_every_channel_and_socket():
    drawn = drawing.places()
    for channel, name in enumerate(sensors.CHANNELS):
        assert all(f">{word}<" in drawn for word in (f"SD{channel}", f"J{channel + 2}", name))


# ---- Calibration and play


def test_each_hole_meets_each_animal_once():
    rows = cells("sensor-lesson")
    assert [int(row[0]) for row in rows] == list(range(1, 9))
    seen = [row[1].split(", ") + row[2].split(", ") for row in rows]
    assert seen[:2] == [["nothing"] * 6, ["white paper"] * 6]
    assert all(sorted(step) == sorted(rules.ANIMALS) for step in seen[2:])
    assert all(sorted(hole) == sorted(rules.ANIMALS) for hole in zip(*seen[2:], strict=True))


def test_times_are_the_firmwares():
    assert holes.SAME_MS == 300
    assert "has been read for 0.3 s" in FLAT
    assert round(calibration.CYCLES * 2.4) == 50
    assert "measure over 50 ms" in FLAT
    assert reader.AGAIN_MS == 2000
    assert "2 s after it is plugged in again" in FLAT
    assert keys.MENU_HOLD_MS == 1000
    assert "held for a second it leaves" in FLAT
    assert "hold left and right while plugging in" in reader.TEACH
    assert "Hold `left` and `right` down while you plug USB in" in FLAT


def test_options_and_settings_are_there():
    known = {word for option in calibrate.calibrate.params for word in option.opts}
    told = set(re.findall(r"(--[a-z]+)", PAGE)) - {"--"}
    assert told <= known
    for value in re.findall(r'`input = "(\w+)"`', PAGE):
        settings.check("input", value)
    assert settings.defaults()["input"] == "both"
    assert '`input = "both"` is what is shipped' in FLAT


def test_not_sure_blinks_violet():
    name, colour, blinks = lights.LOOKS[lights.UNSURE]
    assert (name, blinks) == ("not sure", True)
    red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
    assert blue > red > green == 0
    assert "**The hole blinks violet: not sure.**" in PAGE
