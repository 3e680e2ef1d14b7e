# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Makes every file of the case: STEP, STL, drawings and pictures. Entry: `build()`.

Run by `hardware/make.py enclosure`, or by itself in the environment of `requirements.txt`:
`PYTHONPATH=hardware .venv-hardware/bin/python -m enclosure.build`. Takes some 5 minutes, most of
it for pictures; `--no-pictures` leaves them out.
"""

import sys
from pathlib import Path

import build123d as cad
from PIL import Image

from enclosure import built, drawings, renders
from enclosure.parts import PARTS

HERE = Path(__file__).parent
DATE = "2026-01-01T00:00:00"  # in the STEP files, so that they come out the same


def build(pictures: bool = True) -> None:
    """Write `step/`, `stl/`, `drawings/` and, if wanted, `pictures/` beside this file."""
    for folder in ("step", "stl", "drawings", "pictures"):
        (HERE / folder).mkdir(exist_ok=True)
    for part in PARTS:
        write_part(part.name)
    for name in drawings.SHEETS:
        (HERE / "drawings" / f"{name}.svg").write_text(drawings.sheet(name), encoding="utf-8")
    if pictures:
        for name, image in renders.pictures():
            few = image.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=3)
            few.save(HERE / "pictures" / f"{name}.png", optimize=True)


def write_part(name: str) -> None:
    """A part's STEP in its place in the case, and its STL as it lies on the bed."""
    cad.export_step(
        cad.Solid(built.solid(name).wrapped), HERE / "step" / f"{name}.step", timestamp=DATE
    )
    built.printed(name).export(HERE / "stl" / f"{name}.stl")


if __name__ == "__main__":
    build("--no-pictures" not in sys.argv[1:])
