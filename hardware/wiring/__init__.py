# SPDX-License-Identifier: MIT
"""The strip build: the same board from a light strip, perfboard and wire."""
