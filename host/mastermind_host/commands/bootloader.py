# SPDX-License-Identifier: MIT
"""`mastermind bootloader`: brings a board into its bootloader."""

from __future__ import annotations

import click

from mastermind_host.commands import shared
from mastermind_host.device import bootloader, devices
from mastermind_host.device.found import Device, Wanted


@click.command("bootloader")
@shared.device_options
@shared.dry_run_option
@shared.output_options
@shared.pass_job
def enter_bootloader(job: shared.Job, wanted: Wanted, dry_run: bool, as_json: bool) -> None:
    """Bring a board into its bootloader, without its BOOT button."""
    device = devices.choose(job.machine, wanted)
    if dry_run:
        _tell_plan(device, as_json)
        return
    drive = bootloader.enter(job.machine, device, job.clock, job.progress)
    if as_json:
        shared.show({"uid": device.uid, "board_id": device.board_id, "bootloader": str(drive.path)})
        return
    shared.show(f"The board is in its bootloader: {drive.path}")
    shared.hint("Next: mastermind install   (or unplug it and plug it in again to leave it so)")


def _tell_plan(device: Device, as_json: bool) -> None:
    there = device.bootloader
    ways = [] if there else [way.name for way in bootloader.ways_to(device)]
    if as_json:
        path = str(there.path) if there else None
        shared.show({"uid": device.uid, "bootloader": path, "would_try": ways})
    elif there:
        shared.show(f"Nothing to do: the board is in its bootloader: {there.path}")
    else:
        shared.show("Would ask the board by: " + ", then ".join(ways or ["nothing: no port"]))
