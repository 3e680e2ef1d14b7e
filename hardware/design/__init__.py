# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The one description of board A0: what is on it, how it is joined, and where it sits.

Everything that is drawn, printed, ordered or tested is made from here. Millimetres, degrees,
milliamperes. No module here reads a clock, opens a tool or writes a file.
"""
