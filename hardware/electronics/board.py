# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Builds the board file: parts, tracks, pours, print. Run by /usr/bin/python3, which has pcbnew.

Only this module, `zones`, `silk` and `frame` know KiCad's own objects.
"""

import sys
from pathlib import Path

import pcbnew
from design import layout, nets, parts, places

from electronics import models, netlist, silk, wiring, zones
from electronics.frame import at, mm, point

LIBRARIES = Path("/usr/share/kicad/footprints")


def build(folder: Path, listed: netlist.Netlist, target: Path) -> None:
    """Write the board beside its project, unpoured; `pour` follows in a process of its own."""
    pcbnew.KIID.SeedGenerator(1)
    board = pcbnew.CreateEmptyBoard()
    _prepare(board)
    named = _nets(board, listed)
    for ref in sorted(listed.components, key=_order):
        _place(board, folder, listed.components[ref], listed, named)
    _outline(board)
    pads = _pads(board)
    wired = wiring.wire(pads)
    _draw(board, wired, named)
    zones.draw(board, named)
    silk.draw(board)
    pcbnew.SaveBoard(str(target), board, True)


def pour(target: Path) -> None:
    """Fill the zones of a saved board, with its rules."""
    pcbnew.KIID.SeedGenerator(2)
    board = pcbnew.LoadBoard(str(target))
    board.BuildConnectivity()
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(str(target), board, True)


def _order(ref: str) -> tuple[str, int]:
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :] or 0)


def _prepare(board: pcbnew.BOARD) -> None:
    board.SetCopperLayerCount(2)
    settings = board.GetDesignSettings()
    settings.SetAuxOrigin(point(0, 0))
    settings.SetGridOrigin(point(0, 0))
    settings.SetBoardThickness(mm(layout.THICKNESS))
    title = board.GetTitleBlock()
    title.SetTitle("Jungle Mastermind: LED board")
    title.SetRevision(layout.REVISION)
    title.SetDate(layout.DATE)
    title.SetCompany("Jungle Mastermind")
    title.SetComment(0, "CERN-OHL-P-2.0")
    title.SetComment(1, "Generated and checked, not yet built by anyone")
    board.SetTitleBlock(title)


def _nets(board: pcbnew.BOARD, listed: netlist.Netlist) -> dict[str, pcbnew.NETINFO_ITEM]:
    """KiCad's nets by its own names and by those of the description."""
    found = {}
    for name in sorted(listed.nets):
        found[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(found[name])
    for name, pins in nets.nets().items():
        ref, pin = min(pins)
        found[name] = found[listed.net_of(ref, pin)]
    return found


def _load(folder: Path, name: str) -> pcbnew.FOOTPRINT:
    library, _, item = name.partition(":")
    pretty = folder / "jungle.pretty" if library == "jungle" else LIBRARIES / f"{library}.pretty"
    found = pcbnew.FootprintLoad(str(pretty), item)
    if found is None:
        raise ValueError(f"There is no footprint {name}: install Debian's kicad-footprints.")
    found.SetFPID(pcbnew.LIB_ID(library, item))
    return found


def _place(
    board: pcbnew.BOARD,
    folder: Path,
    component: netlist.Component,
    listed: netlist.Netlist,
    named: dict[str, pcbnew.NETINFO_ITEM],
) -> None:
    ref = component.ref
    kind = parts.KINDS[nets.parts()[ref].kind]
    footprint = _load(folder, component.footprint)
    footprint.SetReference(ref)
    footprint.SetValue(component.value)
    footprint.SetPath(pcbnew.KIID_PATH(component.path))
    footprint.SetSheetname(component.sheet)
    for key, text in component.fields.items():
        if key not in ("Footprint", "Datasheet"):
            footprint.SetField(key, text)
            footprint.GetFieldByName(key).SetVisible(False)
    place = places.places()[ref]
    footprint.SetOrientationDegrees(place.turn)
    middle = pcbnew.VECTOR2I(mm(kind.centre[0]), mm(kind.centre[1]))
    footprint.SetPosition(point(place.x, place.y) - _turned(middle, place.turn))
    for pad in footprint.Pads():
        net = listed.net_of(ref, pad.GetNumber())
        if net:
            pad.SetNet(named[net])
    models.attach(footprint, nets.parts()[ref].kind, kind)
    if not kind.maker:
        footprint.SetExcludedFromBOM(True)
        footprint.SetExcludedFromPosFiles(True)
    board.Add(footprint)


def _turned(offset: pcbnew.VECTOR2I, degrees: float) -> pcbnew.VECTOR2I:
    """An offset in a footprint's own axes (y down) as it lies on the board."""
    x, y = offset.x, offset.y
    for _ in range(int(degrees) // 90 % 4):  # a quarter turn, counter-clockwise as seen
        x, y = y, -x
    return pcbnew.VECTOR2I(x, y)


def _outline(board: pcbnew.BOARD) -> None:
    width, length, r = layout.WIDTH, layout.LENGTH, layout.CORNER
    lines = [
        ((r, 0), (width - r, 0)),
        ((width, r), (width, length - r)),
        ((width - r, length), (r, length)),
        ((0, length - r), (0, r)),
    ]
    for start, end in lines:
        line = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_SEGMENT)
        line.SetStart(point(*start))
        line.SetEnd(point(*end))
        _on_edge(board, line)
    d = r * (1 - 0.5**0.5)
    arcs = [
        ((0, r), (d, d), (r, 0)),
        ((width - r, 0), (width - d, d), (width, r)),
        ((width, length - r), (width - d, length - d), (width - r, length)),
        ((r, length), (d, length - d), (0, length - r)),
    ]
    for start, middle, end in arcs:
        arc = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_ARC)
        arc.SetArcGeometry(point(*start), point(*middle), point(*end))
        _on_edge(board, arc)


def _on_edge(board: pcbnew.BOARD, shape: pcbnew.PCB_SHAPE) -> None:
    shape.SetLayer(pcbnew.Edge_Cuts)
    shape.SetWidth(mm(0.1))
    board.Add(shape)


def _pads(board: pcbnew.BOARD) -> list[wiring.Pad]:
    """The pads as placed, with the description's nets."""
    described = nets.parts()
    found = []
    for footprint in board.GetFootprints():
        ref = footprint.GetReference()
        for pad in footprint.Pads():
            net = described[ref].nets.get(pad.GetNumber())
            box = pad.GetBoundingBox()
            through = pad.GetDrillSizeX() > 0
            found.append(
                wiring.Pad(
                    ref,
                    pad.GetNumber(),
                    net,
                    *at(pad.GetPosition()),
                    pcbnew.ToMM(box.GetWidth()),
                    pcbnew.ToMM(box.GetHeight()),
                    (0, 1) if through else (0,),
                    pcbnew.ToMM(pad.GetDrillSizeX()),
                )
            )
    return sorted(found, key=lambda pad: (_order(pad.ref), pad.pin, pad.x, pad.y))


def _draw(board: pcbnew.BOARD, wired: wiring.Board, named: dict[str, pcbnew.NETINFO_ITEM]) -> None:
    layers = (pcbnew.F_Cu, pcbnew.B_Cu)
    for track in wired.tracks:
        for start, end in zip(track.points, track.points[1:], strict=False):
            item = pcbnew.PCB_TRACK(board)
            item.SetStart(point(*start))
            item.SetEnd(point(*end))
            item.SetWidth(mm(track.width))
            item.SetLayer(layers[track.layer])
            item.SetNet(named[track.net])
            board.Add(item)
    for via in wired.vias:
        item = pcbnew.PCB_VIA(board)
        item.SetPosition(point(via.x, via.y))
        item.SetWidth(mm(wiring.cells.VIA))
        item.SetDrill(mm(wiring.cells.DRILL))
        item.SetNet(named[via.net])
        board.Add(item)


if __name__ == "__main__":
    what, folder, target = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    if what == "build":
        build(folder, netlist.read(Path(sys.argv[4])), target)
    else:
        pour(target)
