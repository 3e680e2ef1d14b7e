# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What stands on the sheets: supplies, the Pico with its keys, data and sound, lights, sensors."""

from design import firmware, layout, nets, power

from electronics.drawing import PROJECT, Sheet


def supplies() -> Sheet:
    sheet = Sheet("supplies", "Supplies", 2)
    _usb(sheet)
    _extra(sheet)
    _pico_supply(sheet)
    sheet.note(136, 14, power.note(), 1.5)
    return sheet


def _usb(sheet: Sheet) -> None:
    sheet.group(10, 12, 120, 46, "From the Pico's USB plug")
    sheet.part("F1", 34, 30)
    sheet.named("F1", "1", 6, "left")
    sheet.part("Q1", 56, 30)
    sheet.wire(sheet.pin("F1", "2"), sheet.pin("Q1", "3"))
    sheet.label("USB_5V", 40, 30, local=True)
    gate = sheet.pin("Q1", "1")
    sheet.wire(gate, (56, 46), (30, 46))
    sheet.label("EXT_SENSE", 30, 46, "left")
    sheet.part("R3", 44, 50)
    sheet.wire((44, 46), sheet.pin("R3", "1"))
    sheet.power("GND", *sheet.pin("R3", "2"))
    sheet.wire(sheet.pin("Q1", "2"), (116, 30))
    sheet.part("C101", 78, 38)
    sheet.wire((78, 30), sheet.pin("C101", "1"))
    sheet.power("GND", *sheet.pin("C101", "2"))
    for x, what in ((92, "+5V"), (104, "PWR_FLAG")):
        sheet.wire((x, 30), (x, 26))
        sheet.power(what, x, 26)
    sheet.part("TP1", 116, 28)
    sheet.wire((116, 30), (116, 28))
    sheet.part("TP2", 116, 40)
    sheet.wire((104, 46), (116, 46), (116, 40))
    sheet.power("PWR_FLAG", 104, 46)
    sheet.power("GND", 116, 46)
    sheet.note(
        62,
        50,
        "Q1 joins USB to the rail while there is no\nother supply. R3 keeps it on, always fitted.",
    )


def _extra(sheet: Sheet) -> None:
    sheet.group(10, 60, 120, 46, 'Optional 5 V input: for brighter lights (option "power")')
    sheet.part("J1", 22, 80)
    sheet.part("F2", 42, 78)
    sheet.join(sheet.pin("J1", "1"), sheet.pin("F2", "1"))
    sheet.label("EXT_IN", 30, 78, local=True)
    sheet.wire(sheet.pin("J1", "2"), (32, 82), (32, 80))
    sheet.wire(sheet.pin("J1", "3"), (32, 80), (34, 80), (34, 86))
    sheet.power("GND", 34, 86)
    sheet.wire(sheet.pin("F2", "2"), (92, 78))
    for ref, x in (("D103", 54), ("C104", 66)):
        sheet.part(ref, x, 86)
        sheet.wire((x, 78), sheet.pin(ref, "1"))
        sheet.power("GND", *sheet.pin(ref, "2"))
    sheet.label("EXT_5V", 47, 78, local=True)
    sheet.part("R7", 82, 70, symbol="R_lying")
    sheet.wire((76, 78), (76, 70), sheet.pin("R7", "1"))
    sheet.named("R7", "2", 3)
    sheet.part("D101", 96, 78, turned=True)
    sheet.wire(sheet.pin("D101", "1"), (112, 78), (112, 74))
    sheet.power("+5V", 112, 74)
    sheet.note(
        14,
        95,
        "D103 and F2 stop a plug of wrong polarity or of more than 5 V. C104 is charged by this\n"
        "input alone, never by USB. EXT_SENSE turns Q1 off, so that USB carries no lights meanwhile.",
    )


def _pico_supply(sheet: Sheet) -> None:
    sheet.group(10, 110, 120, 24, "The Pico, when only the 5 V input feeds the board")
    sheet.part("D102", 56, 124, turned=True)
    sheet.wire(sheet.pin("D102", "2"), (40, 124), (40, 121))
    sheet.power("+5V", 40, 121)
    sheet.named("D102", "1", 12)
    sheet.note(84, 118, "On USB the Pico feeds VSYS itself,\nthrough a diode of its own.")


def controller() -> Sheet:
    sheet = Sheet("controller", "Pico, keys and hood switch", 3)
    sheet.group(92, 12, 132, 118, "Raspberry Pi Pico on sockets: pins as in firmware/settings.toml")
    sheet.part("U1", 152, 66)
    joined = nets.parts()["U1"].nets
    for pin, name in nets.sorted_pins():
        if joined[pin] is not None and name.startswith("GP"):
            x, _ = sheet.pin("U1", pin)
            sheet.named("U1", pin, 4, "left" if x < 152 else "right")
    _pico_power(sheet)
    _keys(sheet)
    return sheet


def _pico_power(sheet: Sheet) -> None:
    for pin, name in nets.sorted_pins():
        x, y = sheet.pin("U1", pin)
        if "GND" in name:
            sheet.wire((x, y), (x, y + 3))
    low = sheet.pin("U1", "3")[1] + 3
    ends = [sheet.pin("U1", pin)[0] for pin, name in nets.sorted_pins() if "GND" in name]
    for start, end in zip(sorted(ends), sorted(ends)[1:], strict=False):
        sheet.wire((start, low), (end, low))
    sheet.wire((min(ends), low), (min(ends), low + 2))
    sheet.power("GND", min(ends), low + 2)
    x, y = sheet.pin("U1", "36")
    sheet.wire((x, y), (x, y - 3))
    sheet.power("+3V3", x, y - 3)
    for pin, side, up in (("40", "left", 4), ("39", "left", 8)):
        x, y = sheet.pin("U1", pin)
        sheet.wire((x, y), (x, y - up), (x - 6 - (pin == "39") * 4, y - up))
        sheet.label(str(nets.parts()["U1"].nets[pin]), x - 6 - (pin == "39") * 4, y - up, side)


def _keys(sheet: Sheet) -> None:
    sheet.group(10, 12, 76, 84, "Keys: to ground, the Pico pulls up")
    for n, key in enumerate(nets.KEYS, 1):
        ref, y = f"SW{n}", 16 + 13 * n
        sheet.part(ref, 40, y)
        sheet.named(ref, "1", 6, "left")
        x, _ = sheet.pin(ref, "2")
        sheet.wire((x, y), (x + 6, y), (x + 6, y + 2))
        sheet.power("GND", x + 6, y + 2)
        sheet.note(60, y - 1, key, 2.0)
    sheet.group(10, 100, 76, 30, "Hood switch: closed by the hood's magnet")
    sheet.part("SW6", 40, 114)
    sheet.named("SW6", "1", 6, "left")
    sheet.wire(sheet.pin("SW6", "2"), (50, 114), (50, 116))
    sheet.power("GND", 50, 116)


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
    sheet.part("C103", 80, 34)
    sheet.wire((38, 28), (46, 28), (54, 28), (66, 28), (80, 28), sheet.pin("C103", "1"))
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
        "As on the table: row 1 is the lowest, code lights on top; guess lights left, score lights right.\n"
        f"Order by the firmware: guess = 6 row + hole, score = 6 row + 3 + peg, code = 54 + hole; D1 is light 0.\n"
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
    "supplies": "USB 5 V with fuse and little bulk;\noptional 5 V input with fuse,\nsuppressor and Schottky;\nwhich of them feeds the rail",
    "controller": "Raspberry Pi Pico on sockets,\nfive keys, hood switch",
    "signals": "74AHCT125 from 3.3 V to 5 V,\nthe piezo; screws and marks",
    "lights": "57 WS2812B: 9 rows of 3 guess and\n3 score lights, 3 code lights;\none capacitor each",
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
