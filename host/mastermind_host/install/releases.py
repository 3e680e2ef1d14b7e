# SPDX-License-Identifier: MIT
"""Which CircuitPython belongs on a board, where it is published, and its checksum where one is
known. Downloads nothing.
"""

from __future__ import annotations

import re

from mastermind_host.device import versions

DEFAULT = "10.1.3"
OFFICIAL = "https://downloads.circuitpython.org/bin"
PAGE = "https://circuitpython.org/board/{board_id}/"  # for people

# board -> version -> sha256 of the UF2 in en_US. What is not here is trusted on first use.
KNOWN = {
    "raspberry_pi_pico": {
        "9.2.4": "fd6a91f3bdb1cd62d60e5c5104d7233a1ff30a99ac736782a412fa09d0015d59",
        "10.1.3": "017d25586c17d0dbd5cd08f5035a52635c7db9a71d9e8b840fc8b84dae1d513c",
    }
}

_VERSION = re.compile(r"\d{1,3}\.\d{1,3}\.\d{1,3}(-(alpha|beta|rc)\.\d{1,3})?", re.ASCII)


def sha256(board_id: str, version: str) -> str:
    """The checksum in hexadecimal; "" where none is known."""
    return KNOWN.get(board_id, {}).get(version, "")


def file_name(board_id: str, version: str) -> str:
    return f"adafruit-circuitpython-{board_id}-en_US-{version}.uf2"


def url(board_id: str, version: str, base: str = OFFICIAL) -> str:
    """Where it is; `base` is a mirror's address that stands for the official one."""
    return f"{base.rstrip('/')}/{board_id}/en_US/{file_name(board_id, version)}"


def page(board_id: str) -> str:
    """The official page from which a person downloads it."""
    return PAGE.format(board_id=board_id)


def check(version: str) -> None:
    """ValueError if it is not how a version is written, or none that the firmware runs on."""
    if not _VERSION.fullmatch(version):
        raise ValueError(f"{version!r} is no version of CircuitPython: write it like {DEFAULT}.")
    check_range(version)


def check_range(version: str) -> None:
    """ValueError if the firmware does not run on it."""
    if not versions.in_range(version):
        raise ValueError(
            f"The board's program needs CircuitPython {versions.RANGE}, not {version}."
        )
