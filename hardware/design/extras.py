# SPDX-License-Identifier: CERN-OHL-P-2.0
"""What the PCB build needs besides soldered parts: screws, magnet, glue, prints, cables.

The one place for it: parts lists and pages are made from here, and tests hold the case's page to
it. A line's option says who needs it: "base" everyone, "power" and "sensors" who fits these parts,
"no-power" who leaves the 5 V input out.
"""

from typing import NamedTuple

from design import layout, sensors

SCREW_MM = 16  # from the tray's floor through the board into the face
MAGNET_MM = (4, 10)  # diameter and length of the rod in the hood's peg


class Extra(NamedTuple):
    """Something that is not soldered as a part of the schematic. `number` names a file of ours
    where there is one to print or to order."""

    quantity: int
    what: str
    maker: str
    number: str
    alternates: str
    option: str
    note: str


class Print(NamedTuple):
    """A printed part: `enclosure/stl/<name>.stl`, how often, of what, in which colour."""

    name: str
    quantity: int
    material: str
    colour: str
    note: str = ""
    option: str = "base"

    def extra(self) -> Extra:
        what = f"printed case: {self.name}, {self.material}, {self.colour}"
        file = f"enclosure/stl/{self.name}.stl"
        return Extra(self.quantity, what, "", file, "", self.option, self.note)


PLA = "PLA or PETG"
PRINTS = (
    Print("coupon-face", 1, PLA, "any", "first, to try the fit; no part of the case"),
    Print("coupon-tray", 1, PLA, "any", "with it"),
    Print("tray", 1, PLA, "wood"),
    Print("face", 1, PLA, "black or dark brown", "never white or bright: light would leak"),
    Print("diffuser-guess", 27, PLA, "natural or white", "no filler"),
    Print("diffuser-narrow", 30, PLA, "natural or white", "for score and code holes"),
    Print("cap-left", 1, PLA, "yellow"),
    Print("cap-middle", 1, PLA, "yellow"),
    Print("cap-right", 1, PLA, "yellow"),
    Print("cap-check", 1, PLA, "green"),
    Print("cap-menu", 1, PLA, "blue"),
    Print("hood", 1, PLA, "grey", "white from 23 mm up, if you can change filament"),
    Print("hood-peg", 1, PLA, "any", "holds the magnet"),
    Print("foot", 4, "TPU", "any", "or PLA with a felt pad"),
    Print("jack-cover", 1, PLA, "as the tray", "only where the 5 V jack is not fitted", "no-power"),
    Print("sensor-bar", 2, PLA, "black, matt", "one for the code, one for a guess", "sensors"),
    Print("box-animals", 1, PLA, "any", "optional: for the toy's animals"),
    Print("box-scores", 1, PLA, "any", "optional: for score pegs"),
)

BOUGHT = (
    Extra(1, "bare board, 100 x 160 mm, 2 layers, 1.6 mm", "", "fab/rev-a0/gerbers", "",
          "base", "green, 1 oz copper, lead-free finish"),
    Extra(2, "socket strip 1 x 20, 2.54 mm, 8.5 mm high", "Samtec", "SSW-120-01-T-S",
          "any 1 x 20 female header of 8.5 mm", "base", "carries the Pico"),
    Extra(len(layout.SCREWS), f"screw M3 x {SCREW_MM} mm, pan or button head", "",
          f"ISO 7045 M3x{SCREW_MM}", f"ISO 7380-1 M3x{SCREW_MM}",
          "base", "tray to face; cuts its own thread"),
    Extra(1, "rod magnet {} x {} mm, N40 or stronger".format(*MAGNET_MM), "", "", "",
          "base", "magnetised along its length; in the hood's peg"),
    Extra(1, "epoxy glue, two parts, smallest pack", "", "", "",
          "base", "magnet into the peg, peg into the hood"),
    Extra(1, "USB cable, USB-A or C to micro-B, with data wires, at most 1.8 m", "", "",
          "USB-C to the Pico's side where it has USB-C", "base",
          "a cable for charging only shows no drive"),
    Extra(1, "5 V adapter, 2 A or more, plug 5.5 / 2.1 mm, plus inside", "", "", "",
          "power", "with its country's safety mark"),
    Extra(sensors.COUNT, "TCS34725 colour sensor board with its own white LED, pins VIN, GND, SDA, "
          "SCL, LED", "", "", "Adafruit 1334, and boards like it",
          "sensors", "three for the code, three for a guess"),
    Extra(sensors.COUNT, "cable: XHP-4 housing, four SXH-001T-P0.6 contacts, "
          f"4 x {sensors.CABLE} mm wire of 0.14 mm² or less", "JST", "XHP-4",
          "ready-made 4-pin XH cable", "sensors",
          "pin 1 is GND; its other end is soldered to the sensor board, and cut to fit"),
    Extra(1, "black felt, 1 mm, self-adhesive, 100 x 50 mm", "", "", "black foam rubber, 1 mm",
          "sensors", "rings on the bars' holes"),
)  # fmt: skip

EXTRAS = (*BOUGHT, *(item.extra() for item in PRINTS))
