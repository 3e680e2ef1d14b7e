# SPDX-License-Identifier: MIT
"""The games in a file for other programs: CSV for a spreadsheet, or JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from mastermind_host import errors, games
from mastermind_host.games import Record


def save(record: Record, path: Path) -> None:
    """Write the file, of the kind that its name tells; a Fault where that can't be."""
    kinds = {".csv": csv_of, ".json": json_of}
    kind = kinds.get(path.suffix.lower())
    if kind is None:
        raise errors.Fault(
            f"{path.name} names no kind of file that games go into.",
            "The end of the name tells it.",
            "mastermind games --export games.csv   (or games.json)",
            errors.USAGE,
        )
    try:
        path.write_text(kind(record), encoding="utf-8", newline="")
    except OSError as error:
        raise unwritable(path, error) from None


def unwritable(path: Path, error: OSError) -> errors.Fault:
    """A file that games should go into can't be written."""
    return errors.Fault(
        f"{path} cannot be written: {error.strerror}.",
        "The folder is missing or not yours, or the disk is full.",
        "the same command with another name",
        errors.UNWRITABLE,
    )


def json_of(record: Record) -> str:
    return json.dumps(games.record_data(record), indent=2) + "\n"


def csv_of(record: Record) -> str:
    """A line for each game; animals of a hole are parted by spaces, rows by semicolons."""
    text = io.StringIO()
    lines = [_flat(games.data(game)) for game in record.games]
    names = list(lines[0]) if lines else ["number"]
    writer = csv.DictWriter(text, names)
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


def _flat(game: dict[str, Any]) -> dict[str, Any]:
    return game | {
        "code": "" if game["code"] is None else " ".join(game["code"]),
        "guesses": "; ".join(" ".join(guess) for guess in game["guesses"]),
        "scores": "; ".join(f"{red} {white}" for red, white in game["scores"]),
    }
