# SPDX-License-Identifier: MIT
"""A million journals that nobody has ever written, and what nobody has ever said over the link."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("target", "seed", "runs"),
    [
        ("fuzz_journal.py", 1, 500_000),
        ("fuzz_journal.py", 2, 500_000),
        ("fuzz_link.py", 1, 100_000),  # each of which plays a game's beginning
    ],
)
def test_no_bytes_stop_the_board(target, seed, runs, tmp_path):
    pytest.importorskip("atheris", reason="the fuzzer atheris has no wheel for this Python")
    done = subprocess.run(
        [sys.executable, HERE / target, f"-atheris_runs={runs}", f"-seed={seed}", "-max_len=300"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"Done {runs}" in done.stderr
