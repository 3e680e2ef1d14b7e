# SPDX-License-Identifier: MIT
"""What a computer has of an emulated board that runs: two serial ports and a mounted drive.

They come when the board has told what it is and go when it drops off the bus, as at a reset.
"""

from __future__ import annotations

import time
from pathlib import Path

from emulator import machinefile
from emulator.flushing import Flushing
from emulator.machinefile import MachineFile
from emulator.massstorage import SECTOR, MassStorage, StorageError
from emulator.mounted import MountedDrive
from emulator.pico import Pico
from emulator.ptyport import PtyPort

LABEL = "CIRCUITPY"
PORTS = ("ttyACM0", "ttyACM1")
LOOK_S = 2.0  # between two looks at the folder, for what nobody asks to sync


class Cable:
    """Between a Pico and the computer whose boards stand in `machine`.

    `drive`: the mounted drive, or None. `folder`: where the drive and the ports are to be found.
    """

    def __init__(
        self, pico: Pico, folder: Path, machine: MachineFile, flushing: Flushing, uid: str
    ) -> None:
        self.drive: MountedDrive | None = None
        self.pico = pico
        self._folder, self._machine, self._uid = folder, machine, uid
        self._storage, self._flushing = MassStorage(pico), flushing
        self._ports: list[PtyPort] = []
        self._connection = 0  # which of the host's, 0: none
        self._look_at = 0.0
        self._carried = 0  # by ports that are gone
        pico.host.opens = False  # a port is opened when a program opens it

    @property
    def bytes_sent(self) -> int:
        """To the drive."""
        return self._storage.written * SECTOR

    @property
    def bytes_carried(self) -> int:
        """Over the serial ports, in both directions."""
        return self._carried + sum(port.carried for port in self._ports)

    def serve(self) -> None:
        """Carry over what has happened on either side since the last time."""
        host = self.pico.host
        now = host.connections if host.configured else 0
        if now != self._connection:
            self.unplug()
            self._connection = now
            if now:
                self._plug()
        for port in self._ports:
            port.serve()
        self._flushing.serve(self.sync)
        try:
            self._serve_drive()
        except StorageError:
            self._lose_drive()

    def unplug(self) -> None:
        """Nothing of the board is left on the computer."""
        self._lose_drive()
        while self._ports:
            port = self._ports.pop()
            self._carried += port.carried
            port.close()
        self._tell()

    def sync(self) -> bool:
        """Send the board what has changed, at once; False if it was lost on the way."""
        if not self.drive:
            return True
        try:
            self.drive.sync()
        except StorageError:  # it was reset in the middle of it
            self._lose_drive()
            return False
        return True

    def _plug(self) -> None:
        numbers = range(len(self.pico.host.ports))
        self._ports = [
            PtyPort(self.pico, number, self._folder / PORTS[number]) for number in numbers
        ]
        self._tell()

    def _serve_drive(self) -> None:
        if time.monotonic() < self._look_at:
            return
        self._look_at = time.monotonic() + LOOK_S
        if self.drive:
            self.drive.sync_when_still()
        elif self._connection and self._storage.is_ready():
            self.drive = MountedDrive(self._storage, self._folder / LABEL)
            self._tell()

    def _lose_drive(self) -> None:
        if self.drive:
            self.drive.unmount()
            self.drive = None
            self._tell()

    def _tell(self) -> None:
        paths = [self._folder / PORTS[number] for number in range(len(self._ports))]
        mounts = [machinefile.mount(self.drive.folder, LABEL, self._uid)] if self.drive else []
        self._machine.tell(self._uid, mounts, machinefile.ports(paths, self._uid))
