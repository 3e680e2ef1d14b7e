# SPDX-License-Identifier: MIT
"""What `mastermind calibrate` does with what holes have learnt: to a file, from it, and away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import click

from mastermind_host import calibration_view as view
from mastermind_host import calibrations, errors, teaching
from mastermind_host.calibrations import Calibrations, Learnt
from mastermind_host.commands import shared
from mastermind_host.device.devices import Device
from mastermind_host.device.found import quoted
from mastermind_host.device.sensing import HOLES, Sensing


class Work(NamedTuple):
    """A board whose sensors are at hand, and how the command was meant."""

    job: shared.Job
    device: Device
    sensing: Sensing
    date: str  # of now
    dry_run: bool
    yes: bool
    as_json: bool


def quitting() -> click.Abort:
    """To be raised when somebody does not want to go on; said here."""
    shared.hint("Nothing was changed.")
    return click.Abort()


def save(work: Work, path: Path) -> None:
    """--save: what the board has, into the file; a Fault NO_DEVICE where that is nothing."""
    made = teaching.present(work.sensing, work.device.uid, work.date)
    if not made.holes:
        raise errors.Fault(
            "No hole of the board has learnt anything that could be saved.",
            "It was not calibrated yet, or has forgotten it.",
            "mastermind calibrate",
            errors.NO_DEVICE,
        )
    if not work.dry_run:
        calibrations.save(path, made)
    saved = "would be saved" if work.dry_run else "is saved"
    _tell(work, made.holes, f"What the board has learnt {saved} in {path}", path)


def restore(work: Work, path: Path) -> None:
    """--restore: from the file to the holes that have a sensor."""
    made = calibrations.load(path)
    fit = teaching.fitting(made, work.sensing.find())
    left_out = sorted(set(made.holes) - set(fit))
    if left_out:
        shared.hint(f"Left out, for no sensor answers there: {view.names(left_out)}.")
    if work.dry_run:
        _tell(work, fit, "Would be brought back", path)
        return
    other = made.uid != work.device.uid
    if other and not shared.confirm(_question(made.uid, work.device.uid), work.yes):
        raise quitting()
    write(work, fit)


def forget(work: Work) -> None:
    """--forget: from the board, but not from this computer."""
    there = teaching.present(work.sensing, work.device.uid, work.date).holes
    if not there or work.dry_run:
        _tell(work, there, "Would forget" if there else "There is nothing to forget")
        return
    if not shared.confirm(f"Let {view.names(there)} forget what they have learnt?", work.yes):
        raise quitting()
    kept = teaching.keep_present(work.sensing, work.device.uid, work.date)
    teaching.teach(work.sensing, dict.fromkeys(there, b""))
    _tell(work, there, "Forgotten, and only the buttons count there", kept)
    shared.hint(f"Back again: mastermind calibrate --restore {quoted(kept)}")


def write(work: Work, holes: dict[int, Learnt]) -> None:
    """Keep it here, then write it to the board: what stops half-way can be brought back."""
    uid, path = work.device.uid, calibrations.path_of(work.device.uid)
    older = _fault_of(lambda: teaching.keep_present(work.sensing, uid, work.date))
    newer = _fault_of(lambda: calibrations.keep(path, Calibrations(uid, work.date, holes)))
    work.job.progress.step(f"Writing it to the board: {view.names(holes)}.")
    try:
        teaching.teach(work.sensing, {where: one.data for where, one in holes.items()})
    except errors.Fault as fault:
        if not newer:
            fault.advice += f"\nWhat was learnt: mastermind calibrate --restore {quoted(path)}"
        raise
    _tell(work, holes, "On the board, verified", None if newer else path)
    trouble = newer or older
    if trouble:
        raise trouble
    shared.hint(f"Kept in {path}", "A picture of it: mastermind calibrate --plot calibration.png")


def _question(uid: str, here: str) -> str:
    return (
        f"This calibration is of board {uid or 'without a UID'}; the sensors of {here or 'this'} "
        "see a little differently. Take it all the same?"
    )


def _fault_of(action: Callable[[], object]) -> errors.Fault | None:
    """What hindered it: what a person has worked for shall be on the board all the same."""
    try:
        action()
    except errors.Fault as fault:
        return fault
    return None


def _tell(work: Work, holes: Iterable[int], what: str, path: Path | None = None) -> None:
    """What was done, or would be, with which holes."""
    names = [HOLES[where] for where in holes]
    if work.as_json:
        file = str(path) if path else None
        told = {"uid": work.device.uid or None, "holes": names, "dry_run": work.dry_run}
        shared.show(told | {"file": file})
    else:
        shared.show(f"{what}: {view.names(holes)}." if names else f"{what}.")
