# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The sheet of light data and sound, and of what belongs to the bare board."""

from design import layout

from electronics.drawing import Sheet


def signals() -> Sheet:
    sheet = Sheet("signals", "Light data and sound", 4)
    sheet.group(10, 12, 130, 78, "Light data: 3.3 V up to 5 V")
    sheet.part("U2", 66, 50)
    sheet.named("U2", "2", 10, "left")
    low = [sheet.pin("U2", pin) for pin in ("1", "5", "9", "12")]
    for x, y in low:
        sheet.wire((x, y), (46, y))
    sheet.wire((46, low[0][1]), (46, low[1][1]), (46, low[2][1]), (46, low[3][1]), (46, 72))
    sheet.power("GND", 46, 72)
    high = [sheet.pin("U2", pin) for pin in ("4", "10", "13")]
    for x, y in high:
        sheet.wire((x, y), (52, y))
    ends = [(52, y) for _, y in high]
    sheet.wire((52, 28), *ends)
    sheet.wire((52, 28), (66, 28), (86, 28))
    x, y = sheet.pin("U2", "14")
    sheet.wire((x, y), (x, 28))
    sheet.wire((76, 28), (76, 26))
    sheet.power("+5V", 76, 26)
    sheet.part("C102", 86, 33)
    sheet.wire((86, 28), sheet.pin("C102", "1"))
    sheet.power("GND", *sheet.pin("C102", "2"))
    sheet.power("GND", *sheet.pin("U2", "7"))
    out = sheet.pin("U2", "3")
    sheet.part("R1", 98, out[1], symbol="R_lying")
    sheet.wire(out, sheet.pin("R1", "1"))
    sheet.label("LEDS_5V", out[0] + 2, out[1], local=True)
    sheet.named("R1", "2", 12)
    sheet.part("TP3", 108, out[1] - 2)
    sheet.wire((108, out[1]), (108, out[1] - 2))
    sheet.note(
        14,
        79,
        "A WS2812B at 5 V takes 3.5 V and more for high (0.7 x VDD); the Pico gives 3.3 V.\n"
        "The 74AHCT125 takes 2.0 V for high. R1 tames the edge. Unused gates are off.",
    )
    sheet.group(10, 94, 130, 32, "Sound")
    sheet.part("R2", 50, 110, symbol="R_lying")
    sheet.named("R2", "1", 8, "left")
    sheet.part("LS1", 74, 111)
    sheet.join(sheet.pin("R2", "2"), sheet.pin("LS1", "1"))
    sheet.label("PIEZO_DRIVE", 58, 110, local=True)
    x, y = sheet.pin("LS1", "2")
    sheet.wire((x, y), (x - 2, y), (x - 2, y + 4))
    sheet.power("GND", x - 2, y + 4)
    _bare(sheet)
    return sheet


def _bare(sheet: Sheet) -> None:
    sheet.group(146, 12, 78, 50, "Screws and marks of the board itself")
    for n in range(len(layout.SCREWS)):
        sheet.part(f"H{n + 1}", 154 + 12 * n, 30)
    for n in range(3):
        sheet.part(f"FID{n + 1}", 154 + 12 * n, 48)
