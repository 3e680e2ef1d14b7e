# SPDX-License-Identifier: CERN-OHL-P-2.0
"""From the description to checked files: schematic, its check, board, its check.

`python -m electronics.build [folder]` writes the KiCad project into `folder` (default: the
committed one) and leaves the checks' reports beside it. Takes half a minute.
"""

import json
import sys
import tempfile
from pathlib import Path

from electronics import footprints, models, project, sheets, symbols
from electronics.drawing import PROJECT
from electronics.run import HARDWARE, ToolError, kicad, pcbnew, settle, version
from electronics.sexpr import dump

HERE = HARDWARE / "electronics"
KICAD = HERE / "kicad"
KINDS = ("violations", "unconnected_items", "schematic_parity")


def sources(folder: Path) -> None:
    """Everything that is text of ours: sheets, symbols, footprints, bodies, settings, rules."""
    pretty = folder / "jungle.pretty"
    pretty.mkdir(parents=True, exist_ok=True)
    for sheet in sheets.all_sheets():
        (folder / sheet.file).write_text(dump(sheet.dump()) + "\n")
    (folder / "jungle.kicad_sym").write_text(dump(symbols.library()) + "\n")
    for name, draw in footprints.OWN.items():
        (pretty / f"{name}.kicad_mod").write_text(draw())
    models.write(folder / "models")
    (folder / f"{PROJECT}.kicad_pro").write_text(project.settings())
    (folder / f"{PROJECT}.kicad_dru").write_text(project.rules())
    for kind in ("sym", "fp"):
        (folder / f"{kind}-lib-table").write_text(project.table(kind))


def erc(folder: Path, report: Path) -> list[str]:
    """What the schematic's check says, every severity."""
    sheet = folder / f"{PROJECT}.kicad_sch"
    kicad("sch", "erc", "--severity-all", "--format", "json", "-o", report, sheet)
    settle(report)
    found = json.loads(report.read_text())
    return [f"{v['type']}: {v['description']}" for s in found["sheets"] for v in s["violations"]]


def drc(folder: Path, report: Path) -> dict[str, list[str]]:
    """What the board's check says, every severity, by kind: rules, unconnected, parity."""
    board = folder / f"{PROJECT}.kicad_pcb"
    options = ("--severity-all", "--schematic-parity", "--format", "json")
    kicad("pcb", "drc", *options, "-o", report, board)
    settle(report)
    found = json.loads(report.read_text())
    return {kind: [f"{v['type']}: {v['description']}" for v in found[kind]] for kind in KINDS}


def board(folder: Path) -> None:
    """Place, route and pour the board from the schematic's netlist."""
    target = folder / f"{PROJECT}.kicad_pcb"
    pcbnew("electronics.board", "build", folder, target, netlist(folder))
    pcbnew("electronics.board", "pour", folder, target)


def netlist(folder: Path) -> Path:
    """KiCad's netlist of the schematic; it holds the moment, so it is not kept."""
    target = Path(tempfile.mkdtemp()) / "board.net"
    options = ("--format", "kicadsexpr", "-o", target)
    kicad("sch", "export", "netlist", *options, folder / f"{PROJECT}.kicad_sch")
    return target


def build(folder: Path = KICAD, reports: Path = HERE / "reports") -> None:
    """All of it; anything a check says stops it."""
    reports.mkdir(parents=True, exist_ok=True)
    sources(folder)
    said = erc(folder, reports / "erc.json")
    print(f"ERC: {len(said)}")
    if said:
        raise ToolError("\n".join(said))
    board(folder)
    for kind, lines in drc(folder, reports / "drc.json").items():
        print(f"DRC {kind}: {len(lines)}")
        if lines:
            raise ToolError("\n".join(lines))
    (folder.parent / "KICAD_VERSION").write_text(version() + "\n")


if __name__ == "__main__":
    build(*(Path(word).resolve() for word in sys.argv[1:]))
