# SPDX-License-Identifier: MIT
"""What CircuitPython writes to boot_out.txt at a board's first start.

A drive that has it already starts a second faster. Knows nothing of the game, whose boot.py prints
nothing into it; but that there is one stands in it too.
"""

import ast
from pathlib import Path

from emulator.image import fat
from emulator.pico import Pico

NAME = "boot_out.txt"
START_MS = 3000


def read(uf2: Path) -> bytes:
    """The file as a first start leaves it."""
    pico = Pico(uf2, drive=fat({"boot.py": b"", "code.py": b""})).power_on()
    pico.run(START_MS)
    printed, error = pico.raw_exec(f"print(open('/{NAME}', 'rb').read())")
    if error:
        raise RuntimeError(f"no {NAME} after a first start: {error}")
    return ast.literal_eval(printed.strip())
