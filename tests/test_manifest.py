# SPDX-License-Identifier: MIT
"""manifest.json: the commit of a deploy, as the host writes it and the board reads it."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind import __version__
from mastermind_host import drive
from mastermind_host.deploy import manifest
from mastermind_host.deploy.manifest import Entry, Manifest

SHA_A = hashlib.sha256(b"a").hexdigest()
FILES = {"code.py": b"a", "settings.toml": b"x", "spare.bin": b"y", "lib/b.py": b""}
SHA_EMPTY = hashlib.sha256(b"").hexdigest()


def test_its_very_bytes():
    assert manifest.build(FILES).decode() == (
        f'{{"complete": true, "version": "{__version__}", "files": {{\n'
        f'"code.py": [1, "{SHA_A}"],\n'
        f'"lib/b.py": [0, "{SHA_EMPTY}"]\n'
        "}}\n"
    )


def test_the_order_of_the_files_changes_nothing():
    assert manifest.build(dict(reversed(FILES.items()))) == manifest.build(FILES)


def test_what_is_built_is_read(tmp_path):
    (tmp_path / "manifest.json").write_bytes(manifest.build(FILES))
    files = {"code.py": Entry(1, SHA_A), "lib/b.py": Entry(0, SHA_EMPTY)}
    assert manifest.read(tmp_path) == Manifest(True, __version__, files)


def test_a_whole_drive_without_what_is_the_boards():
    files = drive.files()
    known = manifest.parse(manifest.build(files))
    assert set(known.files) == set(files) - {"settings.toml", "spare.bin"}
    assert known.files["boot.py"] == manifest.entry(files["boot.py"])


def test_no_manifest_is_none(tmp_path):
    assert manifest.read(tmp_path) is None


def test_the_board_knows_an_incomplete_one_by_its_first_bytes(tmp_path):
    assert manifest.INCOMPLETE == b'{"complete": false}'
    (tmp_path / "manifest.json").write_bytes(manifest.INCOMPLETE)
    assert manifest.read(tmp_path) == Manifest(complete=False)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"complete": true}',
        b'{"complete": true, "version": "1", "files": []}',
        b'{"complete": true, "version": "1", "files": {"a": 1}}',
        b'{"complete": true, "version": "1", "files": {"a": [1]}}',
        b'{"complete": true, "version": "1", "files": {"a": [-1, "00"]}}',
        b'{"complete": true, "version": "1", "files": {"a": [true, "00"]}}',
        b'{"complete": true, "version": "1", "files": {"a": [1, 2]}}',
        b'{"complete": true, "version": 1, "files": {}}',
        b'{"complete": 1, "version": "1", "files": {}}',
        b'{"complete": false, "version": "1", "files": {}}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_one_is_incomplete(data):
    assert manifest.parse(data) == Manifest(complete=False)


@given(st.integers(0, 500), st.integers(0, 255))
def test_any_cut_or_changed_byte_is_incomplete_or_other_files(at, byte):
    whole = manifest.build(FILES)
    assert manifest.parse(whole[: at % (len(whole) - 1)]) == Manifest(complete=False)
    at %= len(whole)
    manifest.parse(whole[:at] + bytes([byte]) + whole[at + 1 :])  # never raises


@given(st.dictionaries(st.text(min_size=1), st.binary()))
def test_any_files_come_back(files):
    built = manifest.build(files)
    json.loads(built)
    kept = {path: data for path, data in files.items() if path not in manifest.BOARDS_OWN}
    assert manifest.parse(built).files == {p: manifest.entry(d) for p, d in kept.items()}
