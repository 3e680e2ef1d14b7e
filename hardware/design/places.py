# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Where every part's body sits on the board: `layout` for what players and tray see, and the rest.

Millimetres and degrees as in `layout`; a place is that of the body's middle.
"""

from design import layout
from design.layout import Place

LED_TURN = 180.0  # data comes in at the lower left, goes out at the upper right
CAP_TURN = 180.0  # its +5 V pad looks to the right, below the light's VDD
CAP_SHIFT = 0.6

_REST = {
    # Under the Pico, between its sockets.
    "U2": Place(66.5, 148.5, 90.0),
    "C102": Place(60.4, 152.0, 90.0),
    "R1": Place(60.4, 145.5, 90.0),
    "D102": Place(96.1, 144.2, 90.0),
    # Between row 9 and the Pico.
    "TP1": Place(57.0, 135.0),
    "TP2": Place(60.5, 135.0),
    "TP3": Place(64.0, 135.0),
    "R2": Place(69.0, 135.0),
    "C101": Place(76.2, 135.0, 90.0),
    "R3": Place(73.2, 135.0, 90.0),
    "Q1": Place(80.0, 135.2),
    "F1": Place(86.8, 135.2),
    # The 5 V input, at the far left.
    "F2": Place(17.9, 152.2, 90.0),
    "D103": Place(26.4, 149.0, 0.0),
    "D101": Place(36.6, 149.0, 180.0),
    "R7": Place(36.4, 153.3),
    # The sensors' switch, above their sockets.
    "U3": Place(91.5, 109.325),
    "C103": Place(97.2, 112.9, 90.0),
    "R4": Place(94.4, 116.1),
    "R5": Place(89.2, 116.1),
    "R6": Place(84.8, 113.9, 90.0),
    "FID1": Place(20.5, 2.5),
    "FID2": Place(75.0, 2.5),
    "FID3": Place(31.0, 152.8),
}


def places() -> dict[str, Place]:
    """Place by reference, for every part of the board."""
    found = dict(_REST)
    for light in layout.LIGHTS:
        found[f"D{light.number}"] = Place(light.x, light.y, LED_TURN)
        cap = Place(light.x + CAP_SHIFT, light.y - layout.CAP_DROP, CAP_TURN)
        found[f"C{light.number}"] = cap
    for number, place in enumerate(layout.BUTTONS.values(), 1):
        found[f"SW{number}"] = place
    for number, body in enumerate(layout.SENSORS):
        found[f"J{number + 2}"] = Place(body.x, body.y, 90.0)
    for number, screw in enumerate(layout.SCREWS, 1):
        found[f"H{number}"] = screw
    found["SW6"] = layout.HOOD
    found["LS1"] = Place(layout.PIEZO.x, layout.PIEZO.y)
    found["U1"] = Place(layout.PICO.x, layout.PICO.y)
    found["J1"] = Place(layout.JACK.x, layout.JACK.y, 270.0)
    found["C104"] = Place(layout.BULK.x, layout.BULK.y)
    return found
