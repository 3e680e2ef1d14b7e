# SPDX-License-Identifier: MIT
"""spare.bin, the second place on the drive that outlives the erasing of nvm; see `carry`.

Imported at each power-up before USB is there: kept small.
"""

PATH = "/spare.bin"
SPOT = 6144  # where the blocks begin: a multiple of 512, so that they are written as they are
# As in `journal`, which is too large to be imported for two numbers.
HEADER_BYTES = 8
ERASED = 0xFF


def crowded(store):
    """Whether so much of the journal in `store` is used that a power-up makes room."""
    return store[len(store) * 3 // 4] != ERASED


def in_order(store, opener):
    """Whether nvm and spare.bin belong together and there is room: then a power-up does nothing.

    `opener(path, "rb")` opens a file. A board without nvm has nothing to put in order.
    """
    if not store:
        return True
    try:
        with opener(PATH, "rb") as file:
            file.seek(SPOT)
            header = file.read(HEADER_BYTES)
    except OSError:
        return not crowded(store)
    return bytes(store[:HEADER_BYTES]) == header and not crowded(store)
