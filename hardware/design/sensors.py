# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The colour sensors: how they sit under their holes, and what they take. The one place for it.

Millimetres; heights (z) count from the upper face of a sensor's breakout board. A hole is a matt
black tube over the sensor; the piece stands on its rim, on a ring of felt. Three holes are a bar:
one for the code, one for a guess.

Sources: of the breakout Adafruit's board 1334, github.com/adafruit/
Adafruit-TCS34725-Color-Sensor-Breakout-PCB (outline, places, circuit; R5 says 680, 68 ohm, on its
photograph); of the chip ams' datasheet TCS3472 v1-02 (package FN, supply current); of the LED
Everlight's datasheets 45-21 (body, forward volts); of the Pico's 3.3 V its datasheet, "Powering
Pico"; of I2C NXP's UM10204, 7.1, and TI's datasheet TCA9548A. The geometry is that of the model
that the firmware was tried on; nobody has measured it on a real one.
"""

from typing import NamedTuple

from design import layout, power

TUBE = 12.0  # inside: sensor and LED both look out of it
FELT = 1.0  # thickness of the ring on the rim
PIECE_LEAST = 15.0  # base of a piece: covers the tube even when set askew
NEAR, NOMINAL, FAR = 2.0, 5.0, 10.0  # from the chip up to a piece's underside

BREAKOUT, BREAKOUT_THICK = 20.32, 1.6
CHIP = 2.4, 0.65  # long, high
CHIP_OFF = (0.30, -0.16)  # its centre, from the breakout's
LED = 3.2, 1.4  # long, high
LED_OFF = (-2.92, 0.10)
PINS = ("LED", "INT", "SDA", "SCL", "3V3", "GND", "VIN")  # seen from above, pins towards you
PINS_Y = 1.52 - BREAKOUT / 2
PARTS = 1.65  # the tube begins here: SOT-23 and solder on the breakout are lower
BELOW = 2.75  # for wires under the breakout

RIM = CHIP[1] + NOMINAL - FELT  # the tube ends here, under the felt
LONG = RIM - PARTS  # of the tube, felt not counted
PITCH = 24.0  # from hole to hole of a bar
FELT_OUTSIDE = 20.0  # diameter of the ring
AWAY = 26.0  # from the board's edge to a bar's middle; as you like, as far as the cables reach

ROOM_STANDING = 0, 3  # % of the room's light that gets under a piece on the rim ...
ROOM_EMPTY = 10, 40  # ... and into an empty hole

CABLE = 400  # mm from the socket to a sensor, at most
CHANNELS = layout.SENSOR_NAMES  # by channel of the switch
LIGHT_PIN = "GP22"  # free on both builds: what the page proposes for `pin_sensor_light`

COUNT = len(CHANNELS)
SUPPLY = 3.3
LED_OHM, LED_LEAST_V = 68.0, 2.6
CHIP_MA = 0.33
PICO_3V3_MA = 300  # what its 3.3 V may give to others
CONVERTER = 0.85  # of what the Pico's converter takes arrives: the worst of its datasheet's curve
PULL_UP = 10e3  # ohm: of LED, and of SDA and SCL on either side of the breakout's level shifter


class Wires(NamedTuple):
    """An I2C bus with one channel through: pull-ups in ohm, farads at each end, mm of wire."""

    pull_ups: tuple[float, ...]
    farads: float
    wire_mm: float


FARADS_M = 100e-12  # of a wire in its cable to all the others, a metre: the high end of our guess
_CHIPS = 5e-12 + 28e-12 + 7.5e-12  # Pico's pin, the switch's two sides
_SENSOR = 25e-12 + 10e-12  # level shifter, chip
PCB_WIRES = Wires((4.7e3, PULL_UP, PULL_UP), _CHIPS + 20e-12 + _SENSOR, CABLE)
STRIP_WIRES = Wires((PULL_UP, PULL_UP, PULL_UP), _CHIPS + _SENSOR, CABLE)


def rise_ns(wires: Wires) -> float:
    """Nanoseconds from 30 to 70 %: I2C allows 1000 at 100 kHz, 300 at 400 kHz."""
    ohm = 1 / sum(1 / one for one in wires.pull_ups)
    farads = wires.farads + wires.wire_mm / 1000 * FARADS_M
    return 0.8473 * ohm * farads * 1e9


def led_ma() -> float:
    """The most that one breakout's LED takes, in mA."""
    return (SUPPLY - LED_LEAST_V) / LED_OHM * 1000


def light_pin_ma() -> float:
    """What a pin sinks that holds all the LED pins low, in mA."""
    return COUNT * SUPPLY / PULL_UP * 1000


def supply_ma() -> float:
    """The most that all of them take from the Pico's 3.3 V, in mA."""
    return COUNT * (led_ma() + CHIP_MA)


def usb_ma() -> float:
    """The same where it comes from: at USB's 5 V, from the weakest port."""
    volts = power.USB.volts[0] - 0.3  # the Pico's own diode
    return supply_ma() * SUPPLY / volts / CONVERTER


def lights_ma() -> int:
    """What `current_limit_ma` should be with all of them on a USB port, rounded down to 50."""
    left = power.USB.port_ma - power.PICO_MA - usb_ma()
    return int(min(left, power.USB.limit_ma) // 50 * 50)
