# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What is printed on the board: light numbers, the chain's arrows, names of keys and sockets."""

import pcbnew
from design import layout, nets, parts, places, power

from electronics.frame import mm, point

NEAR = {  # where a reference stands, from its part's middle, and its size
    "U1": (10.0, 2.5, 1.2),
    "U2": (6.2, 0.0, 1.0),
    "C102": (0.0, 2.7, 0.9),
    "R1": (0.0, 2.7, 0.9),
    "D102": (-3.0, 0.0, 0.9),
    "TP1": (0.0, -1.6, 0.9),
    "TP2": (0.0, -1.6, 0.9),
    "TP3": (0.0, -1.6, 0.9),
    "R2": (0.0, -1.7, 0.9),
    "R3": (0.0, -2.6, 0.9),
    "C101": (0.0, -2.6, 0.9),
    "Q1": (0.6, -2.3, 0.9),
    "F1": (0.0, 0.0, 0.9),
    "F2": (0.0, -4.6, 0.9),
    "D103": (0.0, -2.4, 0.9),
    "D101": (0.0, -2.4, 0.9),
    "R7": (0.0, 1.6, 0.9),
    "C104": (6.4, 0.2, 0.9),
    "SW6": (6.0, -2.1, 0.9),
    "J1": (-3.4, 0.0, 1.1),
    "U3": (0.0, 0.0, 1.0),
    "C103": (0.0, -2.7, 0.9),
    "R4": (3.1, 0.0, 0.9),
    "R5": (-3.1, 0.0, 0.9),
    "R6": (0.0, -2.7, 0.9),
    "LS1": (0.0, 2.6, 1.1),
}
ARROW = 0.8


def draw(board: pcbnew.BOARD) -> None:
    for footprint in board.GetFootprints():
        _reference(footprint)
    for one, two in zip(layout.LIGHTS, layout.LIGHTS[1:], strict=False):
        _chain(board, one, two)
    _names(board)
    _title(board)
    _back(board)


def _reference(footprint: pcbnew.FOOTPRINT) -> None:
    text = footprint.Reference()
    ref = footprint.GetReference()
    footprint.Value().SetVisible(False)
    kind = nets.parts()[ref].kind
    lamp = kind == "led"
    bare = kind in parts.UNBOUGHT and kind != "test"
    if bare or (kind == "c100n" and ref not in NEAR):
        text.SetVisible(False)  # C1..C57 sit beside D1..D57: the note on the back says so
        return
    if ref.startswith("SW") and ref != "SW6":
        dx, dy, size = 0.0, 0.0, 1.0
    elif ref.startswith("J") and ref != "J1":
        dx, dy, size = 4.7, 4.6, 1.0
    else:
        dx, dy, size = (-1.2, 3.9, 1.1) if lamp else NEAR[ref]
    middle = _middle(footprint)
    text.SetTextAngleDegrees(90 if nets.parts()[ref].kind == "sensor" else 0)
    text.SetKeepUpright(True)
    text.SetPosition(middle + pcbnew.VECTOR2I(mm(dx), mm(-dy)))
    _size(text, size)


def _middle(footprint: pcbnew.FOOTPRINT) -> pcbnew.VECTOR2I:
    place = places.places()[footprint.GetReference()]
    return point(place.x, place.y)


def _size(text: pcbnew.EDA_TEXT, size: float) -> None:
    text.SetTextSize(pcbnew.VECTOR2I(mm(size), mm(size)))
    text.SetTextThickness(mm(max(0.13, round(size * 0.15, 2))))


def _words(
    board: pcbnew.BOARD, x: float, y: float, text: str, size: float, back: bool = False, turn=0.0
) -> None:
    item = pcbnew.PCB_TEXT(board)
    item.SetText(text)
    item.SetPosition(point(x, y))
    item.SetTextAngleDegrees(turn)
    item.SetLayer(pcbnew.B_SilkS if back else pcbnew.F_SilkS)
    item.SetMirrored(back)
    _size(item, size)
    board.Add(item)


def _arrow(board: pcbnew.BOARD, x: float, y: float, dx: int, dy: int) -> None:
    """A small filled triangle that points along (dx, dy)."""
    tip = (x + dx * ARROW, y + dy * ARROW)
    left = (x - dx * ARROW - dy * ARROW, y - dy * ARROW + dx * ARROW)
    right = (x - dx * ARROW + dy * ARROW, y - dy * ARROW - dx * ARROW)
    shape = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_POLY)
    shape.SetPolyPoints([point(*tip), point(*left), point(*right)])
    shape.SetFilled(True)
    shape.SetWidth(mm(0.1))
    shape.SetLayer(pcbnew.F_SilkS)
    board.Add(shape)


def _chain(board: pcbnew.BOARD, one: layout.Light, two: layout.Light) -> None:
    if one.y == two.y:
        _arrow(board, (one.x + two.x) / 2, one.y, 1, 0)
    else:
        _arrow(board, layout.SCORE_X[2] + 4.3, one.y + 3.9, 0, 1)
        _arrow(board, layout.GUESS_X[0] - 5.0, two.y - 3.6, 0, 1)


def _names(board: pcbnew.BOARD) -> None:
    for name, place in layout.BUTTONS.items():
        _words(board, place.x, place.y + 7.5, name, 1.5)
    for name, body in zip(layout.SENSOR_NAMES, layout.SENSORS, strict=True):
        _words(board, body.x + 4.7, body.y - 1.4, name, 1.1, turn=90)
        for n, pin in enumerate(("GND", "3V3", "SDA", "SCL")):
            _words(board, body.x - 5.0, body.y - 3.75 + 2.5 * n, pin, 0.8)
    first = layout.LIGHTS[0]
    _words(board, first.x - 7.6, first.y - 1.65, "IN", 1.1)
    last = layout.LIGHTS[-1]
    _words(board, last.x + 3.4, last.y + 3.9, "END", 1.0)
    for ref, what in (("TP1", "5V"), ("TP2", "GND"), ("TP3", "DATA")):
        number = int(ref[2:]) - 1
        _words(board, 57.0 + 3.5 * number, 136.6, what, 0.9)
    _words(board, layout.USB.x - 1.0, layout.USB.y, "USB", 1.5, turn=90)
    jack = layout.JACK
    _words(board, jack.x - 3.2, jack.y + 2.8, "5V 2A", 1.0)
    _words(board, jack.x - 3.2, jack.y - 2.8, "+ inside", 0.9)
    _words(board, layout.HOOD.x, layout.HOOD.y, "HOOD", 1.2)
    _words(board, layout.PIEZO.x, layout.PIEZO.y + 7.4, "PIEZO", 1.0)


def _title(board: pcbnew.BOARD) -> None:
    _words(board, 50.0, 2.2, "JUNGLE MASTERMIND  A0", 1.4)


def _back(board: pcbnew.BOARD) -> None:
    """The back has no parts: it carries what a builder wants to know."""
    lines = (
        (149.0, 3.2, "JUNGLE MASTERMIND"),
        (144.5, 1.8, "LED board, revision A0"),
        (130.0, 1.4, "generated and checked, not yet built by anyone"),
        (127.4, 1.4, "open hardware: CERN-OHL-P-2.0"),
        (117.4, 1.4, "D1 to D57 are the chain: rows 1 to 9 from the keys,"),
        (114.8, 1.4, "each 3 guess lights, then 3 score lights; D55 to D57: code."),
        (112.2, 1.4, "Cn beside Dn is its 100 nF. Lights: WS2812B, 5 x 5 mm."),
        (104.6, 1.4, "Hold menu while plugging in for the wiring test."),
        (102.0, 1.4, f"USB: current_limit_ma = {power.USB.limit_ma}, never more."),
        (99.4, 1.4, "5 V input, if fitted: 5.5 / 2.1 mm, plus inside, 2 A;"),
        (96.8, 1.4, f"then at most {power.EXTERNAL.limit_ma}."),
    )
    for y, size, text in lines:
        _words(board, layout.WIDTH / 2, y, text, size, back=True)
