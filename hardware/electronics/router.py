# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Finds a way for one net over the grid: A* over both layers that dislikes vias and corners.

A place on the grid is one number, for speed: (layer * LINES + line) * COLUMNS + column.
"""

import heapq
import math

import numpy as np

from electronics.grid import COLUMNS, LINES

Node = tuple[int, int, int]  # layer, line, column
_SIZE = LINES * COLUMNS
_WAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_DIAGONAL = math.sqrt(2)
VIA_COST = 24.0
BEND_COST = (0.0, 0.6, 3.0)  # straight on, by 45 degrees, by 90
LAYER_COST = (1.0, 1.2)  # the back is the ground plane: leave it whole


def _moves() -> list[list[list[tuple[int, int, float]]]]:
    """By layer and way of arrival (8: none): (change of place, new way, cost)."""
    found = []
    for layer in (0, 1):
        by_way = []
        for way in range(9):
            moves = []
            for turned, (down, right) in enumerate(_WAYS):
                bend = 0 if way == 8 else min((turned - way) % 8, (way - turned) % 8)
                if bend <= 2:
                    length = _DIAGONAL if down and right else 1.0
                    cost = length * LAYER_COST[layer] + BEND_COST[bend]
                    moves.append((down * COLUMNS + right, turned, cost))
            by_way.append(moves)
        found.append(by_way)
    return found


_MOVES = _moves()


def find(starts: list[Node], goals: set[Node], dark: np.ndarray, no_via: np.ndarray) -> list[Node]:
    """The cheapest way from one of `starts` to one of `goals`, both included.

    `dark` must be True all along the grid's rim.
    """
    ends = {_number(node) for node in goals}
    shut = bytearray(dark.astype(np.uint8).tobytes())
    for end in ends:
        shut[end] = 0
    no_hole = no_via.astype(np.uint8).tobytes()
    left = _distances(goals)
    cost, came = {_number(node) * 9 + 8: 0.0 for node in starts}, {}
    heap = [(left[state // 9 % _SIZE], state) for state in cost]
    heapq.heapify(heap)
    while heap:
        estimate, state = heapq.heappop(heap)
        place, way = divmod(state, 9)
        spent = cost[state]
        if estimate > spent + left[place % _SIZE] + 1e-9:
            continue
        if place in ends:
            return _trace(came, state)
        layer = place // _SIZE
        for change, turned, price in _MOVES[layer][way]:
            step = place + change
            if not shut[step]:
                _reach(
                    step * 9 + turned, spent + price, state, left[step % _SIZE], heap, cost, came
                )
        if not no_hole[place % _SIZE]:
            other = place + _SIZE if layer == 0 else place - _SIZE
            _reach(other * 9 + 8, spent + VIA_COST, state, left[place % _SIZE], heap, cost, came)
    raise ValueError("There is no way.")


def _reach(state: int, total: float, before: int, left: float, heap, cost, came) -> None:
    if total < cost.get(state, math.inf) - 1e-9:
        cost[state] = total
        came[state] = before
        heapq.heappush(heap, (total + left, state))


def _number(node: Node) -> int:
    return (node[0] * LINES + node[1]) * COLUMNS + node[2]


def _node(place: int) -> Node:
    layer, rest = divmod(place, _SIZE)
    return layer, *divmod(rest, COLUMNS)


def _distances(goals: set[Node]) -> list[float]:
    """For each place of a layer, a cost that no way to the goals' box can undercut."""
    lines = [node[1] for node in goals]
    columns = [node[2] for node in goals]
    ys, xs = np.arange(LINES)[:, None], np.arange(COLUMNS)[None, :]
    down = np.maximum(0, np.maximum(min(lines) - ys, ys - max(lines)))
    right = np.maximum(0, np.maximum(min(columns) - xs, xs - max(columns)))
    away = np.maximum(down, right) + (_DIAGONAL - 1) * np.minimum(down, right)
    return away.ravel().tolist()


def _trace(came: dict[int, int], state: int) -> list[Node]:
    found = [_node(state // 9)]
    while state in came:
        state = came[state]
        found.append(_node(state // 9))
    return found[::-1]


def corners(nodes: list[Node]) -> list[Node]:
    """The way's ends, bends and changes of layer."""
    found = [nodes[0]]
    for before, node, after in zip(nodes, nodes[1:], nodes[2:], strict=False):
        one = tuple(b - a for a, b in zip(before, node, strict=True))
        two = tuple(b - a for a, b in zip(node, after, strict=True))
        if one != two:
            found.append(node)
    return [*found, nodes[-1]] if len(nodes) > 1 else found
