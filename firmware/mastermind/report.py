# SPDX-License-Identifier: MIT
"""The last error, kept over a restart in any byte array. Pure.

On the board that is the end of microcontroller.nvm.
"""

_MARK = b"JMR1"
_SIZE = 512  # bytes at the end of the store: 4 of mark, 2 of length, the text


def keep(store, text: str):
    """Keep `text`, cut to what fits; a store that is missing or too small keeps nothing."""
    if not store or len(store) < _SIZE:
        return
    data = text.encode()[-(_SIZE - 6) :]
    while data and data[0] & 0xC0 == 0x80:  # a letter that the cut went through
        data = data[1:]
    record = _MARK + bytes([len(data) >> 8, len(data) & 255]) + data
    start = len(store) - _SIZE
    end = start + len(record)
    if store[start:end] != record:  # a fault at every start shall not wear the flash out
        store[start:end] = record


def kept(store):
    """The text kept last, or "" where there is none."""
    if not store or len(store) < _SIZE:
        return ""
    record = bytes(store[len(store) - _SIZE :])
    length = record[4] << 8 | record[5]
    if record[:4] != _MARK or length > _SIZE - 6:
        return ""
    try:
        return str(record[6 : 6 + length], "utf-8")
    except ValueError:
        return ""
