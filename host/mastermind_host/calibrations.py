# SPDX-License-Identifier: MIT
"""What the colour sensors of a board have learnt, in a file: to look at, and to bring back.

One JSON object: whose and of when; for each hole the bytes that the board keeps, and the readings
that they were learnt from where those are known; a sum over it all. Knows no board.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_data_path

from mastermind import rules
from mastermind.calibration import Calibration
from mastermind_host.device.sensing import COUNTS, HOLES, Raw
from mastermind_host.errors import NO_DEVICE, UNWRITABLE, WRONG_DEVICE, Fault

WHAT, FORMAT = "Jungle Mastermind calibration", 1
NAMES = (*rules.ANIMALS, "white", "empty")  # of what lies there, by the numbers of `calibrating`
Samples = dict[int, Raw]  # {what: mean reading}


class Learnt(NamedTuple):
    """What one hole has learnt."""

    data: bytes  # as the board keeps it: see `mastermind.calibration`
    samples: Samples  # what it was learnt from; empty where only the board knows


class Calibrations(NamedTuple):
    """What the holes of a board have learnt."""

    uid: str  # the board's
    date: str  # 2025-11-30T15:34:12, this computer's time
    holes: dict[int, Learnt]  # by the numbers of `sensing.HOLES`

    @property
    def samples(self) -> dict[int, Samples]:
        """{where: samples} of the holes of which they are known, as `calibrating` takes them."""
        return {where: one.samples for where, one in self.holes.items() if one.samples}


def path_of(uid: str) -> Path:
    """Where the newest calibration of the board with this UID is kept."""
    folder = user_data_path("jungle-mastermind", appauthor=False) / "calibrations"
    return folder / f"{uid or 'board'}.json"


def keep(path: Path, made: Calibrations) -> None:
    """As `save`; what else is there stays beside it, under a name with the date of its end."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and kept(path) != made.holes:
            _write(_aside(path, made.date), path.read_bytes())
    except OSError as error:
        raise _unwritable(path, error) from None
    save(path, made)


def save(path: Path, made: Calibrations) -> None:
    """Write the file; it is under its name only when it is whole. A Fault UNWRITABLE."""
    page = _page(made)
    _write(path, json.dumps(page | {"sum": _sum(page)}, indent=1).encode() + b"\n")


def load(path: Path) -> Calibrations:
    """The file, checked; a Fault WRONG_DEVICE if anything is off with it."""
    try:
        page = json.loads(path.read_bytes())
        if page["what"] != WHAT:
            raise _no_calibration(path, "it is something else")
        if page["format"] != FORMAT:
            why = f"it is of format {page['format']!r:.20}, here {FORMAT} is read"
            raise _no_calibration(path, why)
        if page.pop("sum") != _sum(page):
            raise _no_calibration(path, "it is damaged, or has been changed")
        return _made(page)
    except OSError as error:
        raise _no_calibration(path, error.strerror or str(error)) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _no_calibration(path, "it makes no sense") from None


def kept(path: Path) -> dict[int, Learnt]:
    """What the holes have learnt by the file; nothing where there is none, or a damaged one."""
    try:
        return load(path).holes
    except Fault:
        return {}


def newest(uid: str) -> Calibrations:
    """What is kept of a board; a Fault NO_DEVICE if nothing is."""
    path = path_of(uid)
    if not path.exists():
        raise Fault(
            f"This computer has kept no calibration of board {uid or 'without a UID'}.",
            "It was calibrated by its own buttons, at another computer, or not at all.",
            "mastermind calibrate",
            NO_DEVICE,
        )
    return load(path)


def _page(made: Calibrations) -> dict[str, Any]:
    return {
        "what": WHAT,
        "format": FORMAT,
        "uid": made.uid,
        "date": made.date,
        "holes": {HOLES[where]: _hole_page(made.holes[where]) for where in sorted(made.holes)},
    }


def _hole_page(learnt: Learnt) -> dict[str, Any]:
    samples = {NAMES[what]: list(learnt.samples[what]) for what in sorted(learnt.samples)}
    return {"data": learnt.data.hex(), "samples": samples}


def _made(page: Mapping[str, Any]) -> Calibrations:
    """What stands on a page; ValueError, KeyError or TypeError where it makes no sense."""
    holes = {HOLES.index(name): _learnt(hole) for name, hole in page["holes"].items()}
    if not holes:
        raise ValueError("it has no hole")
    return Calibrations(str(page["uid"]), str(page["date"]), holes)


def _learnt(hole: Mapping[str, Any]) -> Learnt:
    data = bytes.fromhex(hole["data"])
    Calibration(data)  # ValueError for what is none
    samples = {NAMES.index(name): _raw(counts) for name, counts in hole["samples"].items()}
    if samples and len(samples) != len(NAMES):
        raise ValueError("it has not all samples")
    return Learnt(data, samples)


def _raw(counts: Any) -> Raw:
    red, green, blue, clear = counts
    if not all(type(count) is int and count in COUNTS for count in counts):
        raise ValueError("it has a sample that is none")
    return red, green, blue, clear


def _sum(page: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(page, sort_keys=True).encode()).hexdigest()


def _aside(path: Path, date: str) -> Path:
    """A name for what was kept until `date`, that is not there yet."""
    name = f"{path.stem}-until-{date.replace('T', '-').replace(':', '')}"
    names = [name] + [f"{name}-{number}" for number in range(2, 1000)]
    return next(one for each in names if not (one := path.with_name(each + path.suffix)).exists())


def _write(path: Path, data: bytes) -> None:
    new = path.with_name(path.name + ".new")
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink()
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> Fault:
    return Fault(
        f"The calibration cannot be kept in {path}: {error.strerror or error}.",
        "The disk is full, or the folder is not there or not yours.",
        "mastermind calibrate --save FILE   (what the board has, in another place)",
        UNWRITABLE,
    )


def _no_calibration(path: Path, why: str) -> Fault:
    return Fault(
        f"{path} is no calibration: {why}. Nothing was changed.",
        "It is another file, of another release, or a copy of it was broken off.",
        f"take another file; those of the boards calibrated here are in {path_of('').parent}",
        WRONG_DEVICE,
    )
