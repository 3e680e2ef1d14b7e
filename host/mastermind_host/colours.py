# SPDX-License-Identifier: MIT
"""Linear light as a screen wants it. Knows no looks and no board."""

from __future__ import annotations


def srgb(linear: float) -> int:
    """A channel of linear light, 0 to 1 and clipped there, as the 0 to 255 of sRGB (IEC 61966)."""
    linear = min(1.0, linear)
    curved = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return round(255 * curved)
