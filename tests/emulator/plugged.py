# SPDX-License-Identifier: MIT
"""An emulated Pico that is plugged into this computer: its drive a folder, its ports ptys.

The real command line finds it in the recorded machine that MASTERMIND_MACHINE names. It runs in a
thread of its own, from one stay in its bootloader to the next. Knows no firmware of ours.

    with PluggedBoard(folder) as board:                 # blank: in its bootloader
        subprocess.run(["mastermind", "devices"], env=os.environ | board.environment)
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from emulator import machinefile
from emulator.bootdrive import BootDrive, can_start
from emulator.cable import LABEL, PORTS, Cable
from emulator.flash import FlashChip, Operation
from emulator.flushing import Flushing
from emulator.machinefile import NAME, MachineFile
from emulator.pace import Pace
from emulator.pico import FLASH_SIZE, Bootloader, Pico

UID = "DF6254578317A421"
VARIABLE = "MASTERMIND_MACHINE"
STEP_MS = 1.0  # emulated, between two looks at the ports
FINGER_MS = 1500  # CircuitPython keeps the last sector that was written back for a second
LOOK_S = 0.02
FASTER = 3.0  # than the clock on the wall; the computers that this runs on rarely are
BLANK = b"\xff" * FLASH_SIZE

Result = TypeVar("Result")


class PluggedBoard:
    """A board, its cable and what is on this computer of it, all below `folder`.

    `flash`: all of it, as an earlier board has left it; a blank Pico begins in its bootloader.
    `log`: each erase and program that CircuitPython has asked of its flash, in order.
    """

    def __init__(
        self, folder: Path, flash: bytes = BLANK, uid: str = UID, machine: MachineFile | None = None
    ) -> None:
        self.flash, self.uid = flash, uid
        self.log: list[Operation] = []
        self._cable: Cable | None = None  # while it is in no bootloader
        self._folder = folder
        self._machine = machine or MachineFile(folder / NAME)
        self._flushing = Flushing()
        self._tasks: list[Callable[[Cable], None]] = []
        self._unplugged = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._live, daemon=True)

    # what a test calls

    def __enter__(self) -> PluggedBoard:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Pull the plug. `flash` is what is left."""
        self._unplugged.set()
        self._thread.join()
        self._flushing.close()

    @property
    def environment(self) -> dict[str, str]:
        """What tells a program of this computer, and lets it sync the drive."""
        return {VARIABLE: str(self._machine.path)} | self._flushing.environment

    @property
    def folder(self) -> Path:
        """The board's drive; not there while it is not mounted."""
        return self._folder / LABEL

    @property
    def boot_folder(self) -> Path:
        """The drive of its bootloader; not there while it is in no bootloader."""
        return self._folder / BootDrive.LABEL

    @property
    def console(self) -> Path:
        return self._folder / PORTS[0]

    def sync(self) -> None:
        """Have all that was written to the folder on the board."""
        self.call(Cable.sync)

    def reset(self) -> None:
        """Press a reset button, no faster than people do, and wait for the drive to come back."""
        self.call(lambda cable: cable.pico.run(FINGER_MS))
        before = self.call(lambda cable: cable.drive)
        self.call(lambda cable: cable.pico.hard_reset())
        self.wait_for(lambda: self.call(lambda cable: cable.drive not in (None, before)))

    def wait_for_drive(self, seconds: float = 60) -> None:
        self.wait_for(lambda: self._cable and self._cable.drive, seconds)

    def wait_for_bootloader(self, seconds: float = 60) -> None:
        self.wait_for(self.boot_folder.exists, seconds)

    def wait_for(self, is_so: Callable[[], Any], seconds: float = 60) -> None:
        """TimeoutError if it does not become so in so many seconds on the wall."""
        end = time.monotonic() + seconds
        while not is_so():
            if self._error:
                raise self._error
            if time.monotonic() > end:
                said = self._cable.pico.text()[-600:] if self._cable else "(not running)"
                raise TimeoutError(f"not within {seconds} s; the console's end: {said!r}")
            time.sleep(LOOK_S)

    def call(self, task: Callable[[Cable], Result], seconds: float = 60) -> Result:
        """The result of something that is done while the board runs, between two of its steps."""
        results: list[Result] = []
        self._tasks.append(lambda cable: results.append(task(cable)))
        self.wait_for(lambda: results, seconds)
        return results[0]

    # the board's own thread

    def _live(self) -> None:
        try:
            in_bootloader = not can_start(self.flash)
            while not self._unplugged.is_set():
                if in_bootloader:
                    self._stay_in_bootloader()
                    in_bootloader = not can_start(self.flash)
                else:
                    self._run()
                    in_bootloader = True
        except BaseException as error:
            self._error = error

    def _stay_in_bootloader(self) -> None:
        """Until it has been given a program, or the plug is pulled."""
        drive = BootDrive(self._folder / BootDrive.LABEL, self.flash)
        mount = machinefile.mount(drive.folder, drive.LABEL, "")
        self._machine.tell(self.uid, [mount])
        try:
            while not self._unplugged.is_set() and drive.take():
                self._flushing.serve(drive.take, LOOK_S)
        finally:
            self._machine.tell(self.uid)
            self.flash = drive.unmount()

    def _run(self) -> None:
        """The program in the flash, until the bootloader is asked for or the plug is pulled."""
        pico = Pico(Path(os.devnull), flash=self.flash)
        chip = FlashChip(pico, bytes.fromhex(self.uid))
        chip.log = self.log
        cable = self._cable = Cable(pico, self._folder, self._machine, self._flushing, self.uid)
        pace = Pace(pico, FASTER)
        pico.power_on()
        try:
            while not self._unplugged.is_set():
                pico.run(STEP_MS)
                cable.serve()
                while self._tasks:
                    self._tasks.pop(0)(cable)
                pace.keep()
        except Bootloader:
            return
        finally:
            self._cable = None
            self.flash = pico.flash()
            cable.unplug()
