# SPDX-License-Identifier: MIT
"""A deploy onto a fake board: what it does, in which order, and what it says when it can't."""

import errno
import signal

import pytest
from fake_drives import FILES, UID, FakeVolume, Rig

from mastermind import __version__
from mastermind_host import errors
from mastermind_host.deploy import archive, checking, manifest, plan
from mastermind_host.deploy.interruption import finishing
from mastermind_host.device.machine import Mount

READY = f"Jungle Mastermind {__version__} is ready."
MANIFEST = manifest.build(FILES)
OWN = ("settings.toml", "spare.bin")


@pytest.fixture
def rig(tmp_path):
    return Rig(tmp_path)


@pytest.fixture
def deployed(rig):
    """A rig with the firmware on it, as a deploy leaves it."""
    rig.deploy()
    rig.volume = rig.new_volume()
    rig.told.steps.clear()
    rig.told.notes.clear()
    rig.board.executed.clear()
    return rig


def refused(rig, **changes):
    """The Fault that a deploy ends with."""
    with pytest.raises(errors.Fault) as fault:
        rig.deploy(**changes)
    return fault.value


# what it does


def test_a_fresh_board_gets_all_and_is_ready(rig):
    report = rig.deploy()
    assert rig.content() == FILES | {"manifest.json": MANIFEST}
    assert rig.board.said.decode().rstrip().endswith(READY)
    assert (report.started, report.committed, report.verified) == (True, True, "sha1")
    assert report.files_written == len(FILES)
    size = sum(map(len, FILES.values()))
    assert report.bytes_written == size + len(manifest.INCOMPLETE) + len(MANIFEST)
    assert report.sectors_least < report.sectors
    assert 0 < report.repl_bytes < 20_000
    assert rig.told.notes == []


def test_files_come_in_the_safe_order_with_three_flushes(rig):
    rig.deploy()
    assert rig.volume.writes[0] == "manifest.json"
    assert rig.volume.writes[1:-1] == plan.in_order(FILES)
    assert rig.volume.writes[-1] == "manifest.json"
    assert rig.volume.flushes == 3


def test_nothing_runs_and_the_manifest_is_invalid_while_it_copies(rig):
    seen = set()

    def look(path):
        if path != "manifest.json":
            seen.add((rig.board.mode, (rig.root / "manifest.json").read_bytes()))

    rig.volume.on_write = look
    rig.deploy()
    assert seen == {("raw", manifest.INCOMPLETE)}


def test_nothing_changed_writes_nothing_and_leaves_the_board_alone(deployed):
    starts, heard = deployed.board.starts, bytes(deployed.board.heard)
    report = deployed.deploy()
    assert (deployed.volume.writes, deployed.volume.flushes, report.bytes_written) == ([], 0, 0)
    assert (deployed.board.starts, bytes(deployed.board.heard)) == (starts, heard)
    assert report.held is False
    assert report.backup is None


def test_one_changed_file_is_all_that_is_written(deployed):
    (deployed.root / "mastermind/rules.py").write_bytes(b"broken")
    report = deployed.deploy()
    assert deployed.volume.writes == ["manifest.json", "mastermind/rules.py", "manifest.json"]
    assert [change.kind for change in report.changed] == ["mend"]
    assert deployed.content() == FILES | {"manifest.json": MANIFEST}
    assert deployed.board.resets == ["NORMAL"]  # the first deploy's; this one starts softly


def test_a_changed_boot_py_needs_a_hard_reset(deployed):
    (deployed.root / "boot.py").write_bytes(b"# older")
    report = deployed.deploy()
    assert deployed.board.resets == ["NORMAL", "NORMAL"]
    assert report.started


def test_a_drive_copied_by_hand_gets_a_manifest_only(rig):
    for path, data in FILES.items():
        rig.volume.write(path, data)
    rig.volume.writes.clear()
    report = rig.deploy()
    assert rig.volume.writes == ["manifest.json", "manifest.json"]
    assert report.files_written == 0
    assert report.started


def test_settings_and_the_boards_memory_stay(deployed):
    mine = b"\xef\xbb\xbf# mine\r\nlevel = 'expert'\r\n"
    own = bytes(range(256)) * 64
    (deployed.root / "settings.toml").write_bytes(mine)
    (deployed.root / "spare.bin").write_bytes(own)
    (deployed.root / "diary.txt").write_bytes(b"Dear diary")
    deployed.deploy()
    content = deployed.content()
    assert content["settings.toml"].startswith(mine)
    assert b"pin_piezo" in content["settings.toml"]
    assert content["spare.bin"] == own
    assert content["diary.txt"] == b"Dear diary"
    before = dict(content)
    report = deployed.deploy()
    assert (report.bytes_written, deployed.content()) == (0, before)


def test_files_of_an_older_version_go_when_the_new_ones_are_verified(deployed):
    older = {path: data for path, data in FILES.items() if path not in OWN}
    older |= {"mastermind/old/x.py": b"x", "lib/old.py": b"o"}
    for path in ("mastermind/old/x.py", "lib/old.py"):
        deployed.volume.write(path, older[path])
    deployed.volume.write("mastermind/mine.py", b"mine")
    deployed.volume.write("manifest.json", manifest.build(older))
    report = deployed.deploy()
    assert deployed.volume.deletes == ["lib/old.py", "mastermind/old/x.py"]
    assert report.files_deleted == 2
    assert not (deployed.root / "mastermind/old").exists()
    assert deployed.content() == FILES | {"manifest.json": MANIFEST, "mastermind/mine.py": b"mine"}


def test_what_was_there_is_backed_up(deployed):
    (deployed.root / "code.py").write_bytes(b"# edited")
    report = deployed.deploy()
    assert report.backup == deployed.backups / UID / "2025-11-30-153412-2"
    kept = archive.load(report.backup)
    assert kept.about == archive.About(
        *("before deploy", UID, "raspberry_pi_pico", "9.2.4", __version__, "2025-11-30T15:34:12")
    )
    assert kept.files["code.py"] == b"# edited"
    assert set(kept.files) == (set(FILES) | {"manifest.json"}) - {"spare.bin"}


def test_a_dry_run_touches_nothing(rig):
    before = rig.content()
    report = rig.deploy(dry_run=True)
    assert (rig.content(), rig.board.executed) == (before, [])
    assert len(report.changed) == len(FILES)
    assert not rig.backups.exists()


def test_circuitpython_10_verifies_by_sha256(tmp_path):
    assert Rig(tmp_path, version="10.1.3").deploy().verified == "sha256"


def test_a_traceback_in_other_words_is_found_as_well(tmp_path):
    from fake_board import GERMAN

    assert Rig(tmp_path, texts=GERMAN).deploy().started


def test_what_is_in_the_way_is_told(rig):
    (rig.root / "code.txt").write_text("print('other')")
    rig.deploy()
    assert rig.told.notes == [
        "code.txt on the drive runs instead of the firmware's own: delete or rename it."
    ]


def test_mistakes_in_the_settings_are_told(rig):
    rig.board.program = lambda board: f"settings.toml line 3: level cannot be 9\n{READY}\n"
    rig.deploy()
    assert rig.told.notes == ["settings.toml line 3: level cannot be 9"]


def test_safe_mode_is_told_and_ended(deployed):
    deployed.board.reset("SAFE_MODE")
    deployed.clock.sleep(3)
    (deployed.root / "code.py").write_bytes(b"# edited")
    report = deployed.deploy()
    assert deployed.told.notes == ["The board is in safe mode (USER); the deploy ends that."]
    assert report.started
    assert deployed.board.safe_mode is None


# what goes wrong underway


def test_a_stale_cache_is_waited_for(rig):
    rig.board.be_stale(reads=150)
    begun = rig.clock.now()
    report = rig.deploy()
    assert report.started
    assert report.rewritten == 0
    assert 2 < rig.clock.now() - begun < 45
    assert rig.told.notes == ["The board does not see all of it yet: waiting for slow caches."]


def test_a_slow_drive_is_waited_for(rig):
    """macOS takes a second for each file; the board stays held."""
    modes = set()
    rig.volume.on_write = lambda path: (rig.clock.sleep(1.5), modes.add(rig.board.mode))
    assert rig.deploy().started
    assert modes == {"raw"}


def test_a_file_that_never_arrived_is_copied_again(rig):
    rig.volume.lost = {"mastermind/game.py"}
    report = rig.deploy()
    assert report.rewritten == 1
    assert rig.told.notes[-1] == "Not right on the board yet, copied again: mastermind/game.py."
    assert rig.content()["mastermind/game.py"] == FILES["mastermind/game.py"]


def test_an_error_of_the_copy_is_not_believed(rig):
    """macOS says errno 5 of a file; it is copied once more and the board is asked."""
    rig.volume.errors = {"mastermind/game.py": [errno.EIO], "manifest.json": [errno.EIO]}
    report = rig.deploy()
    assert report.started
    assert report.rewritten == 2
    assert rig.content() == FILES | {"manifest.json": MANIFEST}


def test_what_never_arrives_ends_unverified_with_its_name(rig):
    rig.volume.errors = {"code.py": [errno.EIO] * 9}
    fault = refused(rig)
    assert fault.code == errors.UNVERIFIED
    assert fault.what == "The board does not have what was copied to it: code.py."
    assert (rig.root / "manifest.json").read_bytes() == manifest.INCOMPLETE
    assert rig.told.notes[-1].startswith("The board has a part of the firmware and says so;")
    rig.volume.errors.clear()
    assert rig.deploy().started


@pytest.mark.parametrize(
    ("code", "what", "exit_code"),
    [
        (errno.EROFS, "The board's drive got read-only while writing code.py.", 7),
        (errno.EACCES, "The system does not allow writing code.py on {root}.", 6),
        (errno.ENODEV, "The board's drive has failed while writing code.py: No such device.", 7),
    ],
)
def test_a_drive_that_refuses(rig, code, what, exit_code):
    rig.volume.errors = {"code.py": [code]}
    fault = refused(rig)
    assert (fault.what, fault.code) == (what.format(root=rig.root), exit_code)
    assert "run the same command again: it goes on from here" in fault.advice
    assert rig.deploy().started


def test_a_drive_that_gets_full(rig):
    """Another program takes the room that was counted."""
    rig.volume.on_write = lambda path: setattr(
        rig.volume, "clusters", 40 if "lib" in path else 2007
    )
    fault = refused(rig)
    assert fault.code == errors.UNWRITABLE
    assert fault.what == (
        "The board's drive got full while writing lib/adafruit_tca9548a.py: 0 bytes are free."
    )
    rig.volume = rig.new_volume()
    assert rig.deploy().started


def test_a_full_drive_is_refused_before_anything_is_written(rig):
    rig.volume.clusters = 200
    fault = refused(rig)
    assert fault.code == errors.UNWRITABLE
    assert fault.what.startswith("The board's drive is too full: ")
    assert fault.what.endswith(" Nothing was written.")
    assert rig.volume.writes == []
    assert refused(rig, dry_run=True).code == errors.UNWRITABLE


def test_a_board_unplugged_in_mid_write(rig):
    def pull(path):
        if path == "mastermind/game.py":
            rig.unplug()

    rig.volume.on_write = pull
    fault = refused(rig)
    assert fault.code == errors.UNWRITABLE
    assert fault.what == "The board's drive went away while writing mastermind/game.py."
    assert fault.advice == "plug it in and run the same command again: it goes on from here"
    rig.plug()
    assert rig.deploy().started


def test_a_console_that_goes_away(rig):
    rig.volume.on_write = lambda path: rig.board.unplug() if path == "code.py" else None
    assert refused(rig).code == errors.NO_DEVICE
    rig.volume.on_write = lambda path: None
    rig.board.plug()
    rig.clock.sleep(3)
    assert rig.deploy().started


def test_firmware_that_does_not_start_shows_what_the_board_says(deployed):
    def stops(board):
        return 'Traceback (most recent call last):\n  File "code.py", line 3\nImportError: no x\n'

    deployed.board.program = stops
    (deployed.root / "code.py").write_bytes(b"# edited")
    fault = refused(deployed)
    assert fault.code == errors.UNVERIFIED
    assert fault.what == "The firmware is on the board, but it does not start."
    assert "ImportError: no x" in fault.cause
    assert deployed.content() == FILES | {"manifest.json": MANIFEST}


def test_firmware_that_says_nothing(deployed):
    deployed.board.program = lambda board: "hello\n"
    (deployed.root / "code.py").write_bytes(b"# edited")
    fault = refused(deployed)
    assert fault.code == errors.UNVERIFIED
    assert "hello" in fault.cause


def test_a_board_that_does_not_come_back(rig):
    def leave(path):
        rig.board.plug = lambda: None

    rig.volume.on_write = leave
    fault = refused(rig)
    assert fault.code == errors.UNVERIFIED
    assert fault.what.endswith("but the board has not come back after its reset.")


# what is wrong before


def with_device(rig, **changes):
    return refused(rig, device=rig.device._replace(**changes))


def test_a_board_in_its_bootloader(rig):
    fault = with_device(rig, bootloader=Mount(rig.root), drive=None)
    assert (fault.code, fault.advice[:18]) == (errors.WRONG_DEVICE, "mastermind install")


def test_a_board_without_a_drive(rig):
    fault = with_device(rig, drive=None)
    assert (fault.code, fault.what) == (3, "The board's drive CIRCUITPY is not there.")


@pytest.mark.parametrize("version", ["9.1.4", "8.2.10", "11.0.0"])
def test_another_circuitpython(rig, version):
    fault = with_device(rig, version=version)
    assert fault.code == errors.WRONG_DEVICE
    assert fault.what == f"The board has CircuitPython {version}; the firmware needs 9.2 to 10.x."


def test_another_board(rig):
    fault = with_device(rig, board_id="adafruit_feather_rp2040")
    assert fault.code == errors.WRONG_DEVICE
    assert fault.what == (
        "This board is a adafruit_feather_rp2040; the firmware is for Raspberry Pi Pico, "
        "Raspberry Pi Pico W, Raspberry Pi Pico 2 and Raspberry Pi Pico 2 W."
    )


def test_a_board_whose_page_is_old_is_asked_itself(tmp_path):
    rig = Rig(tmp_path, version="9.1.4")
    fault = with_device(rig, version="")
    assert fault.code == errors.WRONG_DEVICE
    assert "CircuitPython 9.1.4" in fault.what
    assert rig.volume.writes == []


def test_a_port_of_another_board(rig):
    fault = with_device(rig, uid="E6614103E72A5D37")
    assert fault.code == errors.WRONG_DEVICE
    assert fault.what == f"The port is of board {UID}, the drive of board E6614103E72A5D37."
    assert rig.volume.writes == []


def test_a_memory_stick(rig):
    rig.volume.total = 32 * 1024**3
    fault = refused(rig)
    assert fault.code == errors.WRONG_DEVICE
    assert fault.what == f"{rig.root} has 32768 MB: it is no board's drive."
    rig.volume.mount = False  # a folder that somebody has named
    assert rig.deploy().started


def test_a_read_only_drive_and_what_may_be_the_cause(rig):
    device = rig.device
    drive = device.drive._replace(read_only=True)
    fault = with_device(rig, drive=drive)
    assert (fault.code, fault.what) == (7, f"The board's drive {rig.root} is read-only.")
    assert "not into a hub" in fault.advice
    (rig.root / "boot.py").write_text("import storage\nstorage.remount('/', False)\n")
    fault = with_device(rig, drive=drive)
    assert fault.cause.startswith("boot.py on it says storage.remount")
    (rig.root / "boot.py").write_bytes(FILES["boot.py"])  # ours gives the drive back
    assert "hub" in with_device(rig, drive=drive).cause


def test_a_drive_of_root(rig):
    rig.volume.writable, rig.volume.whose = False, "root"
    fault = refused(rig)
    assert fault.code == errors.BUSY
    assert fault.what == f"The board's drive {rig.root} belongs to root."
    assert fault.advice == "sudo umount /dev/sdb1 && udisksctl mount -b /dev/sdb1"
    rig.volume.whose = ""
    assert refused(rig).code == errors.UNWRITABLE


def test_a_board_that_keeps_its_drive(rig):
    rig.board.writable = True
    fault = with_device(rig, drive=rig.device.drive._replace(read_only=False))
    assert fault.code == errors.UNWRITABLE
    assert fault.cause == "boot.py on the board says storage.remount."


def test_libraries_for_another_circuitpython(rig):
    fault = refused(rig, wanted=FILES | {"lib/x.mpy": b"M\x06\x00"})
    assert (fault.code, fault.what) == (5, "lib/x.mpy is compiled for another CircuitPython.")
    assert rig.deploy(wanted=FILES | {"lib/x.mpy": b"C\x06\x00"}).started


def test_a_drive_that_is_gone_already(rig, tmp_path):
    drive = rig.device.drive._replace(path=tmp_path / "nowhere")
    fault = refused(rig, device=rig.device._replace(drive=drive), volume=None)
    assert fault.code == errors.NO_DEVICE


def test_a_busy_port(rig):
    held = rig.board.open()
    rig.machine.open = lambda port, touch=False: (_ for _ in ()).throw(
        errors.Fault("The port is in use.", "Thonny.", "close it", errors.BUSY)
    )
    assert refused(rig).code == errors.BUSY
    assert rig.volume.writes == []
    held.close()


def test_two_boards_are_not_mixed_up(tmp_path):
    one, two = Rig(tmp_path / "one"), Rig(tmp_path / "two", uid="E6614103E72A5D37")
    before = two.content()
    one.machine.boards = (two.board, one.board)
    one.deploy()
    assert one.content() == FILES | {"manifest.json": MANIFEST}
    assert two.content() == before
    assert two.board.executed == []


# without holding it


def test_no_console_is_refused(rig):
    fault = with_device(rig, console=None)
    assert fault.code == errors.NO_DEVICE
    assert fault.advice.endswith("deploy --unheld copies all the same, and can't verify")


def test_unheld_copies_reads_back_and_ends_unverified(rig):
    device = rig.device._replace(console=None)
    fault = refused(rig, device=device, unheld=True)
    assert fault.code == errors.UNVERIFIED
    assert fault.what == (
        "All files were copied and read back, but the board was not asked what it has."
    )
    assert "deploy --check" in fault.advice
    assert rig.content() == FILES | {"manifest.json": MANIFEST}
    assert rig.told.notes[0].startswith("The board cannot be held: it may start with half")
    assert rig.board.executed == []


def test_unheld_holds_a_board_that_can_be_held(rig):
    assert rig.deploy(unheld=True).started


def test_unheld_finds_what_did_not_arrive(rig):
    rig.volume.errors = {"code.py": [errno.EIO] * 9}
    fault = refused(rig, device=rig.device._replace(console=None), unheld=True)
    assert fault.what == "The board does not have what was copied to it: code.py."


# Ctrl-C


@pytest.mark.parametrize("path", ["manifest.json", "spare.bin", "mastermind/game.py", "code.py"])
def test_ctrl_c_finishes_the_file_and_says_how_to_go_on(rig, path):
    def press(at):
        if at == path:
            rig.volume.on_write = lambda path: None
            signal.raise_signal(signal.SIGINT)

    rig.volume.on_write = press
    fault = refused(rig)
    written = plan.in_order(FILES)
    done = written.index(path) if path in written else 0
    assert fault.code == errors.INTERRUPTED
    assert fault.what == f"Stopped after {done} of {len(FILES)} files; the last one is whole."
    assert rig.volume.writes[-1] == path
    if path != "manifest.json":
        assert rig.content()[path] == FILES[path]
    assert rig.deploy().started


def test_ctrl_c_before_anything_is_written(rig):
    def press():
        raise KeyboardInterrupt

    rig.volume.room = press
    with pytest.raises(KeyboardInterrupt):
        rig.deploy()
    assert rig.volume.writes == []


def test_ctrl_c_while_the_board_starts(rig):
    def press(board):
        raise KeyboardInterrupt

    rig.volume.on_write = lambda path: setattr(rig.board, "program", press)
    fault = refused(rig)
    assert fault.code == errors.INTERRUPTED
    assert fault.what.startswith("Stopped. The firmware is on the board and verified;")


def test_a_second_ctrl_c_counts_at_once():
    reached = []

    def press_twice():
        with finishing():
            signal.raise_signal(signal.SIGINT)
            reached.append("first")
            signal.raise_signal(signal.SIGINT)
            reached.append("second")

    with pytest.raises(KeyboardInterrupt):
        press_twice()
    assert reached == ["first"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# --check


def check(rig, **changes):
    return checking.check(rig.machine, rig.device._replace(**changes), rig.clock, rig.told)


def test_check_verifies_on_the_board_and_writes_nothing(deployed):
    report = check(deployed, drive=None)
    assert (report.verified, report.started, report.bytes_written) == ("sha1", True, 0)
    assert deployed.volume.writes == []


def test_check_names_what_differs(deployed):
    (deployed.root / "mastermind/rules.py").write_bytes(b"x")
    (deployed.root / "lib/neopixel.py").unlink()
    (deployed.root / "spare.bin").unlink()
    (deployed.root / "settings.toml").write_bytes(b"# mine")
    with pytest.raises(errors.Fault) as fault:
        check(deployed)
    assert fault.value.code == errors.UNVERIFIED
    assert fault.value.what == (
        "3 files differ on the board: spare.bin, lib/neopixel.py, mastermind/rules.py."
    )
    assert fault.value.advice == "mastermind deploy"
    assert deployed.board.mode == "running"


def test_check_starts_a_board_that_was_left_held(deployed):
    held = deployed.machine.open(deployed.device.console)
    held.write(b"\x03")
    deployed.clock.sleep(1)
    held.write(b"\r")
    held.write(b"\x01")
    held.close()
    assert deployed.board.mode != "running"
    assert check(deployed).started


def test_check_of_a_fresh_board(rig):
    with pytest.raises(errors.Fault) as fault:
        check(rig)
    assert fault.value.what.startswith(f"{len(FILES)} files differ on the board: spare.bin, ")


def test_check_without_a_console(deployed):
    with pytest.raises(errors.Fault) as fault:
        check(deployed, console=None)
    assert fault.value.code == errors.NO_DEVICE


def test_a_volume_is_what_a_folder_is(tmp_path):
    volume = FakeVolume(tmp_path)
    volume.write("a/b/c.py", b"123")
    volume.write("a/b/c.py", b"4")
    assert (volume.read("a/b/c.py"), volume.size("a/b/c.py")) == (b"4", 1)
    assert (volume.read("a/x"), volume.size("a/x"), volume.read("a/b/c.py/d")) == (None, None, None)
    assert volume.names() == ["a/b/c.py"]
    volume.delete("a/b/c.py")
    volume.delete("a/b/c.py")
    assert not (tmp_path / "a/b").exists()
