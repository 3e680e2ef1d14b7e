# SPDX-License-Identifier: MIT
"""What the main board's wires join, found from holes alone, and what is wrong with them.

Knows nothing of what the nets are for: it is the electrical check of a perfboard.
"""

from itertools import combinations

from .mainboard import COLUMNS, ROWS, Part, Wire


def _points(wire: Wire):
    """Every hole that a wire passes, bends included."""
    for (x0, y0), (x1, y1) in zip(wire.holes, wire.holes[1:], strict=False):
        steps = max(abs(x1 - x0), abs(y1 - y0))
        for at in range(steps + 1):
            yield (x0 + (x1 - x0) * at // steps, y0 + (y1 - y0) * at // steps)


def nets(parts: tuple[Part, ...], wires: tuple[Wire, ...]):
    """The joined pins, as a set of frozensets of "U1.40"; a pin on its own is left out."""
    groups = [set(_points(wire)) for wire in wires]
    merged: list[set] = []
    for group in groups:
        touching = [other for other in merged if other & group]
        for other in touching:
            merged.remove(other)
            group = group | other
        merged.append(group)
    found = set()
    for group in merged:
        names = [
            f"{part.name}.{pin}"
            for part in parts
            for pin, hole in part.pins.items()
            if hole in group
        ]
        if len(names) > 1:
            found.add(frozenset(names))
    return found


def faults(parts: tuple[Part, ...], wires: tuple[Wire, ...]):
    """Sentences on wires that cross or run askew, and on parts that share holes or overlap."""
    return [*_askew(wires), *_crossings(wires), *_shared(parts), *_overlaps(parts)]


def _askew(wires):
    for wire in wires:
        for (x0, y0), (x1, y1) in zip(wire.holes, wire.holes[1:], strict=False):
            if x0 != x1 and y0 != y1:
                yield f"{wire.net}: from {(x0, y0)} to {(x1, y1)} is not along the holes"
        if any(not (1 <= x <= COLUMNS and 1 <= y <= ROWS) for x, y in wire.holes):
            yield f"{wire.net}: leaves the board"


def _crossings(wires):
    for one, two in combinations(wires, 2):
        if one.net != two.net and set(_points(one)) & set(_points(two)):
            yield f"{one.net} and {two.net} touch"


def _shared(parts):
    holes: dict = {}
    for part in parts:
        for pin, hole in part.pins.items():
            if hole in holes:
                yield f"{part.name}.{pin} and {holes[hole]} share {hole}"
            holes[hole] = f"{part.name}.{pin}"


def _overlaps(parts):
    """Bodies that need the same room; nothing else may stand under the Pico's board."""
    for one, two in combinations(parts, 2):
        left, bottom = max(one.body[0], two.body[0]), max(one.body[1], two.body[1])
        right, top = min(one.body[2], two.body[2]), min(one.body[3], two.body[3])
        if left < right and bottom < top:
            yield f"{one.name} and {two.name} overlap"
