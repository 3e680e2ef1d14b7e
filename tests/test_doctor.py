# SPDX-License-Identifier: MIT
"""`mastermind doctor`: a healthy board gets no finding, and each illness its own."""

import json
import os
import shutil

import pytest
from fake_machine import OTHER_UID, UID, FakeMachine, boot_out, bootloader, drive, ports

from mastermind_host import cli, errors
from mastermind_host.commands import shared
from mastermind_host.deploy import manifest
from mastermind_host.deploy.volume import Room, Volume
from mastermind_host.device import devices, here
from mastermind_host.device.machine import LINUX, MACOS, WINDOWS, Disk
from mastermind_host.drive import files
from mastermind_host.health import checks, udev, view
from mastermind_host.health.around import Access, Around
from mastermind_host.health.finding import Finding, worst

FIRMWARE = files()
DEPLOY = f"mastermind deploy --serial {UID}"
# Ports that nobody's computer has.
CONSOLE, DATA = "/dev/no/ttyACM0", "/dev/no/ttyACM1"
PORTS = ports(console=CONSOLE, data=DATA)


class FakeVolume(Volume):
    """A folder that tells what a test wants."""

    def __init__(self, root, told):
        super().__init__(root)
        self.told = told

    @property
    def is_writable(self):
        return self.told.get("is_writable", True)

    @property
    def owner(self):
        return self.told.get("owner", "")

    def room(self):
        return self.told.get("room", Room(512, 1500, 1024 * 1024))


class FakeAround(Around):
    """A computer on which nothing stands in the way, until a test says so."""

    def __init__(self, system=LINUX):
        self.system = system
        self.running, self.holding, self.may = ["bash"], {}, {}
        self.rules, self.version, self.told = False, 0, {}

    def programs(self):
        return self.running

    def holders(self, port):
        return self.holding.get(port, [])

    def access(self, port):
        return self.may.get(port)

    def has_udev_rules(self):
        return self.rules

    def macos(self):
        return self.version

    def volume(self, drive):
        return FakeVolume(drive, self.told)


class Patient:
    """A computer with a healthy board, both to be changed."""

    def __init__(self, folder):
        self.mount, self.around = drive(folder / "CIRCUITPY"), FakeAround()
        self.root = self.mount.path
        self.machine = FakeMachine([self.mount], PORTS)
        for path, data in FIRMWARE.items():
            self.put(path, data)
        self.put("manifest.json", manifest.build(FIRMWARE))

    def put(self, path, data=b""):
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)

    def become(self, **changes):
        """The mount told differently."""
        self.mount = self.mount._replace(**changes)
        self.machine.drives = [self.mount]

    def runs_on(self, system):
        self.machine.system = self.around.system = system

    def look(self):
        return checks.run(self.machine, self.around, devices.find(self.machine))

    def findings(self):
        """[(check, Finding)]"""
        return [(result.check, one) for result in self.look() for one in result.findings]


@pytest.fixture
def patient(tmp_path):
    return Patient(tmp_path)


def only(patient):
    """The only finding, as (check, what, cause, advice, code)."""
    ((check, finding),) = patient.findings()
    return check, *finding


def test_a_healthy_board_has_no_finding(patient):
    results = patient.look()
    assert [result.check for result in results if result.findings] == []
    assert len(results) == len(checks.OF_MACHINE + checks.OF_BOARD + checks.OF_DRIVE)


# Plugs


def test_nothing_is_plugged_in(patient):
    patient.machine.drives, patient.machine.serials = [], []
    check, what, _, advice, code = only(patient)
    assert (check, what, code) == (
        "a board is plugged in",
        "No board is plugged in.",
        errors.NO_DEVICE,
    )
    assert advice.startswith("take a cable that carries data; a blank board: hold BOOT")


def test_its_drive_is_not_mounted(patient):
    patient.machine.drives = []
    patient.machine.disks = [Disk("/dev/sdb1", "CIRCUITPY", UID)]
    assert only(patient) == (
        "its drive is there",
        f"Raspberry Pi Pico {UID} has no drive here.",
        "A drive is plugged in but not mounted: /dev/sdb1 (CIRCUITPY).",
        "udisksctl mount -b /dev/sdb1",
        errors.NO_DEVICE,
    )


def test_the_drive_of_a_second_board_is_not_mounted(patient):
    patient.machine.disks = [Disk("/dev/sdc1", "RPI-RP2")]
    check, what, _, advice, code = only(patient)
    assert (check, code) == ("every drive is mounted", errors.NO_DEVICE)
    assert what == "A drive is plugged in but not mounted: /dev/sdc1 (RPI-RP2)."
    assert advice == "udisksctl mount -b /dev/sdc1"


def test_two_healthy_boards_are_no_problem(patient, tmp_path):
    other = Patient(tmp_path / "other")
    other.put("boot_out.txt", boot_out(OTHER_UID).encode())
    other.become(uid=OTHER_UID)
    patient.machine.drives.append(other.mount)
    patient.machine.serials += ports(OTHER_UID, "/dev/ttyACM2", "/dev/ttyACM3")
    check, what, _, advice, code = only(patient)
    assert (check, code) == ("it is clear which board is meant", errors.OK)
    assert what.startswith("2 boards are plugged in: Raspberry Pi Pico, ")
    assert advice == f"give them --serial {UID}, for example"


def test_modem_manager_without_a_rule(patient):
    patient.around.running = ["systemd", "ModemManager"]
    check, what, cause, advice, code = only(patient)
    assert (check, code) == ("ModemManager leaves boards alone", errors.OK)
    assert what.startswith("ModemManager runs: it may take a board for a modem")
    assert cause == "There is no rule that tells it otherwise."
    lines = advice.splitlines()
    assert lines[:2] == [
        "wait those seconds, or once:",
        "sudo tee /etc/udev/rules.d/70-jungle-mastermind.rules <<'END'",
    ]
    assert lines[2] == (
        'SUBSYSTEMS=="usb", ATTRS{idVendor}=="239a", ATTRS{idProduct}=="80f4", '
        'ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1", TAG+="uaccess"'
    )
    assert lines[6:] == [
        "END",
        "sudo udevadm control --reload && sudo udevadm trigger   (and plug the board in again)",
    ]
    patient.around.rules = True
    assert patient.findings() == []


def test_udev_rules_are_recognised(tmp_path):
    around = Around(LINUX, etc=tmp_path)
    assert not around.has_udev_rules()
    folder = tmp_path / "udev/rules.d"
    folder.mkdir(parents=True)
    (folder / "50-other.rules").write_text('ATTRS{idVendor}=="1050", ENV{ID_MM_DEVICE_IGNORE}="1"')
    (folder / "51-note.rules").write_text('# ATTRS{idVendor}=="239a", ENV{ID_MM_DEVICE_IGNORE}="1"')
    assert not around.has_udev_rules()
    (folder / "70-jungle-mastermind.rules").write_text(udev.rules())
    assert around.has_udev_rules()


@pytest.mark.parametrize(
    ("system", "version", "what"),
    [
        (MACOS, 14, "macOS 14 and later write slowly to a board's drive"),
        (WINDOWS, 0, "Windows writes to a board's drive seconds after it says so."),
    ],
)
def test_a_system_that_needs_care(patient, system, version, what):
    patient.runs_on(system)
    patient.around.version = version
    check, told, _, advice, code = only(patient)
    assert (check, code) == ("this system needs no special care", errors.OK)
    assert told.startswith(what)
    assert advice.startswith("let mastermind deploy copy files")


def test_an_older_macos_needs_none(patient):
    patient.runs_on(MACOS)
    patient.around.version = 13
    assert patient.findings() == []


def test_a_board_in_bootloader_mode(patient, tmp_path):
    patient.machine.drives, patient.machine.serials = [bootloader(tmp_path / "RPI-RP2")], []
    check, what, _, advice, code = only(patient)
    assert (check, code) == ("it runs CircuitPython", errors.NO_DEVICE)
    assert what == f"The board at {tmp_path / 'RPI-RP2'} is in bootloader mode."
    assert advice == "mastermind flash   (or unplug it and plug it in again)"


def test_a_bootloader_of_another_chip(patient, tmp_path):
    patient.machine.drives = [bootloader(tmp_path / "FEATHERBOOT", "SAMD51J19A-Feather-v0")]
    patient.machine.serials = []
    check, what, cause, _, code = only(patient)
    assert (check, code) == ("board and chip are known", errors.WRONG_DEVICE)
    assert what == "a board of another kind in bootloader mode has another chip."
    assert cause == "The firmware runs on the RP2040 and the RP2350."


@pytest.mark.parametrize(
    ("machine", "board_id", "what", "code"),
    [
        (
            "Adafruit Feather RP2040 with rp2040",
            "adafruit_feather_rp2040",
            "adafruit_feather_rp2040 is a board that nobody has tried.",
            errors.OK,
        ),
        (
            "LOLIN S3 16MB Flash 8MB PSRAM with ESP32S3",
            "lolin_s3",
            "lolin_s3 has another chip (ESP32S3).",
            errors.WRONG_DEVICE,
        ),
    ],
)
def test_a_board_of_another_kind(patient, machine, board_id, what, code):
    text = boot_out(board_id=board_id).replace("Raspberry Pi Pico with rp2040", machine)
    patient.put("boot_out.txt", text.encode())
    patient.machine.serials = [port._replace(pid=1) for port in PORTS]
    check, told, _, advice, told_code = only(patient)
    assert (check, told, told_code) == ("board and chip are known", what, code)
    assert "Raspberry Pi Pico 2 W" in advice


# Ports


def test_a_drive_without_a_port(patient):
    patient.machine.serials = []
    check, what, _, advice, code = only(patient)
    assert (check, code) == ("its console is there", errors.NO_DEVICE)
    assert what == f"The board at {patient.root} has no serial port here."
    assert advice == "mastermind devices; then the same command with --port"


def test_a_console_alone(patient):
    patient.machine.serials = PORTS[:1]
    check, what, _, advice, code = only(patient)
    assert (check, advice, code) == ("its second port is there", DEPLOY, errors.OK)
    assert what.startswith("The board has no second serial port")


@pytest.mark.parametrize(
    ("access", "cause", "advice"),
    [
        (
            Access("dialout", False, False),
            "It belongs to the group dialout, and you are not in it.",
            "sudo usermod -aG dialout $USER   (then log out and log in again)",
        ),
        (
            Access("uucp", False, True),
            "You are in its group uucp, but were not yet when you logged in.",
            "log out and log in again   (or restart the computer)",
        ),
        (Access("root", False, False), "It belongs to root alone.", udev.command()),
    ],
)
def test_a_port_that_may_not_be_opened(patient, access, cause, advice):
    patient.around.may = {port.path: access for port in PORTS}
    assert only(patient) == (
        "you may open its ports",
        f"You may not open {CONSOLE}.",
        cause,
        advice,
        errors.BUSY,
    )


def test_a_port_of_this_computer_tells_its_group(tmp_path):
    (tmp_path / "port").touch()
    access = Around(LINUX).access(str(tmp_path / "port"))
    assert access
    assert access.is_allowed
    assert access.group
    assert Around(LINUX).access(str(tmp_path / "gone")) is None
    assert Around(WINDOWS).access(str(tmp_path / "port")) is None


def test_a_port_that_another_program_has(patient):
    patient.around.holding = {CONSOLE: ["thonny (4711)", "screen (4712)"]}
    assert only(patient) == (
        "no other program has its ports",
        f"{CONSOLE} is in use by thonny (4711), screen (4712).",
        "Two programs cannot talk with one board.",
        "end that program, then the same command again",
        errors.BUSY,
    )


def test_programs_that_usually_have_the_port(patient):
    patient.runs_on(MACOS)
    patient.around.running = ["Finder", "Thonny", "screen"]
    check, what, _, _, code = only(patient)
    assert (check, code) == ("no program is known to take them", errors.OK)
    assert what == "screen, thonny runs, and may have the board's port."
    patient.runs_on(LINUX)  # which tells exactly
    assert patient.findings() == []


# Drives


def test_a_drive_that_boot_py_keeps_for_the_board(patient):
    patient.become(read_only=True)
    patient.put("boot.py", b'import storage\nstorage.remount("/", readonly=False)\n')
    found = dict(patient.findings())["the drive can be written"]
    assert found.what == f"The drive {patient.root} is read-only."
    assert found.cause.startswith("boot.py on it keeps the drive for the board (storage.remount")
    assert found.advice.startswith(f"mastermind recover --serial {UID}   (or: press BOOT")
    assert found.code == errors.UNWRITABLE


def test_a_drive_that_is_read_only_for_no_such_reason(patient):
    patient.become(read_only=True)
    check, what, cause, advice, code = only(patient)
    assert (check, code) == ("the drive can be written", errors.UNWRITABLE)
    assert what == f"The drive {patient.root} is read-only."
    assert cause == "It was unplugged while it was written, or a USB hub is in between."
    assert advice.endswith(f"mastermind recover --serial {UID}")


def test_a_drive_that_root_owns(patient):
    patient.around.told = {"is_writable": False, "owner": "root"}
    assert only(patient) == (
        "the drive can be written",
        f"The drive {patient.root} belongs to root, and you may not write to it.",
        "It was mounted by root.",
        "sudo umount /dev/sdb1 && udisksctl mount -b /dev/sdb1",
        errors.BUSY,
    )


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        (b'import storage\nstorage.remount("/", False)\n', True),
        (b"if key.value:\n    storage.disable_usb_drive()\n", True),
        (b'# storage.remount("/", False)\nprint(1)\n', False),
        (FIRMWARE["boot.py"], False),
    ],
)
def test_a_boot_py_that_can_take_the_drive(patient, text, is_told):
    patient.put("boot.py", text)
    told = dict(patient.findings()).get("boot.py leaves the drive alone")
    assert bool(told) is is_told
    assert told is None or told.advice == f"{DEPLOY}   (it backs up what it replaces)"


def test_a_full_drive(patient):
    (patient.root / "mastermind/rules.py").unlink()
    needed = -(-len(FIRMWARE["mastermind/rules.py"]) // 512) + 1  # and its entry in the folder
    patient.around.told = {"room": Room(512, needed - 2, 1024 * 1024)}
    told = dict(patient.findings())["there is room for the firmware"]
    assert told.what == (
        f"The drive is full: {(needed - 2) / 2:.1f} KiB are free, "
        f"the firmware needs {needed / 2:.1f} KiB more."
    )
    assert (told.advice, told.code) == (
        f"look for what is not needed: du -ah {patient.root} | sort -h",
        errors.UNWRITABLE,
    )
    patient.around.told = {"room": Room(512, needed + 1, 1024 * 1024)}
    told = dict(patient.findings())["there is room for the firmware"]
    assert (told.what[:25], told.code) == ("The drive is nearly full:", errors.OK)


def test_garbage_in_the_listing(patient):
    patient.put("\x01\x7f.\x02")
    patient.put("huge.bin", bytes(2000))
    patient.around.told = {"room": Room(512, 1500, 1999)}
    patient.put("spare.bin", bytes(100))
    found = [one for check, one in patient.findings() if check == "the listing is sound"]
    names = found[0].what.removeprefix("The drive lists names that are garbage: ")
    assert "'\\x01\\x7f.\\x02'" in names
    assert "'huge.bin'" in names
    assert "spare.bin" not in names
    assert found[0].code == errors.UNWRITABLE
    assert found[0].advice == (
        f"mastermind backup --serial {UID}; then mastermind recover --serial {UID}"
        "   (it asks before it erases)"
    )


def test_rubbish_of_a_computer(patient):
    patient.put("._code.py", bytes(4096))
    patient.put("lib/._neopixel.py", bytes(4096))
    patient.put(".Trashes")  # of CircuitPython, against the folder
    patient.put(".fseventsd/no_log")
    patient.put(".Spotlight-V100/store.db")
    assert only(patient) == (
        "no rubbish of a computer",
        "There is rubbish of a computer on the drive: "
        "._code.py, lib/._neopixel.py, .Spotlight-V100.",
        "macOS keeps a ._ file beside each it copies; systems keep indexes and trash cans.",
        f"find {patient.root} -name '._*' -delete && rm -rf {patient.root / '.Spotlight-V100'}",
        errors.OK,
    )


def test_commands_are_quoted(tmp_path):
    patient = Patient(tmp_path / "a b")
    patient.put("._code.py")
    assert only(patient)[3] == f"find \"{patient.root}\" -name '._*' -delete"


# Programs


def test_boot_out_that_is_missing(patient):
    (patient.root / "boot_out.txt").unlink()
    check, what, _, advice, code = only(patient)
    assert (check, what, code) == (
        "boot_out.txt is this board's",
        "boot_out.txt is missing.",
        errors.UNVERIFIED,
    )
    assert advice == f"unplug it and plug it in again; then: mastermind monitor --serial {UID}"


def test_boot_out_that_is_rubbish(patient):
    patient.put("boot_out.txt", b"\x00\xff" * 40)
    assert only(patient)[1] == "boot_out.txt tells no version."


def test_boot_out_of_another_board(patient):
    patient.put("boot_out.txt", boot_out(OTHER_UID).encode())
    assert only(patient) == (
        "boot_out.txt is this board's",
        f"boot_out.txt tells of another board: raspberry_pi_pico {OTHER_UID}, "
        f"USB of raspberry_pi_pico {UID}.",
        "It was copied from another board, or not written anew.",
        f"rm {patient.root / 'boot_out.txt'}   (then unplug it and plug it in again)",
        errors.WRONG_DEVICE,
    )


@pytest.mark.parametrize("version", ["9.1.4", "8.2.9", "11.0.0-alpha.1"])
def test_a_version_that_does_not_fit(patient, version):
    patient.put("boot_out.txt", boot_out(version=version).encode())
    assert only(patient) == (
        "CircuitPython's version fits",
        f"CircuitPython {version} is on the board.",
        "The firmware runs on 9.2 to 10.x.",
        f"mastermind install --serial {UID}",
        errors.WRONG_DEVICE,
    )


def test_the_version_that_forgets_on_a_pico_2(patient):
    text = boot_out(version="9.2.0", board_id="raspberry_pi_pico2")
    patient.put("boot_out.txt", text.replace("rp2040", "rp2350a").encode())
    patient.machine.serials = [port._replace(vid=0x2E8A, pid=0x000B) for port in PORTS]
    check, what, *_ = only(patient)
    assert (check, what) == (
        "CircuitPython's version fits",
        "CircuitPython 9.2.0 falls into safe mode when a RP2350 remembers a game.",
    )


def test_no_firmware(patient):
    shutil.rmtree(patient.root / "mastermind")
    (patient.root / "manifest.json").unlink()
    assert only(patient) == (
        "the firmware is whole",
        "The firmware is not on the board.",
        "It has CircuitPython, and nothing of ours yet.",
        DEPLOY,
        errors.UNVERIFIED,
    )


def test_a_firmware_that_was_copied_by_hand(patient):
    (patient.root / "manifest.json").unlink()
    check, what, _, advice, code = only(patient)
    assert (check, advice, code) == ("the firmware is whole", DEPLOY, errors.OK)
    assert what == "The firmware was copied by hand: nothing says that it is whole."
    (patient.root / "lib/neopixel.py").unlink()
    _, what, _, _, code = only(patient)
    assert (what, code) == (
        "Files of the firmware are missing: lib/neopixel.py.",
        errors.UNVERIFIED,
    )


def test_a_deploy_that_was_broken_off(patient):
    patient.put("manifest.json", manifest.INCOMPLETE)
    assert only(patient) == (
        "the firmware is whole",
        "Only a part of the firmware was copied.",
        "A deploy was broken off; the board says so instead of playing.",
        DEPLOY,
        errors.UNVERIFIED,
    )


def test_files_that_are_not_as_they_were_copied(patient):
    patient.put("code.py", b"print(1)\n")
    (patient.root / "mastermind/rules.py").unlink()
    check, what, _, advice, code = only(patient)
    assert (check, advice, code) == ("the firmware is whole", DEPLOY, errors.UNVERIFIED)
    assert what == "Files of the firmware are missing or changed: code.py, mastermind/rules.py."


def test_a_firmware_of_another_version(patient):
    content = json.loads((patient.root / "manifest.json").read_text())
    patient.put("manifest.json", json.dumps(content | {"version": "0.0.1"}).encode())
    check, what, _, advice, code = only(patient)
    assert (check, advice, code) == ("the firmware is whole", DEPLOY, errors.OK)
    assert what.startswith("The firmware on the board is 0.0.1, this program's is ")


@pytest.mark.parametrize(
    "path", ["code.txt", "neopixel.py", "neopixel.mpy", "neopixel/__init__.py"]
)
def test_a_file_that_runs_instead_of_ours(patient, path):
    patient.put(path, b"C\x06")
    check, what, _, advice, code = only(patient)
    assert (check, code) == ("no file runs in the place of ours", errors.UNVERIFIED)
    assert what == f"{path} on the drive runs instead of a file of the firmware."
    assert advice == f"rm {patient.root / path}   (or move it elsewhere)"


@pytest.mark.parametrize("path", ["main.py", "mastermind.py", "mastermind.mpy"])
def test_a_file_that_only_confuses(patient, path):
    patient.put(path, b"C\x06")
    check, what, _, advice, code = only(patient)
    assert (check, code) == ("no file runs in the place of ours", errors.OK)
    assert what.startswith(f"{path} on the drive is not ")
    assert advice == f"rm {patient.root / path}   (or leave it; it does no harm)"


@pytest.mark.parametrize(
    ("head", "made_for"),
    [
        (b"C\x05\x02", "another version of CircuitPython"),
        (b"M\x06\x1f", "MicroPython"),
        (b"", "nothing that is known"),
    ],
)
def test_a_compiled_module_that_does_not_fit(patient, head, made_for):
    patient.put("lib/adafruit_midi.mpy", head)
    check, what, _, advice, code = only(patient)
    assert (check, code) == ("compiled modules fit", errors.WRONG_DEVICE)
    assert what == f"lib/adafruit_midi.mpy is compiled for {made_for}: importing it fails."
    assert advice.startswith(f"rm {patient.root / 'lib/adafruit_midi.mpy'}")
    patient.put("lib/adafruit_midi.mpy", b"C\x06\x02\x1f")
    assert patient.findings() == []


def test_mistakes_in_the_settings(patient):
    patient.put("settings.toml", b'brightness = 9\nlevle = "older"\nCIRCUITPY_X = "1"\n')
    found = patient.findings()
    assert [one.what for _, one in found] == [
        "settings.toml line 1: brightness cannot be 9; use 1 to 5. 2 is used.",
        "settings.toml line 2: there is no setting 'levle'; the line is ignored.",
    ]
    assert {(check, one.advice, one.code) for check, one in found} == {
        (
            "settings.toml has no mistake",
            f"edit {patient.root / 'settings.toml'}",
            errors.WRONG_DEVICE,
        )
    }


def test_a_spare_that_is_missing(patient):
    (patient.root / "spare.bin").unlink()
    check, what, _, advice, code = only(patient)
    assert (check, what, advice, code) == (
        "spare.bin is there",
        "spare.bin is missing.",
        DEPLOY,
        errors.OK,
    )
    patient.put("spare.bin", bytes(8))
    assert only(patient)[1] == "spare.bin has 8 bytes, not 16384."


def test_a_drive_that_vanishes_while_it_is_looked_at(patient):
    there = devices.find(patient.machine)
    shutil.rmtree(patient.root)
    results = checks.run(patient.machine, patient.around, there)
    told = {one.what for result in results for one in result.findings}
    assert f"{patient.root} cannot be read: No such file or directory." in told


# The command


def run(capsys, machine, *arguments):
    """(exit code, stdout, stderr) of `mastermind doctor ARGUMENTS`."""
    code = cli.run(["doctor", *arguments], shared.Job(machine))
    out, err = capsys.readouterr()
    return code, out, err


def test_doctor_ends_with_0_where_all_is_well(patient, capsys):
    code, out, err = run(capsys, patient.machine)
    assert (code, err) == (errors.OK, "")
    assert f"Raspberry Pi Pico, {patient.root}, {CONSOLE} {UID}" in out.splitlines()
    assert "ok       the firmware is whole" in out.splitlines()
    assert run(capsys, patient.machine, "--quiet") == (errors.OK, "", "")


def test_doctor_ends_with_the_code_of_the_worst(patient, capsys):
    patient.put("settings.toml", b"brightness = 9\n")
    patient.put("manifest.json", manifest.INCOMPLETE)
    patient.become(read_only=True)
    code, out, err = run(capsys, patient.machine, "-q")
    assert code == errors.UNWRITABLE
    assert err.splitlines()[:2] == [
        "3 problems were found.",
        f"Likely cause: The drive {patient.root} is read-only.",
    ]
    assert [line[:8] for line in out.splitlines() if line[:1] != " "] == [
        "Raspberr",
        "problem ",
        "problem ",
        "problem ",
    ]
    assert f"         Next: {DEPLOY}" in out.splitlines()


def test_doctor_without_a_board_ends_with_3(capsys):
    code, out, err = run(capsys, FakeMachine())
    assert code == errors.NO_DEVICE
    assert "problem  No board is plugged in." in out.splitlines()
    assert err.startswith("1 problem was found.\nLikely cause: No board is plugged in.\nNext: take")


def test_doctor_looks_at_the_board_that_is_meant(patient, tmp_path, capsys):
    patient.machine.drives.append(drive(tmp_path / "CIRCUITPY1", OTHER_UID))
    assert run(capsys, patient.machine, "--serial", UID)[0] == errors.OK
    assert run(capsys, patient.machine, "--serial", OTHER_UID)[0] == errors.NO_DEVICE  # no port
    assert run(capsys, patient.machine, "--serial", "0000")[0] == errors.NO_DEVICE


def test_a_report_can_be_looked_at_again(patient, capsys, tmp_path, monkeypatch):
    patient.put("code.txt")
    code, out, _ = run(capsys, patient.machine, "--json")
    assert code == errors.UNVERIFIED
    report = json.loads(out)
    problems = [one for one in report["checks"] if one["result"] == view.PROBLEM]
    assert problems == [
        {
            "check": "no file runs in the place of ours",
            "board": UID,
            "result": "problem",
            "what": "code.txt on the drive runs instead of a file of the firmware.",
            "cause": "Another program was on the board before, "
            "or a file was copied to a wrong place.",
            "advice": f"rm {patient.root / 'code.txt'}   (or move it elsewhere)",
            "code": errors.UNVERIFIED,
        }
    ]
    assert {"check": "the firmware is whole", "board": UID, "result": "ok"} in report["checks"]
    (tmp_path / "report.json").write_text(out)
    monkeypatch.setenv("MASTERMIND_MACHINE", str(tmp_path / "report.json"))
    assert devices.find(here.machine()) == devices.find(patient.machine)


def test_the_worst_is_where_to_begin():
    def problem(code):
        return Finding(f"code {code}", "", "", code)

    found = [problem(code) for code in (errors.UNVERIFIED, errors.BUSY, errors.OK, 42)]
    assert worst(found) == problem(errors.BUSY)
    assert worst([problem(42)]) == problem(42)
    assert worst([problem(errors.OK)]) is None
    assert worst([]) is None


def test_this_computer_can_be_looked_around():
    around = Around(here.machine().system)
    assert all(isinstance(name, str) for name in around.programs())
    assert around.macos() >= 0
    assert around.holders(os.devnull + "x") == []
