# SPDX-License-Identifier: MIT
"""A picture of what holes have learnt: where their animals lie, and how far these are apart."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mastermind import calibrating, rules
from mastermind.calibrating import EMPTY, WHITE
from mastermind.calibration import NOTHING, Calibration
from mastermind_host import calibration_view, errors, plots
from mastermind_host.calibrations import Calibrations, Learnt, Samples
from mastermind_host.device.sensing import HOLES, Raw

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKERS = "os^DPX"  # by hole
# By animal: the hues of their lights, apart for the eye on paper.
COLOURS = ("#D95F02", "#E6AB02", "#1B7A1B", "#12A5A5", "#2B3FBF", "#E7298A")
PALE = {animal: colour + "28" for animal, colour in enumerate(COLOURS)} | {NOTHING: "#00000014"}
STEP = 0.012  # of a grid of readings, in shares of light
BEYOND = 0.05  # how far it goes beyond the animals


def save(made: Calibrations, path: Path) -> None:
    """Write the picture, of the kind that the name tells; a Fault where that can't be."""
    pyplot = plots.begin(path, "mastermind calibrate --plot calibration")
    if not made.samples:
        raise errors.Fault(
            "The readings that the board has learnt from are not known here.",
            "It was calibrated by its own buttons, or at another computer.",
            "mastermind calibrate",
            errors.NO_DEVICE,
        )
    figure = pyplot.figure(figsize=(12, 6), layout="constrained")
    figure.suptitle(f"Board {made.uid or 'without a UID'}, {made.date.replace('T', ' ')}")
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    _paint_clusters(left, {where: made.holes[where] for where in made.samples})
    _paint_margins(right, calibrating.margins(made.samples))
    plots.save(figure, path)


def _paint_clusters(axes: Axes, holes: dict[int, Learnt]) -> None:
    """A mark for each animal in each hole, over what the first of them takes for which animal."""
    first = next(iter(holes))
    xs, ys, colours = _answers(holes[first])
    axes.scatter(xs, ys, color=colours, marker="s", s=16, linewidths=0, zorder=0)
    for where, learnt in holes.items():
        for animal, colour in enumerate(COLOURS):
            x, y, _ = _shares(learnt.samples, learnt.samples[animal])
            marker = MARKERS[where]
            axes.scatter(x, y, color=colour, marker=marker, edgecolors="black", linewidths=0.5)
    for animal, colour in enumerate(COLOURS):
        axes.scatter([], [], color=colour, label=rules.ANIMALS[animal])
    for where in holes:
        axes.scatter([], [], color="#999999", marker=MARKERS[where], label=HOLES[where])
    axes.scatter([], [], color=PALE[NOTHING], marker="s", label="nothing: a lamp's light")
    axes.set(
        title=f"Colours against white paper; pale: what {HOLES[first]} takes for which",
        xlabel="share of red",
        ylabel="share of blue",
    )
    axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=5)


def _paint_margins(axes: Axes, margins: calibration_view.Margins) -> None:
    """A bar for each pair of animals, the most alike on top."""
    pairs = sorted(margins, key=lambda pair: pair[2], reverse=True)
    lengths = [margin for _, _, margin in pairs]
    colours = ["#D55E00" if margin < 1 else "#999999" for margin in lengths]
    bars = axes.barh([calibration_view.pair(*pair[:2]) for pair in pairs], lengths, color=colours)
    axes.bar_label(bars, fmt="%.2f", padding=3, fontsize="small")
    axes.axvline(1, color="black", linestyle="--", linewidth=1, label="below: often not sure")
    axes.margins(x=0.12)
    axes.set(title="Margins", xlabel="margin")
    axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.1))


def _answers(learnt: Learnt) -> tuple[list[float], list[float], list[str]]:
    """(x, y, colour) of readings of many colours, where the hole is sure of them."""
    calibration = Calibration(learnt.data)
    told = [
        (x, y, PALE[answer])
        for x, y, raw in _readings(learnt.samples)
        if (answer := calibration.answer(*raw)) in PALE
    ]
    xs, ys, colours = zip(*told, strict=True) if told else ((), (), ())
    return list(xs), list(ys), list(colours)


def _readings(samples: Samples) -> Iterator[tuple[float, float, Raw]]:
    """(x, y, reading) of the colours of the animals and around, as bright as those are."""
    shares = [_shares(samples, samples[animal]) for animal in range(len(COLOURS))]
    xs, ys, lights = zip(*shares, strict=True)
    light, white = statistics.median(lights), samples[WHITE]
    for x, y in itertools.product(_grid(xs), _grid(ys)):
        if x + y < 1:
            parts = (x, 1 - x - y, y)
            red, green, blue = (round(light * p * w) for p, w in zip(parts, white, strict=False))
            clear = round((red + green + blue) * white[3] / sum(white[:3]))
            yield x, y, (red, green, blue, clear)


def _grid(shares: Sequence[float]) -> list[float]:
    """Steps from below the least to above the largest of these, and never below nothing."""
    low, high = max(0.0, min(shares) - BEYOND), max(shares) + BEYOND
    return [low + STEP * step for step in range(int((high - low) / STEP) + 1)]


def _shares(samples: Samples, sample: Raw) -> tuple[float, float, float]:
    """(red's share, blue's share, all light: 3 for white paper), as the classifier sees them."""
    features = calibrating.features(sample, samples[EMPTY], samples[WHITE])
    red, blue, mean = (math.exp(one) for one in features)
    return red / (red + 1 + blue), blue / (red + 1 + blue), 3 * mean
