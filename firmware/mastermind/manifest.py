# SPDX-License-Identifier: MIT
"""Whether all of the firmware is on the drive: the host says so in manifest.json, last of all.

A board whose files were copied by hand has no manifest, and plays.
"""

PATH = "/manifest.json"
INCOMPLETE = b'{"complete": false'  # how the file begins while files are being copied


def check(opener):
    """Raise RuntimeError if a copy was begun and not ended; `opener(path, "rb")` opens a file."""
    try:
        with opener(PATH, "rb") as file:
            begun = file.read(len(INCOMPLETE)) == INCOMPLETE
    except OSError:
        begun = False
    if begun:
        raise RuntimeError("Only a part of the firmware was copied: mastermind deploy")
