# SPDX-License-Identifier: MIT
"""Checks of a board's serial ports. They open none."""

from __future__ import annotations

from mastermind_host import errors
from mastermind_host.device import missing
from mastermind_host.device.found import flag
from mastermind_host.device.machine import LINUX
from mastermind_host.health import udev
from mastermind_host.health.finding import Case, Finding, Findings, few, of

# Programs that people talk with a board by.
TALKERS = {
    *("thonny", "mu", "mu-editor", "screen", "minicom", "picocom", "tio", "putty"),
    *("mpremote", "rshell", "ampy", "arduino", "arduino ide"),
}


def look_for_console(case: Case) -> Findings:
    if not case.device.console and not case.device.bootloader:
        yield of(missing.no_console(case.device))


def look_for_data(case: Case) -> Findings:
    """The port of the link, which boot.py asks for."""
    if case.device.console and not case.device.data:
        yield Finding(
            "The board has no second serial port: games, settings and mirror are out of reach.",
            "Our boot.py has not run there yet: it is missing, or safe mode left it out.",
            f"mastermind deploy {flag(case.device)}",
        )


def look_at_permission(case: Case) -> Findings:
    for port in _ports(case):
        access = case.around.access(port)
        if access and not access.is_allowed:
            cause, advice = _way_in(access.group, access.is_member)
            yield Finding(f"You may not open {port}.", cause, advice, errors.BUSY)
            return  # the other one is alike


def _way_in(group: str, is_member: bool) -> tuple[str, str]:
    """(cause, advice)"""
    if is_member:
        return (
            f"You are in its group {group}, but were not yet when you logged in.",
            "log out and log in again   (or restart the computer)",
        )
    if group in ("", "root"):
        return "It belongs to root alone.", udev.command()
    return (
        f"It belongs to the group {group}, and you are not in it.",
        f"sudo usermod -aG {group} $USER   (then log out and log in again)",
    )


def look_for_holders(case: Case) -> Findings:
    for port in _ports(case):
        holders = case.around.holders(port)
        if holders:
            yield Finding(
                f"{port} is in use by {few(holders)}.",
                "Two programs cannot talk with one board.",
                "end that program, then the same command again",
                errors.BUSY,
            )


def look_for_talkers(case: Case) -> Findings:
    """Where the system does not tell who has a port: who usually has."""
    if case.machine.system == LINUX or not _ports(case):
        return
    running = {name.lower().removesuffix(".exe") for name in case.around.programs()}
    found = sorted(running & TALKERS)
    if found:
        yield Finding(
            f"{few(found)} runs, and may have the board's port.",
            "Two programs cannot talk with one board.",
            "end it if a command says that the port is busy",
        )


def _ports(case: Case) -> list[str]:
    return [port.path for port in (case.device.console, case.device.data) if port]
