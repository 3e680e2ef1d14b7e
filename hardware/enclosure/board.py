# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What the case must know of a board, taken from `design/layout.py`: a real one, or a coupon's.

Knows nothing of build123d.
"""

from dataclasses import dataclass, field

from design import layout, places
from design.layout import Body, Light, Place

# Flat parts that stand closer than `layout.CELL_WALL` to the walls of a well: their bodies.
CLOSE = {"D101": (4.4, 2.7, 2.4), "D103": (4.4, 2.7, 2.4)}

CABLES = 113.5, 130.5  # between a dovetail and a screw, past the piezo


@dataclass(frozen=True)
class Board:
    """A board in its own coordinates: mm, lower left corner at the origin, top face at z = 0."""

    width: float
    length: float
    lights: tuple[Light, ...]
    buttons: dict[str, Place]
    screws: tuple[Place, ...]
    feet: tuple[Place, ...]
    rails: tuple[float, ...]  # heights (y) of the dovetails at both sides
    tall: dict[str, Body] = field(default_factory=dict)  # all that stands on it but the lights
    corner: float = layout.CORNER
    usb_y: float | None = None
    boot: tuple[Place, Place] | None = None  # ends of the slot over the Pico's button and light
    jack_y: float | None = None
    cables: tuple[float, float] | None = None  # y from and to: the sensors' cables, at the right
    piezo: Place | None = None
    reed: Place | None = None

    def of(self, *kinds: str):
        """The lights of these kinds, in chain order."""
        return [light for light in self.lights if light.kind in kinds]


def a0() -> Board:
    """Board A0."""
    tall = {name: body for name, body in layout.bodies().items() if not name[1:].isdigit()}
    for name, size in CLOSE.items():
        place = places.places()[name]
        tall[name] = Body(place.x, place.y, *size)
    usb_edge, middle = layout.PICO.x + layout.PICO.width / 2, layout.PICO.y
    return Board(
        layout.WIDTH,
        layout.LENGTH,
        layout.LIGHTS,
        dict(layout.BUTTONS),
        layout.SCREWS,
        feet=tuple(Place(x, y) for x in (15.0, 85.0) for y in (16.0, 146.0)),
        rails=(27.0, 107.0),
        tall=tall,
        usb_y=layout.USB.y,
        boot=(Place(usb_edge - 15.5, middle + 5.9), Place(usb_edge - 4.0, middle + 5.9)),
        jack_y=layout.JACK.y,
        cables=CABLES,
        piezo=Place(layout.PIEZO.x, layout.PIEZO.y),
        reed=layout.HOOD,
    )


def coupon() -> Board:
    """A corner of a board: one large and one small light, one key, one screw, one dovetail."""
    button = Body(13.0, 10.0, layout.BUTTON_SIZE, layout.BUTTON_SIZE, layout.BUTTON_BODY)
    return Board(
        38.0,
        36.0,
        (Light(1, 13.0, 26.0, "guess"), Light(2, 28.0, 26.0, "score")),
        {"middle": Place(13.0, 10.0)},
        (Place(34.0, 4.0),),
        feet=(Place(24.0, 10.0),),
        rails=(18.0,),
        tall={"middle": button},
    )
