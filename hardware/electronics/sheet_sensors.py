# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The sheet of the colour sensors: their switch and six sockets."""

from design import layout, nets

from electronics.drawing import Sheet


def sensors() -> Sheet:
    sheet = Sheet("sensors", "Colour sensors", 6)
    sheet.group(10, 12, 100, 114, 'I2C switch at 0x70 (option "sensors")')
    sheet.part("U3", 66, 62)
    for pin in ("22", "23"):
        sheet.named("U3", pin, 26, "left")
    for ref, x, pin in (("R4", 38, "23"), ("R5", 46, "22")):
        y = sheet.pin("U3", pin)[1]
        sheet.part(ref, x, 36)
        sheet.wire((x, y), sheet.pin(ref, "2"))
        sheet.wire(sheet.pin(ref, "1"), (x, 28))
    x, y = sheet.pin("U3", "3")
    sheet.part("R6", 54, 36)
    sheet.wire((x, y), (54, y), sheet.pin("R6", "2"))
    sheet.label("MUX_RESET", 54, 44, "left", local=True)
    sheet.wire(sheet.pin("R6", "1"), (54, 28))
    top = sheet.pin("U3", "24")
    sheet.part("C103", 88, 34)
    sheet.wire((38, 28), (46, 28), (54, 28), (66, 28), (88, 28), sheet.pin("C103", "1"))
    sheet.wire(top, (66, 28))
    sheet.wire((38, 28), (38, 26))
    sheet.power("+3V3", 38, 26)
    sheet.power("GND", *sheet.pin("C103", "2"))
    sheet.power("GND", *sheet.pin("U3", "12"))
    low = [sheet.pin("U3", pin) for pin in ("1", "2", "21")]
    for at in low:
        sheet.wire(at, (50, at[1]))
    sheet.wire(*((50, at[1]) for at in low), (50, low[-1][1] + 6))
    sheet.power("GND", 50, low[-1][1] + 6)
    for sda, scl in nets.MUX_CHANNELS:
        sheet.named("U3", sda, 4)
        sheet.named("U3", scl, 4)
    _sockets(sheet)
    sheet.note(
        14,
        108,
        "All TCS34725 answer at 0x29, so each sits behind a channel of its own.\n"
        "Their boards bring the pull-ups of their channel. Channels 6 and 7 are free.",
    )
    return sheet


def _sockets(sheet: Sheet) -> None:
    sheet.group(116, 12, 108, 114, "Sockets for six TCS34725 boards: GND, 3V3, SDA, SCL")
    for n, name in enumerate(layout.SENSOR_NAMES):
        ref, x, y = f"J{n + 2}", 158 + 50 * (n // 3), 34 + 32 * (n % 3)
        sheet.part(ref, x, y)
        sheet.named(ref, "3", 4, "left")
        sheet.named(ref, "4", 4, "left")
        for pin, what, bend in (("2", "+3V3", -4), ("1", "GND", -12)):
            at = sheet.pin(ref, pin)
            up = y - 8 if what == "+3V3" else y + 10
            sheet.wire(at, (at[0] + bend - 6, at[1]), (at[0] + bend - 6, up))
            sheet.power(what, at[0] + bend - 6, up)
        sheet.note(x - 8, y + 7.5, f"{name}: channel {n}", 1.6)
