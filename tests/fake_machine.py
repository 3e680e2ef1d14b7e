# SPDX-License-Identifier: MIT
"""A computer with whatever a test plugs into it."""

from mastermind_host import errors
from mastermind_host.device.machine import CONSOLE, DATA, LINUX, Mount, Port

UID = "DF625457831B3F21"
OTHER_UID = "E6614103E72A5D37"
BOOT_OUT = (
    "Adafruit CircuitPython {version} on 2025-01-29; Raspberry Pi Pico with rp2040\r\n"
    "Board ID:{board_id}\r\nUID:{uid}\r\nboot.py output:\r\n"
)


class FakeMachine:
    """A Machine whose lists and streams can be set at any time.

    `streams` is {path of a port: Stream, or a Fault to raise}; `opened` is [(path, touch), ...].
    """

    def __init__(self, mounts=(), ports=(), unmounted=(), streams=None, system=LINUX):
        self.system = system
        self.drives, self.serials, self.disks = list(mounts), list(ports), list(unmounted)
        self.streams = dict(streams or {})
        self.opened = []

    def mounts(self):
        return list(self.drives)

    def unmounted(self):
        return list(self.disks)

    def ports(self):
        return list(self.serials)

    def open(self, port, touch=False):
        self.opened.append((port.path, touch))
        stream = self.streams.get(port.path)
        if stream is None:
            raise errors.Fault(
                f"There is no port {port.path}.",
                "The board was unplugged.",
                "mastermind devices",
                errors.NO_DEVICE,
            )
        if isinstance(stream, errors.Fault):
            raise stream
        return stream


def boot_out(uid=UID, version="9.2.4", board_id="raspberry_pi_pico"):
    """The text that CircuitPython writes to boot_out.txt."""
    return BOOT_OUT.format(uid=uid, version=version, board_id=board_id)


def drive(folder, uid=UID, **told):
    """`folder` as a CIRCUITPY drive, made if need be; `told` as for `boot_out`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "boot_out.txt").write_bytes(boot_out(uid, **told).encode())
    return Mount(folder, "/dev/sdb1", "vfat", "CIRCUITPY", uid=uid)


def bootloader(folder, info_id="RPI-RP2", model="Raspberry Pi RP2"):
    """`folder` as the drive of a board in bootloader mode."""
    folder.mkdir(parents=True, exist_ok=True)
    text = f"UF2 Bootloader v3.0\r\nModel: {model}\r\nBoard-ID: {info_id}\r\n"
    (folder / "INFO_UF2.TXT").write_bytes(text.encode())
    return Mount(folder, "/dev/sdc1", "vfat", info_id)


def ports(uid=UID, console="/dev/ttyACM0", data="/dev/ttyACM1"):
    """Both ports of a Raspberry Pi Pico."""
    return [
        Port(console, CONSOLE, uid, 0x239A, 0x80F4, "Pico"),
        Port(data, DATA, uid, 0x239A, 0x80F4, "Pico"),
    ]
