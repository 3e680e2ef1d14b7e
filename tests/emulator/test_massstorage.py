# SPDX-License-Identifier: MIT
"""The board's drive as a computer uses it: the real CircuitPython answers over USB mass storage."""

from pathlib import Path

import pytest
from emulator import image
from emulator.flash import DRIVE_SECTORS, FlashChip
from emulator.massstorage import SECTOR, Capacity, MassStorage, StorageError
from emulator.pico import DRIVE, DRIVE_SIZE, Pico

SECTORS = DRIVE_SIZE // SECTOR
PER_FLASH_SECTOR = 4096 // SECTOR
START = 1  # the first sector is a partition table, which is not in the flash
STARTED_MS = 5000
FLUSHED_MS = 1500  # CircuitPython writes its cached sector within a second
# What is said before the console is open is lost.
RUNNING = b"import time\nwhile True:\n    time.sleep(0.1)\n    print('running')\n"
FILES = {"code.py": RUNNING}


class Plugged:
    """A board with a drive and a program, and the drive's other end."""

    def __init__(self, uf2: Path, files: image.Files) -> None:
        self.pico = Pico(uf2, image.fat(files))
        self.chip = FlashChip(self.pico)
        self.pico.power_on()
        self.storage = MassStorage(self.pico)
        self.pico.run_until_text("running", STARTED_MS)
        self.storage.wait_ready()
        self.chip.log.clear()

    def flash(self, sector: int, count: int) -> bytes:
        at = DRIVE + (sector - START) * SECTOR
        return bytes(self.pico.mcu.flash[at : at + count * SECTOR])


@pytest.fixture
def plugged(usable_uf2: Path) -> Plugged:
    return Plugged(usable_uf2, FILES)


def test_it_says_what_it_is(plugged: Plugged) -> None:
    assert plugged.storage.inquiry()[8:].startswith(b"RaspberrPico")
    assert plugged.storage.capacity() == Capacity(START + SECTORS, SECTOR)
    assert not plugged.storage.is_read_only()


def test_it_reads_what_is_in_the_flash(plugged: Plugged) -> None:
    sectors = plugged.storage.read(0, START + SECTORS)
    assert sectors[SECTOR:] == plugged.flash(START, SECTORS)
    assert int.from_bytes(sectors[454:458], "little") == START
    assert plugged.chip.log == []


def test_sectors_that_are_written_cost_one_erase_for_each_sector_of_the_flash(
    plugged: Plugged,
) -> None:
    first, count = START + 128 * PER_FLASH_SECTOR, 4 * PER_FLASH_SECTOR
    data = bytes(range(256)) * (count * SECTOR // 256)
    plugged.storage.write(first, data)
    plugged.pico.run(FLUSHED_MS)
    assert plugged.flash(first, count) == data
    assert plugged.chip.erases(DRIVE_SECTORS) == 4
    assert plugged.storage.read(first, count) == data


def test_the_same_bytes_cost_as_much_as_others(plugged: Plugged) -> None:
    same = plugged.storage.read(START + 300, 1)
    plugged.storage.write(START + 300, same)
    plugged.pico.run(FLUSHED_MS)
    assert plugged.chip.erases(DRIVE_SECTORS) == 1


def test_a_write_starts_the_program_anew(plugged: Plugged) -> None:
    plugged.storage.write(START + 1000, bytes(SECTOR))
    plugged.pico.run_until_text("soft reboot", STARTED_MS)
    plugged.pico.run_until_text("running", STARTED_MS)


def test_a_write_to_a_held_board_starts_nothing(plugged: Plugged) -> None:
    assert plugged.pico.raw_exec("print(6 * 7)") == ("42\r\n", "")
    said = len(plugged.pico.text())
    plugged.storage.write(START + 1000, bytes(SECTOR))
    plugged.pico.run(STARTED_MS)
    assert plugged.pico.text()[said:] == ""


def test_a_drive_that_the_board_keeps_is_read_only(usable_uf2: Path) -> None:
    keeps = {"boot.py": b"import storage\nstorage.remount('/', readonly=False)\n"}
    plugged = Plugged(usable_uf2, FILES | keeps)
    assert plugged.storage.is_read_only()
    with pytest.raises(StorageError, match="refuses to write sector 1000"):
        plugged.storage.write(1000, bytes(SECTOR))


def test_a_drive_that_was_ejected_is_gone(plugged: Plugged) -> None:
    plugged.storage.eject()
    assert not plugged.storage.is_ready()


def test_a_reset_takes_the_drive_away_and_brings_it_back(plugged: Plugged) -> None:
    plugged.pico.raw_start("import microcontroller\nmicrocontroller.reset()")
    plugged.pico.run(200)
    assert not plugged.storage.there
    with pytest.raises(StorageError, match="the drive is not there"):
        plugged.storage.read(0, 1)
    plugged.pico.run_until_text("running", STARTED_MS)
    plugged.storage.wait_ready()
