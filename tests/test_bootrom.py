# SPDX-License-Identifier: MIT
"""The model of the RP2040's bootloader does what its ROM does."""

import errno
import random

import pytest
from bootrom import Bootrom, Drive
from fake_clock import FakeClock
from uf2_files import FLASH, RP2350, block, file

CONTENT = bytes(random.Random(1).randrange(256) for _ in range(10_000))
BEFORE = b"\x55" * 0x200000


def sectors(data):
    return [data[at : at + 512] for at in range(0, len(data), 512)]


def write(bootrom, *data):
    for part in data:
        for sector in sectors(part):
            bootrom.write(sector)
    return bootrom


def test_a_file_arrives_and_the_rest_stays():
    bootrom = write(Bootrom(BEFORE), file(CONTENT))
    assert bootrom.complete
    assert bootrom.flash[:10_000] == CONTENT
    assert bootrom.flash[10_240:12_288] == b"\xff" * 2048  # the rest of the last sector
    assert bootrom.flash[12_288:] == BEFORE[12_288:]
    assert bootrom.erased == [0, 4096, 8192]


def test_the_order_of_the_blocks_is_free():
    shuffled = sectors(file(CONTENT))
    random.Random(2).shuffle(shuffled)
    assert write(Bootrom(BEFORE), *shuffled).flash[:10_000] == CONTENT


def test_a_block_that_comes_again_is_ignored():
    first, *others = sectors(file(CONTENT))
    changed = block(0, len(others) + 1, payload=b"\0" * 256)
    bootrom = write(Bootrom(BEFORE), first, changed, first, *others)
    assert bootrom.complete
    assert bootrom.flash[:10_000] == CONTENT


@pytest.mark.parametrize(
    "ignored",
    [
        block(0, 2, family=RP2350),
        block(0, 2, flags=0),
        block(0, 2, flags=0x2001),
        block(0, 2, size=128),
        block(0, 2, end=7),
        bytes(512),
    ],
)
def test_what_it_does_not_like_it_ignores(ignored):
    one, other = block(0, 2, payload=b"\x01" * 256), block(1, 2, payload=b"\x02" * 256)
    bootrom = write(Bootrom(BEFORE), one, ignored, other)
    assert bootrom.complete
    assert bootrom.flash[:512] == b"\x01" * 256 + b"\x02" * 256
    assert not write(Bootrom(BEFORE), ignored, other).complete


@pytest.mark.parametrize(
    "bad", [block(0, 0), block(0, 2, 0x20000000), block(0, 2, FLASH + 1), block(2, 2)]
)
def test_rubbish_makes_it_begin_anew(bad):
    one, other = block(0, 2), block(1, 2)
    assert not write(Bootrom(), one, bad, other).complete
    assert write(Bootrom(), one, bad, other, one).complete


def test_another_number_of_blocks_is_another_file():
    bootrom = write(Bootrom(), block(0, 2), block(0, 3), block(1, 2))
    assert not bootrom.complete
    assert write(bootrom, block(0, 2)).complete


def test_programming_sets_no_bit():
    """Two blocks for one page, the second with bits that the first has cleared."""
    bootrom = write(Bootrom(), block(0, 2, FLASH, b"\x0f" * 256), block(1, 2, FLASH, b"\xf1" * 256))
    assert bootrom.flash[:256] == b"\x01" * 256


def test_a_sector_is_erased_by_the_number_of_the_block():
    far = FLASH + 0x8000
    one, other = block(0, 17, FLASH, b"\x01" * 256), block(1, 17, far, b"\x02" * 256)
    late = block(16, 17, far + 256, b"\x03" * 256)
    bootrom = write(Bootrom(BEFORE), one, other, late)
    assert bootrom.erased == [0, 0x8000]
    # The second sector was programmed unerased, then erased with the block in it.
    assert bootrom.flash[0x8000:0x8200] == b"\xff" * 256 + b"\x03" * 256


def test_the_rp2350_erases_by_address():
    far = FLASH + 0x8000
    one, other = (block(n, 17, place, family=RP2350) for n, place in ((0, FLASH), (1, far)))
    late = block(16, 17, far + 256, b"\x03" * 256, family=RP2350)
    bootrom = write(Bootrom(BEFORE, family=RP2350), one, other, late)
    assert bootrom.erased == [0, 0x8000]
    assert bootrom.flash[0x8000:0x8200] == b"\xa5" * 256 + b"\x03" * 256
    assert write(Bootrom(BEFORE, family=RP2350), block(0, 2)).erased == []


def test_it_is_gone_a_second_after_the_last_block():
    clock = FakeClock()
    bootrom = write(Bootrom(now=clock.now), file(CONTENT))
    clock.sleep(0.99)
    bootrom.write(bytes(512))
    clock.sleep(0.01)
    with pytest.raises(OSError, match="Input/output error") as caught:
        bootrom.write(bytes(512))
    assert caught.value.errno == errno.EIO


def test_a_file_on_its_drive_fails_when_the_system_is_late(tmp_path):
    clock = FakeClock()
    bootrom = Bootrom(now=clock.now)
    drive = Drive(tmp_path / "RPI-RP2", bootrom)
    target = drive.open(tmp_path / "RPI-RP2" / "a.uf2")
    target.write(file(CONTENT))
    assert not bootrom.complete  # it is in the system's cache
    target.sync()
    assert bootrom.complete
    clock.sleep(1)
    with pytest.raises(OSError, match="Input/output error"):
        target.close()
    with pytest.raises(FileNotFoundError):
        drive.open(tmp_path / "RPI-RP2" / "a.uf2")
