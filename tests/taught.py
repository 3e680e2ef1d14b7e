# SPDX-License-Identifier: MIT
"""Calibrations of simulated holes, without anybody who lays the animals."""

from mastermind import calibrating
from mastermind_host import optics


def calibration(hole, wiring, randomness):
    """What one hole learns alone, in bytes."""
    return calibrating.learn(optics.samples({0: hole}, randomness), wiring)[0]
