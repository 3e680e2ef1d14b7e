# SPDX-License-Identifier: MIT
"""The hardware's packages for its tests: `design`, `electronics`, and those of case and papers."""

import shutil
import sys
from pathlib import Path

import pytest

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
sys.path.insert(0, str(HARDWARE))


@pytest.fixture(scope="session")
def kicad():
    """KiCad 9, or a skip with what brings it."""
    from electronics import run

    if not run.version().startswith("9."):
        pytest.skip("needs KiCad 9: python3 hardware/make.py install")
    return run.version()


@pytest.fixture(scope="session")
def ngspice():
    if not shutil.which("ngspice"):
        pytest.skip("needs ngspice: python3 hardware/make.py install")


@pytest.fixture(scope="session")
def board():
    """The kept board file, read as text."""
    from electronics import readback

    return readback.read()
