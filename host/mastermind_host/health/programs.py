# SPDX-License-Identifier: MIT
"""Checks of what is on a board's drive: CircuitPython's version, the firmware, the settings. They
write nothing.
"""

from __future__ import annotations

from mastermind import __version__, settings
from mastermind_host import drive, errors
from mastermind_host.deploy import manifest, shadows
from mastermind_host.deploy.preflight import MPY_HEADER
from mastermind_host.device import boot_out, drives, pairing, versions
from mastermind_host.device.found import flag, quoted
from mastermind_host.device.machine import WINDOWS
from mastermind_host.health.finding import Case, Finding, Findings, few


def look_at_boot_out(case: Case) -> Findings:
    told = boot_out.read(case.drive)
    if told is None or not told.version:
        yield Finding(
            f"boot_out.txt {'is missing' if told is None else 'tells no version'}.",
            "The board is in safe mode, which writes none, or never started from this drive.",
            f"unplug it and plug it in again; then: mastermind monitor {flag(case.device)}",
            errors.UNVERIFIED,
        )
    elif _is_stale(case):
        device = case.device
        yield Finding(
            f"boot_out.txt tells of another board: {told.board_id or 'unknown'} {told.uid}, "
            f"USB of {device.board_id} {device.uid}.",
            "It was copied from another board, or not written anew.",
            f"{_delete(case, boot_out.NAME)}   (then unplug it and plug it in again)",
            errors.WRONG_DEVICE,
        )


def _is_stale(case: Case) -> bool:
    mount = case.device.drive
    looked = drives.look_at(mount) if mount else None
    ports = [port for port in (case.device.console, case.device.data) if port]
    return looked is not None and pairing.is_stale(looked, ports)


def look_at_version(case: Case) -> Findings:
    version, device = case.device.version, case.device
    if version and not versions.in_range(version):
        yield Finding(
            f"CircuitPython {version} is on the board.",
            f"The firmware runs on {versions.RANGE}.",
            f"mastermind install {flag(device)}",
            errors.WRONG_DEVICE,
        )
    elif version.startswith("9.2.0") and device.chip == "RP2350":
        yield Finding(
            f"CircuitPython {version} falls into safe mode when a {device.chip} remembers a game.",
            "A mistake in that version, mended in later ones.",
            f"mastermind install {flag(device)}",
            errors.WRONG_DEVICE,
        )


def look_at_manifest(case: Case) -> Findings:
    told = manifest.read(case.drive)
    again = f"mastermind deploy {flag(case.device)}"
    if told is None:
        yield from _look_by_hand(case, again)
    elif not told.complete:
        yield Finding(
            "Only a part of the firmware was copied.",
            "A deploy was broken off; the board says so instead of playing.",
            again,
            errors.UNVERIFIED,
        )
    else:
        odd = [path for path, one in told.files.items() if case.volume.size(path) != one.size]
        if odd:
            yield Finding(
                f"Files of the firmware are missing or changed: {few(odd)}.",
                "They were edited or deleted, or the drive is damaged.",
                again,
                errors.UNVERIFIED,
            )
        if told.version != __version__:
            yield Finding(
                f"The firmware on the board is {told.version}, this program's is {__version__}.",
                "It was not copied again since.",
                again,
            )


def _look_by_hand(case: Case, again: str) -> Findings:
    """A drive without a manifest: nothing of ours, or copied by hand."""
    wanted = [path for path in drive.files() if path not in manifest.BOARDS_OWN]
    lost = [path for path in wanted if case.volume.size(path) is None]
    if any(path.startswith("mastermind/") for path in set(wanted) - set(lost)):
        what = f"Files of the firmware are missing: {few(lost)}." if lost else ""
        yield Finding(
            what or "The firmware was copied by hand: nothing says that it is whole.",
            "There is no manifest.json, which a deploy writes last.",
            again,
            errors.UNVERIFIED if lost else errors.OK,
        )
    else:
        yield Finding(
            "The firmware is not on the board.",
            "It has CircuitPython, and nothing of ours yet.",
            again,
            errors.UNVERIFIED,
        )


def look_for_shadows(case: Case) -> Findings:
    ours = drive.files()
    names = [name for name in case.volume.names() if not _is_double(name)]
    wrong = shadows.shadowing(names, ours)
    for path in wrong:
        yield Finding(
            f"{path} on the drive runs instead of a file of the firmware.",
            "Another program was on the board before, or a file was copied to a wrong place.",
            f"{_delete(case, path)}   (or move it elsewhere)",
            errors.UNVERIFIED,
        )
    for path in names:
        for sentence in shadows.notes([path], ours) if path not in wrong else []:
            yield Finding(
                sentence,
                "Another program was on the board before, or a file was copied to a wrong place.",
                f"{_delete(case, path)}   (or leave it; it does no harm)",
            )


def _is_double(path: str) -> bool:
    """Whether macOS put it beside another file."""
    return path.rpartition("/")[2].startswith("._")


def look_at_mpy(case: Case) -> Findings:
    """Compiled modules, which belong to a version of Python."""
    for path in case.volume.names():
        if not path.endswith(".mpy") or _is_double(path):
            continue
        head = (case.volume.read(path) or b"")[:2]
        if head != MPY_HEADER:
            yield Finding(
                f"{path} is compiled for {_compiled_for(head)}: importing it fails.",
                "It was copied from a bundle of another version.",
                f"{_delete(case, path)}   (if it is yours: take the one for your version)",
                errors.WRONG_DEVICE,
            )


def _compiled_for(head: bytes) -> str:
    if head[:1] == b"M":
        return "MicroPython"
    return "another version of CircuitPython" if head[:1] == b"C" else "nothing that is known"


def look_at_settings(case: Case) -> Findings:
    text = case.volume.read("settings.toml")
    for mistake in settings.parse(text)[1] if text is not None else []:
        yield Finding(
            mistake,
            "A mistake in writing; the board tells it by three blinking code lights.",
            f"edit {quoted(case.drive / 'settings.toml')}",
            errors.WRONG_DEVICE,
        )


def look_at_spare(case: Case) -> Findings:
    size, wanted = case.volume.size("spare.bin"), len(drive.files()["spare.bin"])
    if manifest.read(case.drive) and size != wanted:
        yield Finding(
            f"spare.bin {'is missing' if size is None else f'has {size} bytes, not {wanted}'}.",
            "It was deleted or damaged. Without it a power cut can cost the match.",
            f"mastermind deploy {flag(case.device)}",
        )


def _delete(case: Case, path: str) -> str:
    return f"{'del' if case.machine.system == WINDOWS else 'rm'} {quoted(case.drive / path)}"
