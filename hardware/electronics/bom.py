# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What to buy for each build of the board, and where a machine puts it.

Two builds: "base" is a whole game on USB; "full" adds the 5 V input and the sensors' sockets.
What is not soldered (screws, prints, cables) stands in `design/extras.py`.
"""

import csv
import io

from design import nets, parts, places
from design.extras import EXTRAS

BUILDS = {"base": ("base", "no-power"), "full": ("base", "power", "sensors")}

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
