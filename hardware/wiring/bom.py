# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What to buy for the strip build: parts, wire, cables, screws, paper; quantities from the design.

Prices are our own rough estimates of what one piece costs a private buyer (EUR with tax, without
postage, 2026), a range each: no offers, and no shop's.
"""

import csv
import io
from math import ceil
from typing import NamedTuple

from design import sensors

from . import cables, mainboard, strip

SPARE = 1.2  # of wire: a fifth more than is cut
NEEDED, OPTION = "needed", "option"
KEY_COLOURS = {"yellow": 3, "green": 1, "blue": 1}


class Item(NamedTuple):
    """A line of the list. `refs` name parts of the main board, where it is one."""

    refs: tuple[str, ...]
    quantity: float
    unit: str
    what: str
    maker: str
    number: str
    alternates: str
    low: float  # EUR for one unit
    high: float
    use: str = NEEDED


def _metres(total: dict[str, int]) -> float:
    """Metres to buy: each colour with its spare, in steps of 0.1 m."""
    return sum(ceil(SPARE * length / 100) for length in total.values()) / 10


def _colours(total: dict[str, int]) -> str:
    return ", ".join(
        f"{name} {ceil(SPARE * length / 100) / 10} m" for name, length in total.items()
    )


def _wire(mm2: float, use: str, option: bool) -> Item:
    total = cables.total(mm2, option)
    told = f"stranded wire {mm2} mm²: {_colours(total)}"
    awg = "AWG 24" if mm2 > 0.2 else "AWG 26"
    return Item((), _metres(total), "m", told, "", "", f"{awg}, silicone or PVC", 0.3, 0.8, use)


def board_wire_mm() -> int:
    """Wire on the main board's solder side, with 8 mm a wire for its ends, in mm."""
    steps = sum(
        abs(x1 - x0) + abs(y1 - y0)
        for wire in mainboard.WIRES
        for (x0, y0), (x1, y1) in zip(wire.holes, wire.holes[1:], strict=False)
    )
    return round(steps * mainboard.GRID + 8 * len(mainboard.WIRES))


def _header(ref: str, use: str = NEEDED) -> list[Item]:
    """A locking header and its plug; the plug's contacts are a line of their own."""
    part = next(part for part in mainboard.PARTS if part.name == ref)
    pins = len(part.pins)
    head = f"header, 2.54 mm, locking, {pins} pins ({part.value})"
    plug = f"plug housing, 2.54 mm, {pins} pins, for {ref}"
    number, socket = f"22-23-20{pins}1", f"22-01-30{pins}7"
    return [
        Item((ref,), 1, "pc", head, "Molex", number, "or wires soldered in", 0.1, 0.4, use),
        Item((), 1, "pc", plug, "Molex", socket, "any for that header", 0.1, 0.4, use),
    ]


def _contacts(use: str, *refs: str) -> Item:
    pins = sum(len(part.pins) for part in mainboard.PARTS if part.name in refs)
    what = "crimp contact for these housings"
    return Item(
        (),
        pins,
        "pc",
        what,
        "Molex",
        "08-55-0102",
        "08-50-0114 (ending); ready crimped wires",
        0.05,
        0.3,
        use,
    )


def items() -> list[Item]:
    """The whole list."""
    return [*_board(), *_lights_and_keys(), *_wires(), *_box(), *_options()]


def _board() -> list[Item]:
    return [
        Item(("U1",), 1, "pc", "Raspberry Pi Pico H", "Raspberry Pi", "SC0917",
             "Pico SC0915 with own headers; Pico 2, Pico W, Pico 2 W with headers", 5, 9),
        Item((), 2, "pc", "socket strip 20 pins, 2.54 mm, 8.5 mm high, for U1", "Samtec",
             "SSW-120-01-T-S", "any of that size", 0.5, 3),
        Item(("U2",), 1, "pc", "level shifter 74AHCT125, DIP-14", "Texas Instruments",
             "SN74AHCT125N", "SN74HCT125N; HC and LVC do not work: the T counts", 0.5, 1.5),
        Item((), 1, "pc", "socket DIP-14, 7.62 mm, for U2", "", "", "any", 0.1, 0.5),
        Item(("F1",), 1, "pc", "resettable fuse, holds 0.5 A, trips at 1.0 A, 5 mm pitch",
             "Bourns", "MF-R050", "Littelfuse RXEF050; never a larger one", 0.3, 0.8),
        Item(("C1",), 1, "pc", "ceramic capacitor 100 nF, 5 mm pitch", "Kemet", "C322C104K5R5TA",
             "any X7R of 16 V or more", 0.1, 0.4),
        Item(("C2",), 1, "pc", "ceramic capacitor 2.2 µF, 5 mm pitch", "Kemet", "C330C225M5U5TA",
             "any ceramic one of 16 V or more; never a larger one: USB's inrush limit", 0.3, 1),
        Item(("R1", "R2"), 2, "pc", "resistor 330 Ω, 0.25 W, with leads", "Yageo",
             "CFR-25JB-52-330R", "any 330 Ω", 0.02, 0.1),
        Item((), 1, "pc", "perfboard 70 x 50 mm, 24 x 18 holes, 2.54 mm, single pads", "", "",
             "a larger one, cut", 0.5, 2),
        Item((), ceil(SPARE * board_wire_mm() / 100) / 10, "m",
             "insulated solid wire 0.5 mm for the solder side", "", "", "enamelled or stranded",
             0.3, 0.8),
    ]  # fmt: skip


def _lights_and_keys() -> list[Item]:
    return [
        Item((), ceil(strip.strip_length()), "m",
             f"WS2812B strip, {strip.PER_METRE} lights a metre, 5 V, 10 mm wide, bare (IP20)",
             "Worldsemi", "WS2812B", "SK6812 RGB strip of 60 a metre; or "
             f"{len(strip.LIGHTS)} single breakout lights (see step 3)", 6, 15),
        *(Item((), count, "pc", f"push button, closes when pressed, 12 mm hole, {colour}", "", "",
               "type PBS-33B or any of 12 mm with a head up to 16 mm", 0.4, 2)
          for colour, count in KEY_COLOURS.items()),
        *_header("J1"), *_header("J2"), _contacts(NEEDED, "J1", "J2"),
    ]  # fmt: skip


def _wires() -> list[Item]:
    return [
        _wire(cables.POWER_MM2, NEEDED, False),
        _wire(cables.SIGNAL_MM2, NEEDED, False),
        Item((), 1, "pc", "USB cable, A to micro B, with data wires", "", "",
             "USB C where the Pico has it", 2, 6),
        Item((), 1, "pc", "USB supply 5 V, 1 A or more, with a safety mark", "", "",
             "a computer's port, 500 mA", 0, 10),
    ]  # fmt: skip


def _box() -> list[Item]:
    return [
        Item((), 7, "pc", "foam board 5 mm, A4: face, 2 spacers, light plate, floor, 2 for sides",
             "", "", "plywood or acrylic of 3 to 5 mm for the face", 0.8, 2),
        Item((), 1, "pc", "tracing paper, A4", "", "", "baking paper", 0.1, 0.3),
        Item((), 1, "pc", "card 300 g, A4, for the hood", "", "", "a printed hood", 0.2, 0.5),
        Item((), 4, "pc", "spacer M2.5 x 6 mm, nylon", "", "", "any 5 to 8 mm", 0.1, 0.3),
        Item((), 8, "pc", "screw M2.5 x 6 mm", "", "", "nylon", 0.05, 0.1),
        Item((), 0.3, "m", "hook-and-loop tape 20 mm, holds the floor", "", "", "screws", 1, 3),
        Item((), 4, "pc", "rubber foot, self-adhesive", "", "", "felt", 0.1, 0.3),
        Item((), 5, "pc", "paper print A4: three template pages and the card's two", "", "",
             "the card on A5", 0.05, 0.2),
    ]  # fmt: skip


def _options() -> list[Item]:
    return [
        Item((), 1, "pc", "reed switch in a plastic body, closes near a magnet", "Littelfuse",
             "59140-1-S-02-A", "a door contact", 2, 5, OPTION),
        Item((), 1, "pc", "magnet in a plastic body, for it", "Littelfuse", "57140-000",
             "the door contact's own", 1, 3, OPTION),
        Item((), 1, "pc", "piezo sounder without its own oscillator", "TDK", "PS1240P02BT",
             "any passive piezo disc", 0.5, 1.5, OPTION),
        *_header("J3", OPTION), *_header("J4", OPTION), *_header("J5", OPTION),
        _contacts(OPTION, "J3", "J4", "J5"),
        Item((), 1, "pc", "TCA9548A breakout (I2C switch, address 0x70)", "", "",
             "PCA9548A breakout", 3, 8, OPTION),
        Item((), sensors.COUNT, "pc", "TCS34725 breakout (colour sensor), one white LED", "",
             "", "Adafruit 1334, and boards like it", 3, 9, OPTION),
        Item((), 1, "pc", "black foam board 3 mm, A4, for two bars of holes", "", "",
             "sensor-bar.stl, printed twice", 1, 4, OPTION),
        Item((), 1, "pc", "black felt 1 mm, self-adhesive, 100 x 50 mm", "", "",
             "black foam rubber 1 mm", 1, 3, OPTION),
        _wire(cables.SIGNAL_MM2, OPTION, True),
    ]  # fmt: skip


def cost(use: str) -> tuple[int, int]:
    """Sum of the ranges in whole EUR."""
    chosen = [item for item in items() if item.use == use]
    low = sum(item.quantity * item.low for item in chosen)
    return round(low), round(sum(item.quantity * item.high for item in chosen))


def table() -> str:
    """The list as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["refs", "quantity", "unit", "what", "maker", "number", "alternates", "use"])
    for item in items():
        quantity = f"{item.quantity:g}"
        writer.writerow([" ".join(item.refs), quantity, item.unit, *item[3:7], item.use])
    return out.getvalue()
