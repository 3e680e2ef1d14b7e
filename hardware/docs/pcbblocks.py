# SPDX-License-Identifier: MIT
"""Generated parts of the pages on the PCB build: what to order, print and put together."""

import json
import re
from pathlib import Path

from design import extras, layout, nets, parts

from .buildblocks import refs
from .markdown import table

HARDWARE = Path(__file__).resolve().parents[1]
CASE_PAGE = HARDWARE / "enclosure" / "README.md"
PROJECT = HARDWARE / "electronics" / "kicad" / "jungle-mastermind.kicad_pro"
CASE_STEPS = re.compile(
    r"^## Putting it together\n.*?(^1\. .*?)\n\n(?!\d)", re.MULTILINE | re.DOTALL
)

LAYERS = {
    "F_Cu": "copper, top",
    "B_Cu": "copper, bottom",
    "F_Mask": "solder mask, top",
    "B_Mask": "solder mask, bottom",
    "F_Paste": "solder paste, top: for the stencil",
    "F_Silkscreen": "print, top",
    "B_Silkscreen": "print, bottom",
    "Edge_Cuts": "outline",
    "PTH": "drill: plated holes",
    "NPTH": "drill: screw holes, not plated",
    "job": "what the layers are, for the factory's reader",
}
SUFFIXES = {"PTH": "drl", "NPTH": "drl", "job": "gbrjob"}
FOR = {
    "base": "",
    "power": "5 V input",
    "sensors": "sensors",
    "no-power": "without 5 V input",
}


def gerber(layer: str) -> str:
    """The file of a layer in `fab/rev-a0/gerbers/`."""
    return f"jungle-mastermind-{layer}.{SUFFIXES.get(layer, 'gbr')}"


def board_layers() -> str:
    return table(["file", "what"], [(f"`{gerber(layer)}`", told) for layer, told in LAYERS.items()])


def board_order() -> str:
    """What a board factory asks for, from the description and the board's own limits."""
    limits = json.loads(PROJECT.read_text())["board"]["design_settings"]["rules"]
    rows = [
        ("size", f"{layout.WIDTH:g} x {layout.LENGTH:g} mm, one board, no panel"),
        ("layers", "2"),
        ("thickness", f"{layout.THICKNESS:g} mm"),
        ("copper", "1 oz (35 µm)"),
        ("material", "FR-4"),
        ("finish", "lead-free: HASL, or ENIG if a factory places the parts"),
        ("solder mask, print", "green, white: prints are read best so"),
        ("smallest track, gap", f"{limits['min_track_width']} mm, {limits['min_clearance']} mm"),
        ("smallest hole", f"{limits['min_through_hole_diameter']} mm"),
        ("impedance, blind vias, gold fingers", "none"),
    ]
    return table(["question", "answer"], rows)


def soldered_by_you() -> str:
    """What is left for the iron when a factory has placed all flat parts."""
    found: dict[tuple[str, str], list[str]] = {}
    for part in nets.parts().values():
        if part.kind in parts.UNBOUGHT or parts.KINDS[part.kind].smd:
            continue
        found.setdefault((part.option, part.kind), []).append(part.ref)
    rows = []
    for (option, kind), names in found.items():
        told = "its two socket strips" if kind == "pico" else parts.KINDS[kind].about
        rows.append((refs(names), told, FOR[option]))
    return table(["part", "what", "only for"], sorted(rows, key=lambda row: row[2]))


def besides() -> str:
    rows = [
        (item.quantity, item.what, item.note, FOR[item.option])
        for item in extras.BOUGHT
        if "bare board" not in item.what
    ]
    return table(["quantity", "what", "note", "only for"], rows)


def prints() -> str:
    rows = [
        (f"`{item.name}`", item.quantity, item.material, item.colour, item.note)
        for item in extras.PRINTS
    ]
    return table(["print", "quantity", "material", "colour", "note"], rows)


def case_order() -> str:
    """The case's own steps, word for word, with links that lead from `docs/`."""
    return case_steps(CASE_PAGE.read_text(encoding="utf-8"))


def case_steps(page: str) -> str:
    found = CASE_STEPS.search(page)
    if not found:
        raise ValueError(f"{CASE_PAGE} has no numbered list under 'Putting it together'.")
    return re.sub(r"\]\((?!http|#)", "](../enclosure/", found[1]) + "\n"
