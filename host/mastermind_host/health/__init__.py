# SPDX-License-Identifier: MIT
"""What can be wrong with a board, its drive and its ports, seen from outside: one check each."""
