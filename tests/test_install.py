# SPDX-License-Identifier: MIT
"""CircuitPython on a board: from its bootloader to the drive with the right version, or a Fault."""

import errno
import json
import os

import fake_machine
import pytest
import uf2_files
from fake_board import FakeBoard
from fake_bootloader import FakeBench, FakeBootloader
from fake_clock import FakeClock
from fake_computer import FakeComputer
from uf2_files import RP2350

from mastermind_host import cli, errors
from mastermind_host.commands.shared import Job
from mastermind_host.device import devices
from mastermind_host.device.devices import ANY, Wanted
from mastermind_host.device.machine import MACOS, Disk, Mount
from mastermind_host.install import installer
from mastermind_host.install.choices import Choice
from mastermind_host.install.downloads import Places
from mastermind_host.progress import Progress

OTHER_UID = fake_machine.OTHER_UID
UID = fake_machine.UID


class Heard(Progress):
    def __init__(self):
        self.steps, self.bars, self.notes = [], [], []

    def step(self, sentence):
        self.steps.append(sentence)

    def bar(self, done, total):
        self.bars.append((done, total))

    def note(self, sentence):
        self.notes.append(sentence)


class Bench:
    """A board in its bootloader, and the file that should go on it."""

    def __init__(self, folder, **how):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.clock = FakeClock()
        self.machine = FakeBootloader(folder, self.clock, **how)
        self.heard = Heard()
        self.drive = folder / "CIRCUITPY"
        self.data = b""
        self.put(uf2_files.circuitpython(size=50_000))

    def put(self, data):
        """What --uf2 names."""
        self.path = self.folder / "some.uf2"
        self.path.write_bytes(data)
        self.data = data

    def install(self, target=ANY, **choice):
        choice = Choice(**{"uf2": self.path, **choice})
        return installer.install(
            *(self.machine, target, choice, self.clock, self.heard, self.machine.boot.open)
        )

    def fails(self, code, target=ANY, **choice):
        with pytest.raises(errors.Fault) as caught:
            self.install(target, **choice)
        assert caught.value.code == code
        return caught.value

    @property
    def touched(self):
        """Whether anything of the flash was erased."""
        return bool(self.machine.boot.bootrom.erased)


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


def test_a_board_in_its_bootloader_gets_circuitpython(bench):
    done = bench.install()
    assert (done.version, done.board.id) == ("10.1.3", "raspberry_pi_pico")
    assert done.written == len(bench.data)
    assert done.device.drive.path == bench.drive
    assert done.device.uid == UID
    content = b"".join(bench.data[at + 32 : at + 288] for at in range(0, len(bench.data), 512))
    assert bench.machine.boot.bootrom.flash.startswith(content)
    boot = bench.machine.boot
    assert boot.names == ["circuitpython.uf2"]
    assert bench.heard.steps == [
        f"Writing {bench.path} to {boot.folder}.",
        "Waiting for the board to start.",
    ]
    assert bench.heard.notes == []


def test_the_bar_counts_what_is_on_the_board(bench):
    bench.install()
    total = len(bench.data)
    assert bench.heard.bars == [
        (min(done, total), total) for done in range(8192, total + 8192, 8192)
    ]


def test_it_waits_no_longer_than_it_must(bench):
    bench.install()
    assert 4 <= bench.clock.now() <= 5


@pytest.mark.parametrize("version", ["9.2.4", "10.1.3"])
def test_the_real_ones(bench, version):
    bench.path = uf2_files.real(version)
    assert bench.install().version == version


# what the system complains of


def test_an_error_after_the_last_block_is_no_failure(tmp_path):
    """The system is so slow that the board is gone before the directory is written."""
    bench = Bench(tmp_path / "fast", seconds=0.999)
    assert bench.install().version == "10.1.3"
    assert bench.heard.notes == []
    late = Bench(tmp_path / "late", seconds=1.0)
    assert late.install().version == "10.1.3"
    assert late.heard.notes == ["The board went away while the system was finishing: checking it."]
    assert late.heard.bars[-1] == (len(late.data), len(late.data))


@pytest.mark.parametrize("fails_at", [0, 8192, 50_000])
def test_an_error_before_the_last_block_is_one(tmp_path, fails_at):
    bench = Bench(tmp_path, fails_at=fails_at)
    fault = bench.fails(errors.UNWRITABLE)
    done = fails_at // 8192 * 8192 + 8192
    assert fault.what == (
        f"Writing to {bench.machine.boot.folder} broke off at {done} of {len(bench.data)} bytes: "
        "Input/output error."
    )
    assert fault.advice == (
        "unplug the board, hold BOOT while plugging it in again, then: mastermind install"
    )


def test_after_a_failure_the_same_command_ends_well(tmp_path):
    bench = Bench(tmp_path, fails_at=20_000)
    bench.fails(errors.UNWRITABLE)
    bench.machine.boot.fails_at = None
    assert bench.install().version == "10.1.3"


def test_an_error_in_the_last_piece_is_judged_by_what_the_board_does(tmp_path):
    bench = Bench(tmp_path)
    bench.machine.boot.fails_at = len(bench.data) - 512
    fault = bench.fails(errors.TIMEOUT)
    folder = bench.machine.boot.folder
    assert (
        fault.what == f"30 s after the last block the bootloader's drive {folder} is still there."
    )
    assert fault.cause == "It did not take the file. The system said: Input/output error."
    assert bench.heard.bars[-1] == (len(bench.data), len(bench.data))


@pytest.mark.parametrize(
    ("number", "code", "cause"),
    [
        (errno.ENOENT, errors.UNWRITABLE, "The board was unplugged, or its drive is mounted read-"),
        (errno.EROFS, errors.UNWRITABLE, "The board was unplugged, or its drive is mounted read-"),
        (errno.EACCES, errors.BUSY, "The drive was mounted by another user, often by root."),
    ],
)
def test_a_drive_that_cannot_be_opened(bench, number, code, cause):
    def refuse(path):
        raise OSError(number, os.strerror(number))

    bench.machine.boot.open = refuse
    fault = bench.fails(code)
    assert fault.what == (
        f"{bench.machine.boot.folder} can't be written to: {os.strerror(number)}."
    )
    assert fault.cause.startswith(cause)
    assert fault.advice.endswith("then: mastermind install")


# how the board comes back


def test_a_board_that_does_not_come_back(bench):
    bench.machine.come_back = lambda *told: None
    fault = bench.fails(errors.TIMEOUT)
    assert fault.what == "The board has not come back within 30 s."
    assert fault.advice.startswith("unplug it and plug it in again, then: mastermind devices; ")
    assert bench.clock.now() >= 30


@pytest.mark.parametrize("label", ["CIRCUITPY", ""])
def test_a_drive_that_the_system_does_not_mount(bench, label):
    bench.machine.come_back = lambda *told: bench.machine.disks.append(Disk("/dev/sdc1", label))
    fault = bench.fails(errors.TIMEOUT)
    assert fault.what == "The board has come back, but its files can't be reached."
    assert fault.advice == (
        "udisksctl mount -b /dev/sdc1, then: mastermind install   (sees that it is there)"
    )


def test_a_foreign_disk_is_not_offered_for_mounting(bench):
    bench.machine.disks.append(Disk("/dev/sda1", "BACKUP"))
    bench.machine.come_back = lambda *told: None
    assert bench.fails(errors.TIMEOUT).what == "The board has not come back within 30 s."


def test_another_version_than_was_written(bench):
    """boot_out.txt is old, and nothing makes it new."""
    come_back = bench.machine.come_back
    bench.machine.come_back = lambda version, board_id: come_back("9.2.4", board_id)
    fault = bench.fails(errors.UNVERIFIED)
    assert fault.what == "The board has come back with CircuitPython 9.2.4, not 10.1.3."


def test_an_old_boot_out_is_waited_for(bench):
    """CircuitPython writes it a second after the start, the system may show it later."""
    come_back = bench.machine.come_back

    def slowly(version, board_id):
        come_back("9.2.4", board_id)
        text = fake_machine.boot_out(version=version).encode()
        bench.clock.after(20, lambda: (bench.drive / "boot_out.txt").write_bytes(text))

    bench.machine.come_back = slowly
    assert bench.install().version == "10.1.3"


def test_a_drive_that_tells_nothing(bench):
    def in_safe_mode(*told):
        bench.drive.mkdir()
        bench.machine.drives.append(Mount(bench.drive, "/dev/sdb1", "vfat", "CIRCUITPY"))

    bench.machine.come_back = in_safe_mode
    fault = bench.fails(errors.TIMEOUT)
    assert fault.what == (
        f"The board's drive {bench.drive} has come back, without a boot_out.txt that tells its "
        "version."
    )
    assert fault.cause == "It is in safe mode, or its drive is damaged."


def test_a_drive_that_lists_garbage(bench):
    """Something else was in the flash, and CircuitPython took it for a drive."""
    come_back = bench.machine.come_back

    def garbled(*told):
        come_back(*told)
        (bench.drive / "\x7f\x03ba.\x01").write_bytes(b"")

    bench.machine.come_back = garbled
    fault = bench.fails(errors.UNWRITABLE)
    assert fault.what == (
        "CircuitPython 10.1.3 runs, but its drive is damaged: it lists a file '\\x7f\\x03ba.\\x01'."
    )
    assert fault.advice == f"mastermind recover --serial {UID}   (offers to erase the drive)"


def test_a_board_whose_drive_is_hidden(bench):
    bench.machine.come_back = lambda *told: bench.machine.serials.extend(fake_machine.ports())
    fault = bench.fails(errors.TIMEOUT)
    assert fault.what == "The board has come back with its serial port, but without a drive."
    assert fault.advice == f"mastermind recover --serial {UID}"


def test_a_drive_says_more_than_a_port(bench):
    """A board with a port alone has come as well, and sorts before the one that was written to."""

    def both(*told):
        bench.machine.serials.extend(fake_machine.ports("00000000000000AA"))
        bench.drive.mkdir()
        bench.machine.drives.append(Mount(bench.drive, "/dev/sdb1", "vfat", "CIRCUITPY", uid=UID))

    bench.machine.come_back = both
    assert bench.fails(errors.TIMEOUT).what.startswith(f"The board's drive {bench.drive} has come")


def test_other_boards_are_not_taken_for_it(bench):
    """Another board with that very version is there from the start."""
    other = fake_machine.drive(bench.folder / "OTHER", OTHER_UID, version="10.1.3")
    bench.machine.drives.append(other)
    done = bench.install(Wanted(drive=bench.machine.boot.folder))
    assert done.device.uid == UID
    bench = Bench(bench.folder / "again")
    bench.machine.drives.append(other)
    bench.machine.come_back = lambda *told: None
    bench.fails(errors.TIMEOUT, Wanted(drive=bench.machine.boot.folder))


# what is refused before the board is touched


def test_several_boards_in_bootloader_mode(bench):
    bench.machine.drives.append(fake_machine.bootloader(bench.folder / "RPI-RP21"))
    fault = bench.fails(errors.SEVERAL_DEVICES)
    assert fault.what == "2 boards are plugged in, and it is not said which one is meant."
    assert f"--drive {bench.machine.boot.folder}" in fault.advice
    assert not bench.touched
    assert bench.install(Wanted(drive=bench.machine.boot.folder)).version == "10.1.3"
    assert not list((bench.folder / "RPI-RP21").glob("*.uf2"))


def test_no_board(bench):
    bench.machine.there = False
    fault = bench.fails(errors.NO_DEVICE)
    assert "hold BOOT while plugging it in" in fault.advice


def test_a_file_for_the_other_chip(bench):
    bench.put(uf2_files.circuitpython(board_id="raspberry_pi_pico2", family=RP2350))
    fault = bench.fails(errors.WRONG_DEVICE)
    assert fault.what == (
        f"{bench.path} can't go on a Raspberry Pi Pico. It is for the RP2350, and the Raspberry "
        "Pi Pico has an RP2040: its bootloader would ignore the file."
    )
    assert not bench.touched


def test_the_reverse(bench):
    bench.machine.there = False
    mount = fake_machine.bootloader(bench.folder / "RP2350", "RP2350", "Raspberry Pi RP2350")
    bench.machine.drives.append(mount)
    fault = bench.fails(errors.WRONG_DEVICE)
    assert fault.what == (
        f"{bench.path} can't go on a Raspberry Pi Pico 2. It is for the RP2040, and the Raspberry "
        "Pi Pico 2 has an RP2350: its bootloader would ignore the file."
    )
    assert sorted(path.name for path in mount.path.iterdir()) == ["INFO_UF2.TXT"]


def test_the_bootloader_of_a_strange_board(bench):
    bench.machine.there = False
    mount = fake_machine.bootloader(
        bench.folder / "FTHR840BOOT", "nRF52840-Feather-revD", "Feather"
    )
    bench.machine.drives.append(mount)
    fault = bench.fails(errors.WRONG_DEVICE)
    assert fault.what.startswith("This is no board that the game runs on: ")
    assert fault.cause == (
        "It runs on: Raspberry Pi Pico, Raspberry Pi Pico W, Raspberry Pi Pico 2, "
        "Raspberry Pi Pico 2 W."
    )


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda data: data[:-512], "The file has 195 of its 196 blocks: it is not whole."),
        (lambda data: data[:-1], "The file ends in the middle of block 195: it is not whole."),
        (lambda data: b"", "The file is empty."),
        (lambda data: data + data, "The file has 392 blocks where it tells of 196."),
        (lambda data: b"<html>" + data, "The file is no UF2: it does not begin as one."),
        (
            lambda data: uf2_files.file(b"MicroPython" * 100),
            "The file is for this kind of chip, but it is no CircuitPython.",
        ),
        (
            lambda data: uf2_files.circuitpython("8.2.10"),
            "The board's program needs CircuitPython 9.2 to 10.x, not 8.2.10.",
        ),
        (
            lambda data: uf2_files.circuitpython(board_id="pimoroni_tiny2040"),
            "It is for the board pimoroni_tiny2040, and this is a raspberry_pi_pico.",
        ),
    ],
)
def test_a_file_that_is_wrong(bench, spoil, sentence):
    bench.put(spoil(bench.data))
    fault = bench.fails(errors.WRONG_DEVICE)
    assert fault.what == f"{bench.path} can't go on a Raspberry Pi Pico. {sentence}"
    assert fault.advice == (
        "mastermind install   (downloads the right one; by hand: "
        "https://circuitpython.org/board/raspberry_pi_pico/)"
    )
    assert not bench.touched


def test_a_file_whose_sectors_the_bootloader_would_damage(bench):
    blocks = [bench.data[at : at + 512] for at in range(0, len(bench.data), 512)]
    moved = [
        uf2_files.block(number, len(blocks), 0x10000000 + 256 * (number + number // 10 * 6))
        for number in range(len(blocks))
    ]
    bench.put(b"".join(moved))
    fault = bench.fails(errors.WRONG_DEVICE)
    assert fault.what.endswith(
        "Block 10 goes into another flash sector than the blocks before it: an RP2040 would leave "
        "that sector damaged."
    )
    assert not bench.touched


def test_a_file_that_is_not_there(bench):
    bench.path = bench.folder / "nowhere.uf2"
    fault = bench.fails(errors.WRONG_DEVICE)
    assert fault.what == f"{bench.path} can't be read: No such file or directory."


def test_a_download_that_fails_leaves_the_board_as_it_is(bench):
    places = Places(bench.folder / "cache", "http://127.0.0.1:1")
    bench.fails(errors.NETWORK, uf2=None, offline=True, places=places)
    assert not bench.touched


# which board it is


def test_a_file_says_for_which_board_of_a_chip_it_is(bench):
    bench.put(uf2_files.circuitpython(board_id="raspberry_pi_pico_w"))
    assert bench.install().board.id == "raspberry_pi_pico_w"


def test_the_flag_says_which_board_it_is(bench):
    fault = bench.fails(errors.WRONG_DEVICE, board="raspberry_pi_pico_w")
    assert fault.what.endswith(
        "It is for the board raspberry_pi_pico, and this is a raspberry_pi_pico_w."
    )
    fault = bench.fails(errors.WRONG_DEVICE, board="raspberry_pi_pico2")
    assert fault.what == "The board has an RP2040, and is no raspberry_pi_pico2."
    assert not bench.touched


def test_what_is_assumed_is_said(bench):
    places = Places(bench.folder / "cache", "http://127.0.0.1:1")
    bench.fails(errors.NETWORK, uf2=None, offline=True, places=places)
    assert bench.heard.notes == [
        "In bootloader mode all boards with an RP2040 look alike: this one is taken for a "
        "Raspberry Pi Pico. Else: --board raspberry_pi_pico_w"
    ]


# a board that has CircuitPython already


def running(bench, version="10.1.3", **told):
    """The computer has a board that runs, and none in its bootloader."""
    bench.machine.there = False
    bench.machine.drives.append(fake_machine.drive(bench.drive, version=version, **told))
    bench.machine.serials.extend(fake_machine.ports())


def test_the_right_version_is_left_alone(bench):
    running(bench)
    done = bench.install()
    assert (done.version, done.written) == ("10.1.3", 0)
    assert done.device.drive.path == bench.drive
    assert bench.machine.opened == []
    assert not bench.touched
    assert bench.install(uf2=None, offline=True).written == 0  # nothing is downloaded either


def test_a_board_that_tells_another_id_is_refused_before_it_is_restarted(bench):
    running(bench, "9.2.4", board_id="raspberry_pi_pico")
    bench.put(uf2_files.circuitpython(board_id="raspberry_pi_pico_w"))
    fault = bench.fails(errors.WRONG_DEVICE)
    assert fault.what.endswith(
        "It is for the board raspberry_pi_pico_w, and this is a raspberry_pi_pico."
    )
    assert bench.machine.opened == []


def test_a_board_of_ours_that_is_named_otherwise(bench):
    running(bench, "9.2.4")
    fault = bench.fails(errors.WRONG_DEVICE, board="raspberry_pi_pico_w")
    assert fault.what == "The board is a raspberry_pi_pico, and is no raspberry_pi_pico_w."


def test_a_board_that_is_none_of_ours(bench):
    running(bench, "9.2.4", board_id="adafruit_feather_rp2040")
    bench.machine.serials.clear()
    fault = bench.fails(errors.WRONG_DEVICE)
    assert fault.what == "This is no board that the game runs on: adafruit_feather_rp2040."


# a board that is brought into its bootloader


@pytest.fixture
def board(tmp_path):
    """A board that runs 9.2.4."""
    return FakeBoard(tmp_path / "CIRCUITPY", FakeClock(), uid=UID)


def update(board, target=ANY, computer=None, **choice):
    path = board.drive.parent / "some.uf2"
    if not path.exists():
        path.write_bytes(uf2_files.circuitpython(size=50_000))
    computer = computer or FakeBench(board)
    choice = Choice(**{"uf2": path, **choice})
    return installer.install(computer, target, choice, board.clock, Heard())


def test_a_board_that_runs_is_updated(board):
    done = update(board)
    assert (done.version, done.device.uid) == ("10.1.3", UID)
    assert board.version == "10.1.3"
    assert board.resets == ["BOOTLOADER"]
    assert list(board.loader.glob("*.uf2")) == [board.loader / "circuitpython.uf2"]


def test_the_device_itself_may_be_given(board):
    computer = FakeBench(board)
    (device,) = devices.find(computer)
    assert update(board, device, computer).version == "10.1.3"


def test_force_writes_what_is_there_already(board):
    board.version = "10.1.3"
    board.reset()
    board.clock.sleep(5)
    board.resets.clear()
    assert update(board).written == 0
    assert board.resets == []
    done = update(board, force=True)
    assert done.written > 50_000
    assert board.resets == ["BOOTLOADER"]


def test_an_older_version_can_be_gone_back_to(board):
    update(board)
    (board.drive.parent / "some.uf2").write_bytes(uf2_files.circuitpython("9.2.4"))
    assert update(board).version == "9.2.4"


def test_a_pico_2_is_updated(tmp_path):
    board = FakeBoard(tmp_path / "CIRCUITPY", FakeClock(), "raspberry_pi_pico2", uid=UID)
    data = uf2_files.circuitpython(board_id="raspberry_pi_pico2", family=RP2350)
    (tmp_path / "some.uf2").write_bytes(data)
    done = update(board)
    assert (done.version, done.board.id) == ("10.1.3", "raspberry_pi_pico2")


def test_one_of_two_boards_is_updated(tmp_path):
    clock = FakeClock()
    one, other = (
        FakeBoard(tmp_path / name / "CIRCUITPY", clock, uid=uid)
        for name, uid in (("a", UID), ("b", OTHER_UID))
    )
    computer = FakeBench(one, other)
    with pytest.raises(errors.Fault) as caught:
        update(one, computer=computer)
    assert caught.value.code == errors.SEVERAL_DEVICES
    assert update(one, Wanted(serial=UID), computer).device.uid == UID
    assert (one.version, other.version) == ("10.1.3", "9.2.4")
    assert other.resets == []


def test_a_board_that_is_plugged_in_meanwhile_is_not_taken_for_it(board):
    computer = FakeBench(board)
    load = board.on_bootloader

    other = fake_machine.drive(board.drive.parent / "OTHER", OTHER_UID, version="10.1.3")

    def load_and_plug(board):
        load(board)
        board.clock.after(0.5, lambda: computer.drives.append(other))

    board.on_bootloader = load_and_plug
    assert update(board, computer=computer).device.uid == UID


def test_the_unmounted_drive_of_another_board_is_not_its(board):
    computer = FakeComputer(board)  # whose bootloader takes nothing
    computer.disks.append(Disk("/dev/sdd1", "CIRCUITPY", OTHER_UID))
    with pytest.raises(errors.Fault) as caught:
        update(board, computer=computer)
    assert caught.value.what == (
        f"30 s after the last block the bootloader's drive {board.loader} is still there."
    )


def test_a_board_whose_bootloader_is_of_another_chip(board):
    """It has told that it is a Pico."""
    computer = FakeBench(board)

    def lie(board):
        fake_machine.bootloader(board.loader, "RP2350", "Raspberry Pi RP2350")

    board.on_bootloader = lie
    with pytest.raises(errors.Fault) as caught:
        update(board, computer=computer)
    assert caught.value.code == errors.WRONG_DEVICE
    assert caught.value.what == (
        "The bootloader is that of RP2350, not of a Raspberry Pi Pico with its RP2040. Nothing was "
        "written."
    )
    assert not list(board.loader.glob("*.uf2"))


def test_a_board_that_does_not_listen(board):
    board.mute = True
    with pytest.raises(errors.Fault) as caught:
        update(board)
    assert caught.value.code == errors.TIMEOUT
    assert board.resets == []


def test_a_board_that_tells_nothing_is_known_by_its_bootloader(board):
    """In safe mode, without boot_out.txt, and the system tells no USB ids."""
    (board.drive / "boot_out.txt").unlink()

    class Dull(FakeBench):
        def ports(self):
            return [port._replace(vid=0, pid=0) for port in super().ports()]

    computer = Dull(board)
    planned = installer.plan(computer, ANY, Choice())
    assert (planned.board, planned.there) == (None, False)
    assert update(board, computer=computer).board.id == "raspberry_pi_pico"


# the command


def run(bench, capsys, *arguments):
    """(exit code, stdout, stderr) of `mastermind install`."""
    code = cli.run(["install", *arguments], Job(bench.machine, bench.clock))
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_command(bench, capsys):
    code, out, err = run(bench, capsys, "--uf2", str(bench.path))
    assert code == errors.OK
    assert out == f"CircuitPython 10.1.3 runs on the Raspberry Pi Pico at {bench.drive}.\n"
    assert err.splitlines() == [
        f"Writing {bench.path} to {bench.machine.boot.folder}.",
        "Waiting for the board to start.",
    ]
    code, out, err = run(bench, capsys, "--uf2", str(bench.path), "-q")
    assert code == errors.OK
    assert out == f"CircuitPython 10.1.3 was on the Raspberry Pi Pico at {bench.drive} already.\n"
    assert err == ""


def test_the_command_tells_a_program(bench, capsys):
    code, out, err = run(bench, capsys, "--uf2", str(bench.path), "--json", "-q")
    assert (code, err) == (errors.OK, "")
    assert json.loads(out) == {
        "board": "raspberry_pi_pico",
        "uid": UID,
        "version": "10.1.3",
        "drive": str(bench.drive),
        "bytes_written": len(bench.data),
    }


def test_a_dry_run_writes_nothing(bench, capsys):
    code, out, _ = run(bench, capsys, "-n", "--uf2", str(bench.path))
    assert (code, bench.touched) == (errors.OK, False)
    folder = bench.machine.boot.folder
    assert out == f"Would put CircuitPython 10.1.3 on RP2040 in bootloader mode, {folder}.\n"
    code, out, _ = run(bench, capsys, "-n", "--json", "--version", "9.2.4")
    assert (code, bench.touched) == (errors.OK, False)
    assert json.loads(out) == {
        "board": "raspberry_pi_pico",
        "uid": "",
        "version": "9.2.4",
        "installed": None,
        "would_write": True,
    }
    running(bench, "9.2.4")
    code, out, _ = run(bench, capsys, "-n", "--version", "9.2.4")
    assert code == errors.OK
    assert out == (
        f"Nothing to do: CircuitPython 9.2.4 is on Raspberry Pi Pico, {bench.drive}, "
        "/dev/ttyACM0.\n"
    )


def test_the_command_fails_with_its_code_and_the_next_command(bench, capsys):
    bench.put(b"")
    code, out, err = run(bench, capsys, "--uf2", str(bench.path))
    assert (code, out) == (errors.WRONG_DEVICE, "")
    what, cause, advice = err.splitlines()
    assert what == f"{bench.path} can't go on a Raspberry Pi Pico. The file is empty."
    assert cause.startswith("Likely cause: ")
    assert advice.startswith("Next: mastermind install   (downloads the right one; ")


@pytest.mark.parametrize("version", ["8.2.10", "latest", "../../etc"])
def test_versions_are_checked(bench, capsys, version):
    code, out, err = run(bench, capsys, "--version", version)
    assert (code, out) == (errors.USAGE, "")
    assert "Invalid value for '--version'" in err


def test_the_system_of_the_machine_does_not_matter_to_it(bench):
    bench.machine.system = MACOS
    assert bench.install().version == "10.1.3"
