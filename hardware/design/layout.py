# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Where everything sits on board A0, and how much room it takes.

Millimetres; the origin is the board's lower left corner as the players see it, the codebreaker at
the lower edge; x right, y away from the codebreaker, z up from the board's top face. Turns are
degrees, counter-clockwise as seen from above. `Body` sizes are along x and y as placed.

All parts sit on the top face; below it are only solder joints and cut leads (`BOTTOM`).
The size is 100 x 160 mm, a Eurocard: one board, in the size class in which board makers'
prices are still low, with rows 12.5 mm apart; a tray around it fits a 220 mm print bed.
"""

from typing import NamedTuple

from design import firmware

lights = firmware.module("lights")

REVISION = "A0"
DATE = "2026-11-30"  # of the revision's last change, in every drawing

WIDTH = 100.0
LENGTH = 160.0
CORNER = 1.5  # radius of the outline's corners
THICKNESS = 1.6
TOP = 15.2  # nothing on the board is higher than this above its top face (the Pico's USB)
BOTTOM = 2.5  # nothing reaches deeper than this below its bottom face, if leads are cut

ROWS, HOLES = 9, 3
ROW_1, ROW_PITCH = 26.0, 12.5
GUESS_X = (13.0, 28.0, 43.0)
SCORE_X = (58.0, 68.0, 78.0)
CODE_Y = 141.0


class Place(NamedTuple):
    x: float
    y: float
    turn: float = 0.0


class Body(NamedTuple):
    """The room a placed part takes: centre, size along x and y, height above the board."""

    x: float
    y: float
    width: float
    depth: float
    height: float


class Light(NamedTuple):
    """One light: D<number> at (x, y); number - 1 is its place in the chain and the frame."""

    number: int
    x: float
    y: float
    kind: str  # "guess", "score" or "code"


class Cell(NamedTuple):
    """Half sizes of the box around a light in which its own capacitor and nothing else sits."""

    x: float
    y: float


def _lights() -> tuple[Light, ...]:
    found = {}
    for hole in range(HOLES):
        found[lights.code_light(hole)] = (GUESS_X[hole], CODE_Y, "code")
    for row in range(ROWS):
        y = ROW_1 + ROW_PITCH * row
        for hole in range(HOLES):
            found[lights.guess_light(row, hole)] = (GUESS_X[hole], y, "guess")
            found[lights.score_light(row, hole)] = (SCORE_X[hole], y, "score")
    if sorted(found) != list(range(lights.COUNT)):
        raise ValueError("The firmware's lights and the board's holes are not the same.")
    return tuple(Light(index + 1, *found[index]) for index in range(lights.COUNT))


LIGHTS = _lights()  # in chain order

LED_SIZE, LED_HEIGHT = 5.0, 1.6  # WS2812B: the lit window is a disc of 3.3 mm, centred
CAP_DROP = 4.4  # a light's capacitor sits this far below it (towards the codebreaker)
CELLS = {"guess": Cell(7.5, 6.25), "score": Cell(5.0, 6.25), "code": Cell(7.5, 6.25)}
CELL_WALL = 1.2  # free of parts: walls this thick may stand on the board between two cells

BUTTONS = {  # 12 x 12 mm key, plunger 3.8 x 3.8 mm that ends 7.3 mm above the board
    "left": Place(13.0, 11.0),
    "middle": Place(28.0, 11.0),
    "right": Place(43.0, 11.0),
    "check": Place(65.0, 11.0),
    "menu": Place(85.0, 11.0),
}
BUTTON_SIZE, BUTTON_BODY, BUTTON_TOP = 12.0, 3.6, 7.3
BUTTON_PLUNGER, BUTTON_TRAVEL = 3.8, 0.3

# The hood switch is a reed switch under the far edge: a magnet in the hood closes it.
HOOD = Place(38.5, 157.3)  # centre of the glass, which lies along x
HOOD_GLASS = Body(38.5, 157.3, 15.3, 2.3, 3.2)

PIEZO = Body(90.5, 124.0, 12.2, 12.2, 6.5)

# The Pico on sockets (8.5 mm + 2.5 mm of header), its USB flush with the right edge.
PICO = Body(74.5, 148.5, 51.0, 21.0, 12.0)
PICO_FACE = 11.0  # its lower face above the board's top face
USB = Body(97.5, 148.5, 7.6, 8.0, TOP)  # shell: ends 1.3 mm outside the board
USB_SIDE = "right"
USB_PLUG = (12.5, 7.5)  # room for a micro USB plug's grip: along y, along z
USB_Z = 13.4  # middle of the plug above the board's top face
ANTENNA = Body(53.0, 148.5, 9.0, 14.2, 0.0)  # of a Pico W: no copper on either side

# The optional 5 V input, a barrel jack of 5.5 / 2.1 mm that looks out at the left edge.
JACK = Body(7.6, 154.0, 14.4, 9.0, 11.0)
JACK_SIDE, JACK_Z, JACK_PLUG = "left", 6.5, 11.0  # middle of the plug, diameter of its grip
BULK = Body(24.2, 155.0, 8.0, 8.0, 11.5)  # electrolytic capacitor of that input

# Six sockets (JST XH, 4 pins) for sensor boards on cables; mated height 9.8 mm.
SENSOR_NAMES = ("code 1", "code 2", "code 3", "guess 1", "guess 2", "guess 3")
SENSORS = tuple(Body(92.0, y, 5.8, 12.4, 9.8) for y in (24.0, 37.5, 51.0, 71.4, 84.9, 98.4))

SCREW = 3.2  # M3
SCREW_CLEAR = 6.4  # diameter of a screw's head or of a boss under it: no parts, no pour
SCREWS = (
    Place(3.4, 3.4),
    Place(96.6, 3.4),
    Place(4.0, 69.75),
    Place(92.0, 61.2),
    Place(4.0, 133.5),
    Place(96.0, 133.5),
)


def bodies() -> dict[str, Body]:
    """Every tall thing by name, for clearance checks; lights by D1..D57."""
    found = {f"D{at.number}": Body(at.x, at.y, LED_SIZE, LED_SIZE, LED_HEIGHT) for at in LIGHTS}
    for name, at in BUTTONS.items():
        found[name] = Body(at.x, at.y, BUTTON_SIZE, BUTTON_SIZE, BUTTON_BODY)
    for name, body in zip(SENSOR_NAMES, SENSORS, strict=True):
        found["sensor " + name] = body
    found.update(hood=HOOD_GLASS, piezo=PIEZO, pico=PICO, usb=USB, jack=JACK, bulk=BULK)
    return found
