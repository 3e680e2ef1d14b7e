# SPDX-License-Identifier: MIT
"""The host's side of Jungle Mastermind: the virtual board now, and the tools for a real one."""
