# SPDX-License-Identifier: MIT
"""What the shell offers behind --port, --drive and --serial: what is plugged in now."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from mastermind_host import errors
from mastermind_host.device import devices, here
from mastermind_host.device.devices import Device


def ports(context: click.Context, option: click.Parameter, begun: str) -> list[CompletionItem]:
    """The consoles of the boards."""
    found = [(one.console.path, one.name) for one in _boards() if one.console]
    return _items(found, begun)


def drives(context: click.Context, option: click.Parameter, begun: str) -> list[CompletionItem]:
    """The drives of the boards; then any folder."""
    mounts = [(one.drive or one.bootloader, one.name) for one in _boards()]
    found = [(str(mount.path), name) for mount, name in mounts if mount]
    return _items(found, begun) or [CompletionItem(begun, type="dir")]


def serials(context: click.Context, option: click.Parameter, begun: str) -> list[CompletionItem]:
    """The UIDs of the boards."""
    return _items([(one.uid, one.name) for one in _boards() if one.uid], begun.upper())


def _boards() -> list[Device]:
    """Those that are there; none where a look fails: a shell has no place for errors."""
    try:
        return devices.find(here.machine())
    except (errors.Fault, OSError):
        return []


def _items(found: list[tuple[str, str]], begun: str) -> list[CompletionItem]:
    return [CompletionItem(value, help=text) for value, text in found if value.startswith(begun)]
