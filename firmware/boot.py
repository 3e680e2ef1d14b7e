# SPDX-License-Identifier: MIT
"""Runs before USB comes up: gives the host tool a serial port of its own beside the console."""

import usb_cdc

usb_cdc.enable(console=True, data=True)
