# SPDX-License-Identifier: MIT
"""All checks in one table, and running them. Whatever a check can't read is a finding too."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mastermind_host import errors
from mastermind_host.device.devices import Device
from mastermind_host.device.found import flag
from mastermind_host.device.machine import Machine
from mastermind_host.health import drives, plugs, ports, programs
from mastermind_host.health.around import Around
from mastermind_host.health.finding import Case, Finding, Findings

Check = Callable[[Case], Findings]

OF_MACHINE: tuple[tuple[str, Check], ...] = (
    ("a board is plugged in", plugs.look_for_boards),
    ("every drive is mounted", plugs.look_for_unmounted),
    ("it is clear which board is meant", plugs.count_boards),
    ("ModemManager leaves boards alone", plugs.look_for_modem_manager),
    ("this system needs no special care", plugs.know_the_system),
)
OF_BOARD: tuple[tuple[str, Check], ...] = (
    ("it runs CircuitPython", plugs.look_at_mode),
    ("board and chip are known", plugs.know_the_board),
    ("its drive is there", plugs.look_at_drive),
    ("its console is there", ports.look_for_console),
    ("its second port is there", ports.look_for_data),
    ("you may open its ports", ports.look_at_permission),
    ("no other program has its ports", ports.look_for_holders),
    ("no program is known to take them", ports.look_for_talkers),
)
OF_DRIVE: tuple[tuple[str, Check], ...] = (
    ("the drive can be written", drives.look_at_writing),
    ("boot.py leaves the drive alone", drives.look_at_boot_py),
    ("there is room for the firmware", drives.look_at_room),
    ("the listing is sound", drives.look_for_garbage),
    ("no rubbish of a computer", drives.look_for_rubbish),
    ("boot_out.txt is this board's", programs.look_at_boot_out),
    ("CircuitPython's version fits", programs.look_at_version),
    ("the firmware is whole", programs.look_at_manifest),
    ("no file runs in the place of ours", programs.look_for_shadows),
    ("compiled modules fit", programs.look_at_mpy),
    ("settings.toml has no mistake", programs.look_at_settings),
    ("spare.bin is there", programs.look_at_spare),
)


class Result(NamedTuple):
    """What a check has found; nothing: all is well."""

    check: str
    findings: list[Finding]
    device: Device | None = None  # None: a check of the machine


def run(machine: Machine, around: Around, there: list[Device]) -> list[Result]:
    """All checks of the machine and of the boards `there`, in the order of the tables."""
    whole = Case(machine, around, there)
    results = [_result(name, check, whole, None) for name, check in OF_MACHINE]
    for device in there:
        checks = OF_BOARD + (OF_DRIVE if device.drive else ())
        case = whole._replace(device=device)
        results += [_result(name, check, case, device) for name, check in checks]
    return results


def _result(name: str, check: Check, case: Case, device: Device | None) -> Result:
    try:
        return Result(name, list(check(case)), device)
    except OSError as error:
        return Result(name, [_unreadable(error, case)], device)


def _unreadable(error: OSError, case: Case) -> Finding:
    place = case.device.drive.path if case.device.drive else "The board"
    return Finding(
        f"{place} cannot be read: {error.strerror or error}.",
        "It was unplugged just now, belongs to another user, or is damaged.",
        f"unplug it and plug it in again; then: mastermind doctor {flag(case.device)}".rstrip(),
        errors.UNWRITABLE,
    )
