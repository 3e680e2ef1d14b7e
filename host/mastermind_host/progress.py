# SPDX-License-Identifier: MIT
"""How a long task tells what it is doing. The library calls it, the commands print it."""

from __future__ import annotations


class Progress:
    """Hears of a task's steps. This one says nothing: what a library call gets by default."""

    def step(self, sentence: str) -> None:
        """What begins now, such as "Copying 12 files to the board."."""

    def bar(self, done: int, total: int) -> None:
        """How far the step has come, in bytes or what it counts; `done == total` ends it."""

    def note(self, sentence: str) -> None:
        """What its user should know, and what is no reason to stop."""


SILENT = Progress()
