# SPDX-License-Identifier: MIT
"""What belongs on a board's drive: all of firmware/ but its README, and the NeoPixel library."""

from pathlib import Path

import neopixel

from mastermind_host import drive

FIRMWARE = Path(__file__).parents[1] / "firmware"


def test_the_drive_is_firmware_and_the_library():
    files = drive.files()
    made = {path for path in FIRMWARE.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    names = {path.relative_to(FIRMWARE).as_posix() for path in made} - {"README.md"}
    assert set(files) == names | {"lib/neopixel.py"}
    assert all(files[name] == (FIRMWARE / name).read_bytes() for name in names)
    assert files["lib/neopixel.py"] == Path(neopixel.__file__).read_bytes()


def test_the_drive_leaves_room_on_a_small_board():
    clusters = sum(-(-len(data) // 512) for data in drive.files().values())
    assert clusters * 512 < 256 * 1024  # of 1 MiB
