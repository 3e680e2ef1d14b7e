# SPDX-License-Identifier: MIT
"""The folder in which downloaded files are kept. Knows no network and no CircuitPython.

A file is in it whole or not at all: it is written to a `.part` of its own, then renamed. Beside a
file whose checksum nobody publishes, that of its first download is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import platformdirs

VARIABLE = "MASTERMIND_CACHE"
ABANDONED_S = 3600  # a .part that is so much older than a new one is nobody's any more
_SUM = re.compile(r"[0-9a-f]{64}")


def default_folder() -> Path:
    """Where the environment or this system wants it."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else platformdirs.user_cache_path("jungle-mastermind")


def sum_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def kept_sum(path: Path) -> str:
    """The checksum of the first download of `path`; "" if there was none."""
    try:
        kept = _beside(path).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
    return kept if _SUM.fullmatch(kept) else ""


def keep_sum(path: Path, checksum: str) -> None:
    with part_of(_beside(path)) as part:
        part.write(checksum.encode("ascii") + b"\n")
        put(part, _beside(path))


@contextlib.contextmanager
def part_of(path: Path) -> Iterator[IO[bytes]]:
    """A new empty file, which is gone afterwards if it was not `put` at `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    own = f"{path.name}.{os.getpid()}-{threading.get_ident()}.part"
    with path.with_name(own).open("w+b") as part:
        try:
            _sweep(path, os.fstat(part.fileno()).st_mtime)
            yield part
        finally:
            with contextlib.suppress(OSError):  # a full disk says so once more
                part.close()
            Path(part.name).unlink(missing_ok=True)


def put(part: IO[bytes], path: Path) -> None:
    """The part's content is that of `path` from now on."""
    part.flush()
    os.fsync(part.fileno())
    part.close()  # Windows renames no open file
    os.replace(part.name, path)


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".sha256")


def _sweep(path: Path, now: float) -> None:
    """Remove what downloads of `path` that were killed have left."""
    for other in path.parent.glob(f"{path.name}.*.part"):
        with contextlib.suppress(OSError):
            if other.stat().st_mtime < now - ABANDONED_S:
                other.unlink()
