# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The sheet of the supplies: USB, the optional 5 V input, and the way to the Pico."""

from design import power

from electronics.drawing import Sheet


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
        "input alone, never by USB. EXT_SENSE turns Q1 off: then USB carries no lights.",
    )


def _pico_supply(sheet: Sheet) -> None:
    sheet.group(10, 110, 120, 24, "The Pico, when only the 5 V input feeds the board")
    sheet.part("D102", 56, 124, turned=True)
    sheet.wire(sheet.pin("D102", "2"), (40, 124), (40, 121))
    sheet.power("+5V", 40, 121)
    sheet.named("D102", "1", 12)
    sheet.note(84, 118, "On USB the Pico feeds VSYS itself,\nthrough a diode of its own.")
