# SPDX-License-Identifier: MIT
"""The tests of the rules that this computer and a board share: where they are, what they call.

They are a part of the checkout and not of the installed package. Knows no board.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any, NamedTuple

from mastermind_host import drive
from mastermind_host.errors import USAGE, Fault

CHECKOUT = drive.FIRMWARE.parent
PATH = Path("tests/shared/test_scoring.py")  # in the checkout


class Case(NamedTuple):
    """A call of one of the test functions."""

    name: str
    arguments: tuple[Any, ...]

    @property
    def title(self) -> str:
        """check_scores('younger', 0)"""
        return f"{self.name}({', '.join(map(repr, self.arguments))})"


class SharedTests(NamedTuple):
    """A file of tests."""

    source: str
    cases: list[Case]


def find(checkout: Path | None = None) -> Path:
    """The file; a Fault where this is no checkout."""
    path = (checkout or CHECKOUT) / PATH
    if not path.is_file():
        raise Fault(
            f"The tests are not here: there is no {path}.",
            "mastermind was installed without its checkout, in which the tests are.",
            "git clone the project, then in its folder: make setup && .venv/bin/mastermind test",
            USAGE,
        )
    return path


def load(path: Path) -> SharedTests:
    """The tests in a file: its source, and what its CASES name."""
    spec = importlib.util.spec_from_file_location("mastermind_shared_tests", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    cases = [Case(name, tuple(arguments)) for name, arguments in module.CASES]
    return SharedTests(path.read_text(encoding="utf-8"), cases)
