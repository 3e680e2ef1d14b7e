# SPDX-License-Identifier: MIT
"""UF2 files as the bootloaders of the RP2040 and RP2350 take them: read, checked, written.

Such a bootloader ignores without a word whatever it does not like, so all is checked here. Knows no
drive and no network. Every refusal is a ValueError with a sentence.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mastermind_host.device import boards

BLOCK = 512  # bytes in the file
PAYLOAD = 256  # of them for the flash
SECTOR = 4096  # what the flash erases at once
SECTOR_BLOCKS = SECTOR // PAYLOAD
FLASH, FLASH_END = 0x10000000, 0x11000000  # where both chips have their flash, 16 MiB at most
LARGEST = 2 * (FLASH_END - FLASH)  # bytes in the file

START, SECOND, END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
NOT_MAIN_FLASH, HAS_FAMILY = 0x00000001, 0x00002000
ERASED = b"\xff"

_HEAD = struct.Struct("<8I")
_END = struct.Struct("<I")


class Block(NamedTuple):
    """256 bytes for the flash."""

    address: int
    payload: bytes


class Uf2(NamedTuple):
    """A whole file: `blocks` in the order of their numbers, all for one chip."""

    family: int
    blocks: tuple[Block, ...]

    @property
    def chip(self) -> str:
        return chip_of(self.family)

    @property
    def ranges(self) -> list[range]:
        """The addresses that it fills, in pieces that lie together, in the file's order."""
        found: list[range] = []
        for address, _ in self.blocks:
            if found and found[-1].stop == address:
                found[-1] = range(found[-1].start, address + PAYLOAD)
            else:
                found.append(range(address, address + PAYLOAD))
        return found

    @property
    def content(self) -> bytes:
        """What it puts into the flash, piece after piece."""
        return b"".join(block.payload for block in self.blocks)


class _Header(NamedTuple):
    start: int
    second: int
    flags: int
    address: int
    size: int
    number: int
    total: int  # blocks of the file
    family: int


def chip_of(family: int) -> str:
    """RP2040, or for a stranger its number."""
    chip = boards.chip_by_family(family)
    return chip.name if chip else f"a chip of family 0x{family:08x}"


def parse(data: bytes) -> Uf2:
    """The file's content; ValueError if a bootloader would not take all of it in one go."""
    _check_size(data)
    headers = [_header(data, number) for number in range(len(data) // BLOCK)]
    _check_numbers(headers)
    _check_families(headers)
    blocks = tuple(Block(header.address, _payload(data, header.number)) for header in headers)
    _check_addresses(blocks)
    return Uf2(headers[0].family, blocks)


def build(uf2: Uf2) -> bytes:
    """The file's bytes; the blocks are numbered through."""
    return b"".join(
        _HEAD.pack(START, SECOND, HAS_FAMILY, address, PAYLOAD, number, len(uf2.blocks), uf2.family)
        + payload.ljust(BLOCK - _HEAD.size - _END.size, b"\0")
        + _END.pack(END)
        for number, (address, payload) in enumerate(uf2.blocks)
    )


def check_sectors(uf2: Uf2) -> None:
    """ValueError if an RP2040 would erase what it has just written (its erratum E14).

    It erases a sector of 4 KiB when it meets the first of the 16 blocks that have the same *number*
    divided by 16, wherever they go. So each 16 must go into one sector, which they then fill.
    """
    sector_of: dict[int, int] = {}
    for number, (address, _) in enumerate(uf2.blocks):
        sector = address // SECTOR
        if sector_of.setdefault(number // SECTOR_BLOCKS, sector) != sector:
            raise ValueError(
                f"Block {number} goes into another flash sector than the blocks before it: an "
                "RP2040 would leave that sector damaged."
            )


def pad(uf2: Uf2) -> Uf2:
    """The same content, in the order of addresses and in whole sectors, which `check_sectors`
    likes. What it adds reads as erased flash.
    """
    sectors: dict[int, bytearray] = {}
    for address, payload in sorted(uf2.blocks):
        sector = sectors.setdefault(address // SECTOR, bytearray(ERASED * SECTOR))
        sector[address % SECTOR : address % SECTOR + PAYLOAD] = payload
    whole = [split(number * SECTOR, data) for number, data in sectors.items()]
    return Uf2(uf2.family, tuple(itertools.chain(*whole)))


def split(address: int, data: bytes | bytearray) -> tuple[Block, ...]:
    """`data` for the flash from `address` on, its last block filled up as erased flash is."""
    return tuple(
        Block(address + at, bytes(data[at : at + PAYLOAD]).ljust(PAYLOAD, ERASED))
        for at in range(0, len(data), PAYLOAD)
    )


def join(parts: Sequence[Uf2]) -> Uf2:
    """All parts as one file, in whole sectors; ValueError if they are for different chips or lie in
    one another's sectors.
    """
    families = {part.family for part in parts}
    if len(families) != 1:
        raise ValueError(f"These parts are for different chips: {_names(families)}.")
    whole = [pad(part) for part in parts]
    joined = Uf2(whole[0].family, tuple(itertools.chain(*(part.blocks for part in whole))))
    _check_addresses(joined.blocks)
    return joined


def _check_size(data: bytes) -> None:
    if not data:
        raise ValueError("The file is empty.")
    if len(data) > LARGEST:
        raise ValueError("The file is larger than any board's flash.")
    if len(data) >= _HEAD.size and _HEAD.unpack_from(data)[:2] != (START, SECOND):
        raise ValueError("The file is no UF2: it does not begin as one.")
    if len(data) % BLOCK:
        raise ValueError(
            f"The file ends in the middle of block {len(data) // BLOCK}: it is not whole."
        )


def _header(data: bytes, number: int) -> _Header:
    header = _Header(*_HEAD.unpack_from(data, number * BLOCK))
    (end,) = _END.unpack_from(data, (number + 1) * BLOCK - _END.size)
    if (header.start, header.second, end) != (START, SECOND, END):
        raise ValueError(f"Block {number} is damaged: its marks are not those of a UF2.")
    if not header.flags & HAS_FAMILY:
        raise ValueError(f"Block {number} does not say for which chip it is.")
    if header.flags & NOT_MAIN_FLASH:
        raise ValueError(f"Block {number} is not for the flash: a bootloader would ignore it.")
    if header.size != PAYLOAD:
        raise ValueError(
            f"Block {number} has {header.size} bytes for the flash; the bootloader takes 256 alone."
        )
    return header


def _check_numbers(headers: Sequence[_Header]) -> None:
    totals = {header.total for header in headers}
    if len(totals) > 1:
        raise ValueError("The file is of several UF2 files, one behind the other.")
    (total,) = totals
    if len(headers) < total:
        raise ValueError(f"The file has {len(headers)} of its {total} blocks: it is not whole.")
    if len(headers) > total:
        raise ValueError(f"The file has {len(headers)} blocks where it tells of {total}.")
    for number, header in enumerate(headers):
        if header.number != number:
            raise ValueError(f"Where block {number} should stand there is block {header.number}.")


def _check_families(headers: Iterable[_Header]) -> None:
    families = {header.family for header in headers}
    if len(families) > 1:
        raise ValueError(f"The file is for different chips: {_names(families)}.")


def _check_addresses(blocks: Sequence[Block]) -> None:
    for number, (address, _) in enumerate(blocks):
        if not FLASH <= address < FLASH_END:
            raise ValueError(f"Block {number} is for address 0x{address:08x}, which is no flash.")
        if address % PAYLOAD:
            raise ValueError(f"Block {number} begins at 0x{address:08x}, inside a flash page.")
    if len({address for address, _ in blocks}) < len(blocks):
        raise ValueError("Two blocks are for the same place in the flash.")


def _payload(data: bytes, number: int) -> bytes:
    at = number * BLOCK + _HEAD.size
    return data[at : at + PAYLOAD]


def _names(families: Iterable[int]) -> str:
    return " and ".join(chip_of(family) for family in sorted(families))
