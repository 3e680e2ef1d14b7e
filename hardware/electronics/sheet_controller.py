# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The sheet of the Pico on its sockets, the keys and the hood switch."""

from design import nets

from electronics.drawing import Sheet


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
