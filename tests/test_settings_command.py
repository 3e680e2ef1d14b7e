# SPDX-License-Identifier: MIT
"""`mastermind settings`: shown and changed on the board's drive, with a backup, read back."""

import errno
import json

import pytest
from fake_drives import FILES, UID, WHEN, Rig

from mastermind_host import cli, errors
from mastermind_host.commands.shared import Job
from mastermind_host.deploy import archive, settings_drive, settings_file

MINE = b'# mine\r\nlevel = "older"   # for us\r\nbrightness = 9\r\n'


@pytest.fixture
def rig(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    rig = Rig(tmp_path)
    (rig.root / "settings.toml").write_bytes(MINE)
    return rig


def run(rig, capsys, *arguments):
    code = cli.run(["settings", *arguments], Job(rig.machine, rig.clock))
    out, err = capsys.readouterr()
    return code, out, err


def saved(rig):
    return (rig.root / "settings.toml").read_bytes()


def test_all_are_shown_with_what_they_may_be(rig, capsys):
    code, out, err = run(rig, capsys)
    lines = out.splitlines()
    assert (code, len(lines)) == (0, len(settings_file.NAMES))
    assert lines[0] == "level = older             # younger, older, expert"
    assert "brightness = 2            # 1 to 5" in lines
    assert err == "settings.toml line 3: brightness cannot be 9; use 1 to 5. 2 is used.\n"
    assert saved(rig) == MINE


def test_one_is_shown(rig, capsys):
    assert run(rig, capsys, "sound")[:2] == (0, "sound = true  # true, false\n")


def test_they_are_data_as_well(rig, capsys):
    code, out, _ = run(rig, capsys, "level", "--json")
    level = {"value": "older", "default": "younger", "allowed": "younger, older, expert"}
    assert (code, json.loads(out)) == (0, {"level": level})


def test_one_is_changed_in_its_place(rig, capsys):
    code, out, err = run(rig, capsys, "level", "expert")
    assert (code, out) == (0, "level is expert, was older.\n")
    assert err == "The board starts again with it.\n"
    assert saved(rig) == MINE.replace(b'"older"   #', b'"expert"  #')
    (kept,) = archive.known(archive.folder(), UID)
    assert kept.about.kind == "before settings"
    assert archive.load(kept.path).files == {"settings.toml": MINE}


def test_one_that_has_no_line_gets_one(rig, capsys):
    assert run(rig, capsys, "sound", "false")[0] == 0
    assert saved(rig).startswith(MINE + b"sound = false ")
    assert saved(rig).endswith(b"# true, false\r\n")


def test_a_board_without_the_file_gets_one(rig, capsys):
    (rig.root / "settings.toml").unlink()
    assert run(rig, capsys, "level", "older")[0] == 0
    assert settings_file.values(saved(rig))["level"] == "older"
    assert archive.known(archive.folder()) == []


def test_the_same_value_writes_nothing(rig, capsys):
    code, out, err = run(rig, capsys, "level", "older")
    assert (code, out, err) == (0, "level is older already. Nothing was written.\n", "")
    assert archive.known(archive.folder()) == []


def test_a_dry_run_writes_nothing(rig, capsys):
    code, out, err = run(rig, capsys, "level", "expert", "-n")
    assert (code, out, err) == (0, "level would be expert, was older.\n", "")
    assert saved(rig) == MINE


def test_a_change_as_data(rig, capsys):
    _, out, _ = run(rig, capsys, "brightness", "4", "--json")
    told = {"name": "brightness", "old": 2, "new": 4, "written": True, "dry_run": False}
    assert json.loads(out) == told


def test_a_default_comes_back(rig, capsys):
    code, out, _ = run(rig, capsys, "--reset", "level")
    assert (code, out) == (0, "level is younger, was older.\n")
    assert saved(rig) == MINE.replace(b'"older"   #', b'"younger" #')


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["level", "genius"], "level cannot be 'genius': use younger, older, expert."),
        (["colour"], "There is no setting 'colour': mastermind settings lists them."),
        (["--reset", "colour"], "There is no setting 'colour': mastermind settings lists them."),
        (["level", "--reset", "sound"], "Either --reset NAME or NAME VALUE."),
        (["pin_hood", "GP2"], "settings.toml: GP2 is used for two things; all pins are the"),
    ],
)
def test_what_cannot_be_is_a_usage_error(rig, capsys, arguments, sentence):
    code, out, err = run(rig, capsys, *arguments)
    assert (code, out) == (errors.USAGE, "")
    assert sentence in err
    assert saved(rig) == MINE


def test_a_read_only_drive_can_be_read_and_not_changed(rig, capsys):
    rig.board.writable = True  # for the program on it, so not for this computer
    assert run(rig, capsys, "level")[0] == 0
    code, out, err = run(rig, capsys, "level", "expert")
    assert (code, out) == (errors.UNWRITABLE, "")
    assert "is read-only." in err


def test_a_file_that_does_not_arrive_is_told_with_its_backup(rig, tmp_path):
    rig.volume.lost = {"settings.toml"}
    with pytest.raises(errors.Fault) as fault:
        settings_drive.write(rig.volume, rig.device, b"sound = false", tmp_path / "kept", WHEN)
    assert fault.value.code == errors.UNVERIFIED
    assert fault.value.advice.endswith(f"{tmp_path}/kept/{UID}/2025-11-30-153412")


def test_a_drive_that_fails_is_told(rig, tmp_path):
    rig.volume.errors = {"settings.toml": [errno.ENOSPC]}
    with pytest.raises(errors.Fault) as fault:
        settings_drive.write(rig.volume, rig.device, b"sound = false", tmp_path / "kept", WHEN)
    assert fault.value.code == errors.UNWRITABLE
    assert fault.value.what.startswith("The board's drive got full while writing settings.toml")


def test_help_says_what_the_table_has_to_do_with_it(rig, capsys):
    code, out, _ = run(rig, capsys, "--help")
    words = " ".join(out.split())
    assert code == 0
    assert "level, hider and brightness are also set at the table" in words
    assert "until their line in the file changes" in words


def test_the_shipped_file_has_all_of_them():
    assert set(settings_file.names(FILES["settings.toml"])) == set(settings_file.NAMES)
