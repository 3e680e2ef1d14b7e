# SPDX-License-Identifier: MIT
"""spare.bin, the second place on the drive that outlives the erasing of nvm; see `carry`.

Imported at each power-up before USB is there: kept small.
"""

PATH = "/spare.bin"
# Where the blocks begin and how long the file is. SPOT is a multiple of 512, so that blocks are
# written as they are; 4096 bytes on either side keep the flash sectors touched inside the file.
SPOT = 6144
FILE_BYTES = 16384
MARGIN = 4096
HEADER_BYTES = 8  # of a journal
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


class Spare:
    """The blocks in spare.bin. Never closed: that would change the drive's directory.

    `sync()` writes what the drive still holds in memory.
    """

    def __init__(self, opener, sync):
        self._opener, self._sync = opener, sync
        self._file = None

    def read(self, count: int):
        """The first `count` bytes; OSError without a file."""
        self._seek()
        return self._file.read(count)

    def write(self, data: bytes):
        """Overwrite the first bytes; OSError without a file, or where it would have to grow."""
        if SPOT + len(data) + MARGIN > FILE_BYTES:
            raise OSError("spare.bin is too small for this board.")
        self._seek()
        self._file.write(data)
        self._sync()

    def _seek(self):
        if not self._file:
            self._file = self._opener(PATH, "r+b")
        self._file.seek(SPOT)
