# SPDX-License-Identifier: MIT
"""Simulated holes that have learnt the animals, without anybody who lays them."""

import random

from mastermind import calibrating
from mastermind_host import optics

LAMP, LUX = optics.LAMPS[0], 200


def six_holes(seed, switched=False):
    """{where: Hole} of a board in a room with a lamp on."""
    holes = {where: optics.Hole(seed, switched, where) for where in range(6)}
    for hole in holes.values():
        hole.light(LAMP, LUX)
    return holes


def calibrations(holes, wiring):
    """{where: bytes}: what the holes learn in a guided calibration of all of them."""
    return calibrating.learn(optics.samples(holes, random.Random(1)), wiring)
