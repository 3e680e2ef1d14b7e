#!/usr/bin/env python3
# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Makes and checks all of the hardware: `python3 hardware/make.py WHAT ...`.

electronics   schematic, board, their checks, fabrication files (KiCad 9; a minute)
enclosure     the printed case (build123d, an environment of its own; 5 minutes)
papers        wiring diagrams, pages, cards
all           these three
check         the tests of all three (at most 5 minutes)
same          makes the electronics again elsewhere and compares every byte
tools         says what is missing, and the command that brings it
install       runs those commands (Debian, as root)

No file that is made here has a date or a path of the machine in it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HARDWARE = Path(__file__).resolve().parent
ROOT = HARDWARE.parent
TOOLS = HARDWARE / "build" / "tools"
BIN = ROOT / ".venv" / "bin" / "python"
CASE_BIN = ROOT / ".venv-hardware" / "bin" / "python"

# Debian 12 has KiCad 6; version 9 comes from its backports. The source is made from the machine's
# own, so that it names the same server.
BACKPORTS = (
    'awk \'BEGIN{RS=""} /Suites:.*bookworm([ \\n]|$)/ && !d '
    '{sub(/Suites:[^\\n]*/,"Suites: bookworm-backports"); print; d=1}\''
    " /etc/apt/sources.list.d/debian.sources > /etc/apt/sources.list.d/backports.sources"
)
KICAD = "apt-get install -y --no-install-recommends -t bookworm-backports kicad kicad-symbols"
KICAD += " kicad-footprints"


def _pip(part: str, python: str) -> str:
    return f"{python} -m pip install -r hardware/{part}/requirements.txt"


def _has(python: Path, module: str) -> bool:
    if not python.exists():
        return False
    found = subprocess.run([str(python), "-c", f"import {module}"], capture_output=True)
    return found.returncode == 0


def _kicad_9() -> bool:
    if not shutil.which("kicad-cli"):
        return False
    said = subprocess.run(["kicad-cli", "version"], capture_output=True, text=True)
    return said.stdout.startswith("9.")


def _wants() -> tuple[tuple[str, bool, tuple[str, ...]], ...]:
    """What is needed, whether it is there, and the commands that bring it."""
    debian = "apt-get install -y --no-install-recommends "
    system, case = Path("/usr/bin/python3"), _pip("enclosure", str(CASE_BIN.relative_to(ROOT)))
    papers = _pip("docs", str(BIN.relative_to(ROOT)))
    readers = all((TOOLS / name).exists() for name in ("gerbonara", "InteractiveHtmlBom"))
    typed = all(_has(BIN, name) for name in ("typst", "wireviz"))
    return (
        ("KiCad 9", _kicad_9(), (BACKPORTS, "apt-get update", KICAD)),
        ("numpy for KiCad's Python", _has(system, "numpy"), (debian + "python3-numpy",)),
        ("ngspice", shutil.which("ngspice") is not None, (debian + "ngspice",)),
        ("Graphviz", shutil.which("dot") is not None, (debian + "graphviz",)),
        ("the project's environment", BIN.exists(), ("make setup",)),
        ("gerber reader and page maker", readers, (_electronics_pip(),)),
        ("typesetter and wiring drawer", typed, (papers,)),
        (
            "the case's environment (1 GB)",
            _has(CASE_BIN, "build123d"),
            ("python3 -m venv .venv-hardware", case),
        ),
    )


def missing() -> dict[str, tuple[str, ...]]:
    """What this machine lacks, and the commands that bring it."""
    return {what: commands for what, there, commands in _wants() if not there}


def _electronics_pip() -> str:
    """The page maker alone, without the window library that it asks for."""
    pip = ".venv/bin/python -m pip install --target hardware/build/tools"
    return (
        f"{pip} gerbonara==1.5.0 jsonschema==4.26.0 && {pip} --no-deps InteractiveHtmlBom==2.12.0"
    )


def tools() -> int:
    lacking = missing()
    for what, commands in lacking.items():
        print(f"{what} is missing:")
        for command in commands:
            print(f"    {command}")
    if not lacking:
        print("Nothing is missing.")
    return 1 if lacking else 0


def install() -> int:
    for what, commands in missing().items():
        print(f"{what}:", flush=True)
        for command in commands:
            print(f"    {command}", flush=True)
            done = subprocess.run(command, shell=True, cwd=ROOT).returncode
            if done:
                return done
    return tools()


def _module(python: Path, *words: str) -> int:
    if not python.exists():
        print(f"{python.relative_to(ROOT)} is missing: hardware/make.py tools", file=sys.stderr)
        return 1
    env = {**os.environ, "PYTHONPATH": str(HARDWARE)}
    return subprocess.run([str(python), "-m", *words], cwd=HARDWARE, env=env).returncode


def electronics() -> int:
    sys.path.insert(0, str(HARDWARE))
    from electronics import build, fab
    from electronics.run import ToolError

    if not _kicad_9():
        return tools()
    try:
        build.build()
        fab.make(build.KICAD, HARDWARE / "fab" / "rev-a0")
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def same() -> int:
    sys.path.insert(0, str(HARDWARE))
    from electronics import compare

    different = compare.differences()
    for line in different:
        print(line)
    print(f"{len(different)} files differ.")
    return 1 if different else 0


def enclosure() -> int:
    return _module(CASE_BIN, "enclosure.build")


def papers() -> int:
    return _module(BIN, "docs.build")


def everything() -> int:
    return electronics() or enclosure() or papers()


def check() -> int:
    """The project's environment tests board and papers, the case's own environment the case."""
    quiet = ("-q", "-p", "no:cacheprovider")
    tests = ROOT / "tests" / "hardware"
    case = sorted(str(path) for path in tests.glob("test_case_*.py"))
    ignored = [word for path in case for word in ("--ignore", path)]
    done = _module(BIN, "pytest", *quiet, str(tests), *ignored)
    if CASE_BIN.exists() and case:
        return _module(CASE_BIN, "pytest", *quiet, *case) or done
    print("The case was not tested: hardware/make.py tools", file=sys.stderr)
    return done


COMMANDS = {
    "electronics": electronics,
    "enclosure": enclosure,
    "papers": papers,
    "all": everything,
    "check": check,
    "same": same,
    "tools": tools,
    "install": install,
}


def main(words: list[str]) -> int:
    if not words or any(word not in COMMANDS for word in words):
        print(__doc__)
        return 2
    for word in words:
        done = COMMANDS[word]()
        if done:
            return done
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
