# SPDX-License-Identifier: MIT
"""Backups on this computer: a folder or a zip with the files of a drive, perhaps the board's
memory, and a page about them. Knows no board.

    backup.json      whose and of when; size and sha256 of everything
    drive/...        the files of the drive
    memory/nvm.bin   the board's memory; it belongs together with spare.bin on the drive
"""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_data_path

from mastermind_host.deploy.manifest import Entry, entry
from mastermind_host.drive import Files
from mastermind_host.errors import NO_DEVICE, UNWRITABLE, WRONG_DEVICE, Fault

ABOUT, DRIVE, MEMORY = "backup.json", "drive/", "memory/nvm.bin"
WHAT, FORMAT = "Jungle Mastermind backup", 1
WHOLE, BEFORE_DEPLOY, BEFORE_RESTORE, BEFORE_SETTINGS = (
    *("backup", "before deploy", "before restore", "before settings"),
)


class About(NamedTuple):
    """The page about a backup."""

    kind: str  # WHOLE: all of a drive; or what it was made before
    uid: str = ""
    board_id: str = ""
    circuitpython: str = ""
    firmware: str = ""  # version; "" where it was not whole
    date: str = ""  # 2025-11-30T15:34:12, this computer's time


class Backup(NamedTuple):
    """A backup, read and checked."""

    about: About
    files: Files
    memory: bytes = b""  # b"": without


class Known(NamedTuple):
    """A backup in a list: not checked."""

    path: Path
    about: About
    files: int
    size: int  # bytes
    memory: bool


def folder() -> Path:
    """Where backups are kept, in a folder for each board."""
    return user_data_path("jungle-mastermind", appauthor=False) / "backups"


def place(inside: Path, uid: str, when: datetime) -> Path:
    """A folder for a backup of now, that is not there yet."""
    name = when.strftime("%Y-%m-%d-%H%M%S")
    above = inside / (uid or "unknown-board")
    names = [name] + [f"{name}-{number}" for number in range(2, 1000)]
    return next(above / one for one in names if not (above / one).exists())


def save(path: Path, backup: Backup) -> None:
    """Write a backup as a folder, or as a zip where `path` ends so; a Fault UNWRITABLE.

    It is under its name only when it is whole.
    """
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _remove(part)
        if path.exists():
            raise FileExistsError(17, "it is there already", str(path))
        if path.suffix == ".zip":
            _save_zip(part, backup)
        else:
            _save_folder(part, backup)
        os.replace(part, path)
    except OSError as error:
        _remove(part)
        raise Fault(
            f"The backup {path} cannot be written: {error.strerror or error}.",
            "The disk is full, the folder is not yours, or the name is taken.",
            "mastermind backup -o FOLDER   (another place)",
            UNWRITABLE,
        ) from error


def load(path: Path) -> Backup:
    """A backup with every file checked against its sum; a Fault WRONG_DEVICE if anything is off."""
    try:
        read = _reader(path)
        page = _page(read(ABOUT))
        files = {name: read(DRIVE + name) for name in page["files"]}
        memory = read(MEMORY) if page["memory"] else b""
    except FileNotFoundError as error:
        raise _no_backup(path, "it has no " + Path(error.filename or ABOUT).name) from error
    except (OSError, zipfile.BadZipFile, ValueError, KeyError, TypeError) as error:
        raise _no_backup(path, str(error)) from error
    wrong = [name for name, data in files.items() if not _is(data, page["files"][name])]
    wrong += [MEMORY] if memory and not _is(memory, page["memory"]) else []
    if wrong:
        raise _no_backup(path, f"damaged: {', '.join(wrong)}")
    return Backup(_about(page), files, memory)


def known(inside: Path, uid: str = "") -> list[Known]:
    """The backups in a folder, of one board or of all, newest first."""
    found = []
    for page_path in sorted(inside.glob(f"{uid or '*'}/*/{ABOUT}")):
        try:
            page = _page(page_path.read_bytes())
            size = sum(int(one[0]) for one in page["files"].values())
            memory = bool(page["memory"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
        found.append(Known(page_path.parent, _about(page), len(page["files"]), size, memory))
    return sorted(found, key=lambda one: (one.about.date, str(one.path)), reverse=True)


def newest(inside: Path, uid: str) -> Path:
    """The newest backup of a board; a Fault NO_DEVICE if there is none."""
    found = known(inside, uid)
    if not found:
        raise Fault(
            f"There is no backup of board {uid or 'without a UID'} in {inside}.",
            "None was made on this computer, or it was saved with -o.",
            "mastermind restore FOLDER, or mastermind backup --list",
            NO_DEVICE,
        )
    return found[0].path


def _save_folder(part: Path, backup: Backup) -> None:
    part.mkdir(mode=0o700)
    for name, data in _contents(backup).items():
        (part / name).parent.mkdir(parents=True, exist_ok=True)
        (part / name).write_bytes(data)


def _save_zip(part: Path, backup: Backup) -> None:
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in _contents(backup).items():
            file.writestr(name, data)


def _contents(backup: Backup) -> Files:
    page = {
        "what": WHAT,
        "format": FORMAT,
        **backup.about._asdict(),
        "files": {name: list(entry(data)) for name, data in sorted(backup.files.items())},
        "memory": list(entry(backup.memory)) if backup.memory else None,
    }
    parts = {ABOUT: json.dumps(page, indent=2).encode()}
    parts |= {DRIVE + name: data for name, data in backup.files.items()}
    return parts | ({MEMORY: backup.memory} if backup.memory else {})


def _reader(path: Path) -> Any:
    """A function that gives the content of a part of a backup."""
    if path.is_dir():
        return lambda name: (path / name).read_bytes()
    with zipfile.ZipFile(path) as file:
        contents = {name: file.read(name) for name in file.namelist()}
    return contents.__getitem__


def _page(data: bytes) -> dict[str, Any]:
    page = json.loads(data)
    if page["what"] != WHAT or page["format"] != FORMAT:
        raise ValueError("it is none of this program's")
    strange = [name for name in page["files"] if not _is_plain(name)]
    if strange:
        raise ValueError(f"it has a file with a strange name: {strange[0]!r}")
    return dict(page)


def _is_plain(name: str) -> bool:
    """Whether a path stays on the drive, wherever that is."""
    parts = name.split("/")
    return not set(name) & set('\\:*?"<>|') and all(part not in ("", ".", "..") for part in parts)


def _about(page: dict[str, Any]) -> About:
    return About(*(str(page[name]) for name in About._fields))


def _is(data: bytes, told: list[Any]) -> bool:
    return entry(data) == Entry(*told)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _no_backup(path: Path, why: str) -> Fault:
    return Fault(
        f"{path} is no whole backup: {why}. Nothing was restored.",
        "It is something else, or a copy of it was broken off.",
        "mastermind backup --list   (shows the others)",
        WRONG_DEVICE,
    )
