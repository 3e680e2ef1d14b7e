# SPDX-License-Identifier: MIT
"""What the benches measure, and the budgets for it."""

from typing import NamedTuple


class Figure(NamedTuple):
    """One measured thing. `most`/`least`: its budget, or None."""

    name: str
    unit: str
    values: list[float]
    most: float | None = None
    least: float | None = None

    @property
    def held(self) -> bool:
        above = self.least is None or min(self.values) >= self.least
        return above and (self.most is None or max(self.values) <= self.most)

    @property
    def budget(self) -> str:
        if self.least is not None:
            return f">= {self.least:g}"
        return "" if self.most is None else f"<= {self.most:g}"
