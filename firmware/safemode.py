# SPDX-License-Identifier: MIT
"""Starts a board again that CircuitPython has put into safe mode: nobody needs a computer for it.

Never runs when somebody asked for safe mode (BOOT button at power-up), so the drive can always be
reached.
"""

import time

import microcontroller
import supervisor

reason = supervisor.runtime.safe_mode_reason
if reason not in (supervisor.SafeModeReason.BROWNOUT, supervisor.SafeModeReason.WATCHDOG):
    # Something worse than a weak charger: leave time to read the console or to copy files.
    time.sleep(10)
microcontroller.reset()
