# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The two planes, 5 V in front and ground behind, and the areas that copper must leave free."""

import math

import pcbnew
from design import layout

from electronics.frame import mm, point

INSET = 0.5
SOLID = {("D101", "1"), ("Q1", "2"), ("D102", "2")}  # 5 V comes in here: no thermal spokes


def draw(board: pcbnew.BOARD, named: dict[str, pcbnew.NETINFO_ITEM]) -> None:
    _plane(board, named["+5V"], pcbnew.F_Cu, "5 V")
    _plane(board, named["GND"], pcbnew.B_Cu, "ground")
    for number, screw in enumerate(layout.SCREWS, 1):
        _keep_free(board, _circle(screw.x, screw.y, layout.SCREW_CLEAR / 2), f"screw {number}")
    at = layout.ANTENNA
    corners = _rectangle(at.x, at.y, at.width, at.depth)
    _keep_free(board, corners, "antenna")
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            if (footprint.GetReference(), pad.GetNumber()) in SOLID:
                pad.SetLocalZoneConnection(pcbnew.ZONE_CONNECTION_FULL)


def _plane(board: pcbnew.BOARD, net: pcbnew.NETINFO_ITEM, layer: int, name: str) -> None:
    zone = pcbnew.ZONE(board)
    zone.SetNet(net)
    zone.SetLayer(layer)
    zone.SetZoneName(name)
    zone.SetLocalClearance(mm(0.2))
    zone.SetMinThickness(mm(0.25))
    zone.SetThermalReliefGap(mm(0.25))
    zone.SetThermalReliefSpokeWidth(mm(0.5))
    zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
    zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
    wide, long = layout.WIDTH - 2 * INSET, layout.LENGTH - 2 * INSET
    _shape(zone, _rectangle(layout.WIDTH / 2, layout.LENGTH / 2, wide, long))
    board.Add(zone)


def _keep_free(board: pcbnew.BOARD, corners: list[tuple[float, float]], name: str) -> None:
    zone = pcbnew.ZONE(board)
    zone.SetIsRuleArea(True)
    layers = pcbnew.LSET()
    layers.AddLayer(pcbnew.F_Cu)
    layers.AddLayer(pcbnew.B_Cu)
    zone.SetLayerSet(layers)
    zone.SetZoneName(name)
    zone.SetDoNotAllowTracks(True)
    zone.SetDoNotAllowVias(True)
    zone.SetDoNotAllowPads(name == "antenna")
    zone.SetDoNotAllowCopperPour(True)
    zone.SetDoNotAllowFootprints(False)
    _shape(zone, corners)
    board.Add(zone)


def _shape(zone: pcbnew.ZONE, corners: list[tuple[float, float]]) -> None:
    outline = zone.Outline()
    outline.NewOutline()
    for x, y in corners:
        outline.Append(point(x, y))


def _rectangle(x: float, y: float, width: float, depth: float) -> list[tuple[float, float]]:
    w, d = width / 2, depth / 2
    return [(x - w, y - d), (x + w, y - d), (x + w, y + d), (x - w, y + d)]


def _circle(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    turns = [math.tau * n / 32 for n in range(32)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
