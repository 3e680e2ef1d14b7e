# SPDX-License-Identifier: MIT
"""UF2 files: what a bootloader would ignore or damage is refused, and what is built it takes."""

import hashlib
import re

import pytest
import uf2_files
from bootrom import Bootrom
from uf2_files import FLASH, RP2040, RP2350, block

from mastermind_host.install import firmware, releases, uf2

SECTOR = 4096


def blocks(total, *changed):
    """`total` good blocks, some of them changed: (number, what)."""
    made = {number: block(number, total) for number in range(total)}
    return b"".join((made | dict(changed)).values())


def refuse(data, sentence):
    with pytest.raises(ValueError, match="^" + re.escape(sentence) + "$"):
        uf2.parse(data)


def test_a_file_is_read():
    content = uf2.parse(uf2_files.file(bytes(range(256)) * 2 + b"end"))
    assert content.family == RP2040
    assert content.chip == "RP2040"
    assert content.ranges == [range(FLASH, FLASH + 768)]
    assert content.content == bytes(range(256)) * 2 + b"end".ljust(256, b"\0")
    assert content.blocks[2] == uf2.Block(FLASH + 512, b"end".ljust(256, b"\0"))


def test_pieces_that_lie_apart_are_told_apart():
    data = block(0, 3) + block(1, 3, FLASH + 256) + block(2, 3, FLASH + SECTOR)
    pieces = [range(FLASH, FLASH + 512), range(FLASH + SECTOR, FLASH + SECTOR + 256)]
    assert uf2.parse(data).ranges == pieces


def test_what_is_built_is_what_was_read():
    data = uf2_files.file(b"\x5a" * 5000, RP2350)
    assert uf2.build(uf2.parse(data)) == data


def test_an_empty_file_is_refused():
    refuse(b"", "The file is empty.")


@pytest.mark.parametrize("data", [b"<!DOCTYPE html>" * 100, b"\0" * 1024, b"P" * 512])
def test_what_is_no_uf2_is_refused(data):
    refuse(data, "The file is no UF2: it does not begin as one.")


@pytest.mark.parametrize("cut", [1, 100, 511])
def test_a_file_cut_inside_a_block_is_refused(cut):
    refuse(blocks(4)[:-cut], "The file ends in the middle of block 3: it is not whole.")


def test_less_than_a_block_is_refused():
    refuse(b"UF2\n", "The file ends in the middle of block 0: it is not whole.")


def test_a_file_cut_between_blocks_is_refused():
    refuse(blocks(4)[:-1024], "The file has 2 of its 4 blocks: it is not whole.")


def test_a_file_that_goes_on_is_refused():
    refuse(blocks(4) + block(4, 4), "The file has 5 blocks where it tells of 4.")


def test_two_files_in_one_are_refused():
    refuse(blocks(4) + blocks(3), "The file is of several UF2 files, one behind the other.")


def test_a_file_larger_than_any_flash_is_refused():
    refuse(bytes(32 * 1024 * 1024 + 512), "The file is larger than any board's flash.")


@pytest.mark.parametrize(
    "mark", [{"starts": (0x0A324655, 0)}, {"starts": (0, 0x9E5D5157)}, {"end": 0}]
)
def test_a_damaged_block_is_refused(mark):
    data = blocks(4, (2, block(2, 4, **mark)))
    refuse(data, "Block 2 is damaged: its marks are not those of a UF2.")


def test_blocks_in_disorder_are_refused():
    data = blocks(4, (1, block(2, 4)), (2, block(1, 4)))
    refuse(data, "Where block 1 should stand there is block 2.")


def test_a_block_that_is_there_twice_is_refused():
    refuse(blocks(4, (3, block(2, 4))), "Where block 3 should stand there is block 2.")


def test_a_block_without_a_family_is_refused():
    refuse(blocks(2, (1, block(1, 2, flags=0))), "Block 1 does not say for which chip it is.")


def test_a_block_that_is_not_for_the_flash_is_refused():
    data = blocks(2, (0, block(0, 2, flags=0x2001)))
    refuse(data, "Block 0 is not for the flash: a bootloader would ignore it.")


def test_a_block_of_another_size_is_refused():
    data = blocks(2, (1, block(1, 2, size=476)))
    refuse(data, "Block 1 has 476 bytes for the flash; the bootloader takes 256 alone.")


def test_mixed_chips_are_refused():
    data = blocks(2, (1, block(1, 2, family=RP2350)))
    refuse(data, "The file is for different chips: RP2040 and RP2350.")


def test_a_strange_chip_is_named_by_its_number():
    data = blocks(2, (1, block(1, 2, family=0xADA52840)))
    refuse(data, "The file is for different chips: a chip of family 0xada52840 and RP2040.")


@pytest.mark.parametrize("address", [0x20000000, 0, 0x11000000, 0xFFFFFFFF])
def test_an_address_outside_the_flash_is_refused(address):
    data = blocks(2, (1, block(1, 2, address)))
    refuse(data, f"Block 1 is for address 0x{address:08x}, which is no flash.")


def test_an_address_inside_a_page_is_refused():
    data = blocks(2, (1, block(1, 2, FLASH + 300)))
    refuse(data, "Block 1 begins at 0x1000012c, inside a flash page.")


def test_two_blocks_for_one_place_are_refused():
    data = blocks(2, (1, block(1, 2, FLASH)))
    refuse(data, "Two blocks are for the same place in the flash.")


# sectors


def pieces(*sizes, gap=SECTOR):
    """A UF2 of pieces, each beginning a sector, with whole sectors between them."""
    address, found = FLASH, []
    for number, size in enumerate(sizes):
        found += uf2.split(address, bytes([number + 1]) * size)
        address += -(-size // SECTOR) * SECTOR + gap
    return uf2.Uf2(RP2040, tuple(found))


def flashed(content, before=b"\0" * 0x200000):
    """The flash that a bootloader makes of it."""
    bootrom = Bootrom(before)
    data = uf2.build(content)
    for at in range(0, len(data), 512):
        bootrom.write(data[at : at + 512])
    assert bootrom.complete
    return bootrom.flash


def arrived(content):
    """Whether every block is in the flash as it should be."""
    flash = flashed(content)
    return all(
        flash[address - FLASH : address - FLASH + 256] == payload
        for address, payload in content.blocks
    )


@pytest.mark.parametrize("size", [1, 255, 256, SECTOR - 1, SECTOR, 3 * SECTOR + 256])
def test_one_piece_is_always_well(size):
    uf2.check_sectors(pieces(size))
    assert arrived(pieces(size))


@pytest.mark.parametrize("first", [256, SECTOR - 256, SECTOR + 256, 5 * SECTOR + 2048])
def test_a_second_piece_at_a_wrong_block_is_damaged_and_refused(first):
    content = pieces(first, 5 * SECTOR)
    assert not arrived(content)
    number = first // 256
    with pytest.raises(
        ValueError, match=f"^Block {number} goes into another flash sector than the blocks before"
    ):
        uf2.check_sectors(content)


@pytest.mark.parametrize("first", [256, SECTOR - 256, SECTOR + 256, 5 * SECTOR + 2048])
def test_padding_mends_it(first):
    padded = uf2.pad(pieces(first, 5 * SECTOR))
    uf2.check_sectors(padded)
    assert arrived(padded)
    assert all(len(piece) % SECTOR == 0 for piece in padded.ranges)
    flash = flashed(padded)
    whole = -(-first // SECTOR) * SECTOR
    assert flash[:whole] == (b"\x01" * first).ljust(whole, b"\xff")


def test_a_sector_that_is_come_back_to_is_refused():
    first, second = uf2.split(FLASH, b"\x01" * SECTOR), uf2.split(FLASH + SECTOR, b"\x02" * SECTOR)
    content = uf2.Uf2(RP2040, first[:8] + second[:8] + first[8:] + second[8:])
    assert not arrived(content)
    with pytest.raises(ValueError, match=r"^Block 8 goes into another flash sector"):
        uf2.check_sectors(content)
    last = uf2.Uf2(RP2040, first[:8] + second[8:] + second[:8] + first[8:])
    with pytest.raises(ValueError, match=r"^Block 8 goes into another flash sector"):
        uf2.check_sectors(last)


def test_a_sector_whose_first_block_comes_late_is_refused():
    content = pieces(SECTOR + 256)
    late = uf2.Uf2(RP2040, (*content.blocks[1:], content.blocks[0]))
    assert not arrived(late)
    with pytest.raises(ValueError, match=r"^Block 15 goes into another flash sector"):
        uf2.check_sectors(late)


def test_the_end_of_the_last_block_reads_as_erased():
    last = uf2.split(FLASH, b"\x01" * 300)[-1]
    assert last == uf2.Block(FLASH + 256, b"\x01" * 44 + b"\xff" * 212)


def test_joining_pads_and_numbers_through():
    low, high = pieces(300), uf2.Uf2(RP2040, uf2.split(FLASH + 0x100000, b"\x09" * 5000))
    joined = uf2.join([low, high])
    uf2.check_sectors(joined)
    assert joined.ranges == [
        range(FLASH, FLASH + SECTOR),
        range(FLASH + 0x100000, FLASH + 0x100000 + 2 * SECTOR),
    ]
    assert uf2.parse(uf2.build(joined)) == joined
    assert arrived(joined)


def test_joining_different_chips_is_refused():
    other = uf2.Uf2(RP2350, uf2.split(FLASH + 0x100000, b"\x09"))
    with pytest.raises(
        ValueError, match=r"^These parts are for different chips: RP2040 and RP2350\.$"
    ):
        uf2.join([pieces(300), other])


def test_joining_what_shares_a_sector_is_refused():
    other = uf2.Uf2(RP2040, uf2.split(FLASH + 2048, b"\x09"))
    with pytest.raises(ValueError, match=r"^Two blocks are for the same place in the flash\.$"):
        uf2.join([pieces(300), other])


# the firmware in it


def test_the_firmware_tells_its_version_and_board():
    data = uf2_files.circuitpython("10.2.0-beta.1", "raspberry_pi_pico2_w", RP2350)
    told = firmware.read(uf2.parse(data))
    assert told == ("10.2.0-beta.1", "raspberry_pi_pico2_w")


def test_another_program_is_no_circuitpython():
    data = uf2_files.file(b"MicroPython v1.27.0 on 2026-01-01; Raspberry Pi Pico with RP2040" * 9)
    with pytest.raises(
        ValueError,
        match=r"^The file is for this kind of chip, but it is no CircuitPython\.$",
    ):
        firmware.read(uf2.parse(data))


@pytest.mark.parametrize("version", ["9.2.4", "10.1.3"])
def test_the_real_ones_are_right(version):
    data = uf2_files.real(version).read_bytes()
    assert hashlib.sha256(data).hexdigest() == releases.sha256("raspberry_pi_pico", version)
    content = uf2.parse(data)
    uf2.check_sectors(content)
    assert content.family == RP2040
    assert firmware.read(content) == (version, "raspberry_pi_pico")
    assert uf2.build(content) == data
    assert len(content.blocks) % 16  # behind it nothing may be appended as it is


# releases


def test_the_official_address():
    assert releases.url("raspberry_pi_pico", "10.1.3") == (
        "https://downloads.circuitpython.org/bin/raspberry_pi_pico/en_US/"
        "adafruit-circuitpython-raspberry_pi_pico-en_US-10.1.3.uf2"
    )
    assert releases.url("x", "1.2.3", "http://127.0.0.1:8000/") == (
        "http://127.0.0.1:8000/x/en_US/adafruit-circuitpython-x-en_US-1.2.3.uf2"
    )


def test_the_version_that_is_installed_has_a_checksum():
    assert len(releases.sha256("raspberry_pi_pico", releases.DEFAULT)) == 64
    assert releases.sha256("raspberry_pi_pico2", releases.DEFAULT) == ""


@pytest.mark.parametrize("version", ["9.2.0", "9.2.4", "10.0.0-rc.1", "10.1.3"])
def test_versions_that_the_firmware_runs_on(version):
    releases.check(version)


@pytest.mark.parametrize("version", ["9.1.4", "8.2.10", "11.0.0"])
def test_versions_that_it_does_not_run_on(version):
    with pytest.raises(
        ValueError,
        match=rf"^The board's program needs CircuitPython 9\.2 to 10\.x, not {version}\.$",
    ):
        releases.check(version)


@pytest.mark.parametrize(
    "version", ["", "10", "10.1", "latest", "../10.1.3", "10.1.3/x", "1.2.\u0663"]
)
def test_what_is_no_version(version):
    with pytest.raises(
        ValueError, match=r"is no version of CircuitPython: write it like 10\.1\.3\.$"
    ):
        releases.check(version)
