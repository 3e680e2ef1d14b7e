# SPDX-License-Identifier: MIT
"""What lies in the six holes that have colour sensors, by what those read. Pure.

Places are those of `keys`: 0-2 the guess holes, 3-5 the code holes. Readings are raw counts.
"""

from binascii import crc32

from mastermind import state
from mastermind.calibration import MOST_BYTES, Calibration
from mastermind.keys import NOTHING, PLACED, PLACES, UNSEEN, UNSURE, event
from mastermind.memory import GAME_ROOM

# Places in words.
NAMES = tuple(f"{kind} hole {hole}" for kind in ("guess", "code") for hole in (1, 2, 3))
SAME_MS = 300  # an answer counts once it has been the same for so long
UNSURE_MS = 1000  # without such an answer; a hand that sets an animal takes its time
ROOM_MS = 5000  # how often the light of the room is looked at, and that is said the second time


def wiring_of(settings: dict):
    """A number that is another when sensors are read in another way: their calibration is void."""
    pins = [settings[name] for name in ("pin_sda", "pin_scl", "pin_sensor_light")]
    return crc32(" ".join(pins).encode()) & 0xFFFF


class Holes:
    """Turns readings into PLACED events: an answer has to last before it counts.

    `raw`: the last reading of each place, [red, green, blue, clear], or None. `lies`: what was told
    of it last. `switched`: whether readings are free of the room's light. `room_differs`: whether
    that is much another than at calibration.
    """

    def __init__(self, wiring: int, switched: bool = False):
        self.wiring, self.switched = wiring, switched
        self.raw: list = [None] * PLACES
        self.lies = [UNSEEN] * PLACES
        self.room_differs = False
        self._calibrations: list = [None] * PLACES
        self._answers = [UNSEEN] * PLACES  # what is read now
        self._since_ms = [0] * PLACES
        self._sure_ms = [0] * PLACES  # when an answer had lasted
        self._looked_ms = 0
        self._odd = False  # whether the room differed when it was looked at last

    def use(self, where: int, data):
        """Go by these bytes of a calibration, or by none; ValueError where they are no such."""
        calibration = Calibration(data) if data else None
        if calibration and calibration.wiring != self.wiring:
            raise ValueError("This calibration was made with other pins.")
        self._calibrations[where] = calibration
        self._answers[where] = UNSEEN

    def keep(self, where: int, data: bytes, memory):
        """Go by these bytes, or by none, and keep them in `memory`.

        ValueError as in `use`. OSError, and nothing is changed, where the room that a game needs
        would be less: a new start of the board makes some.
        """
        if memory.journal.store is not None and memory.journal.room < GAME_ROOM + MOST_BYTES:
            raise OSError("The board's memory needs room.")
        self.use(where, data)
        memory.tell(state.HOLE, bytes((where,)) + data)

    def is_calibrated(self, where: int):
        return self._calibrations[where] is not None

    def take(self, where: int, red: int, green: int, blue: int, clear: int, now_ms: int):
        """One reading of a place; the event that it leads to, or None."""
        raw = self.raw[where]
        if raw is None:
            raw = self.raw[where] = [0] * 4
        # In pairs: CircuitPython makes a tuple for more, and to collect those stops the lights.
        raw[0], raw[1] = red, green
        raw[2], raw[3] = blue, clear
        calibration = self._calibrations[where]
        if not calibration:
            return self._tell(where, UNSEEN)
        answer = calibration.answer(red, green, blue, clear)
        before, self._answers[where] = self._answers[where], answer
        if before == UNSEEN:
            self._sure_ms[where] = now_ms
        if answer != before:
            self._since_ms[where] = now_ms
        elif answer != UNSURE and now_ms - self._since_ms[where] >= SAME_MS:
            self._sure_ms[where] = now_ms
            if answer == NOTHING and now_ms - self._looked_ms >= ROOM_MS:
                self._look_at_room(calibration, raw, now_ms)
            return self._tell(where, answer)
        patience_ms = UNSURE_MS if answer == UNSURE else 2 * UNSURE_MS
        return self._tell(where, UNSURE) if now_ms - self._sure_ms[where] >= patience_ms else None

    def lose(self, where: int):
        """The sensor of a place does not answer any more; the event that this leads to, or None."""
        self.raw[where] = None
        self._answers[where] = UNSEEN
        return self._tell(where, UNSEEN)

    def _tell(self, where: int, what: int):
        if what == self.lies[where]:
            return None
        self.lies[where] = what
        return event(PLACED, where, what)

    def _look_at_room(self, calibration, raw, now_ms: int):
        """A hand over a hole is no other room: it has to differ twice in a row, or be alike."""
        self._looked_ms = now_ms
        odd = calibration.room_differs(raw[0], raw[1], raw[2], raw[3])
        if odd == self._odd:
            self.room_differs = odd
        self._odd = odd
