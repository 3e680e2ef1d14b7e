# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The kinds of parts on the board: what to buy, what may stand in for it, and its outline.

A footprint of KiCad's own library is named "Library:Name", one of ours "jungle:Name". `centre` is
where the body's middle lies in the footprint's own coordinates (mm, y down), `factory_turn` what
to add to KiCad's turn for assembly lines that count from the part's reel (IEC 61188-7 level A
against the reel): to be confirmed on the factory's own preview before an order.
"""

from typing import NamedTuple

# Worldsemi WS2812B, datasheet, "PIN function"; the same for WS2812B-V5 and SK6812 (5050).
LED_PINS = {"1": "VDD", "2": "DOUT", "3": "VSS", "4": "DIN"}


class Kind(NamedTuple):
    """One orderable part. `solder` tells who can solder it: "hand", "fine" (hand, with a fine tip
    and flux) or "plug" (no soldering); SMD parts can all be left to an assembly line.
    """

    symbol: str
    footprint: str
    value: str
    maker: str
    number: str
    alternates: str
    about: str
    solder: str
    smd: bool = True
    centre: tuple[float, float] = (0.0, 0.0)
    factory_turn: int = 0


KINDS = {
    "led": Kind(
        "WS2812B",
        "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
        "WS2812B",
        "Worldsemi",
        "WS2812B-B/T",
        "Worldsemi WS2812B-V5/W; Opsco SK6812 in 5050 (same pins: 1 VDD, 2 DOUT, 3 VSS, 4 DIN)",
        "RGB light with driver, 5 x 5 mm; not a 3535, not a PLCC6",
        "fine",
        factory_turn=180,
    ),
    "c100n": Kind(
        "C",
        "Capacitor_SMD:C_0805_2012Metric_Pad1.18x1.45mm_HandSolder",
        "100nF",
        "Samsung Electro-Mechanics",
        "CL21B104KBCNNNC",
        "Yageo CC0805KRX7R9BB104; any X7R 0805 of 16 V or more",
        "ceramic capacitor X7R 50 V 0805",
        "hand",
    ),
    "c2u2": Kind(
        "C",
        "Capacitor_SMD:C_0805_2012Metric_Pad1.18x1.45mm_HandSolder",
        "2.2uF",
        "Samsung Electro-Mechanics",
        "CL21B225KAFNNNE",
        "Murata GRM21BR71E225KA73L; never more than 2.2 uF: USB's inrush limit",
        "ceramic capacitor X7R 25 V 0805",
        "hand",
    ),
    "c470u": Kind(
        "C_Polarized",
        "Capacitor_THT:CP_Radial_D8.0mm_P3.50mm",
        "470uF",
        "Panasonic",
        "EEU-FR1A471",
        "any 470 uF 10 V low-ESR, 8 mm across, at most 12 mm high, 3.5 mm pitch",
        "electrolytic capacitor 10 V, 8 x 11.5 mm",
        "hand",
        smd=False,
        centre=(1.75, 0.0),
    ),
    "r330": Kind(
        "R",
        "Resistor_SMD:R_0805_2012Metric_Pad1.20x1.40mm_HandSolder",
        "330",
        "Yageo",
        "RC0805FR-07330RL",
        "any 330 ohm 0805",
        "resistor 0805",
        "hand",
    ),
    "r4k7": Kind(
        "R",
        "Resistor_SMD:R_0805_2012Metric_Pad1.20x1.40mm_HandSolder",
        "4.7k",
        "Yageo",
        "RC0805FR-074K7L",
        "any 4.7 kilohm 0805",
        "resistor 0805",
        "hand",
    ),
    "r10k": Kind(
        "R",
        "Resistor_SMD:R_0805_2012Metric_Pad1.20x1.40mm_HandSolder",
        "10k",
        "Yageo",
        "RC0805FR-0710KL",
        "any 10 kilohm 0805",
        "resistor 0805",
        "hand",
    ),
    "shifter": Kind(
        "74AHCT125",
        "Package_SO:SOIC-14_3.9x8.7mm_P1.27mm",
        "74AHCT125",
        "Nexperia",
        "74AHCT125D,118",
        "Texas Instruments SN74AHCT125DR; HCT also works, HC and LVC do not",
        "level shifter, SO-14; its T stands for inputs that take 3.3 V for high",
        "hand",
        factory_turn=270,
    ),
    "fuse_usb": Kind(
        "Polyfuse",
        "Fuse:Fuse_1812_4532Metric_Pad1.30x3.40mm_HandSolder",
        "0.5A",
        "Bourns",
        "MF-MSMF050-2",
        "Littelfuse 1812L050PR; never a larger one: it guards a 500 mA port",
        "resettable fuse 1812, holds 0.5 A, trips at 1.0 A",
        "hand",
    ),
    "fuse_ext": Kind(
        "Polyfuse",
        "Fuse:Fuse_1812_4532Metric_Pad1.30x3.40mm_HandSolder",
        "2A",
        "Bourns",
        "MF-MSMF200-2",
        "Littelfuse 1812L200/12; 2 A hold",
        "resettable fuse 1812, holds 2.0 A, trips at 4.0 A",
        "hand",
    ),
    "schottky_3a": Kind(
        "D_Schottky",
        "Diode_SMD:D_SMA_Handsoldering",
        "B340A",
        "Diodes Incorporated",
        "B340A-13-F",
        "Vishay B340A-E3/61T; any 3 A 40 V Schottky in SMA (DO-214AC)",
        "Schottky diode 3 A, SMA",
        "hand",
    ),
    "schottky_1a": Kind(
        "D_Schottky",
        "Diode_SMD:D_SOD-123",
        "1N5819HW",
        "Diodes Incorporated",
        "1N5819HW-7-F",
        "onsemi MBR120VLSFT1G has another outline: do not use; any 1 A Schottky in SOD-123",
        "Schottky diode 1 A, SOD-123",
        "hand",
    ),
    "tvs": Kind(
        "D_TVS",
        "Diode_SMD:D_SMA_Handsoldering",
        "SMAJ5.0A",
        "Littelfuse",
        "SMAJ5.0A",
        "Bourns SMAJ5.0A; not the bidirectional SMAJ5.0CA: this one also stops wrong polarity",
        "suppressor diode 5 V, one way, SMA",
        "hand",
    ),
    "pfet": Kind(
        "PMOS",
        "Package_TO_SOT_SMD:SOT-23",
        "AO3401A",
        "Alpha & Omega Semiconductor",
        "AO3401A",
        "Infineon IRLML6402; Diodes DMP2035U (1 gate, 2 source, 3 drain)",
        "P-channel MOSFET, SOT-23",
        "hand",
        factory_turn=180,
    ),
    "mux": Kind(
        "TCA9548A",
        "Package_SO:TSSOP-24_4.4x7.8mm_P0.65mm",
        "TCA9548APWR",
        "Texas Instruments",
        "TCA9548APWR",
        "NXP PCA9548APW (same pins)",
        "I2C switch with 8 channels, TSSOP-24",
        "fine",
        factory_turn=270,
    ),
    "pico": Kind(
        "Pico",
        "jungle:Pico_Sockets",
        "Pico",
        "Raspberry Pi",
        "SC0917",
        "Pico SC0915 with own headers; Pico W, Pico 2, Pico 2 W with headers",
        "Raspberry Pi Pico H (with headers)",
        "plug",
        smd=False,
    ),
    "key": Kind(
        "Key",
        "jungle:Key_12mm",
        "12 mm key",
        "Omron",
        "B3F-4055",
        "any 12 x 12 mm key with a square 3.8 mm plunger, 7.3 mm high",
        "key 12 x 12 mm with square plunger, 1.27 N",
        "hand",
        smd=False,
    ),
    "reed": Kind(
        "Reed",
        "jungle:Reed_P17.78mm",
        "reed",
        "Littelfuse",
        "MDSR-7-10-20",
        "Littelfuse MDCG-4-12-18; normally open, 10-20 ampere-turns, glass <= 15.3 mm",
        "reed switch, normally open",
        "hand",
        smd=False,
    ),
    "piezo": Kind(
        "Piezo",
        "Buzzer_Beeper:Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm",
        "PS1240",
        "TDK",
        "PS1240P02BT",
        "any piezo sounder without its own oscillator, 12 mm, 5 mm pitch",
        "piezo sounder, passive",
        "hand",
        smd=False,
        centre=(2.5, 0.0),
    ),
    "jack": Kind(
        "Jack",
        "Connector_BarrelJack:BarrelJack_CUI_PJ-102AH_Horizontal",
        "5V 2A",
        "Same Sky (CUI Devices)",
        "PJ-102AH",
        "PJ-102A; any with the same three pins",
        "barrel jack for 5.5 / 2.1 mm plugs, plus inside",
        "hand",
        smd=False,
        centre=(0.0, 6.5),
    ),
    "sensor": Kind(
        "Socket4",
        "Connector_JST:JST_XH_B4B-XH-A_1x04_P2.50mm_Vertical",
        "sensor",
        "JST",
        "B4B-XH-A",
        "any 4-pin XH header of 2.5 mm; its cable: XHP-4 with SXH-001T-P0.6 contacts",
        "socket for a TCS34725 board: GND, 3V3, SDA, SCL",
        "hand",
        smd=False,
        centre=(3.75, 0.525),
    ),
    "test": Kind("Test", "TestPoint:TestPoint_Pad_D1.5mm", "test", "", "", "", "bare pad", ""),
    "fiducial": Kind("Mark", "Fiducial:Fiducial_1mm_Mask2mm", "mark", "", "", "", "bare pad", ""),
    "screw": Kind(
        "Hole", "MountingHole:MountingHole_3.2mm_M3", "M3", "", "", "", "hole for an M3 screw", ""
    ),
}

UNBOUGHT = ("test", "fiducial", "screw")  # copper or holes of the board itself
