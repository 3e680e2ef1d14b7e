# SPDX-License-Identifier: MIT
"""A serial port of this computer, opened for this program alone. All that uses pyserial is here.

What hinders it is a Fault that names the program which has the port, or the group that may.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import serial

from mastermind_host.clock import Clock
from mastermind_host.device import port_users
from mastermind_host.device.machine import Port, Stream
from mastermind_host.errors import BUSY, NO_DEVICE, Fault

BAUD, TOUCH_BAUD = 115_200, 1200
WRITE_S = 2.0  # until a board that takes nothing is given up
RETRY_S = 0.5
# ModemManager lets a new port go within half a minute; a program that stays, and udev, which gives
# a new port to its group, are waited for no longer than this.
PROBE_PATIENCE_S, PATIENCE_S = 30.0, 3.0
GONE = (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO)
PSEUDO = "/dev/pts/"  # their other end has them open as well


@contextmanager
def _as_os_error() -> Iterator[None]:
    """pyserial's timeout is no TimeoutError, and termios.error is no OSError."""
    try:
        yield
    except serial.SerialTimeoutException as error:
        raise TimeoutError(errno.ETIMEDOUT, str(error)) from None
    except Exception as error:
        if type(error).__module__ == "termios":
            raise OSError(*error.args) from None
        raise


class SerialStream:
    """An open port, as `machine.Stream` wants it: every error is an OSError."""

    def __init__(self, port: serial.Serial, touch: bool = False) -> None:
        self._port, self._touch = port, touch

    @property
    def timeout(self) -> float | None:
        return self._port.timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        with _as_os_error():
            self._port.timeout = seconds

    @property
    def in_waiting(self) -> int:
        with _as_os_error():
            return int(self._port.in_waiting)

    def read(self, size: int = 1, /) -> bytes:
        with _as_os_error():
            return bytes(self._port.read(size))

    def write(self, data: bytes, /) -> int | None:
        """TimeoutError where the board has taken nothing for WRITE_S."""
        with _as_os_error():
            return self._port.write(data)

    def close(self) -> None:
        with _as_os_error():
            if self._touch:
                self._lower_dtr()
            self._port.close()

    def _lower_dtr(self) -> None:
        """At 1200 baud this is what sends a board to its bootloader; a pseudo terminal has none."""
        with suppress(OSError):
            self._port.dtr = False


def open_port(port: Port, touch: bool = False, clock: Clock | None = None) -> Stream:
    """The port with DTR on; see `Machine.open`. Waits where it may become free by itself."""
    clock = clock or Clock()
    start = clock.now()
    while True:
        try:
            return SerialStream(_open(port.path, TOUCH_BAUD if touch else BAUD), touch)
        except OSError as error:
            if not _worth_waiting(error, port.path, clock.now() - start):
                raise fault(error, port.path) from None
        clock.sleep(RETRY_S)


def fault(error: OSError, path: str) -> Fault:
    """Why the port can't be opened."""
    if _is_gone(error):
        return Fault(
            f"There is no port {path}.",
            "The board was unplugged or is starting anew, or its cable carries power alone.",
            "mastermind devices",
            NO_DEVICE,
        )
    if _is_forbidden(error):
        return _forbidden(path)
    return _busy(path, str(error))


def _open(path: str, baud: int) -> serial.Serial:
    port = serial.Serial(None, baud, timeout=0.05, write_timeout=WRITE_S)
    if os.name == "posix":
        port.exclusive = True
    port.port = path
    port.open()
    try:
        _claim(port, path)
    except OSError:
        port.close()
        raise
    return port


def _claim(port: serial.Serial, path: str) -> None:
    """pyserial locks out those that ask for a lock as well; this all others.

    OSError EBUSY where somebody was there before.
    """
    if os.name != "posix" or os.path.realpath(path).startswith(PSEUDO):
        return
    import fcntl
    import termios

    fcntl.ioctl(port.fileno(), termios.TIOCEXCL)
    if port_users.who_has(path):
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))


def _worth_waiting(error: OSError, path: str, waited_s: float) -> bool:
    if _is_gone(error):
        return False
    if _is_forbidden(error):
        return waited_s < PATIENCE_S
    users = port_users.who_has(path)
    if users and not any(user.startswith(port_users.PROBER) for user in users):
        return False
    return waited_s < (PROBE_PATIENCE_S if port_users.prober_runs() else PATIENCE_S)


def _is_gone(error: OSError) -> bool:
    """pyserial puts the cause into the text alone on Windows."""
    return error.errno in GONE or "FileNotFoundError" in str(error)


def _is_forbidden(error: OSError) -> bool:
    """On Windows this error means that somebody has the port."""
    return error.errno in (errno.EACCES, errno.EPERM)


def _busy(path: str, told: str) -> Fault:
    users = port_users.who_has(path)
    if users:
        return Fault(
            f"The port {path} is in use by {' and '.join(users)}.",
            "A terminal or an editor (Thonny, Mu, screen) is connected to the board.",
            "close that program, then repeat the command",
            BUSY,
        )
    if port_users.prober_runs():
        return Fault(
            f"The port {path} is in use.",
            "ModemManager takes each new port for a modem.",
            "mastermind doctor   (it prints the udev rule that keeps ModemManager away)",
            BUSY,
        )
    return Fault(
        f"The port {path} is in use, or does not open: {told}",
        "A program of another user, or one that hides itself, has it.",
        "close Thonny, Mu and all terminals, or unplug the board and plug it in again",
        BUSY,
    )


def _forbidden(path: str) -> Fault:
    group, added = port_users.group_of(path)
    what = f"You may not open the port {path}."
    if added:
        cause = f"You were added to its group {group} after you had logged in."
        return Fault(what, cause, "log out and in again, then repeat the command", BUSY)
    if group and group != "root":
        cause = f"It belongs to the group {group}, and you are not in it."
        advice = f"sudo usermod -aG {group} $USER   (then log out and in again)"
        return Fault(what, cause, advice, BUSY)
    cause = "It belongs to root alone: this computer has no udev rule for the board."
    return Fault(what, cause, "mastermind doctor   (it prints the rule)", BUSY)
