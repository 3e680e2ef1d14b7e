# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Where the lights and buttons of the strip build sit, and how its strip is cut.

Millimetres; the origin is the face's lower left corner as the players see it, x right, y away from
the codebreaker. A strip of 60 lights a metre has a light every 16.67 mm, so a row of six is one
piece of exactly 100 mm: nine pieces of six and one of three, instead of 57 single lights. The
order is the firmware's.
"""

from typing import NamedTuple

from design import firmware, sensors

lights = firmware.module("lights")
rules = firmware.module("rules")

PER_METRE = 60
PITCH = 1000 / PER_METRE
STRIP_WIDTH = 10.0
IN_ROW = 2 * rules.HOLES

WIDTH, LENGTH = 130.0, 228.0  # of the face: it fits on A4 at full size
ROW_LEFT = 15.0  # where every piece begins
ROW_1, ROW_PITCH = 45.0, 17.0
CODE_Y = 208.0
BUTTONS_Y = 18.0
PLATE_LOW = 34.0  # light plate and spacers end here: the buttons need the room below
GUESS_HOLE, SCORE_HOLE, BUTTON_HOLE = 13.0, 8.0, 12.2  # diameters


class Light(NamedTuple):
    """A light of the chain: `number` from 1, its piece, its place in the piece from 0."""

    number: int
    x: float
    y: float
    kind: str  # "guess", "score" or "code"
    piece: int
    place: int


class Piece(NamedTuple):
    """A piece of strip, arrow to the right: (x, y) is the middle of its left end."""

    number: int  # from 1, in chain order
    x: float
    y: float
    count: int  # lights

    @property
    def length(self) -> float:
        return self.count * PITCH

    @property
    def first(self) -> int:
        """The number of its first light, from 1."""
        return IN_ROW * (self.number - 1) + 1

    @property
    def last(self) -> int:
        return self.first + self.count - 1

    @property
    def name(self) -> str:
        return f"row {self.number}" if self.count == IN_ROW else "code"


def row_y(row: int) -> float:
    """The height of a row from 0, or of the code row where `row` is 9."""
    return CODE_Y if row == rules.ROWS else ROW_1 + ROW_PITCH * row


PIECES = tuple(
    Piece(row + 1, ROW_LEFT, row_y(row), IN_ROW if row < rules.ROWS else rules.HOLES)
    for row in range(rules.ROWS + 1)
)


def light(index: int) -> Light:
    """The light of frame index 0 to 56."""
    row, place = divmod(index, IN_ROW)
    at = ROW_LEFT + PITCH * (place + 0.5), row_y(row)
    return Light(index + 1, *at, _kind(row, place), row + 1, place)


def _kind(row: int, place: int) -> str:
    if row == rules.ROWS:
        return "code"
    return "guess" if place < rules.HOLES else "score"


LIGHTS = tuple(light(index) for index in range(lights.COUNT))

_COLUMNS = [ROW_LEFT + PITCH * (place + 0.5) for place in range(IN_ROW)]
BUTTONS = {
    "left": (_COLUMNS[0], BUTTONS_Y),
    "middle": (_COLUMNS[1], BUTTONS_Y),
    "right": (_COLUMNS[2], BUTTONS_Y),
    "check": ((_COLUMNS[3] + _COLUMNS[4]) / 2, BUTTONS_Y),
    "menu": (_COLUMNS[5], BUTTONS_Y),
}
# Behind the light plate, places on the face: the main board's lower left corner, its parts away
# from the players and so its USB to the right, as on the PCB build; hood switch, piezo, sensors.
MAIN = (57.0, 60.0)
HOOD_SWITCH = (90.0, CODE_Y)
PIEZO = (25.0, 150.0)
SENSOR_BOARD = (40.0, 120.0)
# Outside the box, in line with the code's lights: the middles of the two bars of sensors.
BARS = {"code": (LIGHTS[-2].x, LENGTH + sensors.AWAY), "guess": (LIGHTS[-2].x, -sensors.AWAY)}


def strip_length() -> float:
    """Metres of strip that are used."""
    return sum(piece.count for piece in PIECES) / PER_METRE
