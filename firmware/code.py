# SPDX-License-Identifier: MIT
"""The board's own main program: builds the parts, hands them to the App and runs it. All else is in `mastermind`."""

import os
import time
import traceback

import board
import keypad
import microcontroller
import neopixel
import pwmio
import supervisor
from watchdog import WatchDogMode

from mastermind import __version__, hardware, lights, report, settings
from mastermind.app import App

chosen, mistakes = settings.read("/settings.toml", open)
for sentence in mistakes:
    print(sentence)
pins = [getattr(board, chosen[name]) for name in settings.KEY_PINS]
keys = keypad.Keys(pins, value_when_pressed=False, interval=0.002, debounce_threshold=2)
pixels = neopixel.NeoPixel(getattr(board, chosen["pin_leds"]), lights.COUNT, auto_write=False)
pwm = pwmio.PWMOut(getattr(board, chosen["pin_piezo"]), variable_frequency=True)
clock = hardware.Clock(supervisor.ticks_ms)
table_board = hardware.Board(pixels, keys, clock, hardware.Piezo(pwm))
watchdog = microcontroller.watchdog
watchdog.timeout, watchdog.mode = 8, WatchDogMode.RESET
try:
    app = App(table_board, chosen, mistakes, os.urandom)
    print("Jungle Mastermind", __version__, "is ready.")
    while True:
        app.step()
        watchdog.feed()
        time.sleep(0.001)
except Exception as error:
    report.keep(microcontroller.nvm, "".join(traceback.format_exception(error)))
    hardware.show_error(table_board)
    traceback.print_exception(error)
    time.sleep(5)
    microcontroller.reset()
