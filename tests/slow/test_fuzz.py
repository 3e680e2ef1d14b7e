# SPDX-License-Identifier: MIT
"""A million journals that nobody has ever written."""

import subprocess
import sys
from pathlib import Path

import pytest

TARGET = Path(__file__).parent / "fuzz_journal.py"
RUNS = 500_000  # of each of the seeds


@pytest.mark.parametrize("seed", [1, 2])
def test_no_bytes_stop_the_board(seed, tmp_path):
    pytest.importorskip("atheris", reason="the fuzzer atheris has no wheel for this Python")
    done = subprocess.run(
        [sys.executable, TARGET, f"-atheris_runs={RUNS}", f"-seed={seed}", "-max_len=300"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"Done {RUNS}" in done.stderr
