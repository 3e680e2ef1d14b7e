# SPDX-License-Identifier: MIT
"""Jungle Mastermind, the same on the board, in the browser and in the tests."""

__version__ = "0.1.0"
