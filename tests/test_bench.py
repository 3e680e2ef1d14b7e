# SPDX-License-Identifier: MIT
"""The bench's own sums: budgets held and missed, ratios, and no interpreter to measure."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from emulator import bench

BENCH = Path(bench.__file__)


@pytest.mark.parametrize(
    ("values", "budget", "held"),
    [
        ([9.0, 15.0], {"most": 15}, True),
        ([9.0, 15.1], {"most": 15}, False),
        ([100.0], {"least": 100}, True),
        ([99.9], {"least": 100}, False),
        ([0.0], {"most": 0}, True),
        ([1.0], {"most": 0}, False),
        ([1e9], {}, True),
    ],
)
def test_a_budget_is_held_by_every_value(values, budget, held):
    assert bench.Figure("press to lit", "ms", values, **budget).held is held


def test_a_line_has_the_budget_the_ratio_to_the_record_and_what_was_missed():
    figure = bench.Figure("press to lit", "ms", [8.0, 12.0, 16.0], most=15)
    words = bench._line(figure, {"press to lit": 10.0}).split()
    assert words == [
        "press",
        "to",
        "lit",
        "8.00",
        "12.00",
        "16.00",
        "ms",
        "<=",
        "15",
        "x1.200",
        "MISSED",
    ]
    assert bench._line(bench.Figure("heap", "kB", [120.0], least=100), {}).split() == [
        *("heap", "120.00", "kB", ">=", "100")
    ]


def test_without_an_interpreter_it_says_how_to_get_one(tmp_path):
    clean = {name: value for name, value in os.environ.items() if name != "CIRCUITPYTHON_UF2"}
    found = subprocess.run(
        [sys.executable, BENCH],
        env=clean | {"XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (found.returncode, found.stdout) == (2, "")
    assert "download the .uf2 from the page of board raspberry_pi_pico" in found.stderr
