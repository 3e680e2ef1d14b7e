# SPDX-License-Identifier: MIT
"""Checks of what is plugged in, and of what this computer does with it."""

from __future__ import annotations

from mastermind_host import errors
from mastermind_host.device import boards, missing, port_users
from mastermind_host.device.devices import ANY
from mastermind_host.device.found import describe, flag
from mastermind_host.device.machine import LINUX, WINDOWS
from mastermind_host.health import udev
from mastermind_host.health.finding import Case, Finding, Findings, of


def look_for_boards(case: Case) -> Findings:
    if not case.there:
        yield of(missing.no_device(case.machine, ANY, []))


def look_for_unmounted(case: Case) -> Findings:
    """A second board's drive; of the only board `look_at_drive` tells."""
    lonely = [device for device in case.there if not device.drive and not device.bootloader]
    disks = case.machine.unmounted()
    if disks and case.there and not lonely:
        yield Finding(
            missing.unmounted_cause(disks),
            "The system did not mount it by itself.",
            missing.mount_commands(disks),
            errors.NO_DEVICE,
        )


def count_boards(case: Case) -> Findings:
    if len(case.there) > 1:
        listed = "; ".join(describe(device) for device in case.there)
        yield Finding(
            f"{len(case.there)} boards are plugged in: {listed}.",
            "That is fine, but other commands have to be told which one is meant.",
            f"give them {flag(case.there[0])}, for example",
        )


def look_for_modem_manager(case: Case) -> Findings:
    if case.machine.system != LINUX or port_users.PROBER not in case.around.programs():
        return
    if not case.around.has_udev_rules():
        yield Finding(
            "ModemManager runs: it may take a board for a modem for 10 to 30 s after plugging in.",
            "There is no rule that tells it otherwise.",
            f"wait those seconds, or once:\n{udev.command()}",
        )


def know_the_system(case: Case) -> Findings:
    if case.around.macos() >= 14:
        yield Finding(
            "macOS 14 and later write slowly to a board's drive, and report errors that are none.",
            "Their driver for FAT writes late and in small pieces.",
            "let mastermind deploy copy files: it verifies them on the board",
        )
    if case.machine.system == WINDOWS:
        yield Finding(
            "Windows writes to a board's drive seconds after it says so.",
            "It delays writing to FAT drives.",
            "let mastermind deploy copy files; after copying by hand, eject the drive first",
        )


# One board


def look_at_mode(case: Case) -> Findings:
    device = case.device
    if device.bootloader and device.chip:
        yield of(missing.no_drive(case.machine, device))


def know_the_board(case: Case) -> Findings:
    device = case.device
    if boards.by_id(device.board_id) or (device.bootloader and device.chip):
        return
    if not device.board_id and not device.bootloader:
        return  # nothing told; boot_out.txt has a check of its own
    names = ", ".join(board.name for board in boards.BOARDS)
    if not boards.chip_by_name(device.chip):
        yield Finding(
            f"{device.name} has another chip{f' ({device.chip})' if device.chip else ''}.",
            "The firmware runs on the RP2040 and the RP2350.",
            f"take one of these: {names}",
            errors.WRONG_DEVICE,
        )
    else:
        yield Finding(
            f"{device.board_id} is a board that nobody has tried.",
            "Its chip is the right one; its pins may have other names.",
            f"if it does not play, take one of these: {names}",
        )


def look_at_drive(case: Case) -> Findings:
    if not case.device.drive and not case.device.bootloader:
        yield of(missing.no_drive(case.machine, case.device))
