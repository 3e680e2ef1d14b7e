# SPDX-License-Identifier: MIT
"""The games of a real board that this computer has kept: a board itself keeps some sixty.

A file for each board, a game a line, in the bytes of `mastermind.played` as hexadecimal. Lines are
only ever added; one that makes no sense stays where it is and is passed over.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from platformdirs import user_data_path

from mastermind import played
from mastermind.played import Played
from mastermind_host import errors


def path_of(uid: str) -> Path:
    """Where the games of the board with this UID are kept."""
    return user_data_path("jungle-mastermind", appauthor=False) / "games" / f"{uid or 'board'}.txt"


def read(path: Path) -> tuple[Played, ...]:
    """The games in the file, oldest first; none where there is none."""
    return tuple(game for line in _lines(path) if (game := _game(line)) is not None)


def add(path: Path, games: Iterable[Played]) -> tuple[Played, ...]:
    """Keep those that the file has not got; all games that it has then. A Fault UNWRITABLE."""
    lines = _lines(path)
    new = [line for game in games if (line := played.pack(game).hex()) not in lines]
    if new:
        _append(path, new)
    return read(path)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("ascii", "replace").splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise errors.Fault(
            f"The kept games {path} cannot be read: {error.strerror}.",
            "The file belongs to somebody else.",
            f"make {path} readable, or move it away, and run the same command again",
            errors.BUSY,
        ) from None


def _append(path: Path, lines: list[str]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            file.seek(0, os.SEEK_END)
            torn = file.tell() > 0 and not path.read_bytes().endswith(b"\n")
            file.write(("\n" * torn + "".join(f"{line}\n" for line in lines)).encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise errors.Fault(
            f"The games cannot be kept in {path}: {error.strerror}.",
            "The disk is full, or the folder is not yours. The board still has them.",
            "make room, and run the same command again",
            errors.UNWRITABLE,
        ) from None


def _game(line: str) -> Played | None:
    try:
        return played.unpack(bytes.fromhex(line))
    except (ValueError, IndexError):
        return None
