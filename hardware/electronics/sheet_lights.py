# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The sheet of the 57 lights, drawn as they lie on the table."""

from design import firmware, layout

from electronics.drawing import Sheet


def lights() -> Sheet:
    sheet = Sheet("lights", "57 lights in chain order", 5, "A3")
    for light in layout.LIGHTS:
        column = (light.number - 1) % 6
        row = (light.number - 1) // 6
        _light(sheet, light.number, 44 + 46 * column, 190 - 18 * row)
    for row in range(10):
        _rails(sheet, row, 190 - 18 * row)
    sheet.note(
        196,
        10,
        "As on the table: row 1 is the lowest, code lights on top; guess left, score right.\n"
        "The firmware counts guess = 6 row + hole, score = 6 row + 3 + peg, code = 54 + hole;\n"
        "row, hole, peg and light begin with 0, so light 0 is D1.\n"
        f"Each light has its own 100 nF. The firmware keeps all of them under {_limit()} mA.",
        1.8,
    )
    return sheet


def _limit() -> int:
    return int(firmware.settings()["current_limit_ma"])


def _light(sheet: Sheet, number: int, x: float, y: float) -> None:
    led, cap = f"D{number}", f"C{number}"
    sheet.part(led, x, y)
    sheet.part(cap, x + 14, y - 3)
    sheet.wire(sheet.pin(cap, "1"), (x + 14, y - 6))
    sheet.power("GND", *sheet.pin(cap, "2"))
    if number % 6 == 1:
        sheet.named(led, "4", 4, "left")
    if number % 6 == 0:
        sheet.named(led, "2", 14)
    elif number < len(layout.LIGHTS):
        sheet.wire(sheet.pin(led, "2"), (x + 40, y + 2))


def _rails(sheet: Sheet, row: int, y: float) -> None:
    last = 44 + 46 * (5 if row < 9 else 2)
    for rail, net, first, end in ((y - 6, "+5V", 37, last + 14), (y + 6, "GND", 31, last)):
        sheet.wire((first, rail), (end, rail))
        sheet.power(net, first, rail)
    sheet.note(12, y - 4, "code" if row == 9 else f"row {row + 1}", 2.2)
