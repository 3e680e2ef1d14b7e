# SPDX-License-Identifier: MIT
"""What belongs on a board's drive: all of firmware/ but its README, and libraries."""

from pathlib import Path

import adafruit_tca9548a
import adafruit_tcs34725
import neopixel

from mastermind_host import drive

FIRMWARE = Path(__file__).parents[1] / "firmware"


def test_the_drive_is_firmware_and_libraries():
    files = drive.files()
    made = {path for path in FIRMWARE.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    names = {path.relative_to(FIRMWARE).as_posix() for path in made} - {"README.md"}
    libraries = {
        f"lib/{module.__name__}.py": Path(module.__file__).read_bytes()
        for module in (neopixel, adafruit_tcs34725, adafruit_tca9548a)
    }
    assert set(files) == names | set(libraries)
    assert all(files[name] == (FIRMWARE / name).read_bytes() for name in names)
    assert all(files[name] == content for name, content in libraries.items())


def test_the_drive_leaves_room_on_a_small_board():
    clusters = sum(-(-len(data) // 512) for data in drive.files().values())
    assert clusters * 512 < 320 * 1024  # of 1 MiB
