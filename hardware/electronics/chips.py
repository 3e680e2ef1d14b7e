# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The symbols that are boxes: level shifter, I2C switch, Pico. Signals go from left to right."""

from design import nets

from electronics.shapes import Pin, Symbol, box


def _box_of(left: list[Pin], right: list[Pin], top: list[Pin], bottom: list[Pin], half: int):
    """A box `half` steps to either side around pins that are 2 steps apart."""
    ends = [abs(p.y) for p in left + right]
    high = max(ends) + 3
    high += high % 2
    pins = left + right + [p._replace(y=high + 2) for p in top]
    pins += [p._replace(y=-high - 2) for p in bottom]
    labels = ((-half + 1, high + 1), (half, high + 1))
    return Symbol(pins, [box(-half, high, half, -high)], True, True, labels)


def _column(entries: list[tuple[str, str, str]], side: str, reach: int) -> list[Pin]:
    """Pins from top to bottom, centred; an empty entry leaves a gap."""
    x = -reach if side == "left" else reach
    start = len(entries) - 1
    start += start % 2
    found = []
    for place, (num, name, kind) in enumerate(entries):
        if num:
            found.append(Pin(num, name, kind, x, start - 2 * place, side))
    return found


def _row(entries: list[tuple[str, str, str]], side: str) -> list[Pin]:
    start = -(len(entries) - 1)
    start -= start % 2
    return [Pin(n, m, k, start + 2 * i, 0, side) for i, (n, m, k) in enumerate(entries)]


def shifter() -> Symbol:
    left, right = [], []
    gates = [("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11")]
    for n, (enable, data, out) in enumerate(gates, 1):
        left += [(data, f"{n}A", "input"), (enable, f"~{{{n}OE}}", "input"), ("", "", "")]
        right += [(out, f"{n}Y", "tri_state"), ("", "", ""), ("", "", "")]
    top = [Pin("14", "VCC", "power_in", 0, 0, "top")]
    bottom = [Pin("7", "GND", "power_in", 0, 0, "bottom")]
    return _box_of(_column(left[:-1], "left", 9), _column(right[:-1], "right", 9), top, bottom, 7)


def mux() -> Symbol:
    gap = ("", "", "")
    left = [("22", "SCL", "input"), ("23", "SDA", "bidirectional"), gap]
    left += [("3", "~{RESET}", "input"), gap, ("1", "A0", "input"), ("2", "A1", "input")]
    left += [("21", "A2", "input")]
    pairs = [*nets.MUX_CHANNELS, ("17", "18"), ("19", "20")]
    right = []
    for n, (sda, scl) in enumerate(pairs):
        right += [(sda, f"SD{n}", "bidirectional"), (scl, f"SC{n}", "bidirectional")]
    top = [Pin("24", "VCC", "power_in", 0, 0, "top")]
    bottom = [Pin("12", "GND", "power_in", 0, 0, "bottom")]
    return _box_of(_column(left, "left", 10), _column(right, "right", 10), top, bottom, 8)


_PICO_KINDS = {"RUN": "input", "3V3_EN": "input", "ADC_VREF": "passive", "VSYS": "passive"}


def pico() -> Symbol:
    """A Pico's pins by what they do, not by where they are: ground below, supplies on top."""
    by_name = {name: num for num, name in nets.PICO_PINS.items()}
    gpio = [name for _, name in nets.sorted_pins() if name.startswith("GP")]
    left = [(by_name[name], name, "bidirectional") for name in gpio[:16]]
    right = [(by_name[name], name, "bidirectional") for name in gpio[16:]]
    right += [("", "", "")]
    right += [(by_name[n], n, _PICO_KINDS[n]) for n in ("RUN", "3V3_EN", "ADC_VREF")]
    right += [("", "", "")] * (len(left) - len(right))
    supplies = [("VBUS", "power_out"), ("VSYS", "passive"), ("3V3", "power_out")]
    top = [
        Pin(by_name[name], name, kind, 4 * n - 4, 0, "top")
        for n, (name, kind) in enumerate(supplies)
    ]
    ground = [(num, name, "passive") for num, name in nets.sorted_pins() if "GND" in name]
    bottom = _row(ground, "bottom")
    return _box_of(_column(left, "left", 13), _column(right, "right", 13), top, bottom, 11)
