# SPDX-License-Identifier: MIT
"""Makes the papers of the board: pictures, pages and PDFs, all from text."""
