# SPDX-License-Identifier: MIT
"""Keys going down and up become presses and holds. Pure; time comes in as an argument, in ms."""

from collections import namedtuple

from mastermind import rules

LEFT, MIDDLE, RIGHT, CHECK, MENU, HOOD = range(6)
NAMES = ("left", "middle", "right", "check", "menu", "hood")

# What a board reports. PLACED: what lies in a guess hole (where 0-2) or in a code hole (where 3-5)
# is another now. LOST: changes were missed, so take every key as let go.
DOWN, UP, PLACED, LOST = "down", "up", "placed", "lost"
PLACES = 2 * rules.HOLES
# What lies there: an animal, nothing, something that is not known for sure; or nobody can tell, as
# no sensor is there that answers and has learnt the animals.
NOTHING, UNSURE, UNSEEN = rules.NOT_CHOSEN, -1, -2
# What a stage is told. HOLD: 0.6 s on a hole, 1 s on menu. LONG: 3 s on menu.
PRESS, HOLD, LONG = "press", "hold", "long"

Event = namedtuple("Event", ("kind", "where", "animal"))

HOLE_HOLD_MS = 600
MENU_HOLD_MS = 1000
MENU_LONG_MS = 3000
BOUNCE_MS = 20  # longer than the 8 ms that cheap buttons chatter, shorter than any finger

_UP, _SPENT = -1, -2


def event(kind, where, animal=None):
    return Event(kind, where, animal)


# Made once: a step that finds a hold allocates nothing.
_PRESSES = tuple(event(PRESS, key) for key in range(5))
_HOLDS = tuple(event(HOLD, key) for key in range(5))
_LONG = event(LONG, MENU)


class Keys:
    """The five keys: holes and check act on the way down, menu when let go or held."""

    def __init__(self):
        self.forget()

    def forget(self):
        """Take every key as let go."""
        self.down = [False] * len(NAMES)
        self._since_ms = [_UP] * 5  # when a key went down; spent: it does nothing more until let go
        self._held = [0] * 5  # holds already told since then

    def change(self, change, now_ms: int):
        """The press that a DOWN, UP or LOST of the board means, or None."""
        if change.kind == LOST:
            return self.forget()
        key, down = change.where, change.kind == DOWN
        if not 0 <= key < len(NAMES) or down == self.down[key]:
            return None
        self.down[key] = down
        return self._press(key, down, now_ms) if key != HOOD else None

    def held(self, now_ms: int):
        """The hold that has come due, or None; ask until there is none."""
        if True not in self.down:
            return None
        for key in range(5):
            since = self._since_ms[key]
            if since >= 0 and key != CHECK:
                ms = now_ms - since
                if self._held[key] == 0 and ms >= (MENU_HOLD_MS if key == MENU else HOLE_HOLD_MS):
                    self._held[key] = 1
                    return _HOLDS[key]
                if key == MENU and self._held[key] == 1 and ms >= MENU_LONG_MS:
                    self._held[key] = 2
                    return _LONG
        return None

    def spend(self):
        """Keys that are down do nothing more until let go: the stage they belong to is over."""
        for key in range(5):
            if self._since_ms[key] >= 0:
                self._since_ms[key] = _SPENT

    def _press(self, key: int, down: bool, now_ms: int):
        if down:
            self._since_ms[key], self._held[key] = now_ms, 0
            return _PRESSES[key] if key != MENU else None
        tapped = self._since_ms[key] >= 0 and self._held[key] == 0
        self._since_ms[key] = _UP
        return _PRESSES[key] if key == MENU and tapped else None


class Debounce:
    """Contacts chatter: the first change counts at once, what follows has 20 ms to settle."""

    def __init__(self, count: int):
        self._raw = [False] * count
        self._told = [False] * count
        self._since_ms = [-BOUNCE_MS] * count

    def change(self, key: int, down: bool, at_ms: int):
        """Take a raw change and when it happened; the event to report at once, or None."""
        self._raw[key] = down
        return self._settled(key, at_ms)

    def settle(self, now_ms: int):
        """The next change that has outlasted the chatter, or None; ask until there is none."""
        if self._raw == self._told:
            return None
        for key in range(len(self._raw)):
            if self._raw[key] != self._told[key]:
                settled = self._settled(key, now_ms)
                if settled:
                    return settled
        return None

    def _settled(self, key: int, now_ms: int):
        down = self._raw[key]
        if down == self._told[key] or now_ms - self._since_ms[key] < BOUNCE_MS:
            return None
        self._told[key], self._since_ms[key] = down, now_ms
        return event(DOWN if down else UP, key)
