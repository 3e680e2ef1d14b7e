# SPDX-License-Identifier: CERN-OHL-P-2.0
"""KiCad's own netlist of the schematic, read back: what it says is joined."""

from pathlib import Path
from typing import Any, NamedTuple

from electronics import sexpr


class Component(NamedTuple):
    ref: str
    value: str
    footprint: str
    path: str  # of identifiers: what binds a footprint to its symbol
    sheet: str
    fields: dict[str, str]


class Netlist(NamedTuple):
    components: dict[str, Component]
    nets: dict[str, set[tuple[str, str]]]  # (reference, pin) by net name

    def net_of(self, ref: str, pin: str) -> str:
        for name, pins in self.nets.items():
            if (ref, pin) in pins:
                return name
        return ""


def read(path: Path) -> Netlist:
    tree = sexpr.parse(path.read_text())
    components = {}
    for node in sexpr.each(sexpr.first(tree, "components"), "comp"):
        found = _component(node)
        components[found.ref] = found
    nets: dict[str, set[tuple[str, str]]] = {}
    for node in sexpr.each(sexpr.first(tree, "nets"), "net"):
        pins = {
            (sexpr.first(pin, "ref")[1], sexpr.first(pin, "pin")[1])
            for pin in sexpr.each(node, "node")
        }
        nets[sexpr.first(node, "name")[1]] = pins
    return Netlist(components, nets)


def _component(node: list[Any]) -> Component:
    sheet = sexpr.first(node, "sheetpath")
    path = sexpr.first(sheet, "tstamps")[1] + sexpr.first(node, "tstamps")[1]
    fields = {}
    for group in sexpr.each(node, "fields"):
        for field in sexpr.each(group, "field"):
            fields[sexpr.first(field, "name")[1]] = field[2] if len(field) > 2 else ""
    return Component(
        sexpr.first(node, "ref")[1],
        sexpr.first(node, "value")[1],
        sexpr.first(node, "footprint")[1],
        path,
        sexpr.first(sheet, "names")[1],
        fields,
    )
