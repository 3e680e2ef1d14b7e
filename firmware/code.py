# SPDX-License-Identifier: MIT
"""The board's main program: builds the parts and runs the App on them, until an error."""

import os
import time

import board
import keypad
import microcontroller as chip
import neopixel
import pwmio
import supervisor
import usb_cdc
import watchdog

from mastermind import manifest

manifest.check(open)  # before anything is imported that may be half copied
from mastermind import __version__, app, hardware, lights, memory, settings

chosen, mistakes = settings.read("/settings.toml", open)
pins = [getattr(board, chosen[name]) for name in settings.KEY_PINS]
hardware.forget("settings", "manifest")
del settings, manifest
keys = keypad.Keys(pins, value_when_pressed=False, interval=0.002, debounce_threshold=2)
pixels = neopixel.NeoPixel(getattr(board, chosen["pin_leds"]), lights.COUNT, auto_write=False)
piezo = hardware.Piezo(pwmio.PWMOut(getattr(board, chosen["pin_piezo"]), variable_frequency=True))
table = hardware.Board(pixels, keys, hardware.Clock(supervisor.ticks_ms), piezo)
kept = memory.Memory(chip.nvm, hung=chip.cpu.reset_reason == chip.ResetReason.WATCHDOG)
chip.watchdog.timeout, chip.watchdog.mode = 8, watchdog.WatchDogMode.RESET
try:
    game = app.App(table, chosen, mistakes + kept.notes, os.urandom, kept)
    print("\n".join(mistakes + kept.notes + [f"Jungle Mastermind {__version__} is ready."]))
    about = (board.board_id, os.uname().release, chip.cpu.uid)
    hardware.load_loop(game).run(game, chosen, board, usb_cdc.data, about, chip, time.sleep)
except Exception as error:
    from mastermind import failure

    failure.stop_for(error, table, kept, time.sleep)
chip.reset()
