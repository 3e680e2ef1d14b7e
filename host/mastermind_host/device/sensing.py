# SPDX-License-Identifier: MIT
"""The colour sensors of a board, over the link: what they read, and what their holes have learnt.

Holes are numbered as in the firmware: 0-2 are the guess holes, 3-5 the code holes, from the left.
What a board says is believed in nothing; see `link`. Knows no lesson and no file.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, NamedTuple

from mastermind import protocol
from mastermind.answers import FIRMWARE
from mastermind.holes import NAMES as HOLES
from mastermind_host.clock import Clock
from mastermind_host.device import devices, link
from mastermind_host.device.found import Device
from mastermind_host.device.link import Link, Refused, field, nonsense
from mastermind_host.device.machine import Machine
from mastermind_host.errors import (
    BUSY,
    NO_DEVICE,
    TIMEOUT,
    UNVERIFIED,
    UNWRITABLE,
    WRONG_DEVICE,
    Fault,
)
from mastermind_host.progress import SILENT, Progress

COUNTS = range(1 << 16)  # what a channel of a sensor counts to; wirings are as large
FIND_S = 6.0  # a board looks for its sensors once it plays, and loads their drivers for that
FOUND_S = 1.5  # until no more of them are to come
EVERY_S = 0.2
LEAVES_S = 1.0  # a board that was asked to restart does so in 0.1 s
BACK_S = 20.0  # a start takes 3 s, a slow system 10 s more

Raw = tuple[int, int, int, int]  # red, green, blue, clear: counts


class Hole(NamedTuple):
    """A hole that has a sensor which answers."""

    raw: Raw | None  # its last reading; None before the first one
    lies: int  # 0-5, or what `keys.PLACED` tells of a hole that is empty or unsure
    calibrated: bool


class Sensors(NamedTuple):
    """All sensors of a board at a moment."""

    holes: tuple[Hole | None, ...]  # six; None: no sensor answers there
    wiring: int  # what calibrations belong to
    switched: bool  # readings are without the room's light

    @property
    def places(self) -> tuple[int, ...]:
        """The holes that have a sensor."""
        return tuple(where for where, hole in enumerate(self.holes) if hole)


NONE = Sensors((None,) * len(HOLES), 0, False)


class Sensing:
    """A board whose sensors are asked, until `close`; a Fault where it can't be reached.

    Every method raises a Fault: those of `link`; BUSY while a game is on the table, for readings
    would tell its code; WRONG_DEVICE for a firmware that knows no sensors.
    """

    def __init__(
        self, machine: Machine, device: Device, clock: Clock, progress: Progress = SILENT
    ) -> None:
        self._machine, self._device, self._clock = machine, device, clock
        self._progress = progress
        self._opened = ExitStack()
        self._link = self._connect(device)

    def __enter__(self) -> Sensing:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._opened.close()

    def read(self) -> Sensors:
        """What all sensors read now."""
        try:
            reply = self._link.ask("sensors")
        except Refused as refused:
            if refused.kind == protocol.VALUE:
                return NONE
            raise _refusal(refused) from None
        holes = field(reply, "holes", list)
        if len(holes) != len(HOLES):
            raise nonsense("holes", holes)
        wiring = field(reply, "wiring", int)
        if wiring not in COUNTS:
            raise nonsense("wiring", wiring)
        return Sensors(tuple(map(_hole, holes)), wiring, field(reply, "switched", bool))

    def find(self, places: tuple[int, ...] = ()) -> Sensors:
        """The sensors, once those are there and no more come; a Fault NO_DEVICE if they are not."""
        end = self._clock.now() + FIND_S
        found, since = self.read(), self._clock.now()
        while not (_has(found, places) and self._clock.now() - since >= FOUND_S):
            if self._clock.now() >= end:
                raise _not_found(sorted(set(places) - set(found.places)))
            self._clock.sleep(EVERY_S)
            now = self.read()
            if now.places != found.places:
                since = self._clock.now()
            found = now
        return found

    def notes(self) -> list[str]:
        """What the board has to say: of its sensors, its settings and its memory."""
        return [str(note) for note in field(self._link.ask("log"), "notes", list)]

    def learnt(self, where: int) -> bytes:
        """What a hole has learnt, as the board keeps it; b"" for nothing."""
        try:
            told = field(self._link.ask("calibration", hole=where), "data", str)
        except Refused as refused:
            raise _refusal(refused) from None
        try:
            return bytes.fromhex(told)
        except ValueError:
            raise nonsense("data", told) from None

    def teach(self, where: int, data: bytes) -> None:
        """Let a hole learn that, or with b"" forget, and read it back; UNVERIFIED if it differs.

        A board whose memory has no room for it makes some when it starts: it is started once.
        """
        try:
            self._link.ask("calibrate", hole=where, data=data.hex())
        except Refused as refused:
            if refused.kind != protocol.BUSY:
                raise _refusal(refused) from None
            self._teach_after_restart(where, data)
        if self.learnt(where) != data:
            raise _not_kept(where)

    def _teach_after_restart(self, where: int, data: bytes) -> None:
        self.read()  # a Fault if it is a game that makes it busy
        self._restart()
        self.find((where,) if data else ())
        try:
            self._link.ask("calibrate", hole=where, data=data.hex())
        except Refused as refused:
            raise _full(refused) if refused.kind == protocol.BUSY else _refusal(refused) from None

    def _connect(self, device: Device) -> Link:
        return self._opened.enter_context(link.to(self._machine, device, self._clock))

    def _restart(self) -> None:
        self._progress.step("The board starts again, to make room in its memory.")
        self._link.restart(FIRMWARE)
        self._opened.close()
        self._clock.sleep(LEAVES_S)
        if not self._clock.wait_for(self._is_back, BACK_S, EVERY_S):
            raise Fault(
                "The board has not come back from its restart.",
                "It needs to be plugged in anew, or its cable failed.",
                "unplug it, plug it in, and run the same command again",
                TIMEOUT,
            )

    def _is_back(self) -> bool:
        device = devices.again(self._machine, self._device)
        if device is None or device.data is None:
            return False
        try:
            self._link = self._connect(device)
        except Fault:
            return False
        self._device = device
        return True


def _has(sensors: Sensors, places: tuple[int, ...]) -> bool:
    return bool(sensors.places) and set(places) <= set(sensors.places)


def _hole(told: Any) -> Hole | None:
    """A hole as the board tells it; a Fault if that makes no sense."""
    if told is None:
        return None
    if not isinstance(told, dict):
        raise nonsense("holes", told)
    lies, calibrated = field(told, "lies", int), field(told, "calibrated", bool)
    return Hole(_raw(told.get("raw")), lies, calibrated)


def _raw(told: Any) -> Raw | None:
    if told is None:
        return None
    if not isinstance(told, list) or [type(one) for one in told] != [int] * 4:
        raise nonsense("raw", told)
    if not all(one in COUNTS for one in told):
        raise nonsense("raw", told)
    return told[0], told[1], told[2], told[3]


def _refusal(refused: Refused) -> Fault:
    if refused.kind == protocol.BUSY:
        return Fault(
            "A game is on the board.",
            "Its sensors are read between games only: what they read would tell the code.",
            "finish the game, or leave it (hold menu for 1 s, then check); then the same command "
            "again",
            BUSY,
        )
    if refused.kind == protocol.UNKNOWN:
        return Fault(
            "The board's firmware knows no sensors.",
            "It is of an older release than this program.",
            "mastermind deploy",
            WRONG_DEVICE,
        )
    if refused.kind == protocol.VALUE:
        return Fault(
            f"The board refuses this calibration: {refused.text}",
            "It was made with other sensors, other pins, or another release.",
            "mastermind calibrate   (teaches the holes anew)",
            WRONG_DEVICE,
        )
    return Fault(
        f"The board refuses: {refused.text}",
        "Its firmware is of another release than this program, or damaged.",
        "mastermind deploy",
        WRONG_DEVICE,
    )


def _full(refused: Refused) -> Fault:
    return Fault(
        f"The board's memory has no room for it: {refused.text}",
        "It made none when it started again.",
        "mastermind monitor   (what it says of its memory), or mastermind recover",
        UNWRITABLE,
    )


def _not_found(missing: list[int]) -> Fault:
    if missing:
        holes = ", ".join(HOLES[where] for where in missing)
        what = f"The board finds no sensor in {holes}."
    else:
        what = "The board finds no colour sensor."
    return Fault(
        what,
        'None is wired, a cable is loose, or its settings say input = "buttons".',
        "mastermind monitor   (what the board says of its sensors), mastermind settings input",
        NO_DEVICE,
    )


def _not_kept(where: int) -> Fault:
    return Fault(
        f"{HOLES[where].capitalize()} does not have what was written to it.",
        "The board's memory is worn or damaged.",
        "run the same command again; if it stays so: mastermind doctor",
        UNVERIFIED,
    )
