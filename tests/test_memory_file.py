# SPDX-License-Identifier: MIT
"""A virtual board's memory in a file: whole at every moment, one board at a time, clear faults."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from mastermind import journal, keys, settings
from mastermind_host import errors, memory_file, virtual
from mastermind_host.memory_file import MemoryFile

ERASED = b"\xff" * virtual.NVM_BYTES


@pytest.fixture
def path(tmp_path):
    return tmp_path / "family" / "board.nvm"


def test_a_new_memory_is_an_erased_nvm_in_a_folder_of_its_own(path):
    with MemoryFile(path) as store:
        assert len(store) == virtual.NVM_BYTES
        assert bytes(store[:]) == path.read_bytes() == ERASED
    assert memory_file.default_path().parts[-2:] == ("jungle-mastermind", "board.nvm")


def test_each_change_is_in_the_file_at_once(path):
    with MemoryFile(path) as store:
        store[:8] = journal.header(1)
        assert path.read_bytes() == journal.header(1) + ERASED[8:]
        store[8:10] = b"ab"
        assert path.read_bytes()[8:11] == b"ab\xff"
    assert sorted(file.name for file in path.parent.iterdir()) == ["board.nvm", "board.nvm.lock"]


def test_a_match_goes_on_where_it_was(path):
    chosen = settings.defaults() | {"hider": "board", "level": "older"}
    with MemoryFile(path) as store:
        press(chosen, store, keys.CHECK, keys.CHECK, keys.LEFT, keys.MIDDLE, keys.RIGHT, keys.CHECK)
    with MemoryFile(path) as store:
        session = virtual.Session(settings.defaults(), store=store)
        assert session.app.table.stage == "guess"
        assert session.app.table.level == "older"
        assert [guess for guess, _ in session.app.table.game.history] == [(0, 0, 0)]


def press(chosen, store, *pressed):
    """Taps at a new session, on a clock of its own."""
    clock = iter(range(0, 10**6, 20))
    board = virtual.Board(now_ms=lambda: next(clock))
    session = virtual.Session(chosen, board=board, store=store)
    for key in pressed:
        for down in (True, False):
            for _ in range(10):
                session.step()
            session.key(key, down)
    session.step()


def test_a_write_that_fails_leaves_the_file_as_it_was(path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with MemoryFile(path) as store:
        store[:8] = journal.header(1)
        monkeypatch.setattr(memory_file.os, "fsync", full)
        with pytest.raises(errors.Fault) as fault:
            store[8:10] = b"ab"
        assert path.read_bytes() == journal.header(1) + ERASED[8:]
        assert not path.with_name("board.nvm.new").exists()
    assert fault.value.code == errors.UNWRITABLE
    assert fault.value.what == (
        f"The board's memory {path.resolve()} cannot be written: No space left on device."
    )


def test_room_is_made_in_one_write(path):
    """Between erasing and writing a file without a header would be no memory at all."""
    with MemoryFile(path) as store:
        kept = journal.Journal(store)
        while kept.room > 40:
            kept.append(1, b"\x10\x10" + bytes(30))
        seen = []
        save = store._save
        store._save = lambda: (save(), seen.append(bytes(store[:8])))
        virtual.Session(settings.defaults(), store=store)
    assert seen == [journal.header(2)]


def test_another_board_is_kept_away(path):
    with MemoryFile(path):
        with pytest.raises(errors.Fault) as fault:
            MemoryFile(path)
        assert fault.value.code == errors.BUSY
        assert fault.value.what == f"The board's memory {path.resolve()} is in use."
    MemoryFile(path).close()


def test_a_board_that_was_killed_keeps_nobody_away(path):
    script = "import sys, os; from mastermind_host.memory_file import *; " + (
        "store = MemoryFile(Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    MemoryFile(path).close()
    assert path.read_bytes() == ERASED


@pytest.mark.parametrize(
    "content",
    [b"", b"Dear diary,", b"x" * virtual.NVM_BYTES, ERASED[1:], journal.header(1)],
    ids=["empty", "text", "as long", "too short", "header alone"],
)
def test_a_file_of_another_program_is_left_alone(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(errors.Fault) as fault:
        MemoryFile(path)
    assert fault.value.code == errors.WRONG_DEVICE
    assert path.read_bytes() == content
    path.unlink()
    MemoryFile(path).close()  # not locked any more


def test_a_memory_of_another_version_is_left_alone(path):
    front = journal.MARK + bytes((journal.FORMAT + 1, 1, 0))
    path.parent.mkdir()
    path.write_bytes(front + journal._check(front) + ERASED[8:])
    with pytest.raises(errors.Fault, match="of another version of this program") as fault:
        MemoryFile(path)
    assert fault.value.code == errors.WRONG_DEVICE


def test_a_folder_that_cannot_be_made_says_so(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(errors.Fault) as fault:
        MemoryFile(tmp_path / "file" / "board.nvm")
    assert fault.value.code == errors.UNWRITABLE


def test_a_link_stays_a_link(path, tmp_path):
    link = tmp_path / "link.nvm"
    link.symlink_to(path)
    with MemoryFile(link) as store:
        store[:8] = journal.header(1)
    assert link.is_symlink()
    assert path.read_bytes() == journal.header(1) + ERASED[8:]


def test_nothing_is_kept_for_a_dash():
    with memory_file.keep(Path("-")) as store:
        assert store is None
