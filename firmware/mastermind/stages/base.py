# SPDX-License-Identifier: MIT
"""What every stage is, and the flash that refuses a press."""

from mastermind import lights, tunes
from mastermind.keys import HOLD, LONG, MENU, PRESS


class Flash:
    """Some lights go on and off twice, however often it is started.

    So slowly that a hole which blinks before and after goes on three times a second at most.
    """

    STEPS = 4  # on, off, on, off
    STEP_MS = 250

    def __init__(self):
        self._lights: tuple = ()
        self._since_ms = self._until_ms = 0
        self._playing = False

    def start(self, which, now_ms: int):
        """Flash the lights `which`: now, or when a flash that was stopped would have ended."""
        self._lights = which
        if self._playing and now_ms < self._until_ms:
            return
        self._since_ms = max(now_ms, self._until_ms)
        self._until_ms = self._since_ms + self.STEPS * self.STEP_MS
        self._playing = True

    def stop(self):
        self._playing = False

    def step(self, now_ms: int):
        """The step of the flash, from 0; -1 when there is none."""
        if not self._playing or now_ms < self._since_ms:
            return -1
        if now_ms >= self._until_ms:
            self._playing = False
            return -1
        return (now_ms - self._since_ms) // self.STEP_MS

    def draw(self, picture: bytearray, now_ms: int):
        step = self.step(now_ms)
        if step >= 0:
            look = lights.OFF if step & 1 else lights.FAULT
            for light in self._lights:
                picture[light] = look


class Stage:
    """One stage of the table: enter / on_event / on_tick / draw.

    A handler returns the next stage, by name or as an object, or None to stay.
    """

    BEAT_MS = 0  # how often the picture changes by itself, beside its looks that blink
    DIMMED = False  # whether the whole table is shown dimmed
    IDLE_STAGE = ""  # where the stage falls back to when nobody plays
    SECRET = False  # whether the code lights show what the codebreaker may not see
    entering = False  # whether the keys enter a score now

    def __init__(self, table):
        self.table = table
        self.flash = Flash()

    def enter(self, now_ms: int):
        """Called each time the stage begins, also when a question over it was answered with no."""

    def on_event(self, event, now_ms: int):
        """A press, a hold or a placed animal; what a stage does not know is refused."""
        if event.kind == PRESS:
            self.refuse(CODE_LIGHTS, now_ms)

    def on_tick(self, now_ms: int):
        """Called each step; allocates nothing."""

    def beat(self, now_ms: int):
        """A number that changes when the picture has to be drawn again without an event."""
        step = self.flash.step(now_ms)
        if step >= 0:
            return -1 - step
        return now_ms // self.BEAT_MS if self.BEAT_MS else 0

    def draw(self, picture: bytearray, now_ms: int):
        """Paint the stage into a picture that is all off."""

    def scored_row(self):
        """The row (from 0) that a person scores, or None."""

    def refuse(self, which, now_ms: int):
        """Say no: `which` lights flash twice and a low tone plays."""
        self.flash.start(which, now_ms)
        self.table.play(tunes.REFUSED)


CODE_LIGHTS = tuple(lights.code_light(hole) for hole in range(3))


def is_press(event, key: int):
    return event.kind == PRESS and event.where == key


def is_menu_hold(event):
    return event.kind == HOLD and event.where == MENU


def is_long_hold(event):
    return event.kind == LONG
