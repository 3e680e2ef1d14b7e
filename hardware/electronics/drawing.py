# SPDX-License-Identifier: CERN-OHL-P-2.0
"""A sheet of the schematic: symbols, wires, labels and notes, placed on a grid of 1.27 mm.

x to the right, y down, both in grid steps. Junctions come by themselves where wires meet.
"""

import itertools
from typing import Any

from design import layout, nets, parts

from electronics import symbols
from electronics.sexpr import uid, w
from electronics.shapes import G, effects

PROJECT = "jungle-mastermind"
ROOT = uid("root")
Point = tuple[float, float]


class Sheet:
    """One page. Parts are placed by reference; their values and nets come from `design`."""

    def __init__(self, name: str, title: str, number: int, paper: str = "A4"):
        self.name, self.title, self.number, self.paper = name, title, number, paper
        self.uuid = ROOT if name == PROJECT else uid("sheet", name)
        self.file = name + ".kicad_sch"
        self._parts = nets.parts()
        self._items: list[list[Any]] = []
        self._symbols: list[list[Any]] = []
        self._used: set[str] = set()
        self._wires: list[tuple[Point, Point]] = []
        self._pins: list[Point] = []
        self._labels: list[Point] = []
        self._places: dict[str, tuple[str, float, float, bool]] = {}
        self._powers = 0

    def part(self, ref: str, x: float, y: float, turned: bool = False, symbol: str = "") -> None:
        """Place a part; `turned` by half a turn. Pins joined to nothing get their cross."""
        part = self._parts[ref]
        kind = parts.KINDS[part.kind]
        name = symbol or kind.symbol
        self._places[ref] = (name, x, y, turned)
        self._symbols.append(self._instance(ref, name, x, y, turned, kind))
        for pin in symbols.SYMBOLS[name].pins:
            at = self.pin(ref, pin.number)
            self._pins.append(at)
            if part.nets[pin.number] is None:
                place = ["at", at[0] * G, at[1] * G]
                self._items.append(["no_connect", place, ["uuid", uid(self.name, ref, pin.number)]])

    def pin(self, ref: str, number: str) -> Point:
        """Where a placed part's pin is to be wired."""
        name, x, y, turned = self._places[ref]
        for pin in symbols.SYMBOLS[name].pins:
            if pin.number == number:
                return (x - pin.x, y + pin.y) if turned else (x + pin.x, y - pin.y)
        raise ValueError(f"{ref} has no pin {number}.")

    def power(self, net: str, x: float, y: float) -> None:
        """A supply's symbol with its wire end at (x, y)."""
        self._powers += 1
        ref = f"#PWR{self.number}{self._powers:02d}"
        self._symbols.append(self._instance(ref, net, x, y, False, None))
        self._pins.append((x, y))

    def wire(self, *points: Point) -> None:
        for start, end in itertools.pairwise(points):
            if start != end:
                self._wires.append((start, end))

    def join(self, one: Point, two: Point, across_first: bool = True) -> None:
        """Wire two points with one corner."""
        corner = (two[0], one[1]) if across_first else (one[0], two[1])
        self.wire(one, corner, two)

    def label(self, net: str, x: float, y: float, side: str = "right", local: bool = False) -> None:
        """A net's name at a wire end at (x, y), written away to `side`."""
        angle, justify = {"right": (0, "left"), "left": (180, "right")}[side]
        item: list[Any] = [w("label") if local else w("global_label"), net]
        if not local:
            item.append(["shape", w("bidirectional")])
        item.append(["at", x * G, y * G, angle])
        item.append(effects(justify=justify + (" bottom" if local else "")))
        item.append(["uuid", uid(self.name, "label", net, x, y)])
        if not local:
            place = ["at", x * G, y * G, 0]
            text = "${INTERSHEET_REFS}"
            item.append(["property", "Intersheetrefs", text, place, effects(hide=True)])
        self._items.append(item)
        self._labels.append((x, y))

    def named(self, ref: str, pin: str, steps: int = 2, side: str = "right") -> None:
        """A short wire from a pin that ends in its net's name."""
        net = self._parts[ref].nets[pin]
        if net is None:
            raise ValueError(f"{ref} pin {pin} has no net.")
        x, y = self.pin(ref, pin)
        end = x + steps if side == "right" else x - steps
        self.wire((x, y), (end, y))
        self.label(net, end, y, side)

    def note(self, x: float, y: float, text: str, size: float = 1.5) -> None:
        """Words whose upper left corner is at (x, y)."""
        look = effects(size, justify="left top")
        place = ["at", x * G, y * G, 0]
        self._items.append(
            [
                "text",
                text,
                ["exclude_from_sim", w("no")],
                place,
                look,
                ["uuid", uid(self.name, text)],
            ]
        )

    def group(self, x: float, y: float, width: float, height: float, title: str) -> None:
        """A frame around what belongs together, with its title inside at the top."""
        ends = (["start", x * G, y * G], ["end", (x + width) * G, (y + height) * G])
        stroke = ["stroke", ["width", 0.2], ["type", w("dash")], ["color", 90, 120, 90, 1]]
        fill = ["fill", ["type", w("none")]]
        self._items.append(["rectangle", *ends, stroke, fill, ["uuid", uid(self.name, x, y)]])
        self.note(x + 2, y + 1.5, title, 2.2)

    def child(self, sheet: "Sheet", x: float, y: float, width: float, height: float) -> None:
        """A box on the root sheet that opens another sheet."""
        stroke = ["stroke", ["width", 0.3], ["type", w("solid")]]
        top = effects(2.0, justify="left bottom")
        low = effects(1.27, justify="left top")
        path = ["path", "/" + ROOT, ["page", str(sheet.number)]]
        self._items.append(
            [
                "sheet",
                ["at", x * G, y * G],
                ["size", width * G, height * G],
                ["exclude_from_sim", w("no")],
                ["in_bom", w("yes")],
                ["on_board", w("yes")],
                ["dnp", w("no")],
                stroke,
                ["fill", ["color", 240, 246, 236, 1]],
                ["uuid", sheet.uuid],
                ["property", "Sheetname", sheet.title, ["at", x * G, (y - 0.5) * G, 0], top],
                [
                    "property",
                    "Sheetfile",
                    sheet.file,
                    ["at", x * G, (y + height + 0.5) * G, 0],
                    low,
                ],
                ["instances", ["project", PROJECT, path]],
            ]
        )

    def _instance(
        self, ref: str, name: str, x: float, y: float, turned: bool, kind: parts.Kind | None
    ) -> list[Any]:
        self._used.add(name)
        symbol = symbols.SYMBOLS[name]
        sign = -1 if turned else 1
        offsets = [(dx * sign, -dy * sign) for dx, dy in symbol.labels]
        bought = kind is not None and self._parts[ref].kind not in parts.UNBOUGHT
        fields = [("Reference", ref, offsets[0], kind is None)]
        fields.append(("Value", kind.value if kind else name, offsets[1], name in ("Test", "Mark")))
        extra = {"Footprint": kind.footprint if kind else "", "Datasheet": "", "Description": ""}
        if kind is not None:
            extra["Description"] = kind.about
        if bought and kind is not None:
            extra |= {"Manufacturer": kind.maker, "MPN": kind.number}
        fields += [(key, text, (0, 0), True) for key, text in extra.items()]
        path = f"/{ROOT}" if self.uuid == ROOT else f"/{ROOT}/{self.uuid}"
        where = ["path", path, ["reference", ref], ["unit", 1]]
        flags = {"exclude_from_sim": False, "in_bom": bought or kind is None, "on_board": True}
        return [
            "symbol",
            ["lib_id", "jungle:" + name],
            ["at", x * G, y * G, 180 if turned else 0],
            ["unit", 1],
            *([key, w("yes" if on else "no")] for key, on in flags.items()),
            ["dnp", w("no")],
            ["uuid", uid("symbol", ref)],
            *(self._field(x, y, symbol.labels == symbols.BESIDE, *field) for field in fields),
            *(["pin", p.number, ["uuid", uid("pin", ref, p.number)]] for p in symbol.pins),
            ["instances", ["project", PROJECT, where]],
        ]

    @staticmethod
    def _field(
        x: float, y: float, beside: bool, key: str, text: str, at: Point, hide: bool
    ) -> list[Any]:
        place = ["at", (x + at[0]) * G, (y + at[1]) * G, 0]
        return ["property", key, text, place, effects(hide=hide, justify="left" if beside else "")]

    def _broken_wires(self) -> list[tuple[Point, Point]]:
        """The wires, cut wherever something else meets them."""
        ends = {end for wire in self._wires for end in wire} | set(self._pins) | set(self._labels)
        found = []
        for wire in self._wires:
            stops = sorted([*wire, *(point for point in ends if _inside(point, wire))])
            found += list(itertools.pairwise(stops))
        return sorted(set(found))

    def _junctions(self) -> list[Point]:
        """Points at which three or more wires and pins meet."""
        ends: dict[Point, int] = {}
        for point in [end for wire in self._broken_wires() for end in wire] + self._pins:
            ends[point] = ends.get(point, 0) + 1
        return sorted(point for point, count in ends.items() if count >= 3)

    def dump(self) -> list[Any]:
        """The sheet as KiCad's list."""
        found: list[Any] = ["kicad_sch", ["version", w("20250114")], ["generator", "jungle"]]
        found += [["generator_version", "9.0"], ["uuid", self.uuid], ["paper", self.paper]]
        found.append(
            [
                "title_block",
                ["title", self.title],
                ["date", layout.DATE],
                ["rev", layout.REVISION],
                ["company", "Jungle Mastermind"],
                ["comment", w("1"), "CERN-OHL-P-2.0"],
                ["comment", w("2"), "Generated and checked, not yet built by anyone"],
            ]
        )
        used = [symbols.library_symbol(name, "jungle:") for name in sorted(self._used)]
        found.append(["lib_symbols", *used])
        found += self._items
        for x, y in self._junctions():
            place = ["at", x * G, y * G]
            mark = [["diameter", 0], ["color", 0, 0, 0, 0], ["uuid", uid(self.name, "dot", x, y)]]
            found.append(["junction", place, *mark])
        for n, (start, end) in enumerate(self._broken_wires()):
            ends = ["pts", *(["xy", x * G, y * G] for x, y in (start, end))]
            stroke = ["stroke", ["width", 0], ["type", w("default")]]
            found.append(["wire", ends, stroke, ["uuid", uid(self.name, "wire", n)]])
        found += self._symbols
        found.append(["sheet_instances", ["path", "/", ["page", "1"]]])
        found.append(["embedded_fonts", w("no")])
        return found


def _inside(point: Point, wire: tuple[Point, Point]) -> bool:
    """Whether a point lies on a wire, but at none of its ends."""
    (x1, y1), (x2, y2) = wire
    x, y = point
    if point in wire:
        return False
    return (x1 == x2 == x and min(y1, y2) < y < max(y1, y2)) or (
        y1 == y2 == y and min(x1, x2) < x < max(x1, x2)
    )
