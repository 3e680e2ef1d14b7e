# SPDX-License-Identifier: MIT
"""The file of what the holes of a board have learnt: whole, kept, damaged."""

import json
import os

import pytest
from fake_machine import UID
from hypothesis import given
from hypothesis import strategies as st
from linked import SensedRig

from mastermind_host import calibrations, errors
from mastermind_host.calibrations import Calibrations, Learnt

DATE = "2025-11-30T15:34:12"


@pytest.fixture(scope="module")
def data():
    """What a hole has learnt, in bytes."""
    return SensedRig([1]).learn()[1]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(calibrations, "user_data_path", lambda *_, **__: tmp_path)
    return tmp_path / "calibrations"


def made(data, date=DATE, **changes):
    samples = {what: (10 * what, 1, 2, 65535) for what in range(8)}
    holes = {1: Learnt(data, samples), 4: Learnt(data, {})}
    return Calibrations(UID, date, holes)._replace(**changes)


def refused(path):
    with pytest.raises(errors.Fault) as fault:
        calibrations.load(path)
    assert fault.value.code == errors.WRONG_DEVICE
    front, end = f"{path} is no calibration: ", ". Nothing was changed."
    assert fault.value.what.startswith(front)
    assert fault.value.what.endswith(end)
    return fault.value.what[len(front) : -len(end)]


def test_what_is_saved_is_loaded(data, tmp_path):
    calibrations.save(tmp_path / "one.json", made(data))
    assert calibrations.load(tmp_path / "one.json") == made(data)
    assert [path.name for path in tmp_path.iterdir()] == ["one.json"]


def test_people_can_read_the_file(data, tmp_path):
    calibrations.save(tmp_path / "one.json", made(data))
    page = json.loads((tmp_path / "one.json").read_text())
    assert len(page.pop("sum")) == 64
    names = ("tiger", "lion", "crocodile", "parrot", "elephant", "hippo", "white", "empty")
    samples = {name: [10 * what, 1, 2, 65535] for what, name in enumerate(names)}
    assert page == {
        "what": "Jungle Mastermind calibration",
        "format": 1,
        "uid": UID,
        "date": DATE,
        "holes": {
            "guess hole 2": {"data": data.hex(), "samples": samples},
            "code hole 2": {"data": data.hex(), "samples": {}},
        },
    }


def test_samples_of_holes_that_have_them(data):
    assert list(made(data).samples) == [1]


def test_where_they_are_kept(folder):
    assert calibrations.path_of(UID) == folder / f"{UID}.json"
    assert calibrations.path_of("") == folder / "board.json"


def test_what_was_kept_stays_beside_the_new_one(data, folder):
    path = calibrations.path_of(UID)
    first, second = made(data), made(data, "2025-12-01T00:00:00", holes={0: Learnt(data, {})})
    calibrations.keep(path, first)
    assert os.listdir(folder) == [path.name]
    calibrations.keep(path, second)
    calibrations.keep(path, first._replace(date=second.date))
    calibrations.keep(path, first._replace(date=second.date))  # it is there already
    names = [f"{UID}-until-2025-12-01-000000{end}.json" for end in ("", "-2")]
    assert sorted(os.listdir(folder)) == sorted([path.name, *names])
    assert [calibrations.load(folder / name) for name in names] == [first, second]
    assert calibrations.newest(UID) == first._replace(date=second.date)


def test_nothing_is_kept_of_a_board():
    with pytest.raises(errors.Fault) as fault:
        calibrations.newest(UID)
    assert fault.value.code == errors.NO_DEVICE
    assert fault.value.what == f"This computer has kept no calibration of board {UID}."
    assert fault.value.advice == "mastermind calibrate"


def test_a_full_disk_leaves_what_was_there(data, tmp_path, monkeypatch):
    path = tmp_path / "one.json"
    calibrations.save(path, made(data))

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(errors.Fault) as fault:
        calibrations.save(path, made(data, "2026-01-01T00:00:00"))
    assert fault.value.code == errors.UNWRITABLE
    what = f"The calibration cannot be kept in {path}: No space left on device."
    assert fault.value.what == what
    assert calibrations.load(path) == made(data)
    assert os.listdir(tmp_path) == ["one.json"]


def test_no_such_folder(data, tmp_path):
    with pytest.raises(errors.Fault) as fault:
        calibrations.save(tmp_path / "none" / "one.json", made(data))
    assert fault.value.code == errors.UNWRITABLE


# ---- What is no calibration


def signed(tmp_path, data, change):
    """A file with a change that has a right sum."""
    calibrations.save(tmp_path / "one.json", made(data))
    page = json.loads((tmp_path / "one.json").read_text())
    del page["sum"]
    change(page)
    page["sum"] = calibrations._sum(page)
    (tmp_path / "one.json").write_text(json.dumps(page))
    return tmp_path / "one.json"


HEAD = b'{"what": "Jungle Mastermind calibration", '


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it makes no sense"),
        (b"\xff", "it makes no sense"),
        (b"[" * 100_000, "it makes no sense"),
        (b"[]", "it makes no sense"),
        (b"{}", "it makes no sense"),
        (b'{"what": "Jungle Mastermind backup"}', "it is something else"),
        (HEAD + b'"format": 2}', "it is of format 2, here 1 is read"),
        (HEAD + b'"format": 1, "sum": "x"}', "it is damaged, or has been changed"),
    ],
)
def test_other_files(tmp_path, content, why):
    (tmp_path / "one.json").write_bytes(content)
    assert refused(tmp_path / "one.json") == why


def test_no_file_and_a_folder(tmp_path):
    assert refused(tmp_path / "none.json") == "No such file or directory"
    assert refused(tmp_path) == "Is a directory"


def hole(page):
    return page["holes"]["guess hole 2"]


@pytest.mark.parametrize(
    "change",
    [
        lambda page: page["holes"].clear(),
        lambda page: hole(page).update(data="0102"),
        lambda page: hole(page).update(data="zz"),
        lambda page: hole(page).update(data=7),
        lambda page: hole(page)["samples"].pop("lion"),
        lambda page: hole(page)["samples"].update(lion=[1, 2, 3]),
        lambda page: hole(page)["samples"].update(lion=[1, 2, 3, 65536]),
        lambda page: hole(page)["samples"].update(lion=[1, 2, 3, True]),
        lambda page: hole(page)["samples"].update(unicorn=[1, 2, 3, 4]),
        lambda page: page["holes"].update(mousehole={}),
        lambda page: page.update(holes=[]),
        lambda page: page.pop("uid"),
    ],
)
def test_right_sums_over_what_makes_no_sense(data, tmp_path, change):
    assert refused(signed(tmp_path, data, change)) == "it makes no sense"


@given(at=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255))
def test_any_other_byte_is_seen_or_means_the_same(saved, at, byte):
    path, packed = saved
    place = int(at * len(packed))
    changed = path.with_name("changed.json")
    changed.write_bytes(packed[:place] + bytes([byte]) + packed[place + 1 :])
    if json_or_none(changed.read_bytes()) == json.loads(packed):
        assert calibrations.load(changed) == calibrations.load(path)
    else:
        refused(changed)


def json_or_none(data):
    try:
        return json.loads(data)
    except ValueError:
        return None


@pytest.fixture(scope="module")
def saved(data, tmp_path_factory):
    """(path of a file, what is in it)"""
    path = tmp_path_factory.mktemp("saved") / "one.json"
    calibrations.save(path, made(data))
    return path, path.read_bytes()
