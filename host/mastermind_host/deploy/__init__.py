# SPDX-License-Identifier: MIT
"""The firmware on a board's drive: what changes, the safe copy, the way back, the tests there."""
