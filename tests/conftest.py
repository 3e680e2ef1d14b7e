# SPDX-License-Identifier: MIT
"""Before any test: Blinka, CircuitPython's modules on a PC, is told that there is no board."""

import os

os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
