# SPDX-License-Identifier: MIT
"""What can be tried with a board that does not play, from what costs nothing to what erases.

Nothing here touches the match: it is in the board's own memory, or carried over to it.
"""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path

from mastermind_host import drive
from mastermind_host.deploy import archive, backup, manifest
from mastermind_host.deploy.deployment import open_volume
from mastermind_host.device import boards, devices
from mastermind_host.device.devices import Device
from mastermind_host.errors import NO_DEVICE, Fault
from mastermind_host.install import bundle, choices
from mastermind_host.recovery import Recovery, Rung

SAFE_MODE = "import microcontroller as chip\nchip.on_next_reset(chip.RunMode.SAFE_MODE)\n"
ERASE = "import storage\nstorage.erase_filesystem()\n"


def _interrupt(recovery: Recovery, device: Device) -> None:
    with recovery.repl(device):
        """Held; it is let go at the end, and its program starts anew."""


def _reset(recovery: Recovery, device: Device) -> None:
    with recovery.repl(device) as repl:
        repl.reset()
    recovery.wait(device)


def _deploy(recovery: Recovery, device: Device) -> None:
    recovery.deploy(device)


def _safe_mode(recovery: Recovery, device: Device) -> None:
    """There neither boot.py nor code.py runs, so neither can be in the way."""
    with recovery.repl(device) as repl:
        repl.run(SAFE_MODE)
        repl.reset()
    recovery.deploy(recovery.wait(device))
    _reset(recovery, recovery.wait(device))  # a deploy that finds nothing to do leaves it there


def _reinstall(recovery: Recovery, device: Device) -> None:
    recovery.deploy(recovery.install(device, recovery.choice._replace(force=True)))


def _erase(recovery: Recovery, device: Device) -> None:
    settings = _save(recovery, device)
    with recovery.repl(device) as repl:
        try:
            repl.run(ERASE)
        except Fault as fault:
            if fault.code != NO_DEVICE:  # the board resets itself
                raise
    device = recovery.wait(device)
    if settings is not None:
        volume = open_volume(devices.drive_of(recovery.machine, device))
        volume.write("settings.toml", settings)
        volume.flush()
    recovery.deploy(device)


def _image(recovery: Recovery, device: Device) -> None:
    """CircuitPython and the whole drive in one file: needs no working drive and no REPL."""
    board = boards.by_id(device.board_id) or choices.board_of(device, recovery.choice)
    if board is None:
        raise Fault(
            "Which board it is can't be told.",
            "Neither its drive nor its ports say so.",
            "mastermind recover --board raspberry_pi_pico",
            NO_DEVICE,
        )
    image = choices.load(recovery.choice, board, recovery.progress)
    files = drive.files()
    whole = bundle.build(image.uf2, board.id, files | {manifest.NAME: manifest.build(files)})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "whole.uf2"
        path.write_bytes(whole)
        choice = recovery.choice._replace(uf2=path, force=True, board=board.id)
        recovery.install(device, choice)


def _save(recovery: Recovery, device: Device) -> bytes | None:
    """A backup of what can be read; the user's settings."""
    when = datetime.now()
    path = archive.place(archive.folder(), device.uid, when)
    saved = backup.make(
        *(recovery.machine, device, recovery.clock, path, when, recovery.progress), memory=False
    )
    recovery.progress.note(f"What was on the board is kept in {path}")
    return saved.files.get("settings.toml")


LADDER = (
    Rung("interrupt", "Stopping the board's program and starting it anew", "", _interrupt),
    Rung("reset", "Resetting the board", "", _reset),
    Rung("deploy", "Mending the firmware", "", _deploy),
    Rung("safe-mode", "Mending the firmware in safe mode", "", _safe_mode),
    Rung("reinstall", "Installing CircuitPython anew, then the firmware", "", _reinstall),
    Rung(
        "erase",
        "Erasing the board's drive, then the firmware",
        "all files on the board's drive; a backup is made of what can be read, and your settings "
        "are put back",
        _erase,
    ),
    Rung(
        "image",
        "Writing CircuitPython and the whole drive as one image",
        "all files on the board's drive, without a backup if it can't be read",
        _image,
    ),
)
