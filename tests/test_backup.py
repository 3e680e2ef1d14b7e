# SPDX-License-Identifier: MIT
"""Backups of a board, and bringing them back: files, memory, and what is refused."""

import errno
import io
import json
import os
import signal
import zipfile

import pytest
from fake_drives import FILES, UID, WHEN, Rig

from mastermind import __version__
from mastermind_host import cli, errors
from mastermind_host.commands.shared import Job
from mastermind_host.deploy import archive, backup, manifest
from mastermind_host.deploy.archive import About, Backup

OTHER_UID = "E6614103E72A5D37"
MANIFEST = manifest.build(FILES)
MATCH = bytes(range(200)) + b"\xff" * 3896  # what a board remembers
SPARE = bytes(range(256)) * 64
MINE = b'level = "expert"\n' + FILES["settings.toml"].replace(b'level = "younger"', b"# level")
ABOUT = About("backup", UID, "raspberry_pi_pico", "9.2.4", __version__, "2025-11-30T15:34:12")


@pytest.fixture
def rig(tmp_path):
    """A board with the firmware, with settings and a match of its own."""
    rig = Rig(tmp_path)
    rig.deploy()
    rig.volume = rig.new_volume()
    for path, data in (("settings.toml", MINE), ("spare.bin", SPARE), ("diary.txt", b"Dear diary")):
        (rig.root / path).write_bytes(data)
    rig.board.nvm[:] = MATCH
    rig.told.steps.clear()
    return rig


def make(rig, path, **changes):
    options = {"progress": rig.told, "volume": rig.volume} | changes
    return backup.make(rig.machine, rig.device, rig.clock, path, WHEN, **options)


def refused(action, *arguments, **changes):
    with pytest.raises(errors.Fault) as fault:
        action(*arguments, **changes)
    return fault.value


# making one


def test_all_files_and_the_memory_are_saved(rig, tmp_path):
    made = make(rig, tmp_path / "one")
    files = rig.content() | {"boot_out.txt": rig.volume.read("boot_out.txt")}
    assert made == Backup(ABOUT, files, MATCH)
    assert archive.load(tmp_path / "one") == made
    assert rig.board.mode == "running"
    assert rig.volume.writes == []
    assert (tmp_path / "one/memory/nvm.bin").read_bytes() == MATCH
    assert (tmp_path / "one/drive/spare.bin").read_bytes() == SPARE


def test_a_zip_is_the_same(rig, tmp_path):
    made = make(rig, tmp_path / "one.zip")
    assert archive.load(tmp_path / "one.zip") == made
    assert not (tmp_path / "one.zip.part").exists()


def test_nobody_else_can_read_a_backup(rig, tmp_path):
    make(rig, tmp_path / "a/one")
    assert os.stat(tmp_path / "a").st_mode & 0o077 == 0
    assert os.stat(tmp_path / "a/one").st_mode & 0o077 == 0


def test_spare_bin_is_what_the_board_has(rig, tmp_path):
    """This computer may not have seen what the board wrote at its last start."""
    read = rig.volume.read
    rig.volume.read = lambda path: b"\0" * 16384 if path == "spare.bin" else read(path)
    assert make(rig, tmp_path / "one").files["spare.bin"] == SPARE


def test_an_old_view_of_the_drive_is_no_backup(rig, tmp_path):
    read = rig.volume.read
    rig.volume.read = lambda path: b"old" if path == "diary.txt" else read(path)
    fault = refused(make, rig, tmp_path / "one")
    assert fault.code == errors.UNVERIFIED
    assert fault.what == "This computer does not see what is on the board: diary.txt."
    assert not (tmp_path / "one").exists()


def test_without_memory_the_game_goes_on(rig, tmp_path):
    starts = rig.board.starts
    made = make(rig, tmp_path / "one", memory=False)
    assert (made.memory, made.about.kind) == (b"", "backup")
    assert rig.board.starts == starts
    assert archive.load(tmp_path / "one").memory == b""


def test_no_console_says_what_can_be_done(rig, tmp_path):
    device = rig.device._replace(console=None)
    fault = refused(backup.make, rig.machine, device, rig.clock, tmp_path / "one", WHEN)
    assert fault.code == errors.NO_DEVICE
    assert fault.advice.endswith("mastermind backup --no-memory saves the drive's files alone")


def test_a_taken_name_is_not_written_over(rig, tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "one/holiday.jpg").write_bytes(b"x")
    fault = refused(make, rig, tmp_path / "one")
    assert fault.code == errors.UNWRITABLE
    assert "it is there already" in fault.what
    assert (tmp_path / "one/holiday.jpg").exists()


def test_backups_are_listed_newest_first(tmp_path):
    for date, uid in (("2025-01-01", UID), ("2025-03-01", UID), ("2025-02-01", OTHER_UID)):
        about = ABOUT._replace(date=date, uid=uid)
        archive.save(tmp_path / uid / date, Backup(about, {"a": b"123"}, b"\1" * 8))
    (tmp_path / UID / "broken").mkdir()
    (tmp_path / UID / "broken/backup.json").write_text("{")
    assert [one.about.date for one in archive.known(tmp_path)] == [
        "2025-03-01",
        "2025-02-01",
        "2025-01-01",
    ]
    (one,) = archive.known(tmp_path, OTHER_UID)
    assert (one.files, one.size, one.memory) == (1, 3, True)
    assert archive.newest(tmp_path, UID) == tmp_path / UID / "2025-03-01"
    assert refused(archive.newest, tmp_path, "FF").code == errors.NO_DEVICE


def test_two_backups_in_a_second_are_two(tmp_path):
    first = archive.place(tmp_path, UID, WHEN)
    first.mkdir(parents=True)
    assert archive.place(tmp_path, UID, WHEN).name == "2025-11-30-153412-2"


# what is no backup


def damage(path, name, data):
    (path / name).write_bytes(data)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("drive/code.py", b"x", "damaged: code.py"),
        ("memory/nvm.bin", b"x", "damaged: memory/nvm.bin"),
        ("backup.json", b"{", "Expecting property name enclosed in double quotes"),
        ("backup.json", b'{"what": "else", "format": 1}', "it is none of this program's"),
        (
            "backup.json",
            b'{"what": "Jungle Mastermind backup", "format": 1, "files": {"../x": [1, "2"]}}',
            "it has a file with a strange name: '../x'",
        ),
    ],
)
def test_a_damaged_backup_is_refused(tmp_path, name, data, why):
    archive.save(tmp_path / "one", Backup(ABOUT, {"code.py": b"print()"}, MATCH))
    (tmp_path / "one" / name).write_bytes(data)
    fault = refused(archive.load, tmp_path / "one")
    assert fault.code == errors.WRONG_DEVICE
    assert why in fault.what
    assert fault.what.endswith("Nothing was restored.")


def test_a_missing_file_is_named(tmp_path):
    archive.save(tmp_path / "one", Backup(ABOUT, {"lib/code.py": b"print()"}))
    (tmp_path / "one/drive/lib/code.py").unlink()
    what = f"{tmp_path}/one is no whole backup: it has no code.py. Nothing was restored."
    assert refused(archive.load, tmp_path / "one").what == what
    assert "it has no" in refused(archive.load, tmp_path / "nowhere").what


@pytest.mark.parametrize("name", ["/etc/x", "a/../../x", "C:/x", "a\\b", "a//b", "./a", "a:b", ""])
def test_no_file_of_a_zip_leaves_the_drive(tmp_path, name):
    page = {"what": archive.WHAT, "format": 1, **ABOUT._asdict(), "files": {name: [1, "x"]}}
    with zipfile.ZipFile(tmp_path / "one.zip", "w") as file:
        file.writestr("backup.json", json.dumps(page | {"memory": None}))
    assert "a strange name" in refused(archive.load, tmp_path / "one.zip").what


def test_what_is_no_zip(tmp_path):
    (tmp_path / "one.zip").write_bytes(b"PK")
    assert refused(archive.load, tmp_path / "one.zip").code == errors.WRONG_DEVICE


# bringing it back


@pytest.fixture
def saved(rig, tmp_path):
    """A backup of the board; then other firmware and another match are on it."""
    made = make(rig, tmp_path / "saved")
    older = {"mastermind/new.py": b"# of a newer version\n", "code.py": b"# newer code\n"}
    for path, data in older.items():
        (rig.root / path).write_bytes(data)
    newer = {p: d for p, d in FILES.items() if p != "lib/neopixel.py"} | older
    (rig.root / "manifest.json").write_bytes(manifest.build(newer))
    (rig.root / "settings.toml").write_bytes(b"sound = false\n")
    (rig.root / "diary.txt").unlink()
    (rig.root / "mine.txt").write_bytes(b"mine")
    (rig.root / "spare.bin").write_bytes(b"\2" * 16384)
    rig.board.nvm[:] = b"\3" * 4096
    rig.volume = rig.new_volume()
    return made


def test_files_come_back_and_the_memory_stays(rig, saved):
    report = rig.restoration(saved).run()
    content = rig.content()
    there = {path: data for path, data in saved.files.items() if path != "boot_out.txt"}
    assert content == there | {"mine.txt": b"mine", "spare.bin": b"\2" * 16384}
    assert bytes(rig.board.nvm) == b"\3" * 4096
    assert report.started
    assert rig.volume.deletes == ["mastermind/new.py"]
    assert [one.path for one in report.changed] == [
        *("diary.txt", "settings.toml", "code.py", "mastermind/new.py")
    ]


def test_the_memory_comes_back_with_spare_bin(rig, saved):
    rig.restoration(saved, memory=True).run()
    assert bytes(rig.board.nvm) == MATCH
    assert rig.content()["spare.bin"] == SPARE
    assert rig.volume.writes[:2] == ["manifest.json", "spare.bin"]


def test_what_was_there_before_is_backed_up_with_its_memory(rig, saved):
    before = rig.content()
    report = rig.restoration(saved).run()
    kept = archive.load(report.backup)
    assert kept.about.kind == "before restore"
    assert kept.memory == b"\3" * 4096
    assert {path: kept.files[path] for path in before} == before
    rig.volume = rig.new_volume()
    rig.restoration(kept, memory=True, backups=rig.folder / "second").run()
    assert rig.content() == before | {"diary.txt": b"Dear diary"}


def test_a_board_that_lost_its_spare_bin_gets_an_empty_one(rig, saved):
    (rig.root / "spare.bin").unlink()
    rig.restoration(saved).run()
    assert rig.content()["spare.bin"] == FILES["spare.bin"]


def test_an_equal_board_is_only_verified_and_started(rig, tmp_path):
    made = make(rig, tmp_path / "one")
    report = rig.restoration(made).run()
    assert (report.files_written, report.started) == (0, True)


def test_what_was_before_the_first_deploy_comes_back(tmp_path):
    rig = Rig(tmp_path)
    before = rig.content()
    kept = archive.load(rig.deploy().backup)
    rig.volume = rig.new_volume()
    report = rig.restoration(kept, backups=rig.folder / "second").run()
    assert rig.content() == before | {"spare.bin": FILES["spare.bin"]}
    assert (report.committed, report.started) == (True, False)  # nothing of ours to wait for
    rig.clock.sleep(1)
    assert "Hello World!" in rig.board.said.decode().rpartition("code.py output:")[2]


def test_looking_changes_nothing(rig, saved):
    before, executed = rig.content(), list(rig.board.executed)
    report = rig.restoration(saved).look()
    assert len(report.changed) == 4
    assert (rig.content(), rig.board.executed) == (before, executed)


def test_a_backup_of_another_board_is_refused(rig, saved):
    other = saved._replace(about=saved.about._replace(uid=OTHER_UID))
    fault = refused(rig.restoration(other).run)
    assert fault.code == errors.WRONG_DEVICE
    assert fault.what == f"The backup is of board {OTHER_UID}, this is board {UID}."
    assert rig.volume.writes == []
    assert rig.restoration(other, other_board=True, memory=True).run().started
    assert bytes(rig.board.nvm) == MATCH


def test_a_backup_without_memory_has_none_to_give(rig, saved):
    fault = refused(rig.restoration(saved._replace(memory=b""), memory=True).run)
    assert (fault.code, rig.volume.writes) == (errors.WRONG_DEVICE, [])
    assert fault.what == "The backup of 2025-11-30T15:34:12 has no memory of a board."


def test_a_full_drive_is_refused_first(rig, saved):
    rig.volume.clusters = 10
    fault = refused(rig.restoration(saved).run)
    assert (fault.code, rig.volume.writes) == (errors.UNWRITABLE, [])


def test_a_half_restore_is_done_by_the_same_again(rig, saved):
    rig.volume.errors = {"code.py": [errno.ENODEV]}
    assert refused(rig.restoration(saved, memory=True).run).code == errors.UNWRITABLE
    assert (rig.root / "manifest.json").read_bytes().startswith(b'{"complete": false')
    rig.volume = rig.new_volume()
    backups = rig.folder / "second"
    assert rig.restoration(saved, memory=True, backups=backups).run().started
    assert bytes(rig.board.nvm) == MATCH
    assert rig.content()["manifest.json"] == MANIFEST
    assert "mastermind/new.py" not in rig.content()


def test_memory_that_does_not_stay_is_unverified(rig, saved):
    class Worn(bytearray):
        def __setitem__(self, where, value):
            pass

    rig.board.nvm = Worn(b"\3" * 4096)
    fault = refused(rig.restoration(saved, memory=True).run)
    assert fault.code == errors.UNVERIFIED
    assert fault.what == "The board's memory is not what was written to it."


def test_ctrl_c_in_a_restore(rig, saved):
    def press(path):
        rig.volume.on_write = lambda path: None
        signal.raise_signal(signal.SIGINT)

    rig.volume.on_write = press
    fault = refused(rig.restoration(saved).run)
    assert (fault.code, fault.advice) == (errors.INTERRUPTED, "the same command again")


# the commands


def run(rig, capsys, *arguments):
    code = cli.run(list(arguments), Job(rig.machine, rig.clock))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def at_home(rig, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(rig.folder / "data"))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    return rig


def test_backup_and_restore_by_command(at_home, capsys):
    code, out, _ = run(at_home, capsys, "backup")
    assert code == 0
    volume = at_home.volume
    size = sum(volume.size(name) for name in volume.names())
    what = f"{len(volume.names())} files of {size} bytes and 4096 bytes of memory"
    assert out.startswith(f"{what}: {at_home.folder}/data/jungle-mastermind/backups/{UID}/")
    before = at_home.content()
    (at_home.root / "code.py").write_bytes(b"# broken")
    at_home.board.nvm[:] = b"\3" * 4096
    code, out, err = run(at_home, capsys, "restore")
    assert (code, out) == (errors.INTERRUPTED, "")  # nobody can answer
    assert "Overwrite these files from " in err
    code, out, err = run(at_home, capsys, "restore", "-y", "--memory")
    assert (code, out[:42]) == (0, "The backup is on the board, verified, and ")
    assert "What was there before is kept in " in err
    assert at_home.content() == before
    assert bytes(at_home.board.nvm) == MATCH


def test_the_list_of_backups(at_home, capsys):
    assert run(at_home, capsys, "backup", "--list")[:2] == (0, "")
    run(at_home, capsys, "backup", "--no-memory")
    code, out, _ = run(at_home, capsys, "backup", "--list")
    assert code == 0
    assert f"{UID}  {len(at_home.volume.names())} files, no memory, backup\n" in out
    code, out, _ = run(at_home, capsys, "backup", "--list", "--json")
    (one,) = json.loads(out)
    assert (one["uid"], one["memory"], one["kind"]) == (UID, False, "backup")


def test_dry_runs_save_and_change_nothing(at_home, capsys, tmp_path):
    code, out, _ = run(at_home, capsys, "backup", "-n", "-o", str(tmp_path / "x"))
    assert (code, out) == (0, f"Would save the board in {tmp_path / 'x'}\n")
    assert not (tmp_path / "x").exists()
    run(at_home, capsys, "backup", "-o", str(tmp_path / "x"))
    code, out, _ = run(at_home, capsys, "restore", "-n", str(tmp_path / "x"))
    assert (code, out) == (0, "Nothing would be copied.\n")


def test_restore_without_a_backup(at_home, capsys):
    code, out, err = run(at_home, capsys, "restore")
    assert (code, out) == (errors.NO_DEVICE, "")
    assert f"There is no backup of board {UID}" in err


def test_a_backup_as_data_tells_sizes_and_no_content(at_home, capsys, tmp_path):
    code, out, err = run(at_home, capsys, "backup", "--json", "-o", str(tmp_path / "x.zip"))
    told = json.loads(out)
    assert (code, told["memory"], told["files"]["diary.txt"]) == (0, 4096, 10)
    assert "Dear diary" not in out + err
    assert MATCH[:8].hex() not in out + err
