# SPDX-License-Identifier: MIT
"""The stages of the table, by what happens at them."""
