# SPDX-License-Identifier: MIT
"""The computer that this runs on, as a Machine."""

from __future__ import annotations

from mastermind_host.device.machine import LINUX, Disk, Machine, Mount, Port, Stream


class Computer:
    """Not there yet: nothing is plugged in."""

    system = LINUX

    def mounts(self) -> list[Mount]:
        return []

    def unmounted(self) -> list[Disk]:
        return []

    def ports(self) -> list[Port]:
        return []

    def open(self, port: Port, touch: bool = False) -> Stream:
        raise NotImplementedError


def machine() -> Machine:
    """This computer; or the one recorded in the file that MASTERMIND_MACHINE names."""
    return Computer()
