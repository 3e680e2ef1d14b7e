# SPDX-License-Identifier: MIT
"""One UF2 with CircuitPython and the drive: what a bootloader makes of it, and of a naive one."""

import hashlib
import json
import random
import re
import time

import pytest
import uf2_files
from bootrom import Bootrom
from fake_clock import FakeClock
from fake_machine import FakeMachine
from fat_reader import Fat
from uf2_files import FLASH, RP2350

from mastermind_host import cli, drive, errors
from mastermind_host.commands.shared import Job
from mastermind_host.deploy import manifest
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


# the command


@pytest.fixture
def source(tmp_path):
    """A UF2 that --uf2 names."""
    path = tmp_path / "some.uf2"
    path.write_bytes(uf2_files.circuitpython(size=50_000))
    return path


def run(capsys, *arguments):
    """(exit code, stdout, stderr) of `mastermind bundle`."""
    code = cli.run(["bundle", *map(str, arguments)], Job(FakeMachine(), FakeClock()))
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_command(capsys, tmp_path, source):
    out = tmp_path / "jungle.uf2"
    code, told, hints = run(capsys, "--uf2", source, "-o", out)
    assert code == errors.OK
    assert told == f"Wrote {out}: CircuitPython 10.1.3 and the game, for a Raspberry Pi Pico.\n"
    assert hints == (
        "Hold BOOT while plugging the board in, then drop the file on its drive RPI-RP2.\n"
    )
    files = contents(flashed(out.read_bytes()))
    whole = manifest.build(FILES)
    assert {path: content for path, content in files.items() if content} == FILES | {
        "manifest.json": whole
    }
    assert manifest.parse(whole).complete
    assert sorted(path.name for path in tmp_path.iterdir()) == ["jungle.uf2", "some.uf2"]


def test_the_command_makes_the_same_file_again(capsys, tmp_path, source):
    out = tmp_path / "jungle.uf2"
    out.write_bytes(b"an older one")
    told = [run(capsys, "--uf2", source, "-o", out, "--json")[1] for _ in range(2)]
    data = out.read_bytes()
    assert told[0] == told[1]
    assert json.loads(told[0]) == {
        "board": PICO,
        "version": "10.1.3",
        "file": str(out),
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "written": True,
    }


def test_a_dry_run_writes_nothing(capsys, tmp_path, source):
    out = tmp_path / "jungle.uf2"
    code, told, hints = run(capsys, "--uf2", source, "-o", out, "-n")
    assert (code, hints) == (errors.OK, "")
    assert told == (
        f"Would write {out}: CircuitPython 10.1.3 and the game, for a Raspberry Pi Pico.\n"
    )
    assert not out.exists()


def test_the_command_takes_the_cached_file(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("MASTERMIND_CACHE", str(tmp_path / "cache"))
    data = uf2_files.circuitpython(board_id="raspberry_pi_pico2", family=RP2350)
    name = "adafruit-circuitpython-raspberry_pi_pico2-en_US-10.1.3.uf2"
    arguments = "--board", "raspberry_pi_pico2", "--offline", "-o", tmp_path / "jungle.uf2"
    code, told, _ = run(capsys, *arguments)
    assert (code, told) == (errors.NETWORK, "")
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / name).write_bytes(data)
    (tmp_path / "cache" / (name + ".sha256")).write_text(hashlib.sha256(data).hexdigest())
    code, told, hints = run(capsys, *arguments)
    assert code == errors.OK
    assert hints.endswith("then drop the file on its drive RP2350.\n")


def test_the_command_refuses_a_file_for_another_board(capsys, tmp_path, source):
    out = tmp_path / "jungle.uf2"
    code, told, hints = run(capsys, "--uf2", source, "--board", "raspberry_pi_pico_w", "-o", out)
    assert (code, told) == (errors.WRONG_DEVICE, "")
    assert hints.splitlines()[0] == (
        f"{source} can't go on a Raspberry Pi Pico W. It is for the board raspberry_pi_pico, and "
        "this is a raspberry_pi_pico_w."
    )
    assert not out.exists()


def test_the_command_refuses_circuitpython_that_is_too_large(capsys, tmp_path, source):
    source.write_bytes(uf2_files.circuitpython(size=NVM + 256))
    code, _, hints = run(capsys, "--uf2", source, "-o", tmp_path / "jungle.uf2")
    assert code == errors.WRONG_DEVICE
    assert hints.splitlines()[0] == (
        f"{source} and the game make no bundle. That CircuitPython is too large for the "
        "raspberry_pi_pico."
    )


def test_the_command_says_when_it_cannot_write(capsys, tmp_path, source):
    out = source / "jungle.uf2"
    code, told, hints = run(capsys, "--uf2", source, "-o", out)
    assert (code, told) == (errors.UNWRITABLE, "")
    assert hints.splitlines()[0].startswith(f"{out} can't be written: ")


def test_a_board_of_unknown_layout_is_a_usage_error(capsys, tmp_path):
    code, told, hints = run(capsys, "--board", "pimoroni_tiny2040", "-o", tmp_path / "x.uf2")
    assert (code, told) == (errors.USAGE, "")
    assert "'pimoroni_tiny2040' is not one of 'raspberry_pi_pico'" in hints
