# SPDX-License-Identifier: MIT
"""The kept board joins what the description says, in the firmware's order and on its pins."""

import math
import re
from pathlib import Path

import pytest
from design import firmware, layout, nets, parts, places

from mastermind import keys, lights, settings

ROOT = Path(__file__).resolve().parents[2]
CHAIN = range(1, lights.COUNT)
ALL = range(1, lights.COUNT + 1)


def pins(board, ref, pin):
    return board.nets().get(board.net_of(ref, pin), {(ref, pin)})


def pico(gpio):
    return next(pin for pin, name in nets.PICO_PINS.items() if name == gpio)


def test_the_board_has_the_parts_of_the_description_and_no_other(board):
    described = nets.parts()
    assert set(board.bodies) == set(described)
    for ref, body in board.bodies.items():
        kind = parts.KINDS[described[ref].kind]
        assert (body.value, body.footprint) == (kind.value, kind.footprint)


def test_every_net_of_the_description_is_one_net_of_the_board_and_no_other_is(board):
    assert sorted(map(sorted, board.nets().values())) == sorted(map(sorted, nets.nets().values()))


def test_pins_joined_to_nothing_are_alone(board):
    for part in nets.parts().values():
        for pin, net in part.nets.items():
            if net is None:
                assert pins(board, part.ref, pin) == {(part.ref, pin)}


def test_the_data_comes_from_the_pico_through_the_shifter_and_330_ohm(board):
    leds = firmware.settings()["pin_leds"]
    assert pins(board, "U2", "2") == {("U1", pico(leds)), ("U2", "2")}
    assert pins(board, "U2", "3") == {("U2", "3"), ("R1", "1")}
    assert pins(board, "R1", "2") == {("R1", "2"), ("D1", "4"), ("TP3", "1")}
    assert parts.KINDS[nets.parts()["R1"].kind].value == "330"


@pytest.mark.parametrize("light", CHAIN)
def test_a_light_hands_its_data_to_the_next_and_to_nothing_else(board, light):
    assert pins(board, f"D{light}", "2") == {(f"D{light}", "2"), (f"D{light + 1}", "4")}


def test_the_last_light_hands_its_data_to_nothing(board):
    assert pins(board, "D57", "2") == {("D57", "2")}


@pytest.mark.parametrize("light", ALL)
def test_a_light_has_5_v_ground_and_its_own_capacitor_within_6_mm(board, light):
    led, cap = board.bodies[f"D{light}"], board.bodies[f"C{light}"]
    assert board.net_of(led.ref, "1") == board.net_of(cap.ref, "1") == "+5V"
    assert board.net_of(led.ref, "3") == board.net_of(cap.ref, "2") == "GND"
    assert cap.value == "100nF"
    assert math.dist((led.x, led.y), (cap.x, cap.y)) <= 6.0
    supply = [pad for pad in board.pads if pad.ref in (led.ref, cap.ref) and pad.net == "+5V"]
    assert math.dist(*((pad.x, pad.y) for pad in supply)) <= 3.5


@pytest.mark.parametrize("row", range(9))
@pytest.mark.parametrize("hole", range(3))
def test_lights_lie_where_the_firmware_counts_them(board, row, hole):
    guess = board.bodies[f"D{lights.guess_light(row, hole) + 1}"]
    score = board.bodies[f"D{lights.score_light(row, hole) + 1}"]
    assert (guess.x, guess.y) == (13 + 15 * hole, 26 + 12.5 * row)
    assert (score.x, score.y) == (58 + 10 * hole, 26 + 12.5 * row)


@pytest.mark.parametrize("hole", range(3))
def test_code_lights_lie_beyond_row_9(board, hole):
    code = board.bodies[f"D{lights.code_light(hole) + 1}"]
    assert (code.x, code.y) == (13 + 15 * hole, 141)


def test_the_light_is_the_datasheet_s_part(board):
    """Worldsemi WS2812B: 1 VDD, 2 DOUT, 3 VSS, 4 DIN, counted from the cut corner."""
    assert parts.LED_PINS == {"1": "VDD", "2": "DOUT", "3": "VSS", "4": "DIN"}
    at = {pad.pin: (pad.x - 13, pad.y - 26) for pad in board.pads if pad.ref == "D1"}
    corners = {"1": (1, -1), "2": (1, 1), "3": (-1, 1), "4": (-1, -1)}
    for pin, (right, up) in corners.items():
        assert (round(at[pin][0], 2), round(at[pin][1], 2)) == (2.45 * right, 1.65 * up)


@pytest.mark.parametrize(("n", "key"), list(enumerate(nets.KEYS, 1)))
def test_a_key_joins_its_pin_to_ground(board, n, key):
    chosen = firmware.settings()["pin_" + key]
    assert pins(board, f"SW{n}", "1") == {(f"SW{n}", "1"), ("U1", pico(chosen))}
    assert board.net_of(f"SW{n}", "2") == "GND"


def test_the_hood_switch_joins_its_pin_to_ground(board):
    chosen = firmware.settings()["pin_hood"]
    assert pins(board, "SW6", "1") == {("SW6", "1"), ("U1", pico(chosen))}
    assert board.net_of("SW6", "2") == "GND"


def test_the_piezo_hangs_on_its_pin_through_a_resistor(board):
    chosen = firmware.settings()["pin_piezo"]
    assert pins(board, "R2", "1") == {("R2", "1"), ("U1", pico(chosen))}
    assert pins(board, "LS1", "1") == {("R2", "2"), ("LS1", "1")}
    assert board.net_of("LS1", "2") == "GND"


def test_the_board_s_pins_are_those_of_the_firmware():
    """settings.toml, the defaults, and the names that the firmware uses: one pin table."""
    chosen, defaults = firmware.settings(), settings.defaults()
    assert {name: chosen[name] for name in settings.PINS} == {
        name: defaults[name] for name in settings.PINS
    }
    code = (ROOT / "firmware" / "code.py").read_text()
    bus = (ROOT / "firmware" / "mastermind" / "bus.py").read_text()
    asked = set(re.findall(r'chosen\["(pin_\w+)"\]', code)) | set(settings.KEY_PINS)
    asked |= set(re.findall(r'"(pin_\w+)"', bus)) - {"pin_sensor_light"}
    assert "settings.KEY_PINS" in code
    assert asked == set(settings.PINS)
    assert tuple("pin_" + key for key in (*nets.KEYS, "hood")) == settings.KEY_PINS
    assert (*nets.KEYS, "hood") == keys.NAMES
    assert set(chosen[name] for name in settings.PINS) <= set(nets.pico_functions())


def test_the_pico_s_pins_are_those_of_its_datasheet():
    known = {"1": "GP0", "20": "GP15", "21": "GP16", "29": "GP22", "31": "GP26", "34": "GP28"}
    known |= {"26": "GP20", "27": "GP21", "36": "3V3", "39": "VSYS", "40": "VBUS", "38": "GND"}
    assert {pin: nets.PICO_PINS[pin] for pin in known} == known
    assert len(nets.PICO_PINS) == 40


def test_the_shifter_runs_at_5_v_and_its_idle_gates_are_off(board):
    net = {pin: board.net_of("U2", pin) for pin in map(str, range(1, 15))}
    assert (net["14"], net["7"], net["1"]) == ("+5V", "GND", "GND")
    assert {net[pin] for pin in ("4", "10", "13")} == {"+5V"}
    assert {net[pin] for pin in ("5", "9", "12")} == {"GND"}
    assert parts.KINDS["shifter"].value == "74AHCT125"
    assert board.net_of("C102", "1") == "+5V"


def test_usb_reaches_the_lights_only_through_the_fuse(board):
    assert pins(board, "U1", "40") == {("U1", "40"), ("F1", "1")}
    assert pins(board, "F1", "2") == {("F1", "2"), ("Q1", "3")}
    assert board.net_of("Q1", "2") == "+5V"


def test_the_5_v_input_has_fuse_suppressor_bulk_and_schottky(board):
    assert pins(board, "J1", "1") == {("J1", "1"), ("F2", "1")}
    inner = {("F2", "2"), ("D103", "1"), ("C104", "1"), ("D101", "2"), ("R7", "1")}
    assert pins(board, "F2", "2") == inner
    assert board.net_of("D101", "1") == "+5V"
    assert board.net_of("D103", "2") == board.net_of("C104", "2") == "GND"


def test_usb_s_transistor_is_off_while_the_5_v_input_gives(board):
    assert pins(board, "Q1", "1") == {("Q1", "1"), ("R3", "1"), ("R7", "2")}
    assert board.net_of("R3", "2") == "GND"


def test_the_rail_feeds_the_pico_but_not_the_other_way(board):
    assert pins(board, "D102", "1") == {("D102", "1"), ("U1", "39")}
    assert board.net_of("D102", "2") == "+5V"


def test_large_bulk_is_never_on_usb(board):
    rail = {ref for ref, _ in board.nets()["+5V"] if ref.startswith("C")}
    values = {board.bodies[ref].value for ref in rail}
    assert values == {"100nF", "2.2uF"}


@pytest.mark.parametrize("channel", range(6))
def test_a_sensor_socket_has_its_own_channel(board, channel):
    """Channels 0 to 2 are code sensors, 3 to 5 guess sensors."""
    ref, (sda, scl) = f"J{channel + 2}", nets.MUX_CHANNELS[channel]
    assert (board.net_of(ref, "1"), board.net_of(ref, "2")) == ("GND", "+3V3")
    assert pins(board, ref, "3") == {(ref, "3"), ("U3", sda)}
    assert pins(board, ref, "4") == {(ref, "4"), ("U3", scl)}
    assert layout.SENSOR_NAMES[channel].split()[0] == ("code" if channel < 3 else "guess")


def test_the_sensors_switch_answers_at_0x70(board):
    assert {board.net_of("U3", pin) for pin in ("1", "2", "21", "12")} == {"GND"}
    assert board.net_of("U3", "24") == "+3V3"
    assert ("R6", "2") in pins(board, "U3", "3")


def test_i2c_is_on_the_firmware_s_pins_with_pull_ups(board):
    chosen = firmware.settings()
    for name, pin, pull_up in (("pin_sda", "23", "R4"), ("pin_scl", "22", "R5")):
        joined = {("U3", pin), ("U1", pico(chosen[name])), (pull_up, "2")}
        assert pins(board, "U3", pin) == joined
        assert board.net_of(pull_up, "1") == "+3V3"
        assert parts.KINDS[nets.parts()[pull_up].kind].value == "4.7k"


@pytest.mark.parametrize(("sda", "scl"), [("GP12", "GP13"), ("GP26", "GP27")])
def test_the_description_takes_the_sensors_pins_from_the_settings(monkeypatch, sda, scl):
    chosen = firmware.settings() | {"pin_sda": sda, "pin_scl": scl}
    monkeypatch.setattr(firmware, "settings", lambda: chosen)
    found = nets.pico_functions()
    assert (found[sda], found[scl]) == ("SDA", "SCL")
    assert set(found) == {chosen[name] for name in settings.PINS}


def test_pins_that_two_functions_share_are_caught(monkeypatch):
    chosen = firmware.settings() | {"pin_sda": "GP15"}
    monkeypatch.setattr(firmware, "settings", lambda: chosen)
    with pytest.raises(ValueError, match="share a pin"):
        nets.pico_functions()


def test_parts_lie_where_the_description_puts_them(board):
    for ref, place in places.places().items():
        kind, body = parts.KINDS[nets.parts()[ref].kind], board.bodies[ref]
        turn = math.radians(place.turn)
        x = kind.centre[0] * math.cos(turn) + kind.centre[1] * math.sin(turn)
        y = kind.centre[0] * math.sin(turn) - kind.centre[1] * math.cos(turn)
        assert math.dist((body.x + x, body.y + y), (place.x, place.y)) < 0.001, ref


def test_supplies_are_wide(board):
    wide = {net: 9.9 for net in ("VBUS", "VSYS", "+5V")}
    for segment in board.segments:
        if segment.net in wide and segment.length > 1.5:
            wide[segment.net] = min(wide[segment.net], segment.width)
    assert wide == {"VBUS": 1.2, "VSYS": 0.8, "+5V": 0.8}
