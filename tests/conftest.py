# SPDX-License-Identifier: MIT
"""Before any test: Blinka is told that there is no board, Hypothesis that machines are slow."""

import os

from hypothesis import HealthCheck, settings

# Blinka gives CircuitPython's modules to a PC.
os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")

settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")
