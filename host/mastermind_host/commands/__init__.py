# SPDX-License-Identifier: MIT
"""The commands of `mastermind`, a module each: options in, library called, result printed."""
