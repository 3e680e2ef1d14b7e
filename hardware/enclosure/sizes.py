# SPDX-License-Identifier: CERN-OHL-P-2.0
"""All dimensions of the case that may be chosen, and the heights that follow from them. mm."""

from dataclasses import dataclass

from design import layout


@dataclass(frozen=True)
class Sizes:
    """What a maker may change; each heading is one part of the case."""

    clearance: float = 0.3  # between the case and the board, and between parts that move
    glued: float = 0.15  # between parts that are pressed or glued together
    wall: float = 2.4  # tray's walls
    floor: float = 2.0
    around: float = 0.5  # between the board's outline, which factories hold to 0.2, and the wall

    plate: float = 2.0  # the face over the lights: how deep the holes are
    web: float = 1.3  # walls between the wells; `layout.CELL_WALL` of it stands on free board
    large_hole: float = 9.6  # guess
    code_hole: float = 7.6  # beside the Pico there is room for no more
    small_hole: float = 4.6  # score
    chamfer: float = 0.8  # of the holes' upper edges
    diffuser: float = 1.4  # floor and legs

    cap_rise: float = 3.0  # above the face
    mark_rise: float = 0.8
    flange: float = 1.2  # reaches out under the face, so that a cap can't be pulled out
    flange_height: float = 1.6
    guide: float = 1.4  # walls in which the caps slide

    boss: float = 5.4
    pilot: float = 2.5  # for an M3 screw that cuts its own thread
    post: float = 6.4
    screw_hole: float = 3.4

    hood_valley: float = 18.0  # height of the ridge where it is lowest
    hood_wall: float = 2.6
    hood_lean: float = 0.36  # how far the ridge leans over the lights, mm a mm
    magnet: float = 4.0  # diameter of a rod magnet ...
    magnet_length: float = 10.0  # ... that lies along the reed
    peg_bottom: float = 9.0  # z of the magnet peg's lower end

    cable_slot: float = 3.2  # how deep the thin place for the sensors' cables is ...
    cable_web: float = 1.2  # ... and what is left of the wall there, to be nipped out

    foot: float = 12.0
    foot_height: float = 3.5  # more than the screws' heads
    foot_stem: float = 5.0
    box_width: float = 46.0
    box_height: float = 22.0
    box_wall: float = 1.6
    dovetail: float = 3.0  # how far it reaches out

    @property
    def under(self) -> float:
        """z of the face's lower side: above the tallest part."""
        return layout.TOP + self.clearance + 0.1

    @property
    def top(self) -> float:
        """z of the face's upper side."""
        return self.under + self.plate

    @property
    def bottom(self) -> float:
        """z of the board's lower face."""
        return -layout.THICKNESS

    @property
    def floor_top(self) -> float:
        """z of the tray's floor, on which no cut lead stands."""
        return self.bottom - layout.BOTTOM - self.clearance - 0.2

    @property
    def floor_under(self) -> float:
        return self.floor_top - self.floor

    @property
    def table(self) -> float:
        """z of the table the case stands on."""
        return self.floor_under - self.foot_height

    @property
    def flange_top(self) -> float:
        """z of the caps' flanges, which rest on the keys' plungers."""
        return layout.BUTTON_TOP + 0.1 + self.flange_height

    @property
    def outside(self) -> float:
        """How far the tray reaches beyond the board's outline."""
        return self.around + self.wall
