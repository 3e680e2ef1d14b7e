# SPDX-License-Identifier: MIT
"""The computer that this runs on, as a Machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mastermind_host.device import mounts, ports, sysfs
from mastermind_host.device.machine import LINUX, MACOS, WINDOWS, Disk, Machine, Mount, Port, Stream

RECORDED = "MASTERMIND_MACHINE"  # the environment variable that names a recorded machine


class Computer:
    """This computer; on Linux seen through its folders /proc, /sys and /dev."""

    def __init__(
        self,
        system: str,
        proc: Path = Path("/proc"),
        sys: Path = Path("/sys"),
        dev: Path = Path("/dev"),
    ) -> None:
        self.system = system
        self._proc, self._sys, self._dev = proc, sys, dev

    def mounts(self) -> list[Mount]:
        if self.system == LINUX:
            return self._linux_mounts()
        import psutil

        if self.system == MACOS:  # all: its newer FAT drivers name no device that is a file
            return mounts.of_macos(psutil.disk_partitions(all=True))
        return mounts.of_windows(psutil.disk_partitions(), mounts.windows_label)

    def unmounted(self) -> list[Disk]:
        """On macOS and Windows nothing: they mount whatever they can."""
        if self.system != LINUX:
            return []
        mounted = {mount.device for mount in self._linux_mounts()}
        return sysfs.unmounted(mounted, self._sys, self._dev)

    def ports(self) -> list[Port]:
        return ports.here()

    def open(self, port: Port, touch: bool = False) -> Stream:
        return open_port(port, touch)

    def _linux_mounts(self) -> list[Mount]:
        try:
            told = os.fsdecode((self._proc / "self/mountinfo").read_bytes())
        except OSError:
            told = ""
        return mounts.of_linux(
            told, sysfs.labels(self._dev), lambda device: sysfs.uid_of(device, self._sys)
        )


def machine() -> Machine:
    """This computer; or the one recorded in the file that MASTERMIND_MACHINE names."""
    recording = os.environ.get(RECORDED)
    if recording:
        from mastermind_host.device.recorded import Recorded

        return Recorded(Path(recording))
    return Computer(_system())


def open_port(port: Port, touch: bool) -> Stream:
    """The port itself; needs pyserial, which the virtual board does not."""
    from mastermind_host.device import serial_port

    return serial_port.open_port(port, touch)


def _system() -> str:
    return {"darwin": MACOS, "win32": WINDOWS}.get(sys.platform, LINUX)
