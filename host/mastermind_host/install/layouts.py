# SPDX-License-Identifier: MIT
"""Where CircuitPython has its drive in each board's flash. Knows no machine.

The firmware is at 0 and ends with 4 KiB of nvm (`CIRCUITPY_FIRMWARE_SIZE`, 1020 KiB, or 1536 KiB on
boards with wifi); the drive begins behind that and goes on to the end of the flash.
"""

from __future__ import annotations

from typing import NamedTuple

KIB, MIB = 1024, 1024 * 1024
NVM = 4 * KIB


class Layout(NamedTuple):
    """Offsets in the flash, in bytes."""

    nvm: int
    size: int  # of the flash

    @property
    def drive(self) -> int:
        return self.nvm + NVM

    @property
    def drive_size(self) -> int:
        return self.size - self.drive


LAYOUTS = {
    "raspberry_pi_pico": Layout(1020 * KIB, 2 * MIB),
    "raspberry_pi_pico_w": Layout(1536 * KIB, 2 * MIB),
    "raspberry_pi_pico2": Layout(1020 * KIB, 4 * MIB),
    "raspberry_pi_pico2_w": Layout(1536 * KIB, 4 * MIB),
}


def of(board_id: str) -> Layout:
    """A board's layout; ValueError if it is not known."""
    if board_id not in LAYOUTS:
        known = ", ".join(LAYOUTS)
        raise ValueError(f"The flash layout of {board_id} is not known here, only of: {known}.")
    return LAYOUTS[board_id]
