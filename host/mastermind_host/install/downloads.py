# SPDX-License-Identifier: MIT
"""CircuitPython from the cache or from where it is published. Knows no board that is plugged in.

Whatever comes is compared with its checksum each time it is used. Where none is known, the first
download is trusted, which is said, and later ones have to be the same.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

import httpx

from mastermind_host.errors import NETWORK, UNWRITABLE, Fault
from mastermind_host.install import cache, firmware, releases, uf2
from mastermind_host.progress import SILENT, Progress

MIRROR = "MASTERMIND_DOWNLOADS"  # the environment's name for another place than the official one
PATIENCE = httpx.Timeout(30, connect=10)  # seconds without a byte
PIECE = 64 * 1024


class Places(NamedTuple):
    """Where files are kept, and where they are published."""

    folder: Path
    base: str = releases.OFFICIAL


class Release(NamedTuple):
    """A CircuitPython that is published."""

    board_id: str
    version: str

    def __str__(self) -> str:
        return f"CircuitPython {self.version} for {self.board_id}"

    @property
    def sha256(self) -> str:
        return releases.sha256(self.board_id, self.version)


def default_places() -> Places:
    """As the environment and this system want it."""
    return Places(cache.default_folder(), os.environ.get(MIRROR) or releases.OFFICIAL)


def place_of(release: Release, places: Places) -> Path:
    """Where in the cache it is, if it is there."""
    return places.folder / releases.file_name(release.board_id, release.version)


def get(
    release: Release, places: Places, offline: bool = False, progress: Progress = SILENT
) -> bytes:
    """Its UF2, from the cache or else from the network; a Fault NETWORK or UNWRITABLE."""
    with _faults(release, places):
        data = _cached(release, places, progress)
        if data is None and offline:
            raise _fault(
                f"{release} is not in the cache, and --offline forbids to download it.",
                f"It was never downloaded to {places.folder}, or has been thrown away there.",
                "the same command without --offline",
            )
        return _download(release, places, progress) if data is None else data


def _cached(release: Release, places: Places, progress: Progress) -> bytes | None:
    path = place_of(release, places)
    known = release.sha256 or cache.kept_sum(path)
    if not known or not path.is_file():
        return None  # also a file that nobody has a checksum of: it was interrupted
    data = path.read_bytes()
    if cache.sum_of(data) == known:
        return data
    progress.note(f"{path} in the cache is damaged: it is thrown away.")
    path.unlink()
    return None


def _download(release: Release, places: Places, progress: Progress) -> bytes:
    path = place_of(release, places)
    progress.step(f"Downloading {release}.")
    with cache.part_of(path) as part:
        _stream(releases.url(release.board_id, release.version, places.base), part, progress)
        part.seek(0)
        data = part.read()
        first = _check(data, release, cache.kept_sum(path))
        cache.put(part, path)
    if first:
        cache.keep_sum(path, cache.sum_of(data))
        progress.note(
            f"No checksum of {release} is known here: this first download is trusted, and later "
            f"ones have to be the same: sha256 {cache.sum_of(data)}."
        )
    return data


def _stream(url: str, part: IO[bytes], progress: Progress) -> None:
    with _client() as client, client.stream("GET", url) as response:
        response.raise_for_status()
        total = int(response.headers.get("content-length", 0))
        for piece in response.iter_bytes(PIECE):
            part.write(piece)
            done = part.tell()
            if done > uf2.LARGEST:
                raise ValueError("What comes is far larger than any CircuitPython.")
            if total:
                progress.bar(min(done, total), total)


def _client() -> httpx.Client:
    """It goes through the proxy that the environment names, as other programs do."""
    try:
        return httpx.Client(follow_redirects=True, timeout=PATIENCE)
    except (ImportError, ValueError) as error:
        raise _fault(
            f"The proxy that the environment names can't be used: {_reason(error)}",
            "ALL_PROXY, HTTPS_PROXY or HTTP_PROXY names a SOCKS proxy, or is mistyped.",
            "the same command with ALL_PROXY= HTTPS_PROXY= before it",
        )


def _check(data: bytes, release: Release, kept: str) -> bool:
    """Whether it is a first download, to be trusted; ValueError if it is not what was asked for."""
    told = firmware.read(uf2.parse(data))
    if told != firmware.Firmware(release.version, release.board_id):
        raise ValueError(f"It is CircuitPython {told.version} for {told.board_id or 'no board'}.")
    known = release.sha256 or kept
    if known and cache.sum_of(data) != known:
        raise ValueError(f"Its sha256 is {cache.sum_of(data)}, and should be {known}.")
    return not known


@contextlib.contextmanager
def _faults(release: Release, places: Places) -> Iterator[None]:
    """Whatever goes wrong in here as a Fault."""
    url = releases.url(release.board_id, release.version, places.base)
    try:
        yield
    except httpx.HTTPStatusError as error:
        raise _refused(release, url, error.response.status_code)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise _fault(
            f"{release} could not be downloaded from {url}: {_reason(error)}",
            "There is no network, or it ended in the middle.",
            f"the same command again; or {_by_hand(release)}",
        )
    except ValueError as error:
        raise _fault(
            f"What came from {url} is not {release}: {error}",
            "A network that answers with a page of its own (a login?), or a broken mirror.",
            _by_hand(release),
        )
    except OSError as error:
        raise Fault(
            f"The cache {places.folder} can't be used: {error.strerror or error}.",
            "The disk is full, or the folder belongs to somebody else.",
            f"make room, or set {cache.VARIABLE} to another folder; or {_by_hand(release)}",
            UNWRITABLE,
        )


def _refused(release: Release, url: str, status: int) -> Fault:
    if status != httpx.codes.NOT_FOUND:
        return _fault(
            f"{release} could not be downloaded: {url} answers {status}.",
            "The server has a fault of its own.",
            f"the same command again, later; or {_by_hand(release)}",
        )
    return _fault(
        f"There is no {release}: {url} answers 404.",
        "That version was never published for this board.",
        f"mastermind install --version {releases.DEFAULT}; or {_by_hand(release)}",
    )


def _reason(error: Exception) -> str:
    text = str(error) or type(error).__name__
    return text if text.endswith(".") else text + "."


def _by_hand(release: Release) -> str:
    page = releases.page(release.board_id)
    return f"download it by hand from {page} and: mastermind install --uf2 FILE"


def _fault(what: str, cause: str, advice: str) -> Fault:
    return Fault(what, cause, advice, NETWORK)
