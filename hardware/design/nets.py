# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What is joined to what on the PCB build: every part with the net of each of its pins.

The pins of the Pico come from firmware/settings.toml, the chain's order from mastermind.lights.
The schematic draws this, the board routes it, and tests compare both with it.
"""

from typing import NamedTuple

from design import firmware, layout

KEYS = ("left", "middle", "right", "check", "menu")
BUS = ("SDA", "SCL")

# A Pico's edge: GP number by pin of its board (Raspberry Pi Pico datasheet, "Pinout").
_GPIO = (0, 1, None, 2, 3, 4, 5, None, 6, 7, 8, 9, None, 10, 11, 12, 13, None, 14, 15)
_GPIO += (16, 17, None, 18, 19, 20, 21, None, 22)
PICO_PINS = {str(n + 1): f"GP{gpio}" for n, gpio in enumerate(_GPIO) if gpio is not None}
PICO_PINS |= {str(pin): "GND" for pin in (3, 8, 13, 18, 23, 28, 38)}
PICO_PINS |= {"30": "RUN", "31": "GP26", "32": "GP27", "33": "AGND", "34": "GP28"}
PICO_PINS |= {"35": "ADC_VREF", "36": "3V3", "37": "3V3_EN", "39": "VSYS", "40": "VBUS"}


class Part(NamedTuple):
    """One part: `nets` maps pin to net (None: joined to nothing on purpose).

    `option` is "base", "power" (the 5 V input) or "sensors".
    """

    ref: str
    kind: str
    nets: dict[str, str | None]
    option: str = "base"


def pico_functions() -> dict[str, str]:
    """Net by GP number, as the firmware is set."""
    chosen = firmware.settings()
    found = {chosen["pin_leds"]: "LEDS_3V3", chosen["pin_piezo"]: "PIEZO"}
    found |= {chosen["pin_" + key]: "KEY_" + key.upper() for key in KEYS}
    found[chosen["pin_hood"]] = "HOOD"
    found |= {chosen["pin_" + name.lower()]: name for name in BUS}
    if len(found) != len(KEYS) + 3 + len(BUS):
        raise ValueError("Two functions of the board share a pin of the Pico.")
    return found


def _pico() -> Part:
    joined = pico_functions()
    joined |= {"GND": "GND", "AGND": "GND", "3V3": "+3V3", "VSYS": "VSYS", "VBUS": "VBUS"}
    return Part("U1", "pico", {pin: joined.get(name) for pin, name in sorted_pins()})


def sorted_pins() -> list[tuple[str, str]]:
    return sorted(PICO_PINS.items(), key=lambda item: int(item[0]))


def chain_net(light: int) -> str:
    """The net into light D<light>."""
    return "DATA" if light == 1 else f"CHAIN_{light - 1}"


def _lights() -> list[Part]:
    found = []
    for light in range(1, len(layout.LIGHTS) + 1):
        out = chain_net(light + 1) if light < len(layout.LIGHTS) else None
        nets = {"1": "+5V", "2": out, "3": "GND", "4": chain_net(light)}
        found.append(Part(f"D{light}", "led", nets))
        found.append(Part(f"C{light}", "c100n", {"1": "+5V", "2": "GND"}))
    return found


def _two(ref: str, kind: str, one: str, two: str, option: str = "base") -> Part:
    return Part(ref, kind, {"1": one, "2": two}, option)


def _power() -> list[Part]:
    return [
        _two("F1", "fuse_usb", "VBUS", "USB_5V"),
        Part("Q1", "pfet", {"1": "EXT_SENSE", "2": "+5V", "3": "USB_5V"}),
        _two("R3", "r10k", "EXT_SENSE", "GND"),
        _two("C101", "c2u2", "+5V", "GND"),
        _two("D102", "schottky_1a", "VSYS", "+5V"),
        Part("J1", "jack", {"1": "EXT_IN", "2": "GND", "3": "GND"}, "power"),
        _two("F2", "fuse_ext", "EXT_IN", "EXT_5V", "power"),
        _two("D103", "tvs", "EXT_5V", "GND", "power"),
        _two("C104", "c470u", "EXT_5V", "GND", "power"),
        _two("D101", "schottky_3a", "+5V", "EXT_5V", "power"),
        _two("R7", "r330", "EXT_5V", "EXT_SENSE", "power"),
    ]


def _data() -> list[Part]:
    shifter: dict[str, str | None] = {"1": "GND", "2": "LEDS_3V3", "3": "LEDS_5V", "7": "GND"}
    shifter["14"] = "+5V"
    for enable, data, out in (("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11")):
        shifter |= {enable: "+5V", data: "GND", out: None}
    return [
        Part("U2", "shifter", shifter),
        _two("C102", "c100n", "+5V", "GND"),
        _two("R1", "r330", "LEDS_5V", "DATA"),
        _two("R2", "r330", "PIEZO", "PIEZO_DRIVE"),
        _two("LS1", "piezo", "PIEZO_DRIVE", "GND"),
    ]


def _keys() -> list[Part]:
    found = [_two(f"SW{n + 1}", "key", "KEY_" + key.upper(), "GND") for n, key in enumerate(KEYS)]
    return [*found, _two("SW6", "reed", "HOOD", "GND")]


MUX_CHANNELS = (("4", "5"), ("6", "7"), ("8", "9"), ("10", "11"), ("13", "14"), ("15", "16"))


def _sensors() -> list[Part]:
    mux: dict[str, str | None] = {pin: "GND" for pin in ("1", "2", "12", "21")}
    mux |= {"3": "MUX_RESET", "22": "SCL", "23": "SDA", "24": "+3V3"}
    mux |= {pin: None for pin in ("17", "18", "19", "20")}
    sockets = []
    for channel, (sda, scl) in enumerate(MUX_CHANNELS):
        names = (f"SDA_{channel}", f"SCL_{channel}")
        mux |= {sda: names[0], scl: names[1]}
        nets = {"1": "GND", "2": "+3V3", "3": names[0], "4": names[1]}
        sockets.append(Part(f"J{channel + 2}", "sensor", nets, "sensors"))
    return [
        Part("U3", "mux", mux, "sensors"),
        _two("C103", "c100n", "+3V3", "GND", "sensors"),
        _two("R4", "r4k7", "+3V3", "SDA", "sensors"),
        _two("R5", "r4k7", "+3V3", "SCL", "sensors"),
        _two("R6", "r10k", "+3V3", "MUX_RESET", "sensors"),
        *sockets,
    ]


def _bare() -> list[Part]:
    tests = [("TP1", "+5V"), ("TP2", "GND"), ("TP3", "DATA")]
    found = [Part(ref, "test", {"1": net}) for ref, net in tests]
    found += [Part(f"FID{n + 1}", "fiducial", {}) for n in range(3)]
    return found + [Part(f"H{n + 1}", "screw", {}) for n in range(len(layout.SCREWS))]


def parts() -> dict[str, Part]:
    """Every part of the board by reference."""
    found = [_pico(), *_lights(), *_power(), *_data(), *_keys(), *_sensors(), *_bare()]
    return {part.ref: part for part in found}


def nets() -> dict[str, set[tuple[str, str]]]:
    """Net by name: the (reference, pin) pairs that it joins."""
    found: dict[str, set[tuple[str, str]]] = {}
    for part in parts().values():
        for pin, net in part.nets.items():
            if net is not None:
                found.setdefault(net, set()).add((part.ref, pin))
    return found
