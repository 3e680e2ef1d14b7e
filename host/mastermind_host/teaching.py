# SPDX-License-Identifier: MIT
"""What the holes of a board have learnt: taken from it, put on it, kept here before it is lost.

Asks nobody anything, and prints nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mastermind.calibration import Calibration
from mastermind_host import calibrations
from mastermind_host.calibrations import Calibrations, Learnt
from mastermind_host.deploy.interruption import finishing
from mastermind_host.device.sensing import HOLES, Sensing, Sensors
from mastermind_host.errors import NO_DEVICE, WRONG_DEVICE, Fault


def present(sensing: Sensing, uid: str, date: str) -> Calibrations:
    """What the board's holes have learnt, with the readings where this computer has kept them."""
    kept = calibrations.kept(calibrations.path_of(uid))
    found = {where: sensing.learnt(where) for where in range(len(HOLES))}
    holes = {
        where: kept[where] if where in kept and kept[where].data == data else Learnt(data, {})
        for where, data in found.items()
        if data
    }
    return Calibrations(uid, date, holes)


def keep_present(sensing: Sensing, uid: str, date: str) -> Path:
    """Keep what the board has, if this computer has not, and say where; something else follows."""
    there, path = present(sensing, uid, date), calibrations.path_of(uid)
    if there.holes and there.holes != calibrations.kept(path):
        calibrations.keep(path, there)
    return path


def teach(sensing: Sensing, learnt: Mapping[int, bytes]) -> None:
    """Write to the board what it has not, and read it back; Ctrl-C counts when all is done."""
    with finishing():
        for where, data in learnt.items():
            if sensing.learnt(where) != data:
                sensing.teach(where, data)


def fitting(made: Calibrations, sensors: Sensors) -> dict[int, Learnt]:
    """What can be brought back: that of holes with a sensor.

    A Fault: NO_DEVICE where there is none of them, WRONG_DEVICE where it was made with other pins.
    """
    fit = {where: one for where, one in made.holes.items() if where in sensors.places}
    if not fit:
        raise Fault(
            "No hole of this calibration has a sensor now.",
            "It was made when others were wired.",
            "mastermind calibrate   (teaches the holes that have one)",
            NO_DEVICE,
        )
    if any(Calibration(one.data).wiring != sensors.wiring for one in fit.values()):
        raise Fault(
            "This calibration was made with other pins: the board would not take it.",
            "pin_sda, pin_scl or pin_sensor_light have been changed since.",
            "mastermind calibrate   (teaches the holes anew)",
            WRONG_DEVICE,
        )
    return fit
