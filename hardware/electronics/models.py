# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Simple bodies of the parts, for renders and the STEP file: prisms in the sizes of `layout`.

One STEP file a kind of part, in the footprint's axes: x right, y up, z up, its origin at KiCad's.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from design import layout, parts

from electronics.step import Prism, box, rod, step

if TYPE_CHECKING:
    import pcbnew

WHITE, BLACK, TAN, SILVER = (
    (0.93, 0.93, 0.9),
    (0.1, 0.1, 0.11),
    (0.72, 0.6, 0.45),
    (0.75, 0.75, 0.76),
)
GREEN, GLASS, CREAM, GREY = (
    (0.1, 0.42, 0.22),
    (0.55, 0.75, 0.6),
    (0.92, 0.88, 0.75),
    (0.35, 0.35, 0.37),
)
GOLD, RED = (0.85, 0.7, 0.3), (0.75, 0.5, 0.2)


def _chip(long: float, wide: float, high: float, colour=TAN) -> list[Prism]:
    """A two-ended part: body between two metal caps."""
    cap = long * 0.2
    ends = [box(s * (long - cap) / 2, 0, cap, wide, 0, high, SILVER) for s in (-1, 1)]
    return [*ends, box(0, 0, long - 2 * cap, wide * 0.98, 0, high * 0.98, colour)]


def _gull(pins: int, pitch: float, body: tuple[float, float], reach: float) -> list[Prism]:
    """A chip with legs along y at both sides, pin 1 marked at the upper left."""
    wide, long = body
    half = pins // 2
    found = [box(0, 0, wide, long, 0.1, 1.6, BLACK)]
    for n in range(half):
        y = (n - (half - 1) / 2) * pitch
        found.append(box(0, y, reach, pitch * 0.35, 0.0, 0.3, SILVER))
    found.append(rod(-wide / 2 + 0.7, long / 2 - 0.7, 0.3, 1.6, 1.65, WHITE))
    return found


def _pico() -> list[Prism]:
    low = layout.PICO_FACE
    found = [box(0, 0, 51, 21, low, low + 1.0, GREEN)]
    for side in (-1, 1):
        found.append(box(0, side * 8.89, 51, 2.5, 0, 8.5, BLACK))
        found.append(box(0, side * 8.89, 50.6, 2.4, 8.5, low, GREY))
    found.append(box(25.5 + 1.3 - 3.8, 0, 7.6, 8.0, low + 1.0, low + 4.0, SILVER))
    found.append(box(2, 0, 7, 7, low + 1.0, low + 1.9, BLACK))
    return found


def _key() -> list[Prism]:
    size, body = layout.BUTTON_SIZE, layout.BUTTON_BODY
    found = [box(0, 0, size, size, 0, body, BLACK)]
    found.append(rod(0, 0, 3.4, body, body + 0.3, GREY))
    plunger = layout.BUTTON_PLUNGER
    return [*found, box(0, 0, plunger, plunger, body + 0.3, layout.BUTTON_TOP, CREAM)]


def _jack() -> list[Prism]:
    return [
        box(0, 5.2, 9, 3.4, 0, 11, BLACK),  # in the footprint y is down: its front looks to -y here
        box(0, -1.7, 9, 10.4, 0, 10.9, BLACK),
        rod(0, -6.9, 0.1, 6.4, 6.5, SILVER),
    ]


def bodies() -> dict[str, list[Prism]]:
    """Prisms by kind of part, around the body's middle, y up."""
    return {
        "led": [box(0, 0, 5, 5, 0, 1.5, WHITE), rod(0, 0, 1.65, 1.5, 1.6, CREAM)],
        "c100n": _chip(2.0, 1.25, 1.25),
        "c2u2": _chip(2.0, 1.25, 1.25),
        "c470u": [rod(0, 0, 4.0, 0, 11.5, BLACK), rod(0, 0, 3.6, 11.5, 11.55, SILVER)],
        "r330": _chip(2.0, 1.25, 0.55, BLACK),
        "r4k7": _chip(2.0, 1.25, 0.55, BLACK),
        "r10k": _chip(2.0, 1.25, 0.55, BLACK),
        "shifter": _gull(14, 1.27, (3.9, 8.65), 6.0),
        "mux": _gull(24, 0.65, (4.4, 7.8), 6.4),
        "fuse_usb": _chip(4.5, 3.2, 0.8, RED),
        "fuse_ext": _chip(4.5, 3.2, 0.8, RED),
        "schottky_3a": _chip(4.3, 2.6, 2.2, BLACK),
        "tvs": _chip(4.3, 2.6, 2.2, BLACK),
        "schottky_1a": _chip(2.7, 1.6, 1.1, BLACK),
        "pfet": [
            box(0, 0, 1.3, 2.9, 0.1, 1.0, BLACK),
            box(0, 0.95, 2.4, 0.4, 0, 0.2, SILVER),
            box(0, -0.95, 2.4, 0.4, 0, 0.2, SILVER),
        ],
        "pico": _pico(),
        "key": _key(),
        "reed": [box(0, 0, 15.3, 2.3, 0.9, 3.2, GLASS), box(0, 0, 17.78, 0.5, 1.8, 2.3, SILVER)],
        "piezo": [rod(0, 0, 6.1, 0, 6.5, BLACK), rod(0, 0, 1.0, 6.5, 6.55, GREY)],
        "jack": _jack(),
        "sensor": [
            box(0, 0, 12.4, 5.75, 0, 1.0, CREAM),
            box(0, 2.5, 12.4, 0.7, 1.0, 7.0, CREAM),
            box(0, -2.5, 12.4, 0.7, 1.0, 7.0, CREAM),
            box(-5.8, 0, 0.8, 4.3, 1.0, 7.0, CREAM),
            box(5.8, 0, 0.8, 4.3, 1.0, 7.0, CREAM),
        ]
        + [box(x, 0, 0.64, 0.64, 1.0, 6.0, GOLD) for x in (-3.75, -1.25, 1.25, 3.75)],
    }


def write(folder: Path) -> None:
    """One STEP file for each kind of part."""
    folder.mkdir(exist_ok=True)
    for name, prisms in bodies().items():
        (folder / f"{name}.step").write_text(step(name, prisms))


def attach(footprint: "pcbnew.FOOTPRINT", name: str, kind: parts.Kind) -> None:
    """Give a footprint our body instead of its library's."""
    import pcbnew

    models = footprint.Models()
    models.clear()
    if name in bodies():
        model = pcbnew.FP_3DMODEL()
        model.m_Filename = "${KIPRJMOD}/models/" + name + ".step"
        model.m_Offset = pcbnew.VECTOR3D(kind.centre[0], -kind.centre[1], 0)
        models.append(model)
