# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The keys' lines: from the Pico on the back, between guess and score lights, to the keys in front.

They lie side by side in such an order that none crosses another on its layer: `menu`, whose pin is
the leftmost, is the leftmost; light data runs at their left.
"""

from design import layout, nets

from electronics import footprints
from electronics.cells import DIN, LEFT_LANE, Track, Via
from electronics.grid import BACK, FRONT

WIDTH = 0.25
PITCH = 0.75
FIRST_X = 48.25  # of `menu`
ORDER = ("menu", "check", "right", "middle", "left")
BAND_Y, BAND_PITCH = 134.5, 0.5  # of `left`: the way from the bundle to the Pico
LANES = {"left": 19.75, "menu": 19.0, "middle": 18.25, "check": 17.5, "right": 16.75}
ENDS = {"left": 6.25, "middle": 6.25, "right": 6.25, "check": -6.25, "menu": -6.25}  # pin of a key
KEY_PIN_Y = 2.5
CUT = 0.5
DATA_X, DATA_LANE, DATA_HIGH = 47.5, 20.4, 137.75


def _pico_pin(net: str) -> tuple[float, float]:
    joined = nets.parts()["U1"].nets
    x, y = footprints.pico_pad(next(int(pin) for pin, name in joined.items() if name == net))
    return layout.PICO.x + x, layout.PICO.y - y


def _line(n: int, key: str) -> tuple[list[Track], list[Via]]:
    net = "KEY_" + key.upper()
    x, band = FIRST_X + PITCH * n, BAND_Y + BAND_PITCH * (len(ORDER) - 1 - n)
    pin_x, pin_y = _pico_pin(net)
    rise = pin_x - footprints.PITCH / 2  # between two pins of the nearer row
    lane, place = LANES[key], layout.BUTTONS[key]
    end = (place.x + ENDS[key], place.y + KEY_PIN_Y)
    back = (
        (x, lane),
        (x, band - CUT),
        (x + CUT, band),
        (rise - CUT, band),
        (rise, band + CUT),
        (rise, pin_y - footprints.PITCH / 2),
        (pin_x, pin_y),
    )
    side = 1 if end[0] > x else -1
    front = ((x, lane), (end[0] - side * CUT, lane), (end[0], lane - CUT), end)
    across = ((place.x - 6.25, end[1]), (place.x + 6.25, end[1]))
    tracks = [Track(net, BACK, WIDTH, back), Track(net, FRONT, WIDTH, front)]
    return [*tracks, Track(net, FRONT, WIDTH, across)], [Via(net, x, lane)]


def _data() -> tuple[list[Track], list[Via]]:
    """Light data down to the first light, along the left of the key lines."""
    first, cut = layout.LIGHTS[0], 1.0
    end = (first.x + DIN[0], first.y + DIN[1])
    front = (
        (DATA_X, DATA_LANE),
        (LEFT_LANE + cut, DATA_LANE),
        (LEFT_LANE, DATA_LANE + cut),
        (LEFT_LANE, end[1] - cut),
        (LEFT_LANE + cut, end[1]),
        end,
    )
    back = Track("DATA", BACK, WIDTH, ((DATA_X, DATA_LANE), (DATA_X, DATA_HIGH)))
    return [back, Track("DATA", FRONT, WIDTH, front)], [Via("DATA", DATA_X, DATA_LANE)]


def copper() -> tuple[list[Track], list[Via]]:
    tracks, vias = _data()
    for n, key in enumerate(ORDER):
        more_tracks, more_vias = _line(n, key)
        tracks += more_tracks
        vias += more_vias
    return tracks, vias
