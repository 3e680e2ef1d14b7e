# SPDX-License-Identifier: MIT
"""The 57 lights: where each one is, what each look means, and how much current they may take.

A picture is a bytearray of 57 looks; a frame is a list of 57 colours 0xRRGGBB in *linear* light
(PWM). Stages paint pictures, `Lights` turns them into frames, a board sends them. The light order
and the palettes stand here alone. Pure.
"""

from mastermind import rules

COUNT = 57

# Looks 0-5 are the animals, 6 a hole blank on purpose, 7 a hole not chosen: the numbers of `rules`.
OFF, RED, WHITE, FAULT, BAR, ONE, TWO, BOTH = range(8, 16)
CHEER, ASK, HOOD, MISTAKE, ERROR, PROBE_R, PROBE_G, PROBE_B, UNSURE = range(16, 25)

# One meaning for each look, behind it: (name, colour where the palettes share it, blinks).
LOOKS = (
    ("tiger", None, False),  # an animal
    ("lion", None, False),  # an animal
    ("crocodile", None, False),  # an animal
    ("parrot", None, False),  # an animal
    ("elephant", None, False),  # an animal
    ("hippo", None, False),  # an animal
    ("blank", 0x181818, False),  # a hole left blank on purpose
    ("not chosen", 0x404040, True),  # a hole that waits: for an animal, or for a peg of a score
    ("off", 0x000000, False),  # nothing here
    ("red", None, False),  # score: right animal, right hole
    ("white", None, False),  # score: right animal
    ("fault", 0xC8A0A0, False),  # flashes: this can't be
    ("bar", 0x305070, False),  # a setting or a number, one light or row a step
    ("player one", 0xFF6000, False),  # player one
    ("player two", 0x2040FF, False),  # player two
    ("both players", 0x604060, False),  # both players alike
    ("cheer", 0xC0A030, False),  # the code is broken
    ("question", 0x70A0A0, True),  # check is yes, menu is no
    ("hood", 0x408080, True),  # put the hood on
    ("mistake", 0xC06010, True),  # a setting is wrong: see the console
    ("error", 0xE00030, False),  # the firmware stopped and starts again
    ("probe red", 0xFF0000, False),  # self-test
    ("probe green", 0x00FF00, False),  # self-test
    ("probe blue", 0x0000FF, False),  # self-test
    ("not sure", 0x8000C0, True),  # what a sensor sees: lift it and set it again
)

# The six animals, then the score's red and white. Found by simulated annealing over CIEDE2000
# distances: "bright" keeps all eight apart for normal vision (30.9 at least), "high-contrast" the
# animals for protanopia, deuteranopia and tritanopia as well (26.1 at least);
# tests/test_palettes.py has the figures.
PALETTES = {
    "bright": (0xA33D00, 0xFFFF00, 0x006400, 0x003A3E, 0x0010AE, 0xFF0085, 0xAF0000, 0x969696),
    "high-contrast": (
        0x7B3A00,
        0xFFFF00,
        0x001000,
        0x00DEC8,
        0x3428E9,
        0x2F0018,
        0xA51017,
        0x6A6A6A,
    ),
}

FULL = 255
BRIGHTNESS = (0, 10, 20, 40, 80, 160)  # of 255, by brightness 1-5
BLINK_MS = 500  # on, then as long off: 1 Hz

CHANNEL_MA = 20  # one channel of one WS2812B at full (datasheet's maximum)
IDLE_MA = 1  # a WS2812B that is dark


def guess_light(row: int, hole: int):
    """The light of a guess hole: row 0 is the lowest of 9, hole 0 the left of 3."""
    return 6 * row + hole


def score_light(row: int, peg: int):
    """The light of a score hole: row 0 is the lowest of 9, peg 0 the left of 3."""
    return 6 * row + 3 + peg


def row_lights(row: int):
    """All lights of a row: its guess lights, then its score lights."""
    return range(guess_light(row, 0), guess_light(row + 1, 0))


def code_light(hole: int):
    """The light of a code hole under the hood: hole 0 is the left of 3."""
    return 54 + hole


def dark():
    """A picture with every light off."""
    return bytearray([OFF] * COUNT)


def clear(picture: bytearray):
    for light in range(COUNT):
        picture[light] = OFF


def paint_row(picture: bytearray, row: int, guess, score=None):
    """Paint 3 looks into the guess holes of `row` and, with a score, its pegs.

    Reds come first, then whites: the order of the pegs tells nothing about the holes.
    """
    for hole in range(rules.HOLES):
        picture[guess_light(row, hole)] = guess[hole]
    if score:
        red, white = score
        for peg in range(red + white):
            picture[score_light(row, peg)] = RED if peg < red else WHITE


def paint_code(picture: bytearray, code):
    for hole in range(rules.HOLES):
        picture[code_light(hole)] = code[hole]


def paint_error(picture: bytearray):
    """An exclamation mark, which no stage of a game paints."""
    clear(picture)
    for row in (0, 2, 3, 4, 5, 6, 7, 8):
        picture[guess_light(row, 1)] = ERROR
    for hole in range(rules.HOLES):
        picture[code_light(hole)] = ERROR


def colour_of(look: int, palette: str):
    """The colour 0xRRGGBB of `look` at full scale in the named palette."""
    shared = LOOKS[look][1]
    if shared is not None:
        return shared
    return PALETTES[palette][look if look < rules.BLANK else look - RED + rules.BLANK]


def dim(colour: int, scale: int):
    """`colour` at `scale` of 255; a channel that is lit stays lit."""
    dimmed = 0
    for shift in (16, 8, 0):
        channel = colour >> shift & 255
        if channel and scale:
            dimmed |= max(1, (channel * scale + 127) // FULL) << shift
    return dimmed


def milliamperes(channels: int):
    """What 57 lights take whose channels add up to `channels` (of 57 * 3 * 255)."""
    return COUNT * IDLE_MA + (channels * CHANNEL_MA + FULL - 1) // FULL


class Lights:
    """Pictures into frames: a palette at a brightness, held under a current limit.

    The limit must not make the table pulse: blinking looks count as lit in both of their phases,
    and once a picture had to be dimmed to fit, its animation stays as dim until `lift`.
    """

    def __init__(self, palette: str, limit_ma: int):
        self._full = [colour_of(look, palette) for look in range(len(LOOKS))]
        self._blinks = [blinks for _, _, blinks in LOOKS]
        self._limit_ma = limit_ma
        self.blinking = False  # whether the picture rendered last has a look that blinks
        self._scale = self._cap = FULL
        self._colours = list(self._full)
        self._channels = [_channels(colour) for colour in self._full]

    def lift(self):
        """Somebody has changed the picture: it may be as bright as the limit allows."""
        self._cap = FULL

    def render(self, picture: bytearray, frame: list, scale: int, blink_on: bool):
        """Fill `frame` from `picture` at `scale` (0-255), blinking looks on or off."""
        self._set_scale(min(scale, self._cap))
        while self._over(picture):
            self._set_scale(min(self._scale - 1, self._fitting(picture)))
            self._cap = self._scale
        colours, blinks = self._colours, self._blinks
        self.blinking = False
        for light in range(COUNT):
            look = picture[light]
            frame[light] = colours[look]
            if blinks[look]:
                self.blinking = True
                if not blink_on:
                    frame[light] = 0

    def _set_scale(self, scale: int):
        if scale == self._scale:
            return
        self._scale = scale
        for look in range(len(LOOKS)):
            self._colours[look] = dim(self._full[look], scale)
            self._channels[look] = _channels(self._colours[look])

    def _sum(self, picture: bytearray):
        channels = self._channels
        total = 0
        for look in picture:
            total += channels[look]
        return total

    def _over(self, picture: bytearray):
        return self._scale > 0 and milliamperes(self._sum(picture)) > self._limit_ma

    def _fitting(self, picture: bytearray):
        """A guess at the scale that fits; lights that dimming can't put out may ask for less."""
        budget = max(0, self._limit_ma - COUNT * IDLE_MA) * FULL // CHANNEL_MA
        return self._scale * budget // max(1, self._sum(picture))


def _channels(colour: int):
    """The sum of a colour's three channels."""
    return (colour >> 16) + (colour >> 8 & 255) + (colour & 255)
