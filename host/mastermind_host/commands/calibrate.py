# SPDX-License-Identifier: MIT
"""`mastermind calibrate`: a board's colour sensors learn what lies in their holes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import click

from mastermind import calibrating, lesson
from mastermind.lesson import Lesson
from mastermind_host import calibration_guide as guide
from mastermind_host import calibration_view as view
from mastermind_host import calibrations, errors, teaching
from mastermind_host.calibrations import Calibrations, Learnt
from mastermind_host.commands import shared
from mastermind_host.device import devices
from mastermind_host.device.devices import Device, Wanted
from mastermind_host.device.found import describe, quoted
from mastermind_host.device.sensing import HOLES, Sensing

FILE = click.Path(dir_okay=False, path_type=Path)
ACTIONS = ("--show", "--plot", "--save", "--restore", "--forget")
KEEP = "Enter: keep it on the board.   b: the animals once more.   q: quit; nothing is changed."
AGAIN = "Enter: all of it once more.   q: quit; nothing is changed."
NOTHING_CHANGED = "Nothing was changed."


class Work(NamedTuple):
    """A board whose sensors are at hand, and how the command was meant."""

    job: shared.Job
    device: Device
    sensing: Sensing
    date: str  # of now
    dry_run: bool
    yes: bool
    as_json: bool


@click.command("calibrate")
@shared.device_options
@click.option("--show", is_flag=True, help="What the sensors read now; changes nothing.")
@click.option("--plot", type=FILE, help="A picture of what was learnt last.")
@click.option("--save", "target", type=FILE, help="Save what the holes have learnt.")
@click.option("--restore", "source", type=FILE, help="Bring back what was saved.")
@click.option("--forget", is_flag=True, help="Let the holes forget it: only buttons count then.")
@shared.dry_run_option
@shared.yes_option
@shared.output_options
@shared.pass_job
def calibrate(
    job: shared.Job,
    wanted: Wanted,
    show: bool,
    plot: Path | None,
    target: Path | None,
    source: Path | None,
    forget: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Teach a board's colour sensors the animals, or any six objects.

    It leads through eight steps: empty holes, white paper, then the animals in turns. What is
    learnt goes into the board's memory and into a file on this computer. With --json alone it
    tells what the sensors read, as --show does. In a game the board tells nothing of that.
    """
    chosen = zip(ACTIONS, (show, plot, target, source, forget), strict=True)
    given = [name for name, value in chosen if value]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} do not go together.")
    if plot:
        _plot(job, wanted, plot)
        return
    device = devices.choose(job.machine, wanted)
    with Sensing(job.machine, device, job.clock, job.progress) as sensing:
        date = datetime.now().isoformat(timespec="seconds")
        work = Work(job, device, sensing, date, dry_run, yes, as_json)
        if target:
            _save(work, target)
        elif source:
            _restore(work, source)
        elif forget:
            _forget(work)
        elif show or as_json:
            _show(work)
        else:
            _guide(work)


def _show(work: Work) -> None:
    sensors = work.sensing.find()
    if work.as_json:
        shared.show(view.readings_data(work.device.uid, sensors))
    else:
        shared.show(view.readings(sensors))


def _plot(job: shared.Job, wanted: Wanted, path: Path) -> None:
    from mastermind_host import calibration_plot

    calibration_plot.save(calibrations.newest(_uid(job, wanted)), path)
    shared.hint(f"Written: {path}")


def _uid(job: shared.Job, wanted: Wanted) -> str:
    """Of the board that is meant; with --serial it need not be there."""
    try:
        return devices.choose(job.machine, wanted).uid
    except errors.Fault as fault:
        uid = wanted.serial.upper()
        if fault.code == errors.NO_DEVICE and uid and calibrations.path_of(uid).exists():
            return uid
        raise


# ---- Guided


def _guide(work: Work) -> None:
    sensors = work.sensing.find()
    shared.hint(f"{describe(work.device)}: a sensor in {view.names(sensors.places)}.")
    now = Lesson(sensors.places)
    if work.dry_run:
        shared.show("\n".join(view.plan(now)))
        return
    while True:
        with guide.person() as person:
            finished = guide.lead(work.sensing, now, person, work.job.clock)
        if not finished:
            raise _quit()
        learnt = _review(work, now, sensors.wiring)
        if learnt:
            break
    holes = {where: Learnt(data, now.samples[where]) for where, data in learnt.items()}
    _write(work, holes)


def _review(work: Work, now: Lesson, wiring: int) -> dict[int, bytes]:
    """What was learnt, if it shall be kept; else nothing, and the lesson is some steps back."""
    try:
        learnt = calibrating.learn(now.samples, wiring)
    except ValueError as error:
        shared.hint(str(error))
        if guide.ask(AGAIN) == guide.QUIT:
            raise _quit() from None
        now.back(0)
        return {}
    shared.show(view.margin_table(calibrating.margins(now.samples)))
    shared.show("\n".join(view.verdict(now.samples)))
    answer = guide.ENTER if work.yes else guide.ask(KEEP)
    if answer == guide.QUIT:
        raise _quit()
    if answer == guide.ENTER:
        return learnt
    now.back(lesson.FIRST_ANIMALS)
    return {}


def _quit() -> click.Abort:
    shared.hint(NOTHING_CHANGED)
    return click.Abort()


# ---- Files


def _save(work: Work, path: Path) -> None:
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


def _restore(work: Work, path: Path) -> None:
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
        raise _quit()
    _write(work, fit)


def _question(uid: str, here: str) -> str:
    return (
        f"This calibration is of board {uid or 'without a UID'}; the sensors of {here or 'this'} "
        "see a little differently. Take it all the same?"
    )


def _forget(work: Work) -> None:
    there = teaching.present(work.sensing, work.device.uid, work.date).holes
    if not there or work.dry_run:
        _tell(work, there, "Would forget" if there else "There is nothing to forget")
        return
    if not shared.confirm(f"Let {view.names(there)} forget what they have learnt?", work.yes):
        raise _quit()
    kept = teaching.keep_present(work.sensing, work.device.uid, work.date)
    teaching.teach(work.sensing, dict.fromkeys(there, b""))
    _tell(work, there, "Forgotten, and only the buttons count there", kept)
    shared.hint(f"Back again: mastermind calibrate --restore {quoted(kept)}")


def _write(work: Work, holes: dict[int, Learnt]) -> None:
    """Keep it here, then write it to the board: what stops half-way can be brought back."""
    path, trouble = calibrations.path_of(work.device.uid), None
    try:
        teaching.keep_present(work.sensing, work.device.uid, work.date)
        calibrations.keep(path, Calibrations(work.device.uid, work.date, holes))
    except errors.Fault as fault:
        trouble = fault
    work.job.progress.step(f"Writing it to the board: {view.names(holes)}.")
    try:
        teaching.teach(work.sensing, {where: one.data for where, one in holes.items()})
    except errors.Fault as fault:
        if not trouble:
            fault.advice += f"\nWhat was learnt: mastermind calibrate --restore {quoted(path)}"
        raise
    _tell(work, holes, "On the board, verified", None if trouble else path)
    if trouble:
        raise trouble
    shared.hint(f"Kept in {path}", "A picture of it: mastermind calibrate --plot calibration.png")


def _tell(work: Work, holes: Iterable[int], what: str, path: Path | None = None) -> None:
    """What was done, or would be, with which holes."""
    names = [HOLES[where] for where in holes]
    if work.as_json:
        file = str(path) if path else None
        told = {"uid": work.device.uid or None, "holes": names, "dry_run": work.dry_run}
        shared.show(told | {"file": file})
    else:
        shared.show(f"{what}: {view.names(holes)}." if names else f"{what}.")
