# SPDX-License-Identifier: MIT
"""Which boards are plugged in, what belongs together, and which one is meant."""

import json
from pathlib import Path

import fake_machine
import pytest
from fake_machine import OTHER_UID, UID, FakeMachine, boot_out, bootloader, drive, ports
from linked import Rig, Wire, begin

from mastermind import __version__
from mastermind_host import cli, errors
from mastermind_host.commands import completion, shared
from mastermind_host.deploy import manifest as deploy_manifest
from mastermind_host.device import boards, devices, info_uf2, recorded, versions
from mastermind_host.device import boot_out as boot_out_txt
from mastermind_host.device.boot_out import BootOut
from mastermind_host.device.devices import Wanted
from mastermind_host.device.machine import CONSOLE, Disk, Mount, Port


@pytest.fixture
def pico(tmp_path):
    """The drive and the ports of a Raspberry Pi Pico, as Linux tells them."""
    return drive(tmp_path / "CIRCUITPY"), ports()


def untold(mount):
    """A mount as a system tells it that says nothing of USB."""
    return mount._replace(uid="")


def refused(machine, **wanted):
    """The Fault of choosing."""
    with pytest.raises(errors.Fault) as caught:
        devices.choose(machine, Wanted(**wanted))
    return caught.value


# boot_out.txt


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            boot_out(),
            BootOut("9.2.4", "Raspberry Pi Pico with rp2040", "raspberry_pi_pico", UID),
        ),
        (
            "Adafruit CircuitPython 10.1.3 on 2026-02-02; Raspberry Pi Pico 2 with rp2350a\n"
            "Board ID:raspberry_pi_pico2\nUID:aabb\nMAC:28:CD:C1:09:0D:E2\n",
            BootOut("10.1.3", "Raspberry Pi Pico 2 with rp2350a", "raspberry_pi_pico2", "AABB"),
        ),
        (
            "Adafruit CircuitPython 10.0.0-beta.2-14-g0ab on 2025-08-01; Pico with rp2040\n",
            BootOut("10.0.0-beta.2-14-g0ab", "Pico with rp2040"),
        ),
        (
            "Adafruit CircuitPython 9.2.0-rc.1 on 2024-10-25; A; B with rp2040",
            BootOut("9.2.0-rc.1", "A; B with rp2040"),
        ),
        ("Board ID:raspberry_pi_pico\nUID:DF62\n", BootOut("", "", "raspberry_pi_pico", "DF62")),
        ("", BootOut()),
        ("\xff\x00 CircuitPython nine\nUID:not hexadecimal\n", BootOut()),
    ],
)
def test_boot_out_tells_what_it_can(text, told):
    assert boot_out_txt.parse(text) == told


def test_boot_out_that_is_missing_or_a_folder_or_not_text(tmp_path):
    assert boot_out_txt.read(tmp_path) is None
    (tmp_path / "boot_out.txt").mkdir()
    assert boot_out_txt.read(tmp_path) is None
    (tmp_path / "boot_out.txt").rmdir()
    (tmp_path / "boot_out.txt").write_bytes(bytes(range(256)) * 100)
    assert boot_out_txt.read(tmp_path) == BootOut()


@pytest.mark.parametrize(
    ("text", "info", "chip"),
    [
        (
            "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n",
            ("Raspberry Pi RP2", "RPI-RP2"),
            boards.RP2040,
        ),
        (
            "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n",
            ("Raspberry Pi RP2350", "RP2350"),
            boards.RP2350,
        ),
        (
            "UF2 Bootloader 0.0.0\nModel: Adafruit Metro MagTag\nBoard-ID: MagTag-29gray-revC",
            ("Adafruit Metro MagTag", "MagTag-29gray-revC"),
            None,
        ),
        ("rubbish", ("", ""), None),
    ],
)
def test_a_bootloader_tells_its_chip(text, info, chip):
    assert info_uf2.parse(text) == info
    assert boards.chip_by_info(info[1]) is chip


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ("9.1.4", False),
        ("9.2.0", True),
        ("9.2.4-rc.0", True),
        ("10.1.3", True),
        ("11.0.0-alpha.1", False),
        ("8.2.9", False),
        ("", False),
    ],
)
def test_versions_that_the_firmware_runs_on(version, fits):
    assert versions.in_range(version) is fits


def test_the_boards_have_the_ids_of_circuitpython():
    assert {
        board.id: (f"{board.vid:04x}:{board.pid:04x}", board.chip.name) for board in boards.BOARDS
    } == {
        "raspberry_pi_pico": ("239a:80f4", "RP2040"),
        "raspberry_pi_pico_w": ("239a:8120", "RP2040"),
        "raspberry_pi_pico2": ("2e8a:000b", "RP2350"),
        "raspberry_pi_pico2_w": ("239a:8162", "RP2350"),
    }
    assert boards.chip_by_name("rp2350a") is boards.RP2350
    assert boards.chip_by_family(0xE48BFF56) is boards.RP2040
    assert boards.chip_by_family(0) is None


# find


def test_a_board_with_drive_and_ports(pico):
    mount, (console, data) = pico
    assert devices.find(FakeMachine([mount], [data, console])) == [
        devices.Device(UID, "raspberry_pi_pico", "9.2.4", mount, console, data, chip="RP2040")
    ]


def test_a_machine_without_boards(tmp_path):
    boot = Mount(tmp_path, "/dev/nvme0n1p1", "vfat", "EFI")
    linux = Mount(tmp_path, "/dev/nvme0n1p2", "ext4", "CIRCUITPY")
    printer = Port("/dev/ttyUSB0", vid=0x1A86, pid=0x7523, product="USB Serial")
    assert devices.find(FakeMachine([boot, linux], [printer])) == []


def test_where_usb_is_not_told_boot_out_pairs(pico):
    mount, serials = pico
    (found,) = devices.find(FakeMachine([untold(mount)], serials))
    assert (found.uid, found.drive, found.console) == (UID, untold(mount), serials[0])


def test_a_port_that_tells_its_uid_in_small_letters(pico):
    mount, serials = pico
    small = [port._replace(uid=UID.lower()) for port in serials]
    (found,) = devices.find(FakeMachine([untold(mount)], small))
    assert (found.uid, found.console) == (UID, small[0])


def test_two_boards_with_the_same_label_are_told_apart(tmp_path):
    first, second = (
        untold(drive(tmp_path / "CIRCUITPY")),
        untold(drive(tmp_path / "CIRCUITPY1", OTHER_UID)),
    )
    serials = ports(OTHER_UID, "/dev/ttyACM0", "/dev/ttyACM1") + ports(
        UID, "/dev/ttyACM2", "/dev/ttyACM3"
    )
    found = devices.find(FakeMachine([second, first], serials))
    assert [(one.uid, one.drive, one.console.path, one.data.path) for one in found] == [
        (UID, first, "/dev/ttyACM2", "/dev/ttyACM3"),
        (OTHER_UID, second, "/dev/ttyACM0", "/dev/ttyACM1"),
    ]


def test_a_boot_out_of_another_board_counts_less_than_usb(tmp_path):
    copied = drive(tmp_path / "CIRCUITPY", OTHER_UID)._replace(uid=UID)
    (found,) = devices.find(FakeMachine([copied], ports()))
    assert (found.uid, found.drive, found.console) == (UID, copied, ports()[0])
    assert (found.board_id, found.version) == ("raspberry_pi_pico", "")  # by USB alone


def test_a_boot_out_of_another_kind_of_board_is_not_believed(tmp_path):
    copied = drive(tmp_path / "CIRCUITPY", board_id="adafruit_feather_rp2040")
    (found,) = devices.find(FakeMachine([copied], ports()))
    assert (found.board_id, found.version) == ("raspberry_pi_pico", "")


def test_two_drives_that_claim_one_board_are_not_paired_with_it(tmp_path):
    mounts = [untold(drive(tmp_path / name)) for name in ("CIRCUITPY", "CIRCUITPY1")]
    found = devices.find(FakeMachine(mounts, ports()))
    assert sorted((one.drive is not None, one.console is not None) for one in found) == [
        (False, True),
        (True, False),
        (True, False),
    ]


def test_a_drive_without_a_port_and_a_port_without_a_drive(tmp_path):
    mount = drive(tmp_path / "CIRCUITPY")
    found = devices.find(FakeMachine([mount], ports(OTHER_UID)))
    assert [(one.uid, one.drive, one.console) for one in found] == [
        (UID, mount, None),
        (OTHER_UID, None, ports(OTHER_UID)[0]),
    ]
    assert found[1].board_id == "raspberry_pi_pico"  # by USB


def test_a_drive_that_tells_nothing_goes_with_the_only_port(tmp_path):
    bare = Mount(tmp_path, "E:", "FAT", "CIRCUITPY")
    (found,) = devices.find(FakeMachine([bare], ports()))
    assert (found.drive, found.console, found.uid) == (bare, ports()[0], UID)


def test_a_drive_that_tells_nothing_is_not_given_to_one_of_two_boards(tmp_path):
    bare = Mount(tmp_path, "E:", "FAT", "CIRCUITPY")
    serials = ports() + ports(OTHER_UID, "COM5", "COM6")
    found = devices.find(FakeMachine([bare], serials))
    assert [(one.uid, one.drive) for one in found] == [
        ("", bare),
        (UID, None),
        (OTHER_UID, None),
    ]


def test_a_drive_of_another_label_is_known_by_its_boot_out(tmp_path):
    renamed = drive(tmp_path / "GAMES")._replace(label="GAMES")
    (found,) = devices.find(FakeMachine([renamed], []))
    assert (found.drive, found.version) == (renamed, "9.2.4")


def test_a_board_in_bootloader_mode_comes_last(tmp_path, pico):
    mount, serials = pico
    boot = bootloader(tmp_path / "RPI-RP2")._replace(uid="E0C9125B0D9B")
    newer = bootloader(tmp_path / "RP2350", "RP2350", "Raspberry Pi RP2350")._replace(uid="aa55")
    found = devices.find(FakeMachine([boot, newer, mount], serials))
    assert found[0].uid == UID
    assert [(one.bootloader, one.uid, one.chip) for one in found[1:]] == [
        (boot, "", "RP2040"),  # its number is the same on every RP2040
        (newer, "AA55", "RP2350"),
    ]


def test_ports_whose_purpose_is_not_told(pico):
    mount, serials = pico
    alone = serials[0]._replace(role="")
    (found,) = devices.find(FakeMachine([mount], [alone]))
    assert (found.console, found.data) == (alone, None)
    both = [port._replace(role="") for port in serials]
    (found,) = devices.find(FakeMachine([mount], both))
    assert (found.console, found.data) == (None, None)


def test_ports_without_a_uid_are_one_board_only_if_they_can_be():
    pty = Port("/dev/pts/3", CONSOLE)
    assert [one.console for one in devices.find(FakeMachine([], [pty]))] == [pty]
    other = Port("/dev/pts/4", CONSOLE)
    assert [one.console for one in devices.find(FakeMachine([], [pty, other]))] == [pty, other]


# choose


def test_the_only_board_is_meant(pico):
    mount, serials = pico
    machine = FakeMachine([mount], serials)
    chosen = devices.choose(machine)
    assert chosen == devices.find(machine)[0]
    assert devices.drive_of(machine, chosen) == mount
    assert devices.console_of(chosen) == serials[0]


def test_no_board_asks_for_a_cable_and_the_boot_button():
    fault = refused(FakeMachine())
    assert (fault.code, fault.what) == (errors.NO_DEVICE, "No board is plugged in.")
    assert fault.advice == (
        "take a cable that carries data; a blank board: hold BOOT while plugging it in, "
        "then: mastermind flash"
    )


def test_an_unmounted_drive_gets_its_exact_command():
    fault = refused(FakeMachine(unmounted=[Disk("/dev/sdb1", "RPI-RP2")]))
    assert fault.code == errors.NO_DEVICE
    assert fault.cause == "A drive is plugged in but not mounted: /dev/sdb1 (RPI-RP2)."
    assert fault.advice == "udisksctl mount -b /dev/sdb1"


def test_a_pico_with_micropython_is_told():
    fault = refused(FakeMachine(ports=[Port("COM3", vid=0x2E8A, pid=0x0005)]))
    assert fault.cause == "The board at COM3 runs MicroPython, not CircuitPython."
    assert fault.advice == "hold BOOT while plugging it in, then: mastermind flash"


def test_several_boards_are_listed_each_with_its_flag(tmp_path):
    mounts = [drive(tmp_path / "CIRCUITPY"), bootloader(tmp_path / "RPI-RP2")]
    fault = refused(FakeMachine(mounts, ports() + ports(OTHER_UID, "COM5", "COM6")))
    assert fault.code == errors.SEVERAL_DEVICES
    assert fault.what == "3 boards are plugged in, and it is not said which one is meant."
    assert fault.advice.splitlines() == [
        "the same command with one of these:",
        f"  --serial {UID}   Raspberry Pi Pico, {tmp_path / 'CIRCUITPY'}, /dev/ttyACM0",
        f"  --serial {OTHER_UID}   Raspberry Pi Pico, no drive, COM5",
        f"  --drive {tmp_path / 'RPI-RP2'}   RP2040 in bootloader mode, {tmp_path / 'RPI-RP2'}",
    ]


def test_the_end_of_a_serial_number_is_enough(tmp_path):
    machine = FakeMachine([], ports() + ports(OTHER_UID, "COM5", "COM6"))
    assert devices.choose(machine, Wanted(serial="5d37")).console.path == "COM5"
    fault = refused(machine, serial="0000")
    assert fault.code == errors.NO_DEVICE
    assert fault.what == "No board whose serial number ends in 0000 is plugged in."
    assert fault.cause.startswith(f"It is another one that is there: {UID}: Raspberry Pi Pico")


def test_a_port_or_a_drive_means_the_whole_board(pico):
    mount, (console, data) = pico
    machine = FakeMachine([mount], [console, data, *ports(OTHER_UID, "COM5", "COM6")])
    whole = devices.find(machine)[0]
    assert devices.choose(machine, Wanted(port=console.path)) == whole
    assert devices.choose(machine, Wanted(port=data.path)) == whole
    assert devices.choose(machine, Wanted(drive=mount.path)) == whole
    assert devices.choose(machine, Wanted(console.path, mount.path, UID[-4:])) == whole


def test_a_port_and_a_folder_that_nobody_listed(tmp_path):
    folder = drive(tmp_path / "elsewhere").path
    chosen = devices.choose(FakeMachine(), Wanted("/dev/pts/7", folder))
    assert chosen.console == Port("/dev/pts/7", CONSOLE)
    assert chosen.drive == Mount(folder)
    assert (chosen.uid, chosen.board_id, chosen.version) == (UID, "raspberry_pi_pico", "9.2.4")
    assert devices.choose(FakeMachine(), Wanted("/dev/pts/7")).console.path == "/dev/pts/7"


def test_a_folder_that_nobody_listed_gets_the_ports_of_its_uid(tmp_path):
    folder = drive(tmp_path / "elsewhere").path
    chosen = devices.choose(FakeMachine([], ports()), Wanted(drive=folder))
    assert (chosen.drive, chosen.console) == (Mount(folder), ports()[0])


def test_a_bootloader_drive_that_nobody_listed(tmp_path):
    folder = bootloader(tmp_path / "elsewhere").path
    chosen = devices.choose(FakeMachine(), Wanted(drive=folder))
    assert (chosen.bootloader, chosen.chip) == (Mount(folder), "RP2040")


def test_a_port_and_a_drive_of_two_boards_are_refused(pico):
    mount, _ = pico
    machine = FakeMachine([mount], ports(OTHER_UID))
    fault = refused(machine, port="/dev/ttyACM0", drive=mount.path)
    assert fault.code == errors.WRONG_DEVICE
    assert fault.what == (
        f"The port /dev/ttyACM0 is of the board {OTHER_UID}, the drive {mount.path} of {UID}."
    )


def test_a_serial_number_of_another_board_is_refused(pico):
    mount, serials = pico
    fault = refused(FakeMachine([mount], serials), drive=mount.path, serial="ffff")
    assert fault.code == errors.WRONG_DEVICE
    assert fault.what == f"That board's serial number is {UID}, not FFFF."


def test_a_folder_that_is_no_board_is_refused(tmp_path):
    fault = refused(FakeMachine(), drive=tmp_path)
    assert fault.code == errors.WRONG_DEVICE
    assert fault.what == (
        f"{tmp_path} is no board's drive: it has neither boot_out.txt nor INFO_UF2.TXT."
    )
    assert "/media/$USER/CIRCUITPY" in fault.advice


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    machine = FakeMachine(unmounted=[Disk("/dev/sdb1", "CIRCUITPY")])
    fault = refused(machine, drive=tmp_path / "CIRCUITPY")
    assert (fault.code, fault.advice) == (errors.NO_DEVICE, "udisksctl mount -b /dev/sdb1")


def test_a_command_that_needs_a_drive_or_a_port_says_what_is_missing(tmp_path):
    machine = FakeMachine([], ports(), [Disk("/dev/sdb1", "CIRCUITPY", UID)])
    with pytest.raises(errors.Fault) as caught:
        devices.drive_of(machine, devices.choose(machine))
    assert caught.value.what == f"Raspberry Pi Pico {UID} has no drive here."
    assert (caught.value.code, caught.value.advice) == (
        errors.NO_DEVICE,
        "udisksctl mount -b /dev/sdb1",
    )
    machine = FakeMachine([bootloader(tmp_path)])
    chosen = devices.choose(machine)
    for need in (lambda: devices.drive_of(machine, chosen), lambda: devices.console_of(chosen)):
        with pytest.raises(errors.Fault, match="in bootloader mode") as caught:
            need()
        assert caught.value.code == errors.NO_DEVICE
    with pytest.raises(errors.Fault, match="has no serial port here"):
        devices.console_of(devices.Device(drive=fake_machine.drive(tmp_path / "C")))


# mastermind devices


def run(capsys, machine, *arguments):
    """(exit code, stdout, stderr) of `mastermind devices ARGUMENTS`."""
    code = cli.run(["devices", *arguments], shared.Job(machine))
    out, err = capsys.readouterr()
    return code, out, err


def write_firmware(folder, manifest):
    (folder / "mastermind").mkdir()
    (folder / "code.py").touch()
    if manifest:
        (folder / "manifest.json").write_bytes(manifest)


def test_devices_lists_boards_with_their_versions(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    mounts = [drive(Path("CIRCUITPY")), bootloader(Path("RP2350"), "RP2350")]
    write_firmware(mounts[0].path, deploy_manifest.build({}))
    playing = Rig(level="older")
    begin(playing)
    serials = ports() + ports(OTHER_UID, "COM5", "COM6")
    machine = FakeMachine(mounts, serials, streams={"/dev/ttyACM1": Wire(playing)})
    code, out, err = run(capsys, machine)
    assert (code, err) == (errors.OK, "")
    assert [line.rstrip() for line in out.splitlines()] == [
        "board                      serial number     console       CircuitPython",
        "chip                       drive             data          firmware",
        "                                                           now",
        f"Raspberry Pi Pico          {UID}  /dev/ttyACM0  9.2.4",
        f"RP2040                     CIRCUITPY         /dev/ttyACM1  {__version__} complete",
        "                                                           guess, older",
        f"Raspberry Pi Pico          {OTHER_UID}  COM5          -",
        "RP2040                     -                 COM6          no drive",
        "                                                           does not answer",
        "RP2350 in bootloader mode  -                 -             -",
        "RP2350                     RP2350            -             bootloader",
        "                                                           -",
    ]


@pytest.mark.parametrize(
    ("manifest", "state", "version"),
    [
        (deploy_manifest.build({}), "complete", __version__),
        (deploy_manifest.INCOMPLETE, "half copied", None),
        (b"\x00rubbish", "half copied", None),
        (None, "copied by hand", None),
    ],
)
def test_devices_as_data(pico, capsys, manifest, state, version):
    mount, serials = pico
    write_firmware(mount.path, manifest)
    code, out, err = run(capsys, FakeMachine([mount], serials), "--json")
    assert (code, err) == (errors.OK, "")
    assert json.loads(out) == [
        {
            "uid": UID,
            "board_id": "raspberry_pi_pico",
            "name": "Raspberry Pi Pico",
            "chip": "RP2040",
            "drive": str(mount.path),
            "bootloader": None,
            "console": "/dev/ttyACM0",
            "data": "/dev/ttyACM1",
            "circuitpython": "9.2.4",
            "firmware": version,
            "state": state,
            "now": "does not answer",
        }
    ]


def test_devices_with_a_bare_board_and_an_unreadable_one(tmp_path, capsys):
    bare, odd = drive(tmp_path / "CIRCUITPY"), drive(tmp_path / "CIRCUITPY1", OTHER_UID)
    (odd.path / "manifest.json").mkdir()
    code, out, _ = run(capsys, FakeMachine([bare, odd]), "--json")
    assert code == errors.OK
    assert [one["state"] for one in json.loads(out)] == ["no firmware", "unreadable"]


def test_devices_without_a_board_ends_with_3(capsys):
    machine = FakeMachine(unmounted=[Disk("/dev/sdb1", "CIRCUITPY")])
    code, out, err = run(capsys, machine)
    assert (code, out) == (errors.NO_DEVICE, "")
    assert err.splitlines() == [
        "No board is plugged in.",
        "Likely cause: A drive is plugged in but not mounted: /dev/sdb1 (CIRCUITPY).",
        "Next: udisksctl mount -b /dev/sdb1",
    ]


def test_devices_tells_of_drives_that_are_not_mounted(pico, capsys):
    mount, serials = pico
    machine = FakeMachine([mount], serials, [Disk("/dev/sdc1", "RPI-RP2")])
    code, _, err = run(capsys, machine)
    assert code == errors.OK
    assert err.splitlines() == [
        "A drive is plugged in but not mounted: /dev/sdc1 (RPI-RP2).",
        "Next: udisksctl mount -b /dev/sdc1",
    ]
    assert run(capsys, machine, "-q")[2] == ""


# Completion by the shell


@pytest.fixture
def completed(tmp_path, monkeypatch, capsys):
    """What the shell offers for a line, with a Pico and a bare bootloader plugged in."""
    machine = FakeMachine(
        [drive(tmp_path / "CIRCUITPY"), bootloader(tmp_path / "RPI-RP2")], ports()
    )
    recording = tmp_path / "machine.json"
    recording.write_text(json.dumps(recorded.write_down(machine)))
    monkeypatch.setenv("MASTERMIND_MACHINE", str(recording))

    def complete(*words):
        monkeypatch.setenv("_MASTERMIND_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(("mastermind", *words)))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        with pytest.raises(SystemExit):
            cli.run([])
        return [line.partition(",")[2] for line in capsys.readouterr().out.splitlines()]

    return complete


def test_the_shell_completes_what_is_plugged_in(completed, tmp_path):
    assert completed("doctor", "--serial", "df") == [UID]
    assert completed("doctor", "--port", "/dev/tty") == ["/dev/ttyACM0"]
    assert completed("doctor", "--drive", str(tmp_path)) == [
        str(tmp_path / "CIRCUITPY"),
        str(tmp_path / "RPI-RP2"),
    ]
    assert completed("doctor", "--drive", "elsewhere") == ["elsewhere"]
    assert "doctor" in completed("do")


def test_the_shell_gets_no_error(completed, tmp_path, monkeypatch):
    """The command line itself would tell that the recording is none."""
    (tmp_path / "machine.json").unlink()
    assert completion.ports(None, None, "") == []
