# SPDX-License-Identifier: CERN-OHL-P-2.0
"""Draws `design` as a KiCad 9 project, routes it, and makes all that a factory wants."""
