# SPDX-License-Identifier: MIT
"""A machine written down in a file: for tests, for boards that are emulated, and for reports.

The file is JSON, format 1; what is left out of an entry has the default that it has in `machine`:

    {"format": 1, "system": "linux",
     "mounts": [{"path": "/media/me/CIRCUITPY", "device": "/dev/sdb1", "filesystem": "vfat",
                 "label": "CIRCUITPY", "read_only": false, "uid": "DF62...",
                 "files": {"boot_out.txt": "Adafruit CircuitPython ..."},
                 "names": {"code.py": 94}}],
     "unmounted": [{"device": "/dev/sdc1", "label": "RPI-RP2", "uid": ""}],
     "ports": [{"path": "/dev/ttyACM0", "role": "console", "uid": "DF62...", "vid": 9114,
                "pid": 33012, "product": "Pico"}]}

A path that is not absolute starts at the file's folder. `files` and `names` (with sizes in bytes)
tell what was on a board's drive; `unpack` makes folders of them. A report of `mastermind doctor
--json` has the machine as its "machine", and can be named as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from mastermind_host import errors
from mastermind_host.clock import Clock
from mastermind_host.device import boot_out, drives, info_uf2
from mastermind_host.device.here import open_port
from mastermind_host.device.machine import LINUX, MACOS, WINDOWS, Disk, Machine, Mount, Port, Stream

FORMAT = 1
PATIENCE_S = 0.5  # for a file that is being written anew
# What tells of a board and of nobody else; settings.toml may hold a password.
TOLD = (boot_out.NAME, info_uf2.NAME, "boot.py", "manifest.json")
MOST_BYTES = 16384

Record = TypeVar("Record", Mount, Disk, Port)


class Recorded:
    """The machine in that file, read anew at every look; its ports are opened for real.

    A Fault WRONG_DEVICE if it cannot be read, or is no such file.
    """

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self._path = path
        self._clock = clock or Clock()
        self.system = self._read()["system"]

    def mounts(self) -> list[Mount]:
        listed = self._list("mounts", Mount)
        folder = self._path.resolve().parent
        return [mount._replace(path=folder / mount.path) for mount in listed]

    def unmounted(self) -> list[Disk]:
        return self._list("unmounted", Disk)

    def ports(self) -> list[Port]:
        return self._list("ports", Port)

    def open(self, port: Port, touch: bool = False) -> Stream:
        return open_port(port, touch)

    def _list(self, name: str, kind: Callable[..., Record]) -> list[Record]:
        try:
            return [_entry(kind, told) for told in self._read().get(name, [])]
        except (TypeError, AttributeError) as error:
            raise self._fault(f"{name}: {error}") from None

    def _read(self) -> dict[str, Any]:
        """The file's content, with a little patience for whoever writes it."""
        tries: list[dict[str, Any] | Exception] = []
        self._clock.wait_for(lambda: self._try(tries), PATIENCE_S, every_s=0.05)
        if isinstance(tries[-1], Exception):
            raise self._fault(str(tries[-1]))
        return tries[-1]

    def _try(self, tries: list[dict[str, Any] | Exception]) -> bool:
        try:
            tries.append(parse(self._path.read_bytes()))
        except (OSError, ValueError) as error:
            tries.append(error)
            return False
        return True

    def _fault(self, problem: str) -> errors.Fault:
        return errors.Fault(
            f"The recorded machine {self._path} cannot be read: {problem}",
            "The environment variable MASTERMIND_MACHINE names it, and it is no recording.",
            "unset MASTERMIND_MACHINE   (to look at this computer)",
            errors.WRONG_DEVICE,
        )


def parse(data: bytes) -> dict[str, Any]:
    """The machine in a recording or a report; ValueError with a sentence if there is none."""
    content = json.loads(data)
    if isinstance(content, dict) and "machine" in content:
        content = content["machine"]
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f'it has no "format": {FORMAT}')
    if content.get("system") not in (LINUX, MACOS, WINDOWS):
        raise ValueError(f'"system" is not {LINUX}, {MACOS} or {WINDOWS}')
    return content


def write_down(machine: Machine) -> dict[str, Any]:
    """The machine as a recording, with what its boards' drives tell of them."""
    return {
        "format": FORMAT,
        "system": machine.system,
        "mounts": [_mount_data(mount) for mount in machine.mounts() if drives.look_at(mount)],
        "unmounted": [disk._asdict() for disk in machine.unmounted()],
        "ports": [port._asdict() for port in machine.ports()],
    }


def unpack(recording: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The recording with its drives made anew in `folder`, each file of `names` in its size."""
    mounts = []
    for number, mount in enumerate(recording["mounts"]):
        drive = folder / str(number) / Path(mount["path"].replace("\\", "/")).name
        drive.mkdir(parents=True)
        for name, size in mount.get("names", {}).items():
            (drive / name).write_bytes(bytes(size))
        for name, text in mount.get("files", {}).items():
            (drive / name).write_bytes(text.encode())
        mounts.append(mount | {"path": str(drive)})
    return recording | {"mounts": mounts}


def _entry(kind: Callable[..., Record], told: dict[str, Any]) -> Record:
    """A Mount, Disk or Port; TypeError if a name is none of its own or is missing."""
    known = {name: value for name, value in told.items() if name not in ("files", "names")}
    entry = kind(**known)
    return entry._replace(path=Path(entry.path)) if isinstance(entry, Mount) else entry


def _mount_data(mount: Mount) -> dict[str, Any]:
    told = mount._asdict() | {"path": str(mount.path)}
    return told | {"files": _texts(mount.path), "names": _sizes(mount.path)}


def _texts(drive: Path) -> dict[str, str]:
    found = {}
    for name in TOLD:
        try:
            with (drive / name).open("rb") as file:
                found[name] = file.read(MOST_BYTES).decode("utf-8", "replace")
        except OSError:
            continue
    return found


def _sizes(drive: Path) -> dict[str, int]:
    """The files at the top of a drive, without the folders."""
    try:
        return {
            path.name: path.stat().st_size for path in sorted(drive.iterdir()) if path.is_file()
        }
    except OSError:
        return {}
