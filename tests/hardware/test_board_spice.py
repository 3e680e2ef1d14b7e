# SPDX-License-Identifier: MIT
"""ngspice on the supplies and the data: plugging in, the sagging rail, the first light's pulse."""

import pytest
from design import power
from electronics import spice

from mastermind import lights

pytestmark = pytest.mark.usefixtures("ngspice")


def duties(limit_ma):
    """Each channel's share of time in the hungriest frame under a limit."""
    share = (limit_ma - lights.COUNT * lights.IDLE_MA) / (lights.COUNT * 3 * lights.CHANNEL_MA)
    return [share] * 3


def data_mm(board):
    net = board.net_of("D1", "4")
    return sum(segment.length for segment in board.segments if segment.net == net)


def test_plugging_in_draws_no_more_charge_than_a_port_must_bear():
    found = spice.solve(spice.inrush(power.usb_capacitance(), power.USB.path_ohm[0]))
    assert found["charge"] == pytest.approx(42e-6, rel=0.02)
    assert found["charge"] <= power.INRUSH_CHARGE


def test_a_large_capacitor_on_usb_would_draw_too_much():
    found = spice.solve(spice.inrush(1000e-6, power.USB.path_ohm[0]))
    assert found["charge"] > 50 * power.INRUSH_CHARGE


def test_usb_s_rail_holds_with_the_worst_port_cable_and_fuse():
    deck = spice.sag(power.USB.volts[0], power.USB.path_ohm[1], 0, duties(400), 20)
    found = spice.solve(deck)
    assert found["taken"] == pytest.approx(0.400, rel=0.05)
    assert found["low"] >= power.LED_LEAST_V


def test_usb_s_rail_holds_when_all_lights_pulse_together():
    deck = spice.sag(5.0, power.USB.path_ohm[0], 0, duties(400), 20, together=True)
    assert spice.solve(deck)["low"] >= power.LED_LEAST_V


def test_worst_port_and_all_together_is_too_much_and_known():
    """Then lights dim for some of a millisecond; hardware/electronics/README.md says so."""
    worst = spice.sag(4.75, power.USB.path_ohm[1], 0, duties(400), 20, together=True)
    assert spice.solve(worst)["low"] < power.LED_LEAST_V


@pytest.mark.parametrize("together", [False, True])
def test_the_5_v_input_holds_the_rail(together):
    supply = power.EXTERNAL
    deck = spice.sag(
        supply.volts[0],
        supply.path_ohm[1],
        supply.drop,
        duties(supply.limit_ma),
        20,
        together,
        power.EXT_BULK_F,
    )
    assert spice.solve(deck)["low"] >= power.LED_LEAST_V


def test_a_limit_of_900_ma_on_usb_breaks_the_rail():
    deck = spice.sag(power.USB.volts[0], power.USB.path_ohm[1], 0, duties(900), 20)
    assert spice.solve(deck)["low"] < power.LED_LEAST_V


def test_the_first_light_sees_a_clean_pulse(board):
    found = spice.solve(spice.edge(5.0, spice.SERIES_OHM, data_mm(board)))
    assert found["rise"] <= 50e-9
    assert found["width"] == pytest.approx(400e-9, abs=150e-9)  # WS2812B: T0H
    assert found["peak"] <= 5.5  # VDD + 0.5 V at most
    assert found["trough"] >= -0.5


def test_without_the_shifter_the_pulse_is_never_high(board):
    found = spice.solve(spice.edge(3.3, spice.SERIES_OHM, data_mm(board)))
    assert "rise" not in found
    assert found["peak"] < spice.HIGH_OF_VDD * 5.0


def test_without_the_series_resistor_the_pulse_rings_beyond_the_light_s_limits(board):
    found = spice.solve(spice.edge(5.0, 1.0, data_mm(board)))
    assert found["peak"] > 5.5
    assert found["trough"] < -0.5
