# SPDX-License-Identifier: MIT
"""What this computer tells of its drives and ports, each system from recorded listings; and
computers that are written down.
"""

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from fake_machine import UID, FakeMachine, drive, ports

from mastermind_host import errors
from mastermind_host.clock import Clock
from mastermind_host.device import devices, here, mounts, recorded, sysfs
from mastermind_host.device import ports as port_lists
from mastermind_host.device.machine import (
    CONSOLE,
    DATA,
    LINUX,
    MACOS,
    UNKNOWN,
    WINDOWS,
    Disk,
    Mount,
    Port,
)

MACHINES = Path(__file__).parent / "machines"


class Hours(Clock):
    """A clock whose seconds pass at once; `at` is [(second, what happens then)]."""

    def __init__(self, *at):
        self.seconds, self.at = 0.0, list(at)

    def now(self):
        return self.seconds

    def sleep(self, seconds):
        self.seconds += seconds
        for entry in [one for one in self.at if one[0] <= self.seconds]:
            self.at.remove(entry)
            entry[1]()


# Linux


def test_linux_mounts_from_mountinfo():
    listed = mounts.of_linux(
        (MACHINES / "linux.mountinfo").read_text(),
        {"/dev/sdb1": "CIRCUITPY"},
        lambda device: UID if device == "/dev/sdb1" else "",
    )
    assert listed == [
        Mount(Path("/"), "/dev/nvme0n1p2", "ext4"),
        Mount(Path("/boot/efi"), "/dev/nvme0n1p1", "vfat"),
        Mount(Path("/snap/core22/1380"), "/dev/loop3", "squashfs", read_only=True),
        Mount(Path("/media/anna/CIRCUITPY"), "/dev/sdb1", "vfat", "CIRCUITPY", uid=UID),
        # Spaces and backslashes as they are; mounted rw, but the drive itself is read-only.
        Mount(Path("/media/anna/Oma und Opa\\Pico"), "/dev/sdc1", "vfat", read_only=True),
        # sde1 is mounted over sdd1; the bound folder and the second place of sdb1 are left out.
        Mount(Path("/mnt"), "/dev/sde1", "vfat", read_only=True),
    ]


def usb_disk(sys, bus, name, serial=UID, vendor="239a", partition=True, sectors="2048"):
    """A disk on a USB device below `sys`, with the links that Linux makes."""
    device = sys / f"devices/pci0000:00/usb1/{bus}"
    block = device / f"{bus}:1.2/host6/target6:0:0/6:0:0:0/block/{name}"
    block.mkdir(parents=True)
    (device / "idVendor").write_text(vendor + "\n")
    (device / "serial").write_text(serial.lower() + "\n")
    blocks = [block]
    if partition:
        blocks.append(block / f"{name}1")
        blocks[1].mkdir()
        (blocks[1] / "partition").write_text("1\n")
    (sys / "class/block").mkdir(parents=True, exist_ok=True)
    for one in blocks:
        (one / "size").write_text(sectors + "\n")
        (sys / "class/block" / one.name).symlink_to(os.path.relpath(one, sys / "class/block"))


def label(dev, name, device):
    folder = dev / "disk/by-label"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).symlink_to(f"../../{device}")


@pytest.fixture
def linux(tmp_path):
    """(a Linux computer, its folder) with one board mounted."""
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/mountinfo").write_text((MACHINES / "linux.mountinfo").read_text())
    usb_disk(tmp_path / "sys", "1-2", "sdb")
    label(tmp_path / "dev", "CIRCUITPY", "sdb1")
    computer = here.Computer(LINUX, tmp_path / "proc", tmp_path / "sys", tmp_path / "dev")
    return computer, tmp_path


def test_linux_tells_label_and_usb_serial_number_of_a_drive(linux):
    computer, _ = linux
    (board,) = [mount for mount in computer.mounts() if mount.uid]
    assert board == Mount(Path("/media/anna/CIRCUITPY"), "/dev/sdb1", "vfat", "CIRCUITPY", uid=UID)
    assert computer.unmounted() == []


def test_linux_finds_boards_that_are_not_mounted(linux):
    computer, folder = linux
    usb_disk(folder / "sys", "1-3", "sdf", "E0C9125B0D9B", "2e8a")
    label(folder / "dev", "RPI-RP2", "sdf1")
    usb_disk(folder / "sys", "1-4", "sdg", "AA55")  # a second CIRCUITPY: Linux links one label only
    usb_disk(folder / "sys", "1-5", "sdh", "BB66", partition=False)
    usb_disk(folder / "sys", "1-6", "sdi", "CC77", partition=False, sectors="0")  # no medium
    usb_disk(folder / "sys", "1-7", "sdj", "DD88", "0781")  # somebody's stick
    usb_disk(folder / "sys", "1-8", "sdk", "EE99", "0781")  # in a card reader
    label(folder / "dev", "RP2350", "sdk1")
    assert computer.unmounted() == [
        Disk("/dev/sdf1", "RPI-RP2", "E0C9125B0D9B"),
        Disk("/dev/sdg1", "", "AA55"),
        Disk("/dev/sdh", "", "BB66"),
        Disk("/dev/sdk1", "RP2350", "EE99"),
    ]


def test_linux_labels_with_spaces(tmp_path):
    label(tmp_path, "MY\\x20GAMES", "sdb1")
    assert sysfs.labels(tmp_path) == {"/dev/sdb1": "MY GAMES"}


def test_linux_without_its_folders(tmp_path):
    computer = here.Computer(LINUX, tmp_path, tmp_path, tmp_path)
    assert (computer.mounts(), computer.unmounted()) == ([], [])


# macOS and Windows


def partition(device, mountpoint, fstype, opts):
    return SimpleNamespace(device=device, mountpoint=mountpoint, fstype=fstype, opts=opts)


def test_macos_mounts():
    listed = mounts.of_macos(
        [
            partition("/dev/disk3s1s1", "/", "apfs", "ro,local,rootfs,dovolfs,journaled"),
            partition("devfs", "/dev", "devfs", "rw,local,dontbrowse"),
            partition("/dev/disk4s1", "/Volumes/CIRCUITPY", "msdos", "rw,nosuid,local,noowners"),
            partition("/dev/disk5s1", "/Volumes/CIRCUITPY 1", "msdos", "ro,nosuid,local"),
            partition("msdos:/RPI-RP2/disk6s1", "/Volumes/RPI-RP2", "lifs", "rw,nosuid,local"),
        ]
    )
    assert listed == [
        Mount(Path("/Volumes/CIRCUITPY"), "/dev/disk4s1", "msdos", "CIRCUITPY"),
        Mount(Path("/Volumes/CIRCUITPY 1"), "/dev/disk5s1", "msdos", "CIRCUITPY", True),
        Mount(Path("/Volumes/RPI-RP2"), "msdos:/RPI-RP2/disk6s1", "lifs", "RPI-RP2"),
    ]


def test_windows_mounts():
    listed = mounts.of_windows(
        [
            partition("C:\\", "C:\\", "NTFS", "rw,fixed"),
            partition("D:\\", "D:\\", "", "cdrom"),
            partition("E:\\", "E:\\", "FAT", "rw,removable"),
            partition("F:\\", "F:\\", "FAT", "ro,removable"),
        ],
        {"C:\\": "Windows", "E:\\": "CIRCUITPY", "F:\\": "RPI-RP2"}.__getitem__,
    )
    assert listed == [
        Mount(Path("C:\\"), "C:", "NTFS", "Windows"),
        Mount(Path("E:\\"), "E:", "FAT", "CIRCUITPY"),
        Mount(Path("F:\\"), "F:", "FAT", "RPI-RP2", True),
    ]


def test_only_linux_lists_what_is_not_mounted():
    assert here.Computer(MACOS).unmounted() == here.Computer(WINDOWS).unmounted() == []


@pytest.mark.skipif(os.name == "nt", reason="there it has one")
def test_a_label_of_windows_elsewhere():
    assert mounts.windows_label("E:\\") == ""


# Ports


def test_ports_of_a_board_among_others():
    listed = [
        SimpleNamespace(
            device="/dev/ttyACM10",
            serial_number=UID.lower(),
            vid=0x239A,
            pid=0x80F4,
            product="Pico",
        ),
        SimpleNamespace(
            device="/dev/ttyACM9", serial_number=UID, vid=0x239A, pid=0x80F4, product="Pico"
        ),
        SimpleNamespace(device="/dev/ttyS0", serial_number=None, vid=None, pid=None, product=None),
    ]
    assert port_lists.of_listing(listed, {"/dev/ttyACM9"}, {"/dev/ttyACM10"}) == [
        Port("/dev/ttyS0", UNKNOWN),
        Port("/dev/ttyACM9", CONSOLE, UID, 0x239A, 0x80F4, "Pico"),
        Port("/dev/ttyACM10", DATA, UID, 0x239A, 0x80F4, "Pico"),
    ]


def test_this_computer_lists_what_it_has():
    computer = here.machine()
    assert isinstance(computer, here.Computer)
    assert all(isinstance(mount, Mount) for mount in computer.mounts())
    assert all(isinstance(port, Port) for port in computer.ports())


# Recorded machines


@pytest.fixture
def recording(tmp_path, monkeypatch):
    """Writes a recording, and lets `here.machine` have it."""
    path = tmp_path / "machine.json"
    monkeypatch.setenv("MASTERMIND_MACHINE", str(path))

    def write(content, **more):
        if isinstance(content, dict):
            content = json.dumps({"format": 1, "system": LINUX} | content | more)
        path.write_text(content)
        return path

    return write


def test_a_recorded_machine_is_read_anew_at_every_look(recording):
    recording({"ports": [{"path": "/dev/pts/3", "role": "console", "vid": 0x239A}]})
    machine = here.machine()
    assert machine.system == LINUX
    assert machine.ports() == [Port("/dev/pts/3", CONSOLE, vid=0x239A)]
    assert (machine.mounts(), machine.unmounted()) == ([], [])
    recording({"unmounted": [{"device": "/dev/sdb1", "label": "CIRCUITPY"}]})
    assert machine.ports() == []
    assert machine.unmounted() == [Disk("/dev/sdb1", "CIRCUITPY")]


def test_its_drives_are_beside_it_or_anywhere(recording, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    recording({"mounts": [{"path": "drive", "label": "CIRCUITPY"}, {"path": str(elsewhere)}]})
    assert here.machine().mounts() == [
        Mount(tmp_path / "drive", label="CIRCUITPY"),
        Mount(elsewhere),
    ]


def test_a_file_that_is_being_written_is_waited_for(recording):
    path = recording({})
    machine = recorded.Recorded(path, Hours((0.2, lambda: recording({"ports": [{"path": "a"}]}))))
    recording('{"format": 1, "sys')
    assert machine.ports() == [Port("a")]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "Expecting value"),
        ("[]", 'it has no "format": 1'),
        ('{"format": 2, "system": "linux"}', 'it has no "format": 1'),
        ('{"format": 1, "system": "amiga"}', '"system" is not linux, macos or windows'),
        ("\x00\x00", "Expecting value"),
    ],
)
def test_what_is_no_recording_is_told(recording, content, problem):
    path = recording(content)
    with pytest.raises(errors.Fault) as caught:
        recorded.Recorded(path, Hours())
    assert caught.value.code == errors.WRONG_DEVICE
    assert caught.value.what.startswith(f"The recorded machine {path} cannot be read: {problem}")


@pytest.mark.parametrize(
    "ports", [[{"role": "console"}], [{"path": "a", "color": "red"}], ["a"], 7]
)
def test_an_entry_that_is_none_is_told(recording, ports):
    machine = recorded.Recorded(recording({"ports": ports}), Hours())
    with pytest.raises(errors.Fault, match="cannot be read: ports: "):
        machine.ports()


def test_a_recording_that_is_not_there(tmp_path):
    with pytest.raises(errors.Fault, match="No such file") as caught:
        recorded.Recorded(tmp_path / "none.json", Hours())
    assert caught.value.advice.startswith("unset MASTERMIND_MACHINE")


def test_a_machine_written_down_is_that_machine_again(recording, tmp_path):
    mount = drive(tmp_path / "CIRCUITPY")
    (mount.path / "settings.toml").write_text('CIRCUITPY_WIFI_PASSWORD = "secret"')
    machine = FakeMachine(
        [mount, Mount(Path("/"), "/dev/sda1", "ext4")], ports(), [Disk("/dev/sdc1", "RPI-RP2")]
    )
    told = json.dumps({"findings": [], "machine": recorded.write_down(machine)})
    assert "secret" not in told
    recording(told)
    again = here.machine()
    assert again.mounts() == [mount]
    assert (again.ports(), again.unmounted()) == (machine.ports(), machine.unmounted())
    assert devices.find(again) == devices.find(machine)


def test_a_report_can_be_unpacked_elsewhere(recording, tmp_path):
    mount = drive(tmp_path / "CIRCUITPY")
    (mount.path / "neopixel.py").write_bytes(bytes(30))
    told = recorded.write_down(FakeMachine([mount], ports()))
    (mount.path / "boot_out.txt").unlink()
    recording(recorded.unpack(told, tmp_path / "unpacked"))
    (found,) = devices.find(here.machine())
    assert (found.uid, found.version) == (UID, "9.2.4")
    assert found.drive.path == tmp_path / "unpacked/0/CIRCUITPY"
    assert (found.drive.path / "neopixel.py").stat().st_size == 30


def replay(name, tmp_path, recording):
    recording(recorded.unpack(recorded.parse((MACHINES / name).read_bytes()), tmp_path))
    return here.machine()


def test_a_mac_with_two_boards_replayed(tmp_path, recording):
    found = devices.find(replay("macos_two_boards.json", tmp_path, recording))
    assert [(one.uid, one.drive.path.name, one.console.path, one.data.path) for one in found] == [
        ("DF625457831B3F21", "CIRCUITPY 1", "/dev/cu.usbmodem1301", "/dev/cu.usbmodem1303"),
        ("E6614103E72A5D37", "CIRCUITPY", "/dev/cu.usbmodem1401", "/dev/cu.usbmodem1403"),
    ]
    assert [(one.board_id, one.version, one.chip) for one in found] == [
        ("raspberry_pi_pico", "9.2.4", "RP2040"),
        ("raspberry_pi_pico2_w", "10.1.3", "RP2350"),
    ]


def test_a_windows_computer_replayed(tmp_path, recording):
    machine = replay("windows.json", tmp_path, recording)
    assert machine.system == WINDOWS
    (running, boot) = devices.find(machine)
    assert (running.name, running.console.path, running.data.path) == (
        "Raspberry Pi Pico W",
        "COM5",
        "COM6",
    )
    assert (boot.chip, boot.uid, boot.name) == ("RP2350", "", "RP2350 in bootloader mode")
