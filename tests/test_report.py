# SPDX-License-Identifier: MIT
"""The last error is kept, and what is no report is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind import report


@pytest.mark.parametrize("text", ["ValueError: no tiger", "", "äöü", "x" * 506])
def test_a_report_comes_back(text):
    store = bytearray(b"\xff" * 4096)
    report.keep(store, text)
    assert report.kept(store) == text
    assert store[:3584] == b"\xff" * 3584, "the rest of the store belongs to others"


def test_of_a_long_report_the_end_is_kept():
    store = bytearray(4096)
    report.keep(store, "a" * 600 + "the last line")
    assert report.kept(store).endswith("aaa" + "the last line")
    assert len(report.kept(store)) == 506


def test_the_newest_report_is_kept():
    store = bytearray(4096)
    report.keep(store, "a longer first one")
    report.keep(store, "second")
    assert report.kept(store) == "second"


class Worn(bytearray):
    """A store that counts how often it was written."""

    writes = 0

    def __setitem__(self, place, data):
        self.writes += 1
        super().__setitem__(place, data)


def test_the_same_report_is_written_once():
    store = Worn(4096)
    for _ in range(3):
        report.keep(store, "at every start")
    assert (store.writes, report.kept(store)) == (1, "at every start")


@pytest.mark.parametrize("store", [None, bytearray(), bytearray(511)])
def test_a_board_without_a_store_plays_without(store):
    report.keep(store, "lost")
    assert report.kept(store) == ""


@given(st.binary(min_size=512, max_size=600))
def test_any_bytes_are_a_report_or_none(data):
    assert isinstance(report.kept(data), str)


def test_a_letter_that_the_cut_goes_through_is_dropped():
    store = bytearray(512)
    report.keep(store, "ä" * 400 + "x")
    assert report.kept(store) == "ä" * 252 + "x"
