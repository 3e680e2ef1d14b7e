# SPDX-License-Identifier: MIT
"""What the two builds cost and how long they take: ranges, each with what it rests on.

Prices are our own rough estimates for a private buyer (EUR with tax, without postage, 2026), no
offers. Times are counted joints at a time for each, and a guess for the rest; nobody has built it.
"""

from design import nets, parts
from wiring import bom, cables, mainboard

JOINT_MIN = (0.5, 1.0)  # minutes for a soldered joint, practised and not
STRIP_REST_H, PCB_REST_H = (3, 6), (2, 4)

# PCB build, one board: (what, low, high)
PCB_EUR = (
    ("bare board, a fifth of the smallest usual order", 3, 10),
    ("the lights and their capacitors", 8, 20),
    ("Pico H, level shifter, fuse, transistor, small parts", 8, 16),
    ("five keys, piezo, reed switch and magnet, sockets", 6, 16),
    ("tray, diffusers, caps, hood: 250 to 400 g of filament; screws, glue", 6, 14),
    ("USB cable and supply, if none is there", 2, 16),
)
FACTORY_EUR = ("assembly by a factory, a fifth of five boards", 15, 60)
PCB_OPTIONS_EUR = (
    ("5 V input: jack, fuse, diodes, capacitor", 3, 8),
    ("sensors: switch on the board, six sockets, six breakouts, two bars, felt", 27, 82),
    FACTORY_EUR,
)


def sums(lines) -> tuple[int, int]:
    return sum(line[1] for line in lines), sum(line[2] for line in lines)


def strip_joints() -> int:
    """Soldered joints of the strip build without options, plugs counted as joints."""
    ends = sum(2 * len(cable.cores) for cable in cables.CABLES if not cable.option)
    skipped = ("J3", "J4", "J5", "R2")
    pins = sum(len(part.pins) for part in mainboard.PARTS if part.name not in skipped)
    return ends + pins + 2 * len(mainboard.WIRES)


def pcb_joints() -> int:
    """Soldered pads of the PCB build without options; the Pico's are its sockets'."""
    return sum(
        len(part.nets)
        for part in nets.parts().values()
        if part.option == "base" and part.kind not in parts.UNBOUGHT
    )


def tall_joints() -> int:
    """Those of the PCB build that no factory line for flat parts places."""
    return sum(
        len(part.nets)
        for part in nets.parts().values()
        if part.option == "base" and not parts.KINDS[part.kind].smd
    )


def hours(joints: int, rest: tuple[int, int]) -> str:
    """Whole hours, from practised to not."""
    low, high = (
        joints * minutes / 60 + more for minutes, more in zip(JOINT_MIN, rest, strict=True)
    )
    return _range((round(low), round(high)), "h")


def rows() -> list[tuple[str, ...]]:
    """Build, cost, time, and what they rest on."""
    pcb = sums(PCB_EUR)
    placed = tuple(one + two for one, two in zip(pcb, FACTORY_EUR[1:], strict=True))
    return [
        _row("strip build", bom.cost(bom.NEEDED), strip_joints(), STRIP_REST_H, "parts list"),
        _row("PCB build, by hand", pcb, pcb_joints(), PCB_REST_H, "lines below"),
        _row("PCB build, flat parts by a factory", placed, tall_joints(), PCB_REST_H, "the same"),
    ]


def _row(build: str, cost, joints: int, rest, basis: str) -> tuple[str, ...]:
    told = f"{basis}; {joints} joints, and {_range(rest, 'h')} for box or tray and for tests"
    return build, _range(cost, "EUR"), hours(joints, rest), told


def _range(pair, unit: str) -> str:
    return f"{pair[0]} to {pair[1]} {unit}"
