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

from mastermind import journal, memory, played, rules, spare, state
from mastermind.match import HIDERS

_BLOCK = 512
# As long as spare.bin is, the flash sectors that are touched, of 4096 bytes, are inside it.
FILE_BYTES = 16384
MARGIN = 4096


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
        if spare.SPOT + len(data) + MARGIN > FILE_BYTES:
            raise OSError("spare.bin is too small for this board.")
        self._seek()
        self._file.write(data)
        self._sync()

    def _seek(self):
        if not self._file:
            self._file = self._opener(spare.PATH, "r+b")
        self._file.seek(spare.SPOT)


def mend(store, second, chip: bytes):
    """Make room in the journal in `store` (nvm), or finish doing so; whether anything was written.

    `second`: a Spare, or what has its `read` and `write`. Without a spare.bin room is made
    all the same; then, and only then, a cut in the 60 ms or so that it takes loses the match.
    """
    kept = journal.Journal(store)
    if kept.found in (journal.NONE, journal.OTHER_FORMAT):
        return False
    carried = _carried(second, len(store), chip)
    generation = generation_of(carried)
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
    table = memory.replay(kept, tally)
    before = table.before if table.stage else tally(table)  # what is on the table comes after it
    front = journal.header(generation) + journal.record(state.TALLY, before)
    rest = _game_on(table) + _told(table)
    past = [journal.record(state.PLAYED, played.pack(game)) for game in played.games(kept)]
    if table.stage == state.REVEAL:
        past.pop()  # the game on the table comes with its own records
    room = size * 3 // 8 - len(front) - len(rest)
    while sum([len(record) for record in past]) > room:
        past.pop(0)
    image = front + b"".join(past) + rest
    return image + bytes((spare.ERASED,)) * (size - len(image))


def tally(table):
    """The payload of TALLY, 15 bytes.

    SETUP (or two zeros), rounds won by each player (2 bytes each), rows that each needed last,
    level and hider of the match and whether half a round is played, games played (3 bytes) and
    read (3 bytes).
    """
    match = table.match
    level = rules.LEVELS.index(match.level) if match.level else state.NO_LEVEL
    flags = level | HIDERS.index(match.hider) << 2 | (state.HALF if match.half else 0)
    one, two = match.rounds_won
    return (
        (table.setup or bytes(2))
        + state.number(one, 2)
        + state.number(two, 2)
        + bytes(match.last_rows)
        + bytes((flags,))
        + state.number(table.played, 3)
        + state.number(table.games_read, 3)
    )


def _game_on(table):
    """The records of the game on the table."""
    if not table.stage:
        return b""
    game = table.game
    code = state.pack_holes(game.code) if game and game.code else b""
    records = journal.record(state.START, table.setup + (code if table.board_hid else b""))
    if code and not table.board_hid and not table.by_hand:
        records += journal.record(state.CODE, code)
    if game and game.slips:
        records += journal.record(state.SLIP, bytes((game.slips,)))
    for guess, score in game.history if game else ():
        row = state.pack_holes(guess, game.helped) + state.number(table.seconds, 2)
        if table.by_hand:
            records += journal.record(state.ANSWER, row + bytes((state.pack_score(score),)))
        else:
            records += journal.record(state.ROW, row)
    if table.stage in (state.HIDE, state.GUESS):
        records += journal.record(state.CHOICE, table.choice())
    return records


def _told(table):
    """The records about the host, and what the sensors have learnt."""
    records = journal.record(state.READ, state.number(table.games_read, 3))
    for where, data in enumerate(table.calibrations):
        if data:
            records += journal.record(state.HOLE, bytes((where,)) + data)
    if table.error:
        records += journal.record(state.ERROR, table.error.encode())
    return records


def generation_of(store):
    """The generation of the journal in a byte array; 0 if there is none that can be read here."""
    kept = journal.Journal(store)
    return kept.generation if kept.found == journal.GOOD else 0


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
