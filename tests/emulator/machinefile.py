# SPDX-License-Identifier: MIT
"""The computer that emulated boards are plugged into, written down for the real command line.

The format is that of mastermind_host.device.recorded. Several boards may share one file.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mastermind_host.device.machine import CONSOLE, DATA, LINUX
from mastermind_host.device.recorded import FORMAT

NAME = "machine.json"
VENDOR, PRODUCT, PRODUCT_NAME = 0x239A, 0x80F4, "Pico"
ROLES = (CONSOLE, DATA)  # in the order of the ports' descriptors

Entry = dict[str, Any]


def mount(path: Path, label: str, uid: str) -> Entry:
    return {
        "path": str(path),
        "device": f"/dev/disk/by-label/{label}",
        "filesystem": "vfat",
        "label": label,
        "uid": uid,
    }


def ports(paths: list[Path], uid: str) -> list[Entry]:
    return [
        {
            "path": str(path),
            "role": role,
            "uid": uid,
            "vid": VENDOR,
            "pid": PRODUCT,
            "product": PRODUCT_NAME,
        }
        for path, role in zip(paths, ROLES, strict=False)
    ]


class MachineFile:
    """The file at `path`: what each of its boards shows at the moment."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._boards: dict[str, tuple[Sequence[Entry], Sequence[Entry]]] = {}
        self._write()

    def tell(self, board: str, mounts: Sequence[Entry] = (), ports: Sequence[Entry] = ()) -> None:
        """What one board, named by its UID, shows from now on. The file is replaced whole."""
        with self._lock:
            self._boards[board] = (mounts, ports)
            self._write()

    def _write(self) -> None:
        shown = self._boards.values()
        content = {
            "format": FORMAT,
            "system": LINUX,
            "mounts": [one for mounts, _ in shown for one in mounts],
            "ports": [one for _, ports in shown for one in ports],
        }
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(content, indent=1))
        new.replace(self.path)
