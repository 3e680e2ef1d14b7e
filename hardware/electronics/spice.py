# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Three questions to ngspice: the first rush of current, the sagging rail, the data's edge.

Each deck is a page of text with the values of `design.power`; `solve` gives its measurements.
"""

import random
import re
import tempfile
from pathlib import Path

from design import power

from electronics.run import run

LIGHTS = 57
CABLE_H = 0.8e-6  # 1 m of USB cable
BULK_ESR, CERAMIC_ESR = 0.05, 0.01

# 74AHCT125 at 5 V: about 25 ohm out, edges of 3 ns; a track over its plane, per millimetre.
GATE_OHM, EDGE_S = 25.0, 3e-9
SERIES_OHM, DIN_F = 330.0, 15e-12
TRACK_F_MM, TRACK_H_MM = 0.07e-12, 0.5e-9
HIGH_OF_VDD = 0.7


def solve(deck: str) -> dict[str, float]:
    """The deck's `.meas` lines by name."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "deck.cir"
        path.write_text(deck)
        said = run("ngspice", "-b", path)
    found = re.findall(r"^(\w+)\s+=\s+([-+0-9.eE]+)", said, re.MULTILINE)
    return {name: float(value) for name, value in found}


def inrush(farads: float, ohms: float, volts: float = 5.25) -> str:
    """Plugging in: `charge` that flows, `peak` current."""
    return f"""inrush
Vport port 0 PWL(0 0 1u 0 1.1u {volts})
Rpath port a {ohms}
Lcable a rail {CABLE_H}
Crail rail mid {farads}
Resr mid 0 {CERAMIC_ESR}
.tran 20n 400u
.meas tran charge INTEG i(Lcable) FROM=0 TO=400u
.meas tran peak MAX i(Lcable)
.end
"""


def lit(duties: list[float], together: bool, seed: int = 57) -> list[tuple[float, float]]:
    """How many channels are on over three periods of the lights' own dimming: (s, count).

    Each light has its own clock: `together` is the worst accident, that all begin at once.
    """
    chance = random.Random(seed)
    period = 1 / power.PWM_HZ
    edges = []
    for _ in range(LIGHTS):
        start = 0.0 if together else chance.random() * period
        for duty in duties:
            for turn in range(-1, 3):
                on = start + turn * period
                edges += [(on, 1), (on + duty * period, -1)]
    count, points = 0, []
    for moment, change in sorted(edges):
        count += change
        if moment >= 0:
            points.append((moment, float(count)))
    return points


def sag(
    volts: float, ohms: float, drop: float, duties: list[float], peak_ma: float,
    together: bool = False, bulk: float = 0.0,
) -> str:  # fmt: skip
    """The rail while lights are dimmed by pulses: `low`, `mean`.

    A channel takes `peak_ma` while it is on, and less once its blue light lacks volts. `bulk`
    sits before the diode (the 5 V input).
    """
    points = lit(duties, together)
    ramp = [(0.0, 0.0)]
    for moment, count in points:
        ramp += [(max(moment, ramp[-1][0] + 1e-8), ramp[-1][1])]
        ramp += [(ramp[-1][0] + 2e-7, count)]
    wave = " ".join(f"{moment:.9g} {count:g}" for moment, count in ramp)
    before = f"Cbulk plug x {bulk}\nRbulk x 0 {BULK_ESR}\n" if bulk else ""
    end = 3 / power.PWM_HZ
    return f"""sag
Vport port 0 {volts}
Rpath port plug {ohms}
{before}Vdrop plug rail {drop}
Crail rail mid {power.usb_capacitance()}
Resr mid 0 {CERAMIC_ESR}
Von on 0 PWL({wave})
Iquiet rail 0 {LIGHTS * power.LED_QUIET_MA / 1000}
Blights rail 0 I=V(on)*{peak_ma / 1000}*min(1,max(0,(V(rail)-2.8)/0.4))
.tran 2u {end} 0 2u
.meas tran low MIN v(rail) FROM=1m TO={end}
.meas tran mean AVG v(rail) FROM=1m TO={end}
.meas tran taken AVG i(Vdrop) FROM=1m TO={end}
.end
"""


def edge(high: float, ohms: float, track_mm: float, vdd: float = 5.0) -> str:
    """One short pulse (a 0: 400 ns) into the first light: when it is high, its width, its peak."""
    limit = HIGH_OF_VDD * vdd
    low = vdd - limit
    return f"""edge
Vgate gate 0 PULSE(0 {high} 100n {EDGE_S} {EDGE_S} 400n 2u)
Rgate gate a {GATE_OHM}
Rseries a b {ohms}
Ltrack b din {TRACK_H_MM * track_mm}
Ctrack b 0 {TRACK_F_MM * track_mm / 2}
Cfar din 0 {TRACK_F_MM * track_mm / 2 + DIN_F}
.tran 0.2n 1u
.meas tran peak MAX v(din)
.meas tran trough MIN v(din)
.meas tran rise TRIG v(gate) VAL={high / 2} RISE=1 TARG v(din) VAL={limit} RISE=1
.meas tran width TRIG v(din) VAL={limit} RISE=1 TARG v(din) VAL={low} FALL=1
.end
"""
