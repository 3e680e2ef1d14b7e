# SPDX-License-Identifier: MIT
"""The flash chip of an emulated Pico: what was erased and programmed, and power cuts inside that.

The chip model does each erase and program at once and whole. Here one of them can be left half
done, as NOR flash is when its power goes: programming clears bits, erasing sets them, and either
may have come to any part of them. Knows nothing of files, nor of the game.

    flash = FlashChip(pico)
    flash.cut_in(ERASE, NVM_SECTOR, part=0.3)
    with pytest.raises(PowerCut):
        pico.run(5000)
    again = Pico(uf2, flash=pico.flash()).power_on()
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from emulator.pico import DRIVE, DRIVE_SIZE, FLASH_SIZE, NVM, NVM_SIZE, Pico, PowerCut
from rp2040py.peripherals import ssi

ERASE, PROGRAM = "erase", "program"
EITHER = ""

# Regions, as ranges of offsets.
ANYWHERE = range(FLASH_SIZE)
NVM_SECTOR = range(NVM, NVM + NVM_SIZE)
DRIVE_SECTORS = range(DRIVE, DRIVE + DRIVE_SIZE)

ERASE_SIZES = {
    ssi.CMD_SECTOR_ERASE: ssi.FLASH_SECTOR_SIZE,
    ssi.CMD_BLOCK_ERASE: ssi.FLASH_BLOCK_SIZE,
}
HEADER_BYTES = 4  # of a command: what to do, and 24 bits of offset
READ_UNIQUE_ID, ID_AFTER = 0x4B, 5  # bytes: the command and four that mean nothing

# erasing(the bytes before, the part of the time that an erase takes, chance) -> the bytes after
Erasing = Callable[[bytes, float, Random], bytes]


class Operation(NamedTuple):
    """One erase or program that the chip was told to do, whether or not it came to its end."""

    kind: str  # ERASE or PROGRAM
    offset: int
    size: int  # bytes
    cycles: int  # when

    def is_a(self, kind: str, region: range) -> bool:
        return kind in (EITHER, self.kind) and self.offset in region


def programmed(before: bytes, data: bytes, part: float, chance: Random) -> bytes:
    """`before` with the first `part` (0 to 1) of `data` programmed into it.

    Of the byte in which it stopped, any of the bits to clear may be cleared.
    """
    done = int(part * len(data))
    masks = bytearray(data[:done].ljust(len(data), b"\xff"))
    if done < part * len(data):
        masks[done] = data[done] | chance.getrandbits(8)
    return bytes(old & mask for old, mask in zip(before, masks, strict=True))


def erased_bit_by_bit(before: bytes, part: float, chance: Random) -> bytes:
    """Each 0 has become 1 with the probability `part`, wherever it is."""
    return bytes(byte | _bits(part, chance) for byte in before)


def erased_in_order(before: bytes, part: float, _chance: Random) -> bytes:
    """The first `part` is erased, the rest untouched."""
    done = int(part * len(before))
    return before[done:].rjust(len(before), b"\xff")


def erased_after_clearing(before: bytes, part: float, chance: Random) -> bytes:
    """As chips do that clear every bit first, to wear them alike: that takes half of the time."""
    zeros = bytes(len(before))
    if part <= 0.5:
        return programmed(before, zeros, 2 * part, chance)
    return erased_bit_by_bit(zeros, 2 * part - 1, chance)


def _bits(probability: float, chance: Random) -> int:
    """A byte each of whose bits is 1 with this probability."""
    return sum(1 << bit for bit in range(8) if chance.random() < probability)


class _Cut(NamedTuple):
    """A power cut to come, in the operation after `left` more of its kind and region."""

    kind: str
    region: range
    left: int
    part: float
    erasing: Erasing
    chance: Random


class FlashChip:
    """Watches a Pico's flash for as long as it lives. `log`: its operations, in order.

    `unique_id`: the chip's 8 bytes, which become the board's UID; else all boards have the same.
    """

    def __init__(self, pico: Pico, unique_id: bytes = b"") -> None:
        self.log: list[Operation] = []
        self._id = unique_id
        self._pico = pico
        self._cut: _Cut | None = None
        self._listen(pico.mcu.ssi)

    def _listen(self, model: Any) -> None:
        """Come between the chip model, of this Pico alone, and what it does to its flash."""
        self._model, self._do_whole = model, model._apply_command
        model._apply_command = self._on_command
        if self._id:
            self._shift = model._shift_byte
            model._shift_byte = self._on_byte

    def operations(self, kind: str = EITHER, region: range = ANYWHERE) -> list[Operation]:
        """Those of this kind that begin in this region."""
        return [done for done in self.log if done.is_a(kind, region)]

    def erases(self, region: range = ANYWHERE) -> int:
        """How many erases there were."""
        return len(self.operations(ERASE, region))

    def bytes_programmed(self, region: range = ANYWHERE) -> int:
        """How many bytes were programmed, those that it left the same among them."""
        return sum(done.size for done in self.operations(PROGRAM, region))

    def cut_in(
        self,
        kind: str = EITHER,
        region: range = ANYWHERE,
        nth: int = 1,
        part: float = 0.5,
        erasing: Erasing = erased_bit_by_bit,
        seed: int = 0,
    ) -> None:
        """Cut the power inside the `nth` operation from now of this kind and region.

        `part` of it is done by then: 0 leaves the flash untouched, 1 does all of it. `Pico.run`
        raises PowerCut. In place of an earlier cut that has not come yet.
        """
        self._cut = _Cut(kind, region, nth - 1, part, erasing, Random(seed))

    def _on_command(self) -> None:
        """In place of the chip model's own: a command has been sent to its end."""
        asked = self._asked()
        if asked:
            self.log.append(asked)
            if self._cut and asked.is_a(self._cut.kind, self._cut.region):
                self._count_down(asked, self._cut)
        self._do_whole()

    def _on_byte(self, byte: int) -> int:
        """In place of the chip model's own: the chip's answer to one byte of a command."""
        answer = self._shift(byte)
        at = len(self._model._tx_buffer) - 1 - ID_AFTER
        if self._model._tx_buffer[0] == READ_UNIQUE_ID and 0 <= at < len(self._id):
            return self._id[at]
        return answer

    def _asked(self) -> Operation | None:
        """The operation that the command asks for, if it is one and writing is enabled."""
        command = self._model._tx_buffer
        if not self._model._write_enabled or len(command) < HEADER_BYTES:
            return None
        code, offset = command[0], int.from_bytes(command[1:HEADER_BYTES], "big")
        if code in ERASE_SIZES:
            size = ERASE_SIZES[code]
            return Operation(ERASE, offset - offset % size, size, self._pico.cycles)
        if code == ssi.CMD_PAGE_PROGRAM:
            return Operation(PROGRAM, offset, len(self._data()), self._pico.cycles)
        return None

    def _data(self) -> bytes:
        return bytes(self._model._tx_buffer[HEADER_BYTES:][: ssi.FLASH_PAGE_SIZE])

    def _count_down(self, asked: Operation, cut: _Cut) -> None:
        if cut.left:
            self._cut = cut._replace(left=cut.left - 1)
            return
        where = slice(asked.offset, asked.offset + asked.size)
        flash = self._pico.mcu.flash
        flash[where] = self._in_part(asked, bytes(flash[where]), cut)
        self._pico.cut_power()
        raise PowerCut(f"the power was cut in {asked}")

    def _in_part(self, asked: Operation, before: bytes, cut: _Cut) -> bytes:
        if asked.kind == ERASE:
            return cut.erasing(before, cut.part, cut.chance)
        return programmed(before, self._data(), cut.part, cut.chance)
