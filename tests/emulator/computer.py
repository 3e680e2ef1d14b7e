# SPDX-License-Identifier: MIT
"""The computer that an emulated board is plugged into, as its user sees it: the real command line.

Each command is a process of its own, with a home of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from emulator.plugged import PluggedBoard

PROGRAM = Path(sys.executable).with_name("mastermind")
PATIENCE_S = 200
HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


class Computer:
    """Runs `mastermind` for one board. `home` is empty at first."""

    def __init__(self, board: PluggedBoard, home: Path) -> None:
        home.mkdir(exist_ok=True)
        ours = {name: value for name, value in os.environ.items() if "MASTERMIND" not in name}
        self._environment = ours | {name: str(home) for name in HOMES} | board.environment

    def run(self, *arguments: str | Path, code: int = 0) -> str:
        """What `mastermind` printed; AssertionError if it ended with another code."""
        results, hints = self.both(*arguments, code=code)
        return results if code == 0 else hints

    def both(self, *arguments: str | Path, code: int = 0) -> tuple[str, str]:
        """The same: its results, and what else it said."""
        ended = subprocess.run(
            [PROGRAM, *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        told = f"mastermind {' '.join(map(str, arguments))}\n{ended.stdout}\n{ended.stderr}"
        assert ended.returncode == code, f"exit code {ended.returncode} of {told}"
        return ended.stdout, ended.stderr

    def ask(self, *arguments: str | Path) -> Any:
        """What it printed with --json."""
        return json.loads(self.run(*arguments, "--json"))

    def start(self, *arguments: str | Path) -> subprocess.Popen[bytes]:
        """The same as a process that goes on."""
        return subprocess.Popen(
            [PROGRAM, *arguments],
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
