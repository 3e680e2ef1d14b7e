# SPDX-License-Identifier: MIT
"""`mastermind monitor`: what a board's console says, with the time at each line."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import click

from mastermind_host.commands import shared
from mastermind_host.device import devices, monitor
from mastermind_host.device.found import Wanted, describe

EVENTS = {
    monitor.LISTENING: "Listening to {}. Ctrl-C ends it.",
    monitor.GONE: "The board is gone; waiting for it.",
    monitor.BACK: "The board is back.",
}


@click.command("monitor")
@shared.device_options
@click.option(
    "--for", "for_s", type=click.FloatRange(min=0), metavar="SECONDS", help="End after this time."
)
@shared.output_options
@shared.pass_job
def watch_console(job: shared.Job, wanted: Wanted, for_s: float | None, as_json: bool) -> None:
    """Show what a board's console says, until Ctrl-C; also over resets.

    Nothing is sent to the board. With --json each line is an object of its own.
    """
    device = devices.choose(job.machine, wanted)
    began = datetime.now().astimezone() - timedelta(seconds=job.clock.now())
    for line in monitor.watch(job.machine, device, job.clock, for_s):
        at = began + timedelta(seconds=line.at_s)
        if as_json:
            click.echo(json_line(line, at))
        elif not line.event:
            click.echo(f"{at:%H:%M:%S}.{at.microsecond // 1000:03}  {line.text}".rstrip())
        elif not job.quiet:
            shared.hint(f"{at:%H:%M:%S}  {EVENTS[line.event].format(describe(device))}")


def json_line(line: monitor.Line, at: datetime) -> str:
    """{"time": ISO 8601, "text": ...}, or {"time": ..., "event": "gone"}."""
    said = {"event": line.event} if line.event else {"text": line.text}
    return json.dumps({"time": at.isoformat(timespec="milliseconds")} | said)
