# SPDX-License-Identifier: MIT
"""`mastermind devices`: the boards that are plugged in, with their versions and their state."""

from __future__ import annotations

import click

from mastermind_host import devices_view
from mastermind_host.commands import shared
from mastermind_host.device import devices as boards
from mastermind_host.device import missing, now


@click.command("devices")
@shared.output_options
@shared.pass_job
def show_devices(job: shared.Job, as_json: bool) -> None:
    """List the boards that are plugged in, and what is on them."""
    there = boards.find(job.machine)
    if not there:
        raise missing.no_device(job.machine, boards.ANY, [])
    told = [(device, now.doing(job.machine, device, job.clock)) for device in there]
    if as_json:
        shared.show([devices_view.data(device, doing) for device, doing in told])
    else:
        shared.show(devices_view.table(told))
    disks = job.machine.unmounted()
    if disks and not job.quiet:
        shared.hint(missing.unmounted_cause(disks), "Next: " + missing.mount_commands(disks))
