# SPDX-License-Identifier: MIT
"""`mastermind settings`: what a board shall do, shown and changed in its settings.toml."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click

from mastermind_host import drive
from mastermind_host.commands import shared
from mastermind_host.deploy import archive, preflight, settings_drive, settings_file
from mastermind_host.deploy.plan import SETTINGS
from mastermind_host.deploy.preflight import open_volume
from mastermind_host.device import devices
from mastermind_host.device.devices import Wanted


@click.command("settings")
@click.argument("name", required=False)
@click.argument("value", required=False)
@shared.device_options
@click.option("--reset", metavar="NAME", help="Give a setting its default again.")
@shared.dry_run_option
@shared.output_options
@shared.pass_job
def show_settings(
    job: shared.Job,
    name: str | None,
    value: str | None,
    wanted: Wanted,
    reset: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Show or change a board's settings.

    For example: mastermind settings level older. They stand in settings.toml on the board's
    drive; the board starts again with a changed file. level, hider and brightness are also set
    at the table: what was set there counts, in the board's memory, until their line in the file
    changes.
    """
    if reset is not None and name is not None:
        raise click.UsageError("Either --reset NAME or NAME VALUE.")
    for one in (name, reset):
        if one is not None and one not in settings_file.NAMES:
            raise click.UsageError(f"There is no setting {one!r}: mastermind settings lists them.")
    device = devices.choose(job.machine, wanted)
    mount = preflight.check_mounted(device, "settings")
    volume = open_volume(mount)
    data = settings_drive.read(volume)
    if reset is not None:
        name, value = reset, settings_file.default(reset)
    if name is None or value is None:
        _show(data, (name,) if name else settings_file.NAMES, as_json)
        return
    changed = _changed(data, name, value)
    if changed != data and not dry_run:
        preflight.check_volume(volume, mount, "settings")
        settings_drive.write(volume, device, changed, archive.folder(), datetime.now())
    _tell(data, changed, name, dry_run, as_json)


def _changed(data: bytes, name: str, value: str) -> bytes:
    try:
        return settings_file.set_value(data, name, value, drive.files()[SETTINGS])
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _show(data: bytes, names: tuple[str, ...], as_json: bool) -> None:
    values = settings_file.values(data)
    if as_json:
        shared.show({name: _data(name, values[name]) for name in names})
    else:
        lines = [f"{name} = {settings_file.said(values[name])}" for name in names]
        width = max(map(len, lines))
        notes = [f"# {settings_file.allowed(name)}" for name in names]
        shared.show("\n".join(f"{a:{width}}  {b}" for a, b in zip(lines, notes, strict=True)))
    shared.hint(*settings_file.mistakes(data))


def _data(name: str, value: object) -> dict[str, Any]:
    return {
        "value": value,
        "default": settings_file.defaults()[name],
        "allowed": settings_file.allowed(name),
    }


def _tell(data: bytes, changed: bytes, name: str, dry_run: bool, as_json: bool) -> None:
    old, new = (settings_file.values(one)[name] for one in (data, changed))
    written = changed != data and not dry_run
    if as_json:
        shared.show({"name": name, "old": old, "new": new, "written": written, "dry_run": dry_run})
    elif changed == data:
        shared.show(f"{name} is {settings_file.said(new)} already. Nothing was written.")
    else:
        would = "would be" if dry_run else "is"
        shared.show(f"{name} {would} {settings_file.said(new)}, was {settings_file.said(old)}.")
    if written:
        shared.hint("The board starts again with it.")
