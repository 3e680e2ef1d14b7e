# SPDX-License-Identifier: MIT
"""UF2 files for tests: small ones that look like CircuitPython, and the real ones of this machine.

Builds them with no help of the module that is tested.
"""

import os
import struct
from pathlib import Path

import pytest

RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59
FLASH = 0x10000000


def block(number=0, total=1, address=None, payload=b"\xa5" * 256, **other):
    """A block of 512 bytes; `other`: flags, family, size, starts, end."""
    head = struct.pack(
        "<8I",
        *other.get("starts", (0x0A324655, 0x9E5D5157)),
        other.get("flags", 0x2000),
        FLASH + 256 * number if address is None else address,
        other.get("size", 256),
        number,
        total,
        other.get("family", RP2040),
    )
    return head + payload.ljust(476, b"\0") + struct.pack("<I", other.get("end", 0x0AB16F30))


def file(content, family=RP2040, address=FLASH):
    """A UF2 of `content` in one piece."""
    pages = [content[at : at + 256].ljust(256, b"\0") for at in range(0, len(content), 256)]
    return b"".join(
        block(number, len(pages), address + 256 * number, page, family=family)
        for number, page in enumerate(pages)
    )


def circuitpython(version="10.1.3", board_id="raspberry_pi_pico", family=RP2040, size=20_000):
    """What tells a CircuitPython, in content that differs everywhere."""
    told = (
        f"Adafruit CircuitPython {version} on 2026-02-20; Raspberry Pi Pico with rp2040\0"
        f"BOARD={board_id}\0"
    ).encode()
    filler = b"".join(struct.pack("<I", 0x9E3779B1 * n & 0xFFFFFFFF) for n in range(size // 4))
    return file(filler[:4096] + b"\0" + told + filler[4096 + 1 + len(told) :], family)


def real(version):
    """CircuitPython for the Pico in this machine's cache; the test is skipped where it is not."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    path = base / "jungle-emulator" / f"circuitpython-pico-{version}.uf2"
    if not path.is_file():
        pytest.skip(f"no CircuitPython {version} for the Raspberry Pi Pico at {path}")
    return path
