# SPDX-License-Identifier: MIT
"""Runs before USB comes up: a serial port for the host tool, and room in the journal.

Prints nothing: that would go to boot_out.txt, and writing files is what the drive fears most.
"""

import os

import storage
import usb_cdc
from microcontroller import ResetReason, cpu, nvm, reset

from mastermind import spare

usb_cdc.enable(console=True, data=True)
if not spare.in_order(nvm, open):
    from mastermind import carry, memory

    storage.remount("/", readonly=False)
    mended = carry.mend(nvm, carry.Spare(open, os.sync), bytes(cpu.uid))
    if mended and spare.in_order(nvm, open):
        if cpu.reset_reason == ResetReason.WATCHDOG:  # after the next reset code.py can't know
            memory.Memory(nvm, hung=True)
        reset()  # at once: the end of this program closes spare.bin, and that changes the drive
    storage.remount("/", readonly=True)
