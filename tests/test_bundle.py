# SPDX-License-Identifier: MIT
"""One UF2 with CircuitPython and the drive: what a bootloader makes of it, and of a naive one."""

import random
import re
import time

import pytest
import uf2_files
from bootrom import Bootrom
from fat_reader import Fat
from uf2_files import FLASH, RP2350

from mastermind_host import drive
from mastermind_host.install import bundle, fat, layouts, uf2

PICO = "raspberry_pi_pico"
NVM, DRIVE, FLASH_SIZE = 0xFF000, 0x100000, 0x200000
SECTOR = 4096
FILES = drive.files()
OURS = {
    *(".fseventsd/no_log", ".metadata_never_index", ".Trashes", ".Trash-1000"),  # CircuitPython's
    *FILES,
}
# A flash on which something else was: nothing of it may show through.
BEFORE = random.Random(3).randbytes(FLASH_SIZE)
ERASED_FLASH = b"\xff" * FLASH_SIZE


def circuitpython(size=20_000, **told):
    return uf2.parse(uf2_files.circuitpython(size=size, **told))


def flashed(data, before=BEFORE):
    bootrom = Bootrom(before)
    for at in range(0, len(data), 512):
        bootrom.write(data[at : at + 512])
    assert bootrom.complete
    return bytes(bootrom.flash)


def contents(flash):
    """{path: content} of the drive in a flash."""
    return {path: content for path, (content, _) in Fat(flash[DRIVE:]).files().items()}


@pytest.fixture(scope="module")
def bundled():
    return bundle.build(circuitpython(), PICO, FILES)


def test_it_is_a_uf2_in_whole_sectors(bundled):
    content = uf2.parse(bundled)
    uf2.check_sectors(content)
    assert content.chip == "RP2040"
    firmware, files = content.ranges
    assert (firmware.start, files.start) == (FLASH, FLASH + DRIVE)
    assert len(firmware) % SECTOR == len(files) % SECTOR == 0
    assert len(firmware) == 5 * SECTOR


@pytest.mark.parametrize("size", [20_000, 20_480, 256 * 16 * 9 + 256])
@pytest.mark.parametrize("before", [BEFORE, ERASED_FLASH], ids=["used", "erased"])
def test_a_bootloader_makes_a_board_of_it(size, before):
    firmware = circuitpython(size)
    flash = flashed(bundle.build(firmware, PICO, FILES), before)
    assert flash.startswith(firmware.content)
    assert {path: content for path, content in contents(flash).items() if content} == FILES
    assert set(contents(flash)) == OURS


def test_nvm_and_all_that_is_free_stay_as_they_are(bundled):
    flash = flashed(bundled)
    firmware, files = uf2.parse(bundled).ranges
    assert flash[NVM:DRIVE] == BEFORE[NVM:DRIVE]
    assert flash[firmware.stop - FLASH : DRIVE] == BEFORE[firmware.stop - FLASH : DRIVE]
    assert flash[files.stop - FLASH :] == BEFORE[files.stop - FLASH :]


@pytest.mark.parametrize("before", [BEFORE, ERASED_FLASH], ids=["used", "erased"])
def test_blocks_put_together_without_padding_damage_the_drive(before):
    """What the layout is for: firmware of 79 blocks, and the drive right behind them."""
    firmware = circuitpython(20_000)
    assert len(firmware.blocks) % 16
    image = fat.build(FILES, FLASH_SIZE - DRIVE)
    naive = uf2.Uf2(
        firmware.family,
        (*firmware.blocks, *uf2.split(FLASH + DRIVE, image.content[: image.used])),
    )
    flash = flashed(uf2.build(naive), before)
    sectors = range(DRIVE, DRIVE + image.used - SECTOR, SECTOR)
    damaged = [
        at for at in sectors if flash[at : at + SECTOR] != image.content[at - DRIVE :][:SECTOR]
    ]
    # The first block of each is erased again; to spare.bin's erased bytes that does nothing.
    hurt = [at for at in sectors if image.content[at - DRIVE :][:256].strip(b"\xff")]
    assert damaged == hurt
    assert len(hurt) > 40
    assert hurt[0] == DRIVE  # the boot sector
    with pytest.raises(ValueError, match=r"^Block 79 goes into another flash sector"):
        uf2.check_sectors(naive)


def test_every_file_lies_in_one_piece(bundled):
    files = Fat(flashed(bundled)[DRIVE:]).files()
    assert len(files["spare.bin"][0]) == 16384
    for content, clusters in files.values():
        assert len(clusters) == -(-len(content) // 512)
        assert clusters == list(range(clusters[0], clusters[0] + len(clusters))) if clusters else 1


def test_the_drive_is_all_that_there_is_of_it(bundled):
    fat_of_flash = Fat(flashed(bundled)[DRIVE:])
    assert fat_of_flash.size == FLASH_SIZE - DRIVE
    assert fat_of_flash.data[fat_of_flash.root : fat_of_flash.root + 11] == b"CIRCUITPY  "


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Australia/Lord_Howe"])
def test_the_same_files_make_the_same_bytes(bundled, monkeypatch, zone):
    monkeypatch.setenv("TZ", zone)
    if hasattr(time, "tzset"):
        time.tzset()
    backwards = dict(reversed(FILES.items()))
    assert bundle.build(circuitpython(), PICO, backwards) == bundled
    monkeypatch.undo()
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.mark.parametrize(
    ("board_id", "drive_at", "size"),
    [
        ("raspberry_pi_pico", 0x100000, 0x100000),
        ("raspberry_pi_pico_w", 0x181000, 0x7F000),
        ("raspberry_pi_pico2", 0x100000, 0x300000),
        ("raspberry_pi_pico2_w", 0x181000, 0x27F000),
    ],
)
def test_where_each_board_has_its_drive(board_id, drive_at, size):
    layout = layouts.of(board_id)
    assert (layout.drive, layout.drive_size) == (drive_at, size)
    family = RP2350 if "pico2" in board_id else uf2_files.RP2040
    content = uf2.parse(bundle.build(circuitpython(family=family), board_id, FILES))
    assert content.family == family
    assert content.ranges[1].start == FLASH + drive_at
    start = b"".join(block.payload for block in content.blocks if block.address >= FLASH + drive_at)
    read = Fat(start)
    assert read.size == size
    assert {path: content for path, (content, _) in read.files().items() if content} == FILES


def refuse(sentence, *arguments):
    with pytest.raises(ValueError, match="^" + re.escape(sentence) + "$"):
        bundle.build(*arguments)


def test_a_board_of_unknown_layout_is_refused():
    known = "raspberry_pi_pico, raspberry_pi_pico_w, raspberry_pi_pico2, raspberry_pi_pico2_w"
    refuse(
        f"The flash layout of pimoroni_tiny2040 is not known here, only of: {known}.",
        *(circuitpython(), "pimoroni_tiny2040", FILES),
    )


def test_firmware_that_reaches_into_nvm_is_refused():
    bundle.build(circuitpython(NVM), PICO, FILES)
    refuse(
        "That CircuitPython is too large for the raspberry_pi_pico.",
        *(circuitpython(NVM + 256), PICO, FILES),
    )


def test_files_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match=r"^The files don't fit on a drive of 1048576 bytes: "):
        bundle.build(circuitpython(), PICO, FILES | {"film.mp4": bytes(1_000_000)})


@pytest.mark.parametrize("version", ["9.2.4", "10.1.3"])
def test_real_firmware(version):
    firmware = uf2.parse(uf2_files.real(version).read_bytes())
    flash = flashed(bundle.build(firmware, PICO, FILES))
    assert flash.startswith(firmware.content)
    assert {path: content for path, content in contents(flash).items() if content} == FILES
