# SPDX-License-Identifier: MIT
"""Makes room in the journal, so that no power cut can lose anything by it. Pure.

Making room erases the whole nvm, and a cut in there leaves nothing of it. So everything is first
carried to a second place, spare.bin on the drive. boot.py does that before USB is there, while the
drive still belongs to the board, and writes only whole blocks inside the file: the drive's
directory and its table of files stay as they are, so no cut can damage those. Every flash sector
that is erased for it is inside the file, if the file lies in one piece, as on a drive that was not
full.

The order: the new journal, of the next generation, goes to the spare and is read back; then nvm is
erased and filled but for its header; then its header is programmed. A power-up that finds the spare
of a newer generation than nvm, or nvm without a header, does the last two steps again. The spare
names its chip, so that a copy of a drive brings no match to another board.
"""

from binascii import crc32

from mastermind import journal, match, memory, played, spare, state

_BLOCK = 512


def mend(store, second, chip: bytes):
    """Make room in the journal in `store` (nvm), or finish doing so; whether anything was written.

    `second`: a `spare.Spare`, or what has its `read` and `write`. Without a spare.bin room is made
    all the same; then, and only then, a cut in the 60 ms or so that it takes loses the match.
    """
    kept = journal.Journal(store)
    if kept.found in (journal.NONE, journal.OTHER_FORMAT):
        return False
    carried = _carried(second, len(store), chip)
    generation = journal.generation_of(carried)
    if generation > kept.generation:
        image = carried
    elif kept.found != journal.GOOD:
        return False
    elif spare.crowded(store):
        image = compact(kept, len(store), kept.generation + 1)
        _carry(second, image, chip)
    elif generation < kept.generation:
        return _carry(second, compact(kept, len(store), kept.generation), chip)
    else:
        return False
    header = journal.HEADER_BYTES
    store[:] = bytes((spare.ERASED,)) * header + image[header:]
    store[:header] = image[:header]
    return True


def compact(kept, size: int, generation: int):
    """All that counts of a journal, as a new one of `size` bytes, of which 3/8 at most are used.

    Of the games that are over the newest are kept, as many as fit.
    """
    table = memory.replay(kept)
    tally = table.before if table.stage else table.tally()
    front = journal.header(generation) + journal.record(state.TALLY, tally)
    rest = _game_on(table) + _told(table)
    past = [journal.record(state.PLAYED, played.pack(game)) for game in played.games(kept)]
    if table.stage == state.REVEAL:
        past.pop()  # the game on the table comes with its own records
    room = size * 3 // 8 - len(front) - len(rest)
    while sum([len(record) for record in past]) > room:
        past.pop(0)
    image = front + b"".join(past) + rest
    return image + bytes((spare.ERASED,)) * (size - len(image))


def _game_on(table):
    """The records of the game on the table."""
    if not table.stage:
        return b""
    game, by_board = table.game, table.match.hider == match.BOARD
    code = state.pack_holes(game.code) if game else b""
    records = journal.record(state.START, table.setup + (code if by_board else b""))
    if game and not by_board:
        records += journal.record(state.CODE, code)
    for guess, _ in game.history if game else ():
        row = state.pack_holes(guess, game.helped) + state.number(table.seconds, 2)
        records += journal.record(state.ROW, row)
    if table.stage != state.REVEAL:
        records += journal.record(state.CHOICE, table.choice())
    return records


def _told(table):
    """The records about the host."""
    records = journal.record(state.READ, state.number(table.games_read, 3))
    if table.error:
        records += journal.record(state.ERROR, table.error.encode())
    return records


def _carried(second, size: int, chip: bytes):
    """The journal of this chip in the spare, or None."""
    try:
        blocks = second.read(size + _BLOCK)
    except OSError:
        return None
    image = blocks[:size]
    return image if blocks == _blocks(image, chip) else None


def _carry(second, image: bytes, chip: bytes):
    """Write the spare; whether it can be read back."""
    blocks = _blocks(image, chip)
    try:
        second.write(blocks)
        return second.read(len(blocks)) == blocks
    except OSError:
        return False


def _blocks(image: bytes, chip: bytes):
    """What stands in the spare: a journal, then a block with the chip's number and a check."""
    tail = chip + crc32(chip, crc32(image)).to_bytes(4, "little")
    return image + tail + bytes((spare.ERASED,)) * (_BLOCK - len(tail))
