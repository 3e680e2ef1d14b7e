# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Between the description's millimetres (y up, lower left corner) and KiCad's page (y down)."""

import pcbnew

LEFT, LOW = 55.0, 185.0  # of the board's lower left corner on an A4 sheet


def mm(value: float) -> int:
    return pcbnew.FromMM(round(value, 4))


def point(x: float, y: float) -> pcbnew.VECTOR2I:
    return pcbnew.VECTOR2I(mm(LEFT + x), mm(LOW - y))


def at(position: pcbnew.VECTOR2I) -> tuple[float, float]:
    """The description's (x, y) of a place on KiCad's page."""
    x, y = pcbnew.ToMM(position.x), pcbnew.ToMM(position.y)
    return round(x - LEFT, 4), round(LOW - y, 4)
