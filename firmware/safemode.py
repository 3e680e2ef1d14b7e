# SPDX-License-Identifier: MIT
"""Runs when CircuitPython has gone into safe mode by itself: starts the board again, so that nobody needs a computer.

Never runs when somebody asked for safe mode (BOOT button at power-up), so the drive can always be reached.
"""

import time

import microcontroller
import supervisor

reason = supervisor.runtime.safe_mode_reason
if reason not in (supervisor.SafeModeReason.BROWNOUT, supervisor.SafeModeReason.WATCHDOG):
    # Something worse than a weak charger: leave time to read the console or to copy files.
    time.sleep(10)
microcontroller.reset()
