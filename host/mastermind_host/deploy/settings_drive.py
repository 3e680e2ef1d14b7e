# SPDX-License-Identifier: MIT
"""settings.toml on a board's drive, read and changed. Knows no command.

A drive is FAT: there is no rename that can't fail half-way. So what stood there is backed up on
this computer first, the file is written in its place, flushed, and read back.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from mastermind_host.deploy import archive, trouble
from mastermind_host.deploy.archive import About, Backup
from mastermind_host.deploy.plan import SETTINGS
from mastermind_host.deploy.volume import Volume
from mastermind_host.device.devices import Device
from mastermind_host.errors import UNVERIFIED, Fault


def read(volume: Volume) -> bytes:
    """The file; b"" where there is none, so that the board takes its defaults."""
    try:
        return volume.read(SETTINGS) or b""
    except OSError as error:
        raise trouble.fault_of(error, volume, f"reading {SETTINGS}") from error


def write(volume: Volume, device: Device, data: bytes, inside: Path, when: datetime) -> Path | None:
    """Change the file; where its old content is kept, None if there was none."""
    kept = _back_up(read(volume), device, inside, when)
    try:
        volume.write(SETTINGS, data)
        volume.flush()
        arrived = volume.read_again(SETTINGS) == data
    except OSError as error:
        raise trouble.fault_of(error, volume, f"writing {SETTINGS}") from error
    if not arrived:
        raise Fault(
            f"{SETTINGS} on the board's drive is not what was written there.",
            "This computer keeps back what it writes, or the drive is damaged.",
            f"the same command again; the old file is kept in {kept}",
            UNVERIFIED,
        )
    return kept


def _back_up(data: bytes, device: Device, inside: Path, when: datetime) -> Path | None:
    if not data:
        return None
    stamp = when.isoformat(timespec="seconds")
    about = About(archive.BEFORE_SETTINGS, device.uid, device.board_id, device.version, "", stamp)
    path = archive.place(inside, device.uid, when)
    archive.save(path, Backup(about, {SETTINGS: data}))
    return path
