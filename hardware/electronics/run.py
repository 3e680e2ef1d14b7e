# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Runs KiCad's command and makes what it writes the same at every run."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from design import layout

SYSTEM_PYTHON = "/usr/bin/python3"  # the one that has KiCad's pcbnew
HARDWARE = Path(__file__).resolve().parents[1]
DAY = layout.DATE  # instead of the moment of the run

# What KiCad writes of the moment: ISO, ISO with a blank, PDF's.
_MOMENTS = (
    (rb"20\d\d-\d\d-\d\d([T ])\d\d:\d\d:\d\d", DAY.encode() + rb"\g<1>00:00:00"),
    (rb"20\d\d/\d\d/\d\d \d\d:\d\d:\d\d", DAY.replace("-", "/").encode() + b" 00:00:00"),
    (rb"\(D:20\d{12}\)", b"(D:" + DAY.replace("-", "").encode() + b"000000)"),
)


class ToolError(Exception):
    """A tool failed: its words, and the command."""


def run(*command: str | Path, env: dict[str, str] | None = None) -> str:
    """Run a command; its output. An exit other than 0 is an error with all it said."""
    words = [str(word) for word in command]
    more = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(env or {})}
    done = subprocess.run(words, capture_output=True, text=True, env=more, check=False)
    if done.returncode:
        raise ToolError(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def kicad(*words: str | Path) -> str:
    return run("kicad-cli", *words)


def pcbnew(module: str, *words: str | Path) -> str:
    """Run one of our modules with KiCad's Python."""
    return run(SYSTEM_PYTHON, "-m", module, *words, env={"PYTHONPATH": str(HARDWARE)})


def version() -> str:
    """KiCad's version, or "" where there is none."""
    if not shutil.which("kicad-cli"):
        return ""
    return kicad("version").strip()


def settle(path: Path) -> None:
    """Take the moment of the run out of a file, or out of all files in a folder."""
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file() and file.suffix not in (".png", ".kicad_pcb", ".kicad_sch"):
            text = file.read_bytes()
            for found, put in _MOMENTS:
                text = re.sub(found, put, text)
            file.write_bytes(text)
