# SPDX-License-Identifier: MIT
"""A picture of what holes have learnt: where their animals lie, and how far these are apart."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mastermind import calibrating, rules
from mastermind.calibrating import EMPTY, WHITE
from mastermind.calibration import Calibration
from mastermind_host import calibration_view, errors, plots
from mastermind_host.calibrations import Calibrations, Learnt, Samples
from mastermind_host.device.sensing import HOLES, Raw

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKERS = "os^DPX"  # by hole
# By animal: the hues of their lights, apart for the eye on paper.
COLOURS = ("#D95F02", "#E6AB02", "#1B7A1B", "#12A5A5", "#2B3FBF", "#E7298A")
PALE = 0.12  # opacity
STEPS = 40  # of a grid of readings, each way
BEYOND = 0.6  # how far it goes beyond the animals, as a logarithm


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
    axes.scatter(xs, ys, color=colours, alpha=PALE, marker="s", s=20, linewidths=0, zorder=0)
    for where, learnt in holes.items():
        for animal, colour in enumerate(COLOURS):
            x, y = _place(learnt.samples, learnt.samples[animal])
            marker = MARKERS[where]
            axes.scatter(x, y, color=colour, marker=marker, edgecolors="black", linewidths=0.5)
    for animal, colour in enumerate(COLOURS):
        axes.scatter([], [], color=colour, label=rules.ANIMALS[animal])
    for where in holes:
        axes.scatter([], [], color="#999999", marker=MARKERS[where], label=HOLES[where])
    axes.set(
        title=f"Animals against white paper; pale: what {HOLES[first]} takes for which",
        xlabel="red against green (logarithm)",
        ylabel="blue against green (logarithm)",
    )
    axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=4)


def _paint_margins(axes: Axes, margins: calibration_view.Margins) -> None:
    """A bar for each pair of animals, the most alike on top."""
    pairs = sorted(margins, key=lambda pair: pair[2], reverse=True)
    lengths = [margin for _, _, margin in pairs]
    colours = ["#D55E00" if margin < 1 else "#999999" for margin in lengths]
    bars = axes.barh([calibration_view.pair(*pair[:2]) for pair in pairs], lengths, color=colours)
    axes.bar_label(bars, fmt="%.2f", padding=3, fontsize="small")
    axes.axvline(1, color="black", linestyle="--", linewidth=1, label="below: mixed up")
    axes.margins(x=0.12)
    axes.set(title="Margins", xlabel="margin")
    axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.1))


def _answers(learnt: Learnt) -> tuple[list[float], list[float], list[str]]:
    """Places (x, y) of readings of many colours that the hole is sure of, each with its colour."""
    calibration, samples = Calibration(learnt.data), learnt.samples
    xs, ys, colours = [], [], []
    for raw in _readings(samples):
        answer = calibration.answer(*raw)
        if answer in range(len(COLOURS)):
            x, y = _place(samples, raw)
            xs.append(x)
            ys.append(y)
            colours.append(COLOURS[answer])
    return xs, ys, colours


def _readings(samples: Samples) -> Iterator[Raw]:
    """Readings of many colours, as bright as the animals are, from their hues and beyond."""
    shares = [_shares(samples, samples[animal]) for animal in range(len(COLOURS))]
    level = sorted(sum(share) for share in shares)[len(shares) // 2]
    reds = _steps([math.log(red / green) for red, green, _ in shares])
    blues = _steps([math.log(blue / green) for _, green, blue in shares])
    for x, y in itertools.product(reds, blues):
        light = (math.exp(x), 1.0, math.exp(y))
        yield _raw(samples, [level * one / sum(light) for one in light])


def _raw(samples: Samples, shares: Sequence[float]) -> Raw:
    """The reading of so much of white paper's light in each channel."""
    empty, white = samples[EMPTY], samples[WHITE]
    parts = [share * (white[at] - empty[at]) for at, share in enumerate(shares)]
    clear = (white[3] - empty[3]) * sum(parts) / max(1, sum(white[:3]) - sum(empty[:3]))
    red, green, blue, clear = (round(a + b) for a, b in zip(empty, [*parts, clear], strict=True))
    return red, green, blue, clear


def _shares(samples: Samples, sample: Raw) -> list[float]:
    """How much of white paper's light a sample has in red, green and blue."""
    empty, white = samples[EMPTY], samples[WHITE]
    return [max(0.002, (sample[at] - empty[at]) / max(1, white[at] - empty[at])) for at in range(3)]


def _steps(logarithms: Sequence[float]) -> list[float]:
    """From below the least of them to above the largest."""
    low, high = min(logarithms) - BEYOND, max(logarithms) + BEYOND
    return [low + (high - low) * step / STEPS for step in range(STEPS + 1)]


def _place(samples: Samples, sample: Raw) -> tuple[float, float]:
    x, y, *_ = calibrating.features(sample, samples[EMPTY], samples[WHITE])
    return x, y
