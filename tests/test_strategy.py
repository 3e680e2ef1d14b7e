# SPDX-License-Identifier: MIT
"""The proof of best play, from nothing: its values, its bytes, and its command."""

import json
from pathlib import Path

import bruteforce
import pytest
from click.testing import CliRunner

from mastermind import strategies
from mastermind_host.strategy import table
from mastermind_host.strategy.__main__ import main
from mastermind_host.strategy.codes import Codes
from mastermind_host.strategy.optimum import Optimum, Play
from mastermind_host.strategy.proof import prove

OPTIMAL = json.loads((Path(__file__).parent / "limits.json").read_text())["optimal"]


@pytest.mark.parametrize(
    ("level", "limits"), [("younger", "younger_a_free"), ("older", "older_free")]
)
def test_the_proof_gives_the_limits_and_the_very_bytes(level, limits):
    proof, limits = prove(level), OPTIMAL[limits]
    assert proof.best == (limits["min_expected_total"], limits["min_worst_case"])
    assert proof.fewest_rows == limits["min_worst_case"]
    assert sum(row * count for row, count in enumerate(proof.rows, 1)) == proof.best.total
    for kind, total in limits["by_first_guess_class_total"].items():
        assert proof.openings[tuple(map(int, kind))].total == total
    assert len(proof.entries) == {"younger": 9, "older": 13}[level]
    assert table.text(proof.entries) == strategies.STRATEGIES[level]


def test_the_module_is_as_it_was_written():
    assert table.render(strategies.STRATEGIES).encode() == table.PATH.read_bytes()


@pytest.mark.parametrize(
    ("colours", "best"), [(1, (1, 1)), (3, (73, 4)), (4, (206, 4)), (5, (451, 5))]
)
def test_other_numbers_of_colours_have_their_known_values(colours, best):
    codes = Codes("older", colours)
    optimum = Optimum(codes)
    assert optimum.play(codes.all) == best
    assert optimum.fewest_rows(codes.all) == best[1]


@pytest.mark.parametrize(("level", "colours"), [("younger", 4), ("older", 3)])
def test_what_the_proof_leaves_out_is_no_better(level, colours):
    """Every guess at every set, no bound and no symmetry."""
    codes = Codes(level, colours)
    optimum = Optimum(codes)
    for left, best in bruteforce.best_plays(codes).items():
        assert optimum.play(left) == best


def test_the_command_prints_the_proof_and_tells_whether_the_table_differs(tmp_path):
    written = tmp_path / "strategies.py"
    written.write_bytes(table.PATH.read_bytes().replace(b"=223", b"=224"))
    arguments = ["--level", "younger", "--table", str(written)]
    run = CliRunner().invoke(main, [*arguments, "--check"])
    assert "  best      881/216 = 4.0787 rows on average, and 6 at worst\n" in run.stdout
    differs = f"{written} differs: write it with python -m mastermind_host.strategy\n"
    assert (run.exit_code, run.stderr) == (1, differs)
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert written.read_bytes() == table.PATH.read_bytes()
    run = CliRunner().invoke(main, [*arguments, "--check"])
    assert (run.exit_code, run.stderr) == (0, "")


def test_plays_are_compared_by_their_mean_first():
    assert Play(854, 6) < Play(855, 5)
