# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What a board maker and an assembly line get: `hardware/fab/rev-a0/`."""

import shutil
import tempfile
from pathlib import Path

from electronics import bom
from electronics.drawing import PROJECT
from electronics.run import HARDWARE, SYSTEM_PYTHON, kicad, run, settle

TOOLS = HARDWARE / "build" / "tools"
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,F.SilkS,B.SilkS,Edge.Cuts"


def make(source: Path, target: Path) -> None:
    """Everything from the board in `source` into `target`, which is replaced if all went well."""
    source, target = source.resolve(), target.resolve()
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        made = Path(name) / "made"
        _fill(source, made)
        if target.exists():
            shutil.rmtree(target)
        made.rename(target)


def _fill(source: Path, target: Path) -> None:
    gerbers = target / "gerbers"
    gerbers.mkdir(parents=True)
    board = source / f"{PROJECT}.kicad_pcb"
    plot = ("--use-drill-file-origin", "--no-protel-ext", "-o", f"{gerbers}/")
    kicad("pcb", "export", "gerbers", "--layers", LAYERS, *plot, board)
    drill = ("--format", "excellon", "--drill-origin", "plot", "--excellon-separate-th")
    kicad("pcb", "export", "drill", *drill, "--excellon-units", "mm", "-o", f"{gerbers}/", board)
    kicad("pcb", "export", "ipcd356", "-o", target / "netlist.ipc", board)
    for build in bom.BUILDS:
        (target / f"bom-pcb-{build}.csv").write_text(bom.bom(build))
    (target / "positions.csv").write_text(bom.positions())
    step = ("--force", "--drill-origin", "--subst-models")
    kicad("pcb", "export", "step", *step, "-o", target / "board.step", board)
    kicad("sch", "export", "pdf", "-o", target / "schematic.pdf", source / f"{PROJECT}.kicad_sch")
    papers = ("--mode-single", "--black-and-white")
    papers += ("--layers", "F.SilkS,F.Mask,Edge.Cuts")
    kicad("pcb", "export", "pdf", *papers, "-o", target / "assembly.pdf", board)
    renders(board, target)
    settle(target)
    interactive(board, target)


def renders(board: Path, target: Path) -> None:
    for side in ("top", "bottom"):
        size = ("--width", "1000", "--height", "1500", "--background", "opaque")
        kicad("pcb", "render", "--side", side, *size, "-o", target / f"board-{side}.png", board)


def interactive(board: Path, target: Path) -> None:
    """The page on which a click on a part shows where it goes."""
    options = ("--no-browser", "--dest-dir", target, "--name-format", "interactive-bom")
    options += ("--group-fields", "Value,Footprint", "--extra-data-file", board)
    options += ("--show-fields", "Value,Footprint,MPN,Manufacturer", "--highlight-pin1", "all")
    where = {"INTERACTIVE_HTML_BOM_NO_DISPLAY": "1", "PYTHONPATH": str(TOOLS)}
    script = TOOLS / "InteractiveHtmlBom" / "generate_interactive_bom.py"
    run(SYSTEM_PYTHON, script, *options, board, env=where)
