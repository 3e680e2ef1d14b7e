# SPDX-License-Identifier: MIT
"""Proves the best play of each level from scratch and writes it into the firmware.

`python -m mastermind_host.strategy` is its command. From the firmware it takes what a score is
and how the table names it, and nothing of how the board searches.
"""
