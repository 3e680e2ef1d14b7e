# SPDX-License-Identifier: MIT
"""Before any test: Blinka is told that there is no board, Hypothesis that machines are slow."""

import os
import signal

from hypothesis import HealthCheck, settings

# Blinka gives CircuitPython's modules to a PC.
os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")

settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

# A shell's background job ignores Ctrl-C, and so would every program that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
