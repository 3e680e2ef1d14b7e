# SPDX-License-Identifier: MIT
"""Generated parts of the pages: what stands between <!-- begin NAME --> and <!-- end NAME -->."""

import re

from wiring import bom, boxdrawing, cables, mainboard, strip

from mastermind import lights, rules, settings
from mastermind.stages import wiring as selftest

from . import buildblocks, pcbblocks, sensorblocks
from .markdown import table

_MARK = re.compile(r"(<!-- begin ([a-z-]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)
FUNCTIONS = {
    "leds": "light data, to U2",
    "hood": "hood switch, to ground; optional",
    "piezo": "piezo, through R2; optional",
    "sda": "colour sensors, I2C data; optional",
    "scl": "colour sensors, I2C clock; optional",
}


def pins() -> str:
    rows = [
        (FUNCTIONS.get(name, f"button `{name}`, to ground"), gpio, mainboard.PICO_GPIO[gpio])
        for name, gpio in mainboard.pins().items()
    ]
    return table(["what", "pin", "on the Pico's edge"], rows)


def order() -> str:
    rows = []
    for piece in strip.PIECES:
        found = strip.LIGHTS[piece.first - 1 : piece.last]
        kinds = ", ".join(
            f"{kind} {_span([light.number for light in found if light.kind == kind])}"
            for kind in dict.fromkeys(light.kind for light in found)
        )
        rows.append((piece.name, f"{piece.first} to {piece.last}", kinds))
    return table(["piece", "lights", "left to right"], rows)


def _span(numbers: list[int]) -> str:
    return f"{numbers[0]}-{numbers[-1]}"


def board_parts() -> str:
    return table(
        ["part", "what", "pin: column/row"],
        [(part.name, part.value, _holes(part)) for part in mainboard.PARTS],
    )


def _holes(part: mainboard.Part) -> str:
    if part.name == "U1":
        low, high = mainboard.pico_hole(1), mainboard.pico_hole(40)
        ends = f"1: {_hole(low)} to 20: {_hole(mainboard.pico_hole(20))}"
        return f"{ends}; 40: {_hole(high)} to 21: {_hole(mainboard.pico_hole(21))}"
    return ", ".join(f"{pin}: {_hole(hole)}" for pin, hole in part.pins.items())


def _hole(hole) -> str:
    return f"{hole[0]}/{hole[1]}"


def board_wires() -> str:
    rows = [(wire.net, " to ".join(_hole(hole) for hole in wire.holes)) for wire in mainboard.WIRES]
    return table(["net", "from hole to hole, bent at those between"], rows)


def wires() -> str:
    rows = []
    for cable in cables.CABLES:
        option = " (option)" if cable.option else ""
        for core in cable.cores:
            colour = cables.NAMES[core.colour]
            ends = f"{cable.start}: {core.pin_from} | {cable.end}: {core.pin_to}{option}"
            rows.append((ends, colour, f"{cable.mm2} mm²", f"{core.length} mm"))
    return table(["from", "to", "colour", "size", "cut to"], rows)


def parts_list() -> str:
    rows = [
        (" ".join(item.refs), f"{item.quantity:g} {item.unit}", item.what, _maker(item),
         item.alternates, "option" if item.use == bom.OPTION else "")
        for item in bom.items()
    ]  # fmt: skip
    return table(["part", "quantity", "what", "such as", "instead", ""], rows)


def _maker(item: bom.Item) -> str:
    return f"{item.maker} {item.number}".strip()


def cost() -> str:
    (low, high), (more, most) = bom.cost(bom.NEEDED), bom.cost(bom.OPTION)
    return (
        f"Parts of the strip build: {low} to {high} EUR; all its options together, sensors "
        f"included: {more} to {most} EUR more.\n"
    )


def currents() -> str:
    """What the lights may take, from the firmware's own figures."""
    limit = settings.defaults()["current_limit_ma"]
    dark = lights.COUNT * lights.IDLE_MA
    one = lights.milliamperes(lights.dim(lights.LOOKS[lights.PROBE_R][1], _scale(2)) >> 16)
    full = lights.milliamperes(lights.COUNT * 3 * lights.FULL)
    rows = [
        ("all lights dark", f"about {dark} mA"),
        ("self-test, one light red at brightness 2", f"about {one} mA"),
        ("the most that the firmware allows (`current_limit_ma`)", f"{limit} mA"),
        ("all lights white at full, which it never allows", f"{full} mA"),
    ]
    return table(["state", "current into the lights"], rows)


def _scale(brightness: int) -> int:
    return lights.BRIGHTNESS[brightness]


def lap() -> str:
    seconds = lights.COUNT * selftest.STEP_MS / 1000
    return (
        f"One light walks along the chain, {selftest.STEP_MS / 1000:g} s a light, so a lap of "
        f"{lights.COUNT} lights takes {seconds:.1f} s: first a red lap, then a green, then a blue "
        f"one. The walk goes row {1} left to right, then row 2, up to row {rules.ROWS}, then the "
        "three code lights.\n"
    )


def hood() -> str:
    width, depth, height = (f"{side:g} mm" for side in boxdrawing.HOOD)
    return f"Fold a hood of card, {width} wide, {depth} deep and {height} high.\n"


BLOCKS = {
    "hood": hood,
    "estimates": buildblocks.estimates,
    "pcb-cost": buildblocks.pcb_cost,
    "strip-time": buildblocks.strip_time,
    "pcb-order": buildblocks.pcb_order,
    "board-order": pcbblocks.board_order,
    "board-layers": pcbblocks.board_layers,
    "soldered-by-you": pcbblocks.soldered_by_you,
    "besides": pcbblocks.besides,
    "prints": pcbblocks.prints,
    "case-order": pcbblocks.case_order,
    "sensor-parts": sensorblocks.parts,
    "sensor-channels": sensorblocks.channels,
    "sensor-measures": sensorblocks.measures,
    "sensor-supply": sensorblocks.supply,
    "sensor-light": sensorblocks.light_pin,
    "sensor-lesson": sensorblocks.lesson,
    "pins": pins,
    "order": order,
    "board-parts": board_parts,
    "board-wires": board_wires,
    "wires": wires,
    "parts-list": parts_list,
    "cost": cost,
    "currents": currents,
    "lap": lap,
}


def fill(page: str) -> str:
    """A page with all its generated parts made anew; KeyError for a part that nobody makes."""
    return _MARK.sub(lambda found: found[1] + BLOCKS[found[2]]() + found[3], page)
