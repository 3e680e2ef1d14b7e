# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The sensors' lines that leave their switch at its left: side by side down to their sockets.

The switch's pins are in such an order that no two of these lines cross: the pin farthest from the
sockets takes the outermost lane and goes to the farthest socket.
"""

from design import layout, nets, places

from electronics import footprints
from electronics.cells import Track, Via
from electronics.grid import BACK, FRONT

WIDTH, SUPPLY = 0.25, 0.4
FIRST_LANE, LANE_PITCH = 87.25, 0.5
PIN_X, PIN_1_Y, PIN_PITCH = -2.8625, 3.575, 0.65  # TSSOP-24, from its middle
SOCKET_X, SOCKET_1_Y, SOCKET_PITCH = -0.525, -3.75, 2.5  # as placed, from the body's middle
CUT = 0.5


def copper() -> list[Track]:
    """Channels 3 to 0: SCL before SDA, each lane farther out than the last."""
    found = []
    for channel in (3, 2, 1, 0):
        sda, scl = nets.MUX_CHANNELS[channel]
        for pin, socket_pin, name in ((scl, 4, "SCL"), (sda, 3, "SDA")):
            lane = FIRST_LANE - LANE_PITCH * len(found)
            found.append(_line(f"{name}_{channel}", int(pin), channel, socket_pin, lane))
    return found


def supply() -> tuple[list[Track], list[Via]]:
    """3.3 V from the Pico down to the sensors' corner, on the back past screw and piezo."""
    x, y = footprints.pico_pad(36)
    x, y = layout.PICO.x + x, layout.PICO.y - y
    over, under = y + 2.4, x + footprints.PITCH * 1.5  # between two pins
    front = ((x, y), (x, over - CUT), (x + CUT, over), (under, over))
    back = ((under, over), (under, 131.0), (95.75, 127.5), (95.75, 118.0))
    tracks = [Track("+3V3", FRONT, SUPPLY, front), Track("+3V3", BACK, SUPPLY, back)]
    return tracks, [Via("+3V3", under, over)]


def _line(net: str, pin: int, channel: int, socket_pin: int, lane: float) -> Track:
    switch, socket = places.places()["U3"], layout.SENSORS[channel]
    start = (switch.x + PIN_X, switch.y + PIN_1_Y - PIN_PITCH * (pin - 1))
    end = (socket.x + SOCKET_X, socket.y + SOCKET_1_Y + SOCKET_PITCH * (socket_pin - 1))
    points = (
        start,
        (lane + CUT, start[1]),
        (lane, start[1] - CUT),
        (lane, end[1] + CUT),
        (lane + CUT, end[1]),
        end,
    )
    return Track(net, FRONT, WIDTH, points)
