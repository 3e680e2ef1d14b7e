# SPDX-License-Identifier: MIT
"""Real boards: what is plugged into this machine, and talking with it. Knows no command."""
