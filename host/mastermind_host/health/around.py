# SPDX-License-Identifier: MIT
"""What is around the ports and drives of this computer: programs, permissions, rules.

The seam of the checks to the system; tests hand in their own. Knows no board.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import NamedTuple

from mastermind_host.deploy.volume import Volume
from mastermind_host.device import port_users
from mastermind_host.device.machine import LINUX, MACOS
from mastermind_host.health import udev


class Access(NamedTuple):
    """Who may open a port."""

    group: str  # that owns it
    is_allowed: bool  # this user may
    is_member: bool  # this user is in the group, from the next login on at the latest


class Around:
    """This computer, of the kind `system`."""

    def __init__(self, system: str, etc: Path = Path("/etc")) -> None:
        self.system = system
        self._etc = etc

    def programs(self) -> list[str]:
        """The names of all programs that run."""
        import psutil

        return [process.info["name"] or "" for process in psutil.process_iter(["name"])]

    def holders(self, port: str) -> list[str]:
        """The programs that have a port open, such as "screen (4711)"; surely on Linux alone."""
        return port_users.who_has(port)

    def access(self, port: str) -> Access | None:
        """Who may open a port; None where the system does not tell in this way."""
        if self.system != LINUX or not os.path.exists(port):
            return None
        group, is_member = port_users.group_of(port)
        return Access(group, os.access(port, os.R_OK | os.W_OK), is_member)

    def has_udev_rules(self) -> bool:
        """Whether the rules of `udev`, or others like them, are there."""
        texts = (_text(path) for path in (self._etc / "udev/rules.d").glob("*.rules"))
        return any(udev.is_enough(text) for text in texts)

    def macos(self) -> int:
        """14 on macOS 14.4; 0 on another system."""
        major = platform.mac_ver()[0].partition(".")[0]
        return int(major) if self.system == MACOS and major.isdigit() else 0

    def volume(self, drive: Path) -> Volume:
        return Volume(drive)


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
