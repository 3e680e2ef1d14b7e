# SPDX-License-Identifier: CERN-OHL-P-2.0
"""The case of board A0, made from `design/layout.py`: tray, face, caps, hood, boxes and pictures.

Millimetres. x and y are the board's (`design/layout.py`); z is up from the board's top face.
"""
