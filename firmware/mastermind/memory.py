# SPDX-License-Identifier: MIT
"""The state of the table, kept in a journal. Pure.

What is promised, wherever the power is cut: a press that begins, ends or confirms something is one
record, written before the lights show it, so the table comes back as it was before that press or
after it. Bars of Setup and a row being chosen are written once in 2 s at most, so they may come
back as they were up to 2 s earlier; when the journal has no room left for them, the row comes back
as it was when there was. Checked rows always have room: see `crowded`.
"""

from mastermind import journal, state

SETTLE_MS = 2000  # the shortest time between two writes of what is still being chosen
# What is only convenient leaves room for what must be kept: nine rows and the end of a game.
RESERVE = 128
GAME_ROOM = 512
ERROR_BYTES = 160
ASIDE = (state.READ, state.ERROR, state.SLIP, state.HOLE)  # leave what is being chosen as it is
CAN_WAIT = (state.READ, state.SLIP)


class Memory:
    """The state that `store` kept, and the writing down of all that changes it.

    `store` is a byte array, or None for a board that has none: then the state lives as long as the
    power. Never raises for what it finds there: `notes` has a sentence on what is not as it should.
    `hung`: whether the watchdog had to start the board.
    """

    def __init__(self, store=None, hung: bool = False):
        self.journal = journal.Journal(store)
        self.state = replay(self.journal)
        self.notes: list[str] = []
        if self.journal.is_odd:
            from mastermind import advice

            self.notes = advice.on_memory(self.journal)
        # Whether the game that has just been started needs room first: that is made at a start of
        # the board, before anything can be lost by it. See `carry`.
        self.crowded = False
        self._waiting = 0  # SETUP or CHOICE, which are written once they have settled
        self._written_ms = -SETTLE_MS
        if hung:
            self.keep_error("The board hung and was started again.")

    def tell(self, kind: int, payload: bytes = b""):
        """Apply a record and keep it; ValueError for one that makes no sense now."""
        if not self.state.take(kind, payload):
            raise ValueError(f"The table can't take record {kind} now.")  # its bytes may be a code
        if kind not in ASIDE:
            self._waiting = 0
        if kind in CAN_WAIT and self.journal.room <= RESERVE:
            return  # it may come again and again: the next row needs the room
        kept = self.journal.append(kind, payload)
        if kind == state.START:
            self.crowded = kept and self.journal.room < GAME_ROOM

    def choose(self):
        """The row being chosen has changed."""
        self._waiting = state.CHOICE

    def set_up(self, setup: bytes):
        """The bars of Setup have changed: what SETUP holds."""
        self.state.take(state.SETUP, setup)
        self._waiting = state.SETUP

    def settle(self, now_ms: int, at_once: bool = False):
        """Write what waits, when its time has come; allocates nothing otherwise."""
        if self._waiting and (at_once or now_ms - self._written_ms >= SETTLE_MS):
            self._written_ms = now_ms
            self._write(self._waiting)
            self._waiting = 0

    def keep_error(self, text: str):
        """Keep the end of what the firmware stopped for; at every start it would wear the flash."""
        data = text.encode()[-ERROR_BYTES:]
        while data and data[0] & 0xC0 == 0x80:  # a letter that the cut went through
            data = data[1:]
        error = str(data, "utf-8")
        new = error != self.state.error or self.state.failures < state.MOST_FAILURES
        if new and self.journal.room > RESERVE + len(data):
            self.tell(state.ERROR, data)

    def _write(self, kind: int):
        if self.journal.room > RESERVE:
            table = self.state
            chosen = kind == state.CHOICE
            self.journal.append(kind, table.choice() if chosen else table.setup)


def replay(records, tally=None):
    """The State that a journal's records lead to.

    Its `before` is `tally(table)` of the moment before the last game began, if `tally` is given.
    Most records are choices, of which only one counts that nothing else has followed.
    """
    table, choice = state.State(), None
    for kind, payload in records.read():
        before = tally(table) if tally and kind == state.START else table.before
        if kind == state.CHOICE:
            choice = payload
        elif not table.take(kind, payload):
            records.reject()
        else:
            table.before = before
            if kind not in ASIDE:
                choice = None
    if choice:
        table.take(state.CHOICE, choice)
    return table
