# SPDX-License-Identifier: MIT
"""`mastermind calibrate`: a board's colour sensors learn what lies in their holes."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from mastermind import calibrating, lesson
from mastermind.lesson import Lesson
from mastermind_host import calibration_guide as guide
from mastermind_host import calibration_view as view
from mastermind_host import calibrations, errors
from mastermind_host.calibrations import Learnt
from mastermind_host.commands import calibration_files as files
from mastermind_host.commands import shared
from mastermind_host.commands.calibration_files import Work
from mastermind_host.device import devices
from mastermind_host.device.devices import Wanted
from mastermind_host.device.found import describe
from mastermind_host.device.sensing import Sensing

FILE = click.Path(dir_okay=False, path_type=Path)
ACTIONS = ("--show", "--plot", "--save", "--restore", "--forget")
KEEP = "Enter: keep it on the board.   b: the animals once more.   q: quit; nothing is changed."
AGAIN = "Enter: all of it once more.   q: quit; nothing is changed."


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
            files.save(work, target)
        elif source:
            files.restore(work, source)
        elif forget:
            files.forget(work)
        elif show or as_json:
            _show(work)
        else:
            _guide(work)


def _show(work: Work) -> None:
    notes = work.sensing.notes()
    if not work.as_json:
        shared.hint(*notes)
    sensors = work.sensing.find()
    if work.as_json:
        shared.show(view.readings_data(work.device.uid, sensors) | {"notes": notes})
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
            raise files.quitting()
        learnt = _review(work, now, sensors.wiring)
        if learnt:
            break
    holes = {where: Learnt(data, now.samples[where]) for where, data in learnt.items()}
    files.write(work, holes)


def _review(work: Work, now: Lesson, wiring: int) -> dict[int, bytes]:
    """What was learnt, if it shall be kept; else nothing, and the lesson is some steps back."""
    try:
        learnt = calibrating.learn(now.samples, wiring)
    except ValueError as error:
        shared.hint(str(error))
        if guide.ask(AGAIN) == guide.QUIT:
            raise files.quitting() from None
        now.back(0)
        return {}
    shared.show(view.margin_table(calibrating.margins(now.samples)))
    shared.show("\n".join(view.verdict(now.samples)))
    answer = guide.ENTER if work.yes else guide.ask(KEEP)
    if answer == guide.QUIT:
        raise files.quitting()
    if answer == guide.ENTER:
        return learnt
    now.back(lesson.FIRST_ANIMALS)
    return {}
