# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The project's settings as text: net classes, board rules, library tables."""

import json

from design import layout

from electronics.drawing import PROJECT

POWER_NETS = ("VBUS", "*USB_5V", "*EXT_IN", "*EXT_5V", "VSYS", "+5V")


def _net_class(name: str, width: float, clearance: float, priority: int) -> dict[str, object]:
    return {
        "name": name,
        "priority": priority,
        "clearance": clearance,
        "track_width": width,
        "via_diameter": 0.6,
        "via_drill": 0.3,
        "wire_width": 6,
        "bus_width": 12,
        "line_style": 0,
        "pcb_color": "rgba(0, 0, 0, 0.000)",
        "schematic_color": "rgba(0, 0, 0, 0.000)",
    }


def settings() -> str:
    """The .kicad_pro: every check counts, none is switched off."""
    rules = {
        "min_clearance": 0.2,
        "min_track_width": 0.25,
        "min_via_diameter": 0.6,
        "min_via_annular_width": 0.13,
        "min_through_hole_diameter": 0.3,
        "min_hole_to_hole": 0.25,
        "min_hole_clearance": 0.25,
        "min_copper_edge_clearance": 0.5,
        "min_silk_clearance": 0.0,
        "min_text_height": 0.8,
        "min_text_thickness": 0.12,
        "solder_mask_to_copper_clearance": 0.0,
    }
    patterns = [{"netclass": "Power", "pattern": pattern} for pattern in POWER_NETS]
    found = {
        "board": {"design_settings": {"rules": rules, "rule_severities": {}}},
        "meta": {"filename": PROJECT + ".kicad_pro", "version": 3},
        "net_settings": {
            "classes": [
                _net_class("Default", 0.25, 0.2, 2147483647),
                _net_class("Power", 1.2, 0.2, 0),
            ],
            "meta": {"version": 4},
            "netclass_assignments": None,
            "netclass_patterns": patterns,
        },
        "erc": {"rule_severities": {}},
        "text_variables": {"REVISION": layout.REVISION},
    }
    return json.dumps(found, indent=2, sort_keys=True) + "\n"


def rules() -> str:
    """The .kicad_dru: what this board asks beyond a factory's limits."""
    return """(version 1)

# Where two rules say the same kind of thing, the later one counts.

# 5 V carries up to 2 A: HARDWARE notes call 0.3 mm too thin.
(rule "supplies are wide"
  (condition "A.hasNetclass('Power') && A.Type == 'Track'")
  (constraint track_width (min 0.8mm)))

(rule "copper to copper"
  (constraint clearance (min 0.2mm)))

(rule "drills keep off pours of other nets"
  (condition "B.Type == 'Zone'")
  (constraint hole_clearance (min 0.3mm)))

# A screw's head or a boss must not touch copper.
(rule "screw holes keep copper off"
  (condition "A.Type == 'Pad' && A.Pad_Type == 'NPTH, mechanical'")
  (constraint hole_clearance (min 1.5mm)))

(rule "copper keeps off the edge"
  (constraint edge_clearance (min 0.5mm)))

# The antenna end of a Pico W.
(rule "no copper below the antenna"
  (condition "A.intersectsArea('antenna')")
  (constraint disallow track via zone pad))

(rule "vias can be drilled anywhere"
  (condition "A.Type == 'Via'")
  (constraint via_diameter (min 0.6mm))
  (constraint hole_size (min 0.3mm)))

(rule "print can be read"
  (condition "A.Type == 'Text' && (A.Layer == 'F.Silkscreen' || A.Layer == 'B.Silkscreen')")
  (constraint text_height (min 0.8mm))
  (constraint text_thickness (min 0.12mm)))
""".replace("HARDWARE notes call 0.3 mm too thin", "0.3 mm, an autorouter's usual, is too thin")


def table(kind: str) -> str:
    """The project's own library table, "sym" or "fp"."""
    name = "jungle.kicad_sym" if kind == "sym" else "jungle.pretty"
    line = f'(lib (name "jungle")(type "KiCad")(uri "${{KIPRJMOD}}/{name}")(options "")(descr ""))'
    return f"({kind}_lib_table\n  (version 7)\n  {line}\n)\n"
