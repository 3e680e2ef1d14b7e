# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The schematic: a first sheet that leads to the others."""

from electronics.drawing import PROJECT, Sheet
from electronics.sheet_controller import controller
from electronics.sheet_lights import lights
from electronics.sheet_sensors import sensors
from electronics.sheet_signals import signals
from electronics.sheet_supplies import supplies


def root(children: list[Sheet]) -> Sheet:
    sheet = Sheet(PROJECT, "Jungle Mastermind: LED board A0", 1)
    sheet.note(14, 12, "Jungle Mastermind", 6)
    sheet.note(
        14, 20, "LED board, revision A0: generated and checked, not yet built by anyone", 2.5
    )
    for n, child in enumerate(children):
        x, y = 16 + 72 * (n % 3), 40 + 36 * (n // 3)
        sheet.child(child, x, y, 60, 20)
        sheet.note(x + 3, y + 4, ABOUT[child.name], 1.7)
    sheet.note(14, 116, LICENCE, 1.7)
    return sheet


ABOUT = {
    "supplies": "USB 5 V with fuse and little bulk;\noptional 5 V input with fuse,\n"
    "suppressor and Schottky;\nwhich of them feeds the rail",
    "controller": "Raspberry Pi Pico on sockets,\nfive keys, hood switch",
    "signals": "74AHCT125 from 3.3 V to 5 V,\nthe piezo; screws and marks",
    "lights": "57 WS2812B: 9 rows of 3 guess and\n3 score lights, 3 code lights;\n"
    "one capacitor each",
    "sensors": "TCA9548A and six sockets for\nTCS34725 boards (optional)",
}
LICENCE = (
    "Open hardware under CERN-OHL-P-2.0. Drawn by hardware/make.py from hardware/design:\n"
    "change it there, not here. Supplies and lights are joined by name (+5V, GND, +3V3, DATA ...)."
)


def all_sheets() -> list[Sheet]:
    """The root sheet, then the others in page order."""
    children = [supplies(), controller(), signals(), lights(), sensors()]
    return [root(children), *children]
