# SPDX-License-Identifier: MIT
"""CircuitPython on a board: UF2 files, where they come from, and bringing one to the chip."""
