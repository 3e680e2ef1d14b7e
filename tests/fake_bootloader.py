# SPDX-License-Identifier: MIT
"""Computers with boards in their bootloaders, which become what is written to them."""

import re

import fake_machine
from bootrom import RP2040, RP2350, Bootrom, Drive
from fake_board import BOOTLOADER
from fake_computer import FakeComputer
from fake_machine import UID, FakeMachine

from mastermind_host.device.machine import Mount

START_S = 3.0  # from the restart to the drive
_TOLD = re.compile(rb"Adafruit CircuitPython (\S+) on .*?\0.*?BOARD=(\w+)\0", re.DOTALL)


def told(flash):
    """(version, board id) of the CircuitPython in a flash; None if there is none."""
    found = _TOLD.search(flash)
    return (found[1].decode(), found[2].decode()) if found else None


class FakeBootloader(FakeMachine):
    """A Pico, from the start in its bootloader at `folder`/RPI-RP2; `boot` is that drive.

    `come_back(version, board_id)` plugs in what the board has become; it is called once.
    """

    def __init__(self, folder, clock, uid=UID, **how):
        super().__init__()
        self.folder, self.uid = folder, uid
        self.boot = Drive(folder / "RPI-RP2", Bootrom(now=clock.now), clock.sleep, **how)
        self.mount = Mount(self.boot.folder, "/dev/sdc1", "vfat", "RPI-RP2")
        self.there = True  # as a bootloader
        self._clock, self._since = clock, None

    def come_back(self, version, board_id):
        place = self.folder / "CIRCUITPY"
        self.drives.append(fake_machine.drive(place, self.uid, version=version, board_id=board_id))

    def mounts(self):
        self._live()
        return super().mounts() + ([self.mount] if self.there else [])

    def unmounted(self):
        self._live()
        return super().unmounted()

    def _live(self):
        if self.there:
            self.boot.serve()
            if self.boot.bootrom.restarted:
                self.there, self._since = False, self._clock.now()
        elif self._since is not None and self._clock.now() >= self._since + START_S:
            self._since = None
            found = told(self.boot.bootrom.flash)
            if found:
                self.come_back(*found)


class FakeBench(FakeComputer):
    """A computer with FakeBoards, whose bootloaders are models of the real ones.

    `boots`: the bootrom.Drive of each board that has gone there, in the order of the boards.
    """

    def __init__(self, *boards):
        super().__init__(*boards)
        self.boots = {}
        for board in boards:
            board.on_bootloader = self._load

    def _load(self, board):
        family = RP2350 if "2350" in board.machine else RP2040
        self.boots[board] = Drive(board.loader, Bootrom(now=board.clock.now, family=family))

    def mounts(self):
        for board, boot in self.boots.items():
            if board.mode == BOOTLOADER:
                boot.serve()
                if boot.bootrom.restarted:
                    self._start(board, boot)
        return super().mounts()

    def _start(self, board, boot):
        """Run what was written; a board with nothing to run stays off."""
        found = told(boot.bootrom.flash)
        board.unplug()
        if found:
            board.version, board.safe_mode = found[0], None
            board.plug()
