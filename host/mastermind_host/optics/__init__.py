# SPDX-License-Identifier: MIT
"""A colour sensor under a hole, its LED, the room's light and what is put in: a physical model.

`Hole(seed)` is one simulated hole: `put` a piece in, `light` the room, `read` the counts.
`samples(holes, randomness)` is a whole guided calibration. Nothing here reads a clock or a file.
"""

from mastermind_host.optics.guided import samples
from mastermind_host.optics.hole import Hole
from mastermind_host.optics.lamps import LAMPS, Lamp
from mastermind_host.optics.surfaces import ANIMALS, OTHERS, WHITE_PAPER, Piece

__all__ = ["ANIMALS", "LAMPS", "OTHERS", "WHITE_PAPER", "Hole", "Lamp", "Piece", "samples"]
