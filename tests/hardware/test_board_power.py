# SPDX-License-Identifier: MIT
"""No frame of the firmware asks more of a supply than it and the parts in its way can give."""

import pytest
from design import firmware, power

from mastermind import lights

SCALES = (*lights.BRIGHTNESS[1:], lights.FULL)


@pytest.mark.parametrize("supply", power.SUPPLIES, ids=lambda supply: supply.name)
@pytest.mark.parametrize("palette", sorted(lights.PALETTES))
@pytest.mark.parametrize("scale", SCALES)
def test_the_hungriest_frame_stays_under_the_limit(supply, palette, scale):
    assert power.largest_frame_ma(supply.limit_ma, palette, scale) <= supply.limit_ma


@pytest.mark.parametrize("palette", sorted(lights.PALETTES))
def test_the_limit_is_what_holds_the_frame_back(palette):
    """Without it the same picture would take more than a port gives: the test can fail."""
    assert power.largest_frame_ma(3000, palette, lights.FULL) > power.USB.port_ma


def test_every_white_light_at_full_takes_what_the_datasheet_says():
    assert lights.milliamperes(lights.COUNT * 3 * lights.FULL) == 57 + 57 * 60


def test_the_firmware_is_set_for_usb():
    assert firmware.settings()["current_limit_ma"] == power.USB.limit_ma == 400


def test_lights_and_pico_fit_a_500_ma_port():
    assert power.USB.limit_ma + power.PICO_MA <= power.USB.port_ma == 500


@pytest.mark.parametrize("supply", power.SUPPLIES, ids=lambda supply: supply.name)
def test_the_fuse_holds_the_limit_on_a_hot_day(supply):
    assert supply.limit_ma <= supply.fuse_ma * power.HOT_HOLD <= supply.port_ma


def test_a_fuse_of_1100_ma_would_not_guard_a_500_ma_port():
    assert power.USB.port_ma < 1100 * power.HOT_HOLD
    assert power.USB.fuse_ma <= power.USB.port_ma


@pytest.mark.parametrize("supply", power.SUPPLIES, ids=lambda supply: supply.name)
def test_the_rail_keeps_the_lights_awake(supply):
    least, _ = power.rail_volts(supply, supply.limit_ma)
    assert least >= power.LED_LEAST_V + 0.5
    assert power.rail_volts(supply, 57)[1] <= 5.3  # WS2812B's most


def test_a_limit_of_900_ma_on_usb_would_put_the_lights_out():
    assert power.rail_volts(power.USB, 900)[0] < power.LED_LEAST_V


def test_usb_sees_less_than_10_microfarads():
    assert power.usb_capacitance() == pytest.approx(8.0e-6)
    assert power.usb_capacitance() * 5.25 <= power.INRUSH_CHARGE
