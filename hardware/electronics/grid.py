# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Where copper may run: a grid of 0.25 mm over both layers, darkened around what is there.

Board millimetres as in `design.layout` (y up). Knows shapes and gaps, not KiCad.
"""

import math
from typing import NamedTuple

import numpy as np
from design import layout

STEP = 0.25
COLUMNS = int(layout.WIDTH / STEP) + 1
LINES = int(layout.LENGTH / STEP) + 1
FRONT, BACK = 0, 1
EDGE_GAP = 0.5
_XS = np.arange(COLUMNS) * STEP
_YS = np.arange(LINES) * STEP


class Copper(NamedTuple):
    """A rectangle (radius 0) or a thick line: copper of a net, or a hole (net None).

    `layers` it lies on; `gap` it wants beyond the usual.
    """

    net: str | None
    layers: tuple[int, ...]
    x1: float
    y1: float
    x2: float
    y2: float
    radius: float
    gap: float = 0.0


def rectangle(net: str | None, layers: tuple[int, ...], x: float, y: float, w: float, h: float):
    return Copper(net, layers, x - w / 2, y - h / 2, x + w / 2, y + h / 2, 0.0)


def disc(net: str | None, layers: tuple[int, ...], x: float, y: float, across: float, gap=0.0):
    return Copper(net, layers, x, y, x, y, across / 2, gap)


def mask(coppers: list[Copper], net: str, reach: float) -> np.ndarray:
    """[layer, line, column]: True where a middle of copper of `net` must not be.

    `reach` is half its width and the gap to other nets.
    """
    dark = np.zeros((2, LINES, COLUMNS), dtype=bool)
    for copper in coppers:
        if copper.net != net or copper.net is None:
            _darken(dark, copper, reach + copper.gap)
    return dark


def edges(reach: float) -> np.ndarray:
    """True too close to the board's edge."""
    far = reach + EDGE_GAP
    side = np.minimum(_XS, layout.WIDTH - _XS) < far
    end = np.minimum(_YS, layout.LENGTH - _YS) < far
    return side[None, :] | end[:, None]


def _darken(dark: np.ndarray, copper: Copper, reach: float) -> None:
    far = reach + copper.radius - 1e-6
    x1, x2 = sorted((copper.x1, copper.x2))
    y1, y2 = sorted((copper.y1, copper.y2))
    left, right = _span(x1 - far, x2 + far, COLUMNS)
    low, high = _span(y1 - far, y2 + far, LINES)
    if left >= right or low >= high:
        return
    xs, ys = _XS[None, left:right], _YS[low:high, None]
    if copper.radius == 0.0:
        away = np.hypot(_outside(xs, x1, x2), _outside(ys, y1, y2))
    else:
        away = _from_line(xs, ys, copper)
    for layer in copper.layers:
        dark[layer, low:high, left:right] |= away < far


def _span(start: float, end: float, most: int) -> tuple[int, int]:
    return max(0, math.floor(start / STEP)), min(most, math.ceil(end / STEP) + 1)


def _outside(values: np.ndarray, start: float, end: float) -> np.ndarray:
    return np.maximum(0.0, np.maximum(start - values, values - end))


def _from_line(xs: np.ndarray, ys: np.ndarray, copper: Copper) -> np.ndarray:
    dx, dy = copper.x2 - copper.x1, copper.y2 - copper.y1
    length = dx * dx + dy * dy
    if length == 0:
        return np.hypot(xs - copper.x1, ys - copper.y1)
    along = np.clip(((xs - copper.x1) * dx + (ys - copper.y1) * dy) / length, 0, 1)
    return np.hypot(xs - copper.x1 - along * dx, ys - copper.y1 - along * dy)
