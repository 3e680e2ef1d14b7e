# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The firmware's own word on light order, pins and current, for every Python that asks.

`firmware/` is a drive image whose code.py would shadow Python's own, so it is never put on the
path: its package is loaded by its place.
"""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"


def module(name: str) -> ModuleType:
    """A module of the firmware's package, such as "lights"."""
    if "mastermind" not in sys.modules:
        _load_package()
    return importlib.import_module("mastermind." + name)


def _load_package() -> None:
    folder = FIRMWARE / "mastermind"
    spec = importlib.util.spec_from_file_location(
        "mastermind", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ValueError(f"There is no package in {folder}.")
    package = importlib.util.module_from_spec(spec)
    sys.modules["mastermind"] = package
    spec.loader.exec_module(package)


def settings() -> dict[str, Any]:
    """What firmware/settings.toml says; a wrong line there is an error here."""
    chosen, mistakes = module("settings").read(str(FIRMWARE / "settings.toml"), open)
    if mistakes:
        raise ValueError(" ".join(mistakes))
    return dict(chosen)
