# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What to buy for each build of the board, and where a machine puts it.

Two builds: "base" is a whole game on USB; "full" adds the 5 V input and the sensors' sockets.
"""

import csv
import io
from typing import NamedTuple

from design import layout, nets, parts, places

BUILDS = {"base": ("base",), "full": ("base", "power", "sensors")}


class Extra(NamedTuple):
    """Something that is not soldered as a part of the schematic."""

    quantity: int
    what: str
    maker: str
    number: str
    alternates: str
    option: str
    note: str


SCREWS = len(layout.SCREWS)
EXTRAS = (
    Extra(1, "bare board, 100 x 160 mm, 2 layers, 1.6 mm", "", "fab/rev-a0/gerbers", "",
          "base", "any maker; green, lead-free finish"),
    Extra(2, "socket strip 1 x 20, 2.54 mm, 8.5 mm high", "Samtec", "SSW-120-01-T-S",
          "any 1 x 20 female header of 8.5 mm", "base", "carries the Pico"),
    Extra(1, "USB cable, USB-A or C to micro-B, data lines, at most 1.8 m", "", "", "",
          "base", "a cable for charging only shows no drive"),
    Extra(SCREWS, "screw M3 x 8 mm, pan head, into plastic or with inserts", "", "ISO 7045 M3x8",
          "ISO 7380 M3x8", "base", "board to tray"),
    Extra(1, "disc magnet 8 x 3 mm, N42 or stronger", "", "", "6 x 3 mm N52",
          "base", "in the hood, above SW6"),
    Extra(1, "printed case: tray, face, caps, hood, feet", "", "enclosure/stl", "",
          "base", "see enclosure/README.md"),
    Extra(1, "5 V adapter, 2 A or more, plug 5.5 / 2.1 mm, plus inside", "", "", "",
          "power", "with its country's safety mark"),
    Extra(6, "TCS34725 colour sensor board with 3.3 V pins GND, 3V3, SDA, SCL", "", "", "",
          "sensors", "three for the code, three for a guess"),
    Extra(6, "cable: XHP-4 housing, four SXH-001T-P0.6 contacts, 4 x 150 mm wire", "JST", "XHP-4",
          "ready-made 4-pin XH cable", "sensors", "pin 1 is GND"),
)  # fmt: skip

HEAD = ("Quantity", "References", "Value", "What", "Manufacturer", "Number", "Alternates")
HEAD += ("Footprint", "Mount", "Solder", "Option", "Note")


def _order(ref: str) -> tuple[str, int]:
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :])


def _groups(options: tuple[str, ...]) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for part in nets.parts().values():
        if part.kind not in parts.UNBOUGHT and part.option in options:
            found.setdefault((part.option, part.kind), []).append(part.ref)
    return found


def _csv(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


def bom(build: str) -> str:
    """The list of a build as CSV: parts by option and kind, then all that is not soldered."""
    options = BUILDS[build]
    rows: list[tuple[object, ...]] = []
    for (option, name), refs in sorted(_groups(options).items()):
        kind = parts.KINDS[name]
        refs.sort(key=_order)
        row = (len(refs), " ".join(refs), kind.value, kind.about, kind.maker, kind.number)
        mount = "SMD" if kind.smd else "THT"
        row += (kind.alternates, kind.footprint, mount, kind.solder, option, "")
        rows.append(row)
    for extra in EXTRAS:
        if extra.option in options:
            row = (extra.quantity, "", "", extra.what, extra.maker, extra.number, extra.alternates)
            rows.append((*row, "", "", "", extra.option, extra.note))
    return _csv(HEAD, rows)


def positions() -> str:
    """Where each part's middle is (mm from the lower left corner) and how it is turned.

    "Turn" is KiCad's, counter-clockwise; "Factory turn" is for assembly lines that count from the
    reel. Confirm it on the factory's own preview: pin 1 of each kind is said beside it.
    """
    head = ("Designator", "Value", "Package", "Mid X", "Mid Y", "Layer", "Turn", "Factory turn")
    head += ("Mount", "Option", "Pin 1")
    rows: list[tuple[object, ...]] = []
    at = places.places()
    for part in sorted(nets.parts().values(), key=lambda part: _order(part.ref)):
        if part.kind in parts.UNBOUGHT:
            continue
        kind, place = parts.KINDS[part.kind], at[part.ref]
        turn = place.turn % 360
        row = (part.ref, kind.value, kind.footprint.partition(":")[2], f"{place.x:.3f}")
        row += (f"{place.y:.3f}", "top", f"{turn:g}", f"{(turn + kind.factory_turn) % 360:g}")
        rows.append((*row, "SMD" if kind.smd else "THT", part.option, _first_pin(part.kind)))
    return _csv(head, rows)


def _first_pin(kind: str) -> str:
    """Which way a polarised part looks, in words."""
    words = {
        "led": "VDD, lower right; data in at the lower left",
        "shifter": "pin 1 at the lower left",
        "mux": "pin 1 at the upper left",
        "pfet": "gate, upper left",
        "schottky_3a": "cathode to the right",
        "schottky_1a": "cathode below",
        "tvs": "cathode to the left",
        "c470u": "plus to the left",
        "pico": "USB to the right",
        "jack": "looks out to the left",
        "sensor": "GND, below",
    }
    return words.get(kind, "")
