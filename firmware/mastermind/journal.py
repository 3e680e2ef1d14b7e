# SPDX-License-Identifier: MIT
"""Append-only records in a byte array that outlives the power: microcontroller.nvm. Pure.

The array begins with a header of 8 bytes, alike in every format: mark, format, generation (2 bytes,
little endian), check (2 bytes). Then records: length of the payload, kind, payload, check. A check
is the low half of the CRC-32 of all before it in the header or record; 0xFFFF, which erased bytes
show, is never one.

Bytes that were never written are 0xFF. Writing to such bytes only programs the flash; a change to
any other byte erases all 4096 first, and a power cut in there loses them all. So nothing here
changes a byte that was written, and a record counts whole or not at all, wherever its write is cut.
What follows a cut record begins with a SYNC, at which reading goes on. Making room, the one thing
that erases, is the work of `carry`.
"""

from binascii import crc32

MARK = b"JMJ"
FORMAT = 1
HEADER_BYTES = 8
ERASED = 0xFF
FRAME_BYTES = 4  # length, kind, check
MOST_BYTES = 200  # the longest payload
LEAST_STORE = 1024  # a smaller array holds no match
# What a byte array can hold: nothing yet, a journal, one of another format, or something else.
NONE, EMPTY, GOOD, OTHER_FORMAT, FOREIGN = range(5)

_SYNC = 0


def header(generation: int):
    """The first 8 bytes of a journal; the generation counts how often its room was made anew."""
    front = MARK + bytes((FORMAT, generation & 255, generation >> 8))
    return front + _check(front)


def record(kind: int, payload: bytes = b""):
    """The bytes of one record; `kind` is 1 to 254."""
    body = bytes((len(payload), kind)) + payload
    return body + _check(body)


def _check(data: bytes):
    check = _sum(data)
    return bytes((check & 255, check >> 8))


def _sum(data: bytes):
    check = crc32(data) & 0xFFFF
    return check if check != 0xFFFF else 0


SYNC = record(_SYNC, b"sync")
_CUT_BYTES = 2 * (len(SYNC) + FRAME_BYTES + MOST_BYTES)  # a cut write, and a cut one after it


class Journal:
    """Records in `store`: any byte array with slices, or None for a board without one.

    `found` is what the store held; `generation` that of its header, or 0. Read it once with `read`
    before anything is appended.
    """

    def __init__(self, store):
        self.store = store if store and len(store) >= LEAST_STORE else None
        self.found, self.generation = _found(self.store)
        self.damaged_at = None  # where the first record stands that is neither whole nor just cut
        self._end = HEADER_BYTES
        self._dirty = False  # whether something that is no record stands before `_end`
        self._rejected = False
        self.failed = self.found == NONE  # no more is written: records after a gap would mislead

    @property
    def is_odd(self):
        """Whether there is something to be said about what the store held."""
        return self.found not in (GOOD, EMPTY) or self.damaged_at is not None

    @property
    def room(self):
        """Bytes that are left for records."""
        if self.failed:
            return 0
        return max(0, len(self.store) - self._end - (len(SYNC) if self._dirty else 0))

    def read(self):
        """Each whole record as (kind, payload), oldest first; after a bad one those past a SYNC."""
        if self.found != GOOD:
            return
        data = bytes(self.store[:])
        used = len(data.rstrip(b"\xff"))
        place, self._dirty = HEADER_BYTES, False
        while place < used:
            end = _end_of(data, place)
            if end and data[place + 1] != _SYNC:
                self._rejected = False
                yield data[place + 1], data[place + 2 : end - 2]
                if self._rejected:
                    end = None
            if not end:
                end = self._after_bad(data, place, used)
            place = end
        self._end = max(place, used)

    def reject(self):
        """Say of the record that `read` has just given that it makes no sense: it is a bad one."""
        self._rejected = True

    def append(self, kind: int, payload: bytes = b""):
        """Write one record; whether it stands there. After a failure nothing more is written."""
        if self.failed:
            return False
        written = record(kind, payload)
        if self._dirty:
            written = SYNC + written
        if self.found != GOOD:
            written = self._claim() + written
        end = self._end + len(written)
        if end > len(self.store):
            self.failed = True
            return False
        self.store[self._end : end] = written
        self.failed = bytes(self.store[self._end : end]) != written
        self._end, self._dirty = end, False
        return not self.failed

    def _claim(self):
        """The header for a store that holds no journal; what another program left is erased."""
        if self.found != EMPTY:
            self.store[:] = bytes((ERASED,)) * len(self.store)
        self.found, self._end = GOOD, 0
        self.generation += 1
        return header(self.generation)

    def _after_bad(self, data: bytes, place: int, used: int):
        """Where reading goes on after the bad record at `place`: past a SYNC, or nowhere.

        Writes that were cut are no damage: they are short, and no whole record is behind them.
        """
        sync = data.find(SYNC, place)
        if sync >= 0:
            return sync + len(SYNC)
        long = used - place > _CUT_BYTES
        if self.damaged_at is None and (self._rejected or long or _any_record(data, place, used)):
            self.damaged_at = place
        self._dirty = True
        return used


def _found(store):
    """(what `store` holds, its generation)."""
    if store is None:
        return NONE, 0
    front = bytes(store[:HEADER_BYTES])
    if front[:3] == MARK and front[6:] == _check(front[:6]):
        return (GOOD if front[3] == FORMAT else OTHER_FORMAT), front[4] | front[5] << 8
    return (FOREIGN if bytes(store[:]).rstrip(b"\xff") else EMPTY), 0


def _any_record(data: bytes, start: int, end: int):
    """Whether a whole record begins after `start` and before `end`."""
    return any(_end_of(data, place) for place in range(start + 1, end))


def _end_of(data: bytes, place: int):
    """Where the record at `place` ends, or None if it is not whole."""
    length = data[place]
    check = place + 2 + length
    if length > MOST_BYTES or check + 2 > len(data):
        return None
    # As numbers: a power-up reads hundreds of records.
    written = data[check] | data[check + 1] << 8
    return check + 2 if written == _sum(data[place:check]) else None
