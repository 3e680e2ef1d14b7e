# SPDX-License-Identifier: MIT
"""A model of the flash under nvm and under spare.bin, whose power can be cut at every step.

Programming clears bits, erasing sets them, and both may stop half-way. A step is one byte that is
programmed, or one of the 16 parts of an erase. What CircuitPython does on the RP2040 is modelled as
`tests/emulator/test_flash.py` finds it: bytes that are all 0xFF are programmed as they are, any
other change erases the whole sector and programs it again.
"""

from random import Random

SECTOR = 4096
ERASE_STEPS = 16


class PowerCut(Exception):
    """The power is gone; what the flash holds is what is left."""


class Power:
    """Counts steps of all the flash that hangs on it; goes at step `cut_at`, if that is set."""

    def __init__(self, cut_at=None, seed=0):
        self.cut_at = cut_at
        self.steps = 0
        self.chance = Random(seed)

    def goes(self):
        """Take a step; whether the power goes in the middle of it."""
        self.steps += 1
        return self.cut_at is not None and self.steps > self.cut_at


class Sector:
    """4096 bytes that are erased together."""

    def __init__(self, power, data=None):
        self.power = power
        self.data = bytearray(data or b"\xff" * SECTOR)
        self.erases = self.programmed = 0

    def program(self, start, data):
        for place, byte in enumerate(data, start):
            if self.power.goes():
                self.data[place] &= byte | self.power.chance.getrandbits(8)
                raise PowerCut
            self.data[place] &= byte
            self.programmed += 1

    def erase(self):
        """Bits become 1 here and there, until all are."""
        self.erases += 1
        for step in range(ERASE_STEPS):
            if self.power.goes():
                part = step / ERASE_STEPS
                self.data[:] = bytes(byte | self._bits(part) for byte in self.data)
                raise PowerCut
        self.data[:] = b"\xff" * SECTOR

    def _bits(self, part):
        return sum(1 << bit for bit in range(8) if self.power.chance.random() < part)


class Nvm:
    """microcontroller.nvm: indices and slices, and nothing else of a bytearray.

    `writes` has (what it held before, what it was to hold, `note()`) for each write, if a `note` is
    given.
    """

    def __init__(self, power=None, data=None, note=None):
        self.sector = Sector(power or Power(), data)
        self.writes = []
        self.note = note

    def __len__(self):
        return SECTOR

    def __getitem__(self, key):
        return self.sector.data[key]

    def __iter__(self):
        raise TypeError("'ByteArray' object is not iterable")

    def __setitem__(self, key, value):
        before = bytes(self.sector.data)
        after = bytearray(before)
        after[key] = value
        assert len(after) == SECTOR
        if self.note:
            self.writes.append((before, bytes(after), self.note()))
        start = (key.start or 0) if isinstance(key, slice) else key
        count = len(value) if isinstance(key, slice) else 1
        if before[start : start + count].strip(b"\xff"):
            self.sector.erase()
            start, count = 0, SECTOR
        self.sector.program(start, after[start : start + count])


class Spare:
    """spare.bin: blocks that lie across two flash sectors of the drive."""

    FIRST = 1024  # where in the first of them the blocks begin

    def __init__(self, power=None, sectors=None):
        power = power or Power()
        self.sectors = [Sector(power, data) for data in sectors or (None, None)]

    def copy(self, power=None):
        """The same bytes on another supply."""
        return Spare(power, [sector.data for sector in self.sectors])

    def read(self, count):
        both = self.sectors[0].data + self.sectors[1].data
        return bytes(both[self.FIRST : self.FIRST + count])

    def write(self, data):
        """As CircuitPython does: a sector is erased and programmed again, one after the other."""
        both = self.sectors[0].data + self.sectors[1].data
        both[self.FIRST : self.FIRST + len(data)] = data
        for number, sector in enumerate(self.sectors):
            sector.erase()
            sector.program(0, both[number * SECTOR : (number + 1) * SECTOR])
