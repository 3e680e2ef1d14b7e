# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What each supply can give, what the parts in its way cost, and what the lights may take.

Volts, milliamperes, ohms, farads. Sources: USB 2.0, sections 7.2.1, 7.2.2 and 7.2.4.1; Bourns
MF-MSMF, AO3401A, B340A, 1N5819HW and WS2812B datasheets.
"""

from typing import NamedTuple

from design import firmware


class Supply(NamedTuple):
    """One way to feed the lights.

    `limit_ma` is what current_limit_ma may be at most; `volts` the least and most at the plug;
    `path_ohm` the least and most resistance from plug to rail; `drop` a diode's volts in it.
    """

    name: str
    port_ma: int
    limit_ma: int
    fuse_ma: int
    volts: tuple[float, float]
    path_ohm: tuple[float, float]
    drop: float


CABLE_OHM = (0.10, 0.35)  # plus and minus together: 0.3 m of AWG 20 to 1.8 m of AWG 24
CONTACT_OHM = 0.06  # two mated plugs of 30 milliohms
FET_OHM = 0.060  # AO3401A at 4.5 V
COPPER_OHM = 0.020  # the board's own 5 V and ground, far corner and back
FUSE_USB_OHM = (0.15, 1.00)  # MF-MSMF050: new; one hour after a trip
FUSE_EXT_OHM = (0.020, 0.080)  # MF-MSMF200
SCHOTTKY_EXT = 0.45  # B340A at 1.5 A

HOT_HOLD = (
    0.81  # what a polyfuse still holds at 50 degrees C, of its rating at 23 (datasheet: 0.77-0.82)
)
PICO_MA = 45  # a Pico that runs CircuitPython, its own LED and the shifter; it does not pass F1
INRUSH_CHARGE = 50e-6  # coulombs: 10 uF at 5 V, what a port must bear at once

LED_LEAST_V = 3.5  # WS2812B: below this its driver may forget
LED_QUIET_MA = 1  # each, dark
PWM_HZ = 430.0  # WS2812B's own dimming
LED_BYPASS_F = 100e-9
RAIL_BULK_F = 2.2e-6
EXT_BULK_F = 470e-6

USB = Supply(
    "USB",
    500,
    400,
    500,
    (4.75, 5.25),
    (
        CABLE_OHM[0] + CONTACT_OHM + FUSE_USB_OHM[0] + FET_OHM,
        CABLE_OHM[1] + CONTACT_OHM + FUSE_USB_OHM[1] + FET_OHM + COPPER_OHM,
    ),
    0.0,
)
EXTERNAL = Supply(
    "5 V input",
    2000,
    1500,
    2000,
    (4.75, 5.25),
    (
        CONTACT_OHM + FUSE_EXT_OHM[0],  # an adapter's volts are those at its plug
        CONTACT_OHM + FUSE_EXT_OHM[1] + COPPER_OHM,
    ),
    SCHOTTKY_EXT,
)
SUPPLIES = (USB, EXTERNAL)


def largest_frame_ma(limit_ma: int, palette: str, scale: int) -> int:
    """What the firmware's hungriest picture takes after `lights` has dimmed it to the limit.

    The hungriest picture has the look of most light in every hole.
    """
    lights = firmware.module("lights")
    looks = range(len(lights.LOOKS))
    most = max(looks, key=lambda look: _channels(lights.colour_of(look, palette)))
    picture = bytearray([most] * lights.COUNT)
    frame = [0] * lights.COUNT
    lights.Lights(palette, limit_ma).render(picture, frame, scale, True)
    return int(lights.milliamperes(sum(_channels(colour) for colour in frame)))


def _channels(colour: int) -> int:
    return (colour >> 16) + (colour >> 8 & 255) + (colour & 255)


def rail_volts(supply: Supply, taken_ma: float) -> tuple[float, float]:
    """Least and most volts at the lights when they take `taken_ma` evenly."""
    amps = taken_ma / 1000
    low = supply.volts[0] - supply.drop - amps * supply.path_ohm[1]
    return low, supply.volts[1] - supply.drop * 0.6 - amps * supply.path_ohm[0]


def usb_capacitance() -> float:
    """Farads that the board itself puts on USB's 5 V: lights, shifter, bulk."""
    return (firmware.module("lights").COUNT + 1) * LED_BYPASS_F + RAIL_BULK_F


def note() -> str:
    """The supplies in words, for the schematic."""
    low = rail_volts(USB, USB.limit_ma)[0]
    ext = rail_volts(EXTERNAL, EXTERNAL.limit_ma)[0]
    found = (
        "What the numbers say",
        "",
        "USB: a port gives 500 mA. The lights may",
        f"take {USB.limit_ma} mA (current_limit_ma), the Pico takes",
        f"about {PICO_MA} mA before F1. F1 holds 500 mA.",
        "Weakest port, worst cable, fuse after a trip:",
        f"{low:.2f} V on the rail (a light needs {LED_LEAST_V} V).",
        "",
        f"Inrush: {usb_capacitance() * 1e6:.1f} uF on USB; a port must bear",
        "10 uF. So C101 stays at 2.2 uF, and the large",
        "C104 sits behind D101.",
        "",
        "5 V input: 2 A. current_limit_ma may be",
        f"{EXTERNAL.limit_ma}; the rail keeps {ext:.2f} V and more.",
        "",
        "Without a limit 57 white lights would take",
        "2.3 to 3.5 A: the firmware's limit is part of",
        "this board's safety. Never raise it on USB.",
    )
    return "\n".join(found)
