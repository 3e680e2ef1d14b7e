# SPDX-License-Identifier: MIT
"""The board's main program: builds the parts and runs the App on them, until an error."""

import os
import time
import traceback

import board
import keypad
import neopixel
import pwmio
import supervisor
from microcontroller import ResetReason, cpu, nvm, reset, watchdog
from watchdog import WatchDogMode

from mastermind import __version__, hardware, lights, settings
from mastermind.app import App
from mastermind.memory import Memory

chosen, mistakes = settings.read("/settings.toml", open)
pins = [getattr(board, chosen[name]) for name in settings.KEY_PINS]
keys = keypad.Keys(pins, value_when_pressed=False, interval=0.002, debounce_threshold=2)
pixels = neopixel.NeoPixel(getattr(board, chosen["pin_leds"]), lights.COUNT, auto_write=False)
piezo = hardware.Piezo(pwmio.PWMOut(getattr(board, chosen["pin_piezo"]), variable_frequency=True))
table = hardware.Board(pixels, keys, hardware.Clock(supervisor.ticks_ms), piezo)
memory = Memory(nvm, hung=cpu.reset_reason == ResetReason.WATCHDOG)
watchdog.timeout, watchdog.mode = 8, WatchDogMode.RESET
try:
    app = App(table, chosen, mistakes + memory.notes, os.urandom, memory)
    print("\n".join(mistakes + memory.notes + [f"Jungle Mastermind {__version__} is ready."]))
    while not memory.crowded:  # boot.py makes room
        app.step()
        watchdog.feed()
        time.sleep(0.001)
except Exception as error:
    hardware.show_error(table)
    traceback.print_exception(error)
    memory.keep_error("".join(traceback.format_exception(error)))
    time.sleep(5)  # long enough to be seen, shorter than the watchdog's patience
reset()
