# SPDX-License-Identifier: MIT
"""Generated parts of the page on the colour sensors: what to buy, where it goes, its figures."""

from design import nets, power, sensors
from wiring import bom, mainboard

from mastermind import calibrating, rules
from mastermind.lesson import STEPS, Lesson

from . import estimates
from .markdown import table


def parts() -> str:
    """What to buy for six holes, with the strip build's prices."""
    breakout, switch = _item("TCS34725"), _item("TCA9548A")
    boards = estimates.PCB_OPTIONS_EUR[1]
    rows = [
        (f"{sensors.COUNT} colour sensors", "breakout boards with the chip **TCS34725**, **one "
         f"white LED** within {_away():g} mm of it, pins {', '.join(_pins())}", _each(breakout)),
        ("1 switch", "a breakout board with the chip **TCA9548A**, address 0x70 (A0, A1, A2 open "
         "or to ground); on the PCB build it is U3, on the board itself", _each(switch)),
        ("cables", f"four wires each, 0.14 mm² or thinner, at most {sensors.CABLE} mm from switch "
         "to sensor", "in the builds' lists"),
        ("2 bars", "printed, or black foam board of 3 mm, card and foam board of 5 mm",
         _each(_item("two bars"))),
        ("felt", f"black, {sensors.FELT:g} mm, self-adhesive, 100 x 50 mm", _each(_item("felt"))),
    ]  # fmt: skip
    told = f"All six on the PCB build: {boards[1]} to {boards[2]} EUR.\n"
    return table(["what", "look for", "EUR"], rows) + "\n" + told


def _item(word: str) -> bom.Item:
    return next(item for item in bom.items() if word in item.what)


def _each(item: bom.Item) -> str:
    return f"{item.low} to {item.high}" + (" each" if item.quantity > 1 else "")


def _pins() -> tuple[str, ...]:
    return ("VIN", "GND", "SDA", "SCL", "LED")


def _away() -> float:
    """From chip to LED, rounded up to whole mm."""
    (x0, y0), (x1, y1) = sensors.CHIP_OFF, sensors.LED_OFF
    return -(-(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5) // 1)


def channels() -> str:
    """Channel by channel: hole, socket of the PCB build, pins of the strip build's hub."""
    rows = [
        (channel, f"{name.split()[0]} hole {name.split()[1]}", f"J{channel + 2}",
         f"`SD{channel}`, `SC{channel}`")
        for channel, name in enumerate(sensors.CHANNELS)
    ]  # fmt: skip
    return table(["channel", "hole", "socket, PCB build", "pins of the hub, strip build"], rows)


def measures() -> str:
    low = -sensors.BREAKOUT_THICK - sensors.BELOW
    leaks = "{} to {} %".format(*sensors.ROOM_STANDING), "{} to {} %".format(*sensors.ROOM_EMPTY)
    rows = [
        ("tube, inside", f"{sensors.TUBE:g} mm"),
        ("tube, long (felt not counted)", f"{sensors.LONG:g} mm"),
        ("from the breakout's upper face to the tube", f"{sensors.PARTS:g} mm"),
        ("from the breakout's upper face to the rim", f"{sensors.RIM:g} mm"),
        ("felt on the rim", f"{sensors.FELT:g} mm, ring of {sensors.TUBE:g} to "
         f"{sensors.FELT_OUTSIDE:g} mm"),
        ("from the chip up to the piece", f"{sensors.NOMINAL:g} mm; {sensors.NEAR:g} to "
         f"{sensors.FAR:g} mm work"),
        ("base of a piece", f"{sensors.PIECE_LEAST:g} mm or more across"),
        ("from hole to hole", f"{sensors.PITCH:g} mm"),
        ("the whole bar, without felt", f"{sensors.RIM - low:g} mm high"),
        ("the room's light under a standing piece, in an empty hole", " and ".join(leaks)),
    ]  # fmt: skip
    return table(["measure", "value"], rows)


def supply() -> str:
    """What the sensors take, and what is left for the lights."""
    one = sensors.led_ma() + sensors.CHIP_MA
    return (
        f"A breakout like Adafruit's takes at most {one:.0f} mA with its LED "
        f"({sensors.LED_OHM:g} Ω before it), six take {sensors.supply_ma():.0f} mA from the Pico's "
        f"3.3 V, which may give {sensors.PICO_3V3_MA} mA. At the USB plug that is "
        f"{sensors.usb_ma():.0f} mA more, beside {power.PICO_MA} mA for the Pico and "
        f"{power.USB.limit_ma} mA for the lights: with six sensors on a port of "
        f"{power.USB.port_ma} mA set `current_limit_ma = {sensors.lights_ma()}`. Boards with other "
        "LEDs may take more: measure one.\n"
    )


def light_pin() -> str:
    """The fifth wire, for who wants the sensors' lights switched."""
    pin = mainboard.PICO_GPIO[sensors.LIGHT_PIN]
    column, row = mainboard.pico_hole(pin)
    return (
        f"Join the `LED` pins of all the breakouts by one wire and lead it to a free pin of the "
        f"Pico, such as {sensors.LIGHT_PIN}: pin {pin} of its edge (PCB build: solder it to that "
        "pin of U1's socket strip, under the board; strip build: to the Pico's hole at column "
        f'{column}, row {row}). Then set `pin_sensor_light = "{sensors.LIGHT_PIN}"`. Low is off: '
        f"the pin sinks {sensors.light_pin_ma():.0f} mA for six.\n"
    )


def lesson() -> str:
    """What lies where in each step, from the firmware's own lesson."""
    order = Lesson(range(sensors.COUNT))
    rows = []
    for step in range(STEPS):
        laid = [_laid(order.wanted(where, step)) for where in order.places]
        guess, code = laid[: rules.HOLES], laid[rules.HOLES :]
        rows.append((step + 1, ", ".join(guess), ", ".join(code)))
    return table(["step", "guess holes, left to right", "code holes"], rows)


def _laid(what: int) -> str:
    if what < len(rules.ANIMALS):
        return rules.ANIMALS[what]
    return "nothing" if what == calibrating.EMPTY else "white paper"


def free_pins() -> set[str]:
    """The Pico's GPIOs that no build uses."""
    used = set(nets.pico_functions()) | set(mainboard.pins().values())
    return set(mainboard.PICO_GPIO) - used
