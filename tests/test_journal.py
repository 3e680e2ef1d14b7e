# SPDX-License-Identifier: MIT
"""Records in a byte array: what is read back, and what is made of damage."""

import flash
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind import journal
from mastermind.journal import Journal

RECORDS = [(1, b"tiger"), (2, b""), (254, b"\xff" * 200), (3, b"\x00")]


def written(records, data=None):
    """An nvm with a journal of these records."""
    nvm = flash.Nvm(data=data)
    append(nvm, records)
    return nvm


def append(nvm, records):
    kept = Journal(nvm)
    list(kept.read())
    for kind, payload in records:
        assert kept.append(kind, payload)


def read(nvm):
    return list(Journal(nvm).read())


def test_the_bytes_of_a_journal():
    nvm = written([(1, b"tiger")])
    assert bytes(nvm[:8]) == b"JMJ\x01\x01\x00\x7e\xf7"
    assert bytes(nvm[8:17]) == b"\x05\x01tiger\xad\x8f"
    assert bytes(nvm[17:]) == b"\xff" * (4096 - 17)


def test_records_come_back_and_more_can_follow():
    nvm = written(RECORDS)
    assert read(nvm) == RECORDS
    append(nvm, RECORDS)
    assert read(nvm) == RECORDS * 2
    assert nvm.sector.erases == 0


@given(st.lists(st.tuples(st.integers(1, 254), st.binary(max_size=200)), max_size=18))
def test_any_records_come_back(records):
    assert read(written(records)) == records


def test_a_check_is_never_what_erased_bytes_show():
    payload = next(
        number.to_bytes(3, "big")
        for number in range(1 << 20)
        if journal.crc32(b"\x03\x01" + number.to_bytes(3, "big")) & 0xFFFF == 0xFFFF
    )
    assert journal.record(1, payload)[-2:] == b"\x00\x00"
    assert read(written([(1, payload)])) == [(1, payload)]


def test_a_full_journal_takes_no_more_and_says_so():
    nvm = flash.Nvm()
    kept = Journal(nvm)
    while kept.append(1, b"x" * 100):
        pass
    assert kept.failed
    assert kept.room == 0
    assert not kept.append(2), "a small one would fit, but records after a gap would mislead"
    assert read(nvm) == [(1, b"x" * 100)] * 39


def test_room_is_what_is_left():
    kept = Journal(flash.Nvm())
    assert kept.room == 4096 - 8
    kept.append(1, b"12345")
    assert kept.room == 4096 - 8 - 9


@pytest.mark.parametrize("store", [None, bytearray(), bytearray(b"\xff" * 1023)])
def test_a_board_without_a_store_keeps_nothing(store):
    kept = Journal(store)
    assert (kept.found, kept.room, list(kept.read())) == (journal.NONE, 0, [])
    assert not kept.append(1)


def header_of(mark=b"JMJ", number=1):
    front = mark + bytes((number, 5, 0))
    return front + journal._check(front)


FOUND = {
    "new": (b"", journal.EMPTY),
    "ones": (b"\xff" * 4096, journal.EMPTY),
    "zeros": (b"\x00" * 4096, journal.FOREIGN),
    "another program": (b'{"volume": 7}', journal.FOREIGN),
    "a byte at the end": (b"\xff" * 4095 + b"\xfe", journal.FOREIGN),
    "another mark": (header_of(b"JMK"), journal.FOREIGN),
    "a wrong check": (b"JMJ\x01\x05\x00\x00\x00", journal.FOREIGN),
    "half a header": (header_of()[:5], journal.FOREIGN),
    "an older format": (header_of(number=0), journal.OTHER_FORMAT),
    "a newer format": (header_of(number=2), journal.OTHER_FORMAT),
    "ours": (header_of(), journal.GOOD),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_is_found_is_left_alone_until_something_is_kept(name):
    data, found = FOUND[name]
    nvm = flash.Nvm(data=data.ljust(4096, b"\xff"))
    before = bytes(nvm[:])
    kept = Journal(nvm)
    assert (kept.found, list(kept.read())) == (found, [])
    assert bytes(nvm[:]) == before
    assert kept.append(7, b"hippo")
    assert read(nvm) == [(7, b"hippo")]
    assert nvm.sector.erases == (found in (journal.FOREIGN, journal.OTHER_FORMAT))


SMALL = [(kind, bytes((kind, kind))) for kind in range(1, 9)]


@pytest.mark.parametrize("place", range(8, 8 + 6 * 8))
def test_of_a_damaged_journal_what_was_before_the_damage_is_used(place):
    nvm = written(SMALL)
    nvm.sector.data[place] ^= 0x10
    damaged = (place - 8) // 6
    kept = Journal(nvm)
    assert list(kept.read()) == SMALL[:damaged]
    # Of the last record one can't tell whether it was cut or damaged.
    if damaged < 7 and (place - 8) % 6:
        assert kept.damaged_at == 8 + 6 * damaged
    append(nvm, [(9, b"after")])
    again = Journal(nvm)
    assert list(again.read()) == [*SMALL[:damaged], (9, b"after")]
    assert again.damaged_at is None, "it has been told, and set aside"
    assert nvm.sector.erases == 0


def test_a_record_that_makes_no_sense_is_damage_too():
    nvm = written(SMALL)
    for _ in range(2):
        kept = Journal(nvm)
        seen = []
        for record in kept.read():
            seen.append(record)
            if record[0] == 3:
                kept.reject()
        assert seen == SMALL[:3]
        assert kept.damaged_at == 8 + 2 * 6
    assert kept.append(9)
    assert kept.append(3)
    kept = Journal(nvm)
    seen = []
    for record in kept.read():
        seen.append(record)
        if record == SMALL[2]:
            kept.reject()
    assert seen == [*SMALL[:3], (9, b""), (3, b"")]


def test_garbage_to_the_end_leaves_no_room():
    nvm = written(SMALL)
    nvm.sector.data[56:] = b"\xa5" * (4096 - 56)
    kept = Journal(nvm)
    assert list(kept.read()) == SMALL
    assert (kept.damaged_at, kept.room) == (56, 0)
    assert not kept.append(1)


class Worn(flash.Nvm):
    """A flash whose last bit does not take any more."""

    def __setitem__(self, key, value):
        super().__setitem__(key, bytes(byte | 1 for byte in value))


def test_a_flash_that_takes_no_more_is_noticed():
    kept = Journal(Worn())
    assert not kept.append(1, b"tiger")
    assert kept.failed
    assert not kept.append(1, b"tiger")


@given(st.binary(max_size=600), st.booleans())
def test_no_bytes_are_an_error(data, headed):
    data = header_of() + data if headed else data
    nvm = flash.Nvm(data=data.ljust(4096, b"\xff"))
    before = read(nvm)
    append(nvm, [(9, b"after")])
    assert read(nvm) == [*before, (9, b"after")]
