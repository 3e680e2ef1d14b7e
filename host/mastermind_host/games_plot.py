# SPDX-License-Identifier: MIT
"""A picture of the games: the rows that each took, and how that compares with best play."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from mastermind import rules
from mastermind.played import Played
from mastermind_host import plots, review

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Rows on average of the provably best play; `python -m mastermind_host.strategy` proves them.
BEST = {"younger": 881 / 216, "older": 854 / 216, "expert": 1474 / 343}
# Apart for colour-blind eyes as well: the blue and the orange of Okabe and Ito.
COLOURS = ("#0072B2", "#E69F00", "#666666")
MARKERS = {"younger": "o", "older": "s", "expert": "^"}
NOT_FOUND = rules.ROWS + 1
ROWS = [*map(str, range(1, NOT_FOUND)), "not\nfound"]


def save(games: tuple[Played, ...], path: Path) -> None:
    """Write the picture, of the kind that the name tells; a Fault where that can't be."""
    pyplot = plots.begin(path, "mastermind games --plot games")
    people = [game for game in games if not review.by_board(game)]
    levels = [level for level in rules.LEVELS if any(game.level == level for game in people)]
    figure = pyplot.figure(figsize=(10, 5), layout="constrained")
    left, right = figure.subfigures(1, 2, width_ratios=(3, 2))
    _paint_games(left.subplots(), games)
    rows = right.subplots(max(1, len(levels)), sharex=True, squeeze=False)
    for (axes,), level in zip(rows, levels, strict=False):
        _paint_level(axes, level, [game for game in people if game.level == level])
    plots.save(figure, path)


def _paint_games(axes: Axes, games: tuple[Played, ...]) -> None:
    """A mark for each game, in the order in which they were played."""
    for who, colour in zip((*review.PLAYERS, review.BOARD), COLOURS, strict=True):
        for level, marker in MARKERS.items():
            mine = [
                (at, review.rows_needed(game))
                for at, game in enumerate(games, 1)
                if (review.codebreaker_of(game), game.level) == (who, level)
            ]
            if mine:
                at, rows = zip(*mine, strict=True)
                axes.scatter(at, rows, color=colour, marker=marker, label=f"{who}, {level}")
    axes.axhline(rules.ROWS + 0.5, color="#999999", linewidth=0.8)
    axes.set(title="Rows a game", xlabel="game", ylabel="rows", ylim=(0.5, NOT_FOUND + 0.5))
    axes.set_yticks(range(1, NOT_FOUND + 1), ROWS)
    axes.locator_params(axis="x", integer=True)
    if games:
        axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=3)


def _paint_level(axes: Axes, level: str, games: list[Played]) -> None:
    """How often people needed so many rows, and what best play needs on average."""
    rows = Counter(map(review.rows_needed, games))
    axes.bar(list(rows), list(rows.values()), color="#999999", width=0.7)
    best = f"best play: {float(BEST[level]):.3f} on average"
    axes.margins(y=0.4)  # room for the legend
    axes.axvline(BEST[level], color="black", linestyle="--", linewidth=1, label=best)
    axes.set(title=f"How often, {level}", ylabel="games", xlim=(0.5, NOT_FOUND + 0.5))
    axes.set_xticks(range(1, NOT_FOUND + 1), ROWS)
    axes.locator_params(axis="y", integer=True)
    axes.legend(fontsize="small", loc="upper right", frameon=False)
