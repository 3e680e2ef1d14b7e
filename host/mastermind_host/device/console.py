# SPDX-License-Identifier: MIT
"""What a board's console says, as text that does nothing to a terminal. Knows no port.

CircuitPython sets the terminal's title and clears lines by escape sequences.
"""

from __future__ import annotations

import re

# Operating system commands (titles) and other strings to their end, control sequences, two-letter
# escapes, a lone one.
_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)?"
    r"|\x1b[PX^_][^\x1b\n]*(?:\x1b\\)?"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|\x1b[ -/]*[0-~]"
    r"|\x1b"
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def plain(text: str) -> str:
    """`text` without escape sequences and control characters but tab and "\\n"."""
    text = _CONTROLS.sub("", _ESCAPES.sub("", text))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decode(data: bytes) -> str:
    """Text of the console; what is no UTF-8 becomes a replacement character."""
    return data.decode("utf-8", "replace")
