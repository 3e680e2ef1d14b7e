# SPDX-License-Identifier: MIT
"""The board in a terminal: keys become presses of a session's buttons, its lights become text.

Knows no rules and no stages; what is drawn stands in `terminal_view`.
"""

from __future__ import annotations

import os
import sys
import textwrap
from collections import deque
from functools import lru_cache
from typing import NamedTuple

from blessed import Terminal
from blessed.colorspace import RGB_256TABLE

from mastermind import keys
from mastermind_host import terminal_view
from mastermind_host.errors import USAGE, Fault
from mastermind_host.terminal_view import HEIGHT, WIDTH, Line, Scene, Span
from mastermind_host.virtual import STEP_S, Session

TAP_MS = 30  # a terminal tells no key-up, so a tap has a length of its own
MARGIN_MS = 100
HOLE_MS = keys.HOLE_HOLD_MS + MARGIN_MS
MENU_MS = keys.MENU_HOLD_MS + MARGIN_MS
LONG_MS = keys.MENU_LONG_MS + MARGIN_MS
MOST_WAITING = 16  # a key left lying on the keyboard shall not play on by itself


class Gesture(NamedTuple):
    """A button pressed for so many ms."""

    key: int
    ms: int


GESTURES = {
    "1": Gesture(keys.LEFT, TAP_MS),
    "2": Gesture(keys.MIDDLE, TAP_MS),
    "3": Gesture(keys.RIGHT, TAP_MS),
    "\n": Gesture(keys.CHECK, TAP_MS),
    "\r": Gesture(keys.CHECK, TAP_MS),
    "m": Gesture(keys.MENU, TAP_MS),
    "q": Gesture(keys.LEFT, HOLE_MS),
    "w": Gesture(keys.MIDDLE, HOLE_MS),
    "e": Gesture(keys.RIGHT, HOLE_MS),
    "M": Gesture(keys.MENU, MENU_MS),
    "N": Gesture(keys.MENU, LONG_MS),
}
HOOD_KEY, QUIT_KEY = "h", "x"


class Finger:
    """Makes gestures on a session's buttons, one after the other, in the order typed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting: deque[Gesture] = deque()
        self._down: Gesture | None = None
        self._until_ms = 0

    def make(self, gesture: Gesture) -> None:
        """Make `gesture` when those before it are over; forgotten when too many wait."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(gesture)
        self.step()

    def step(self) -> None:
        """Let go what has been held long enough, then press what waits."""
        now_ms = self._session.board.now()
        if self._down and now_ms >= self._until_ms:
            self._session.key(self._down.key, False)
            self._down = None
        if self._waiting and not self._down:
            self._down = self._waiting.popleft()
            self._until_ms = now_ms + self._down.ms
            self._session.key(self._down.key, True)


class Player:
    """Somebody at the keyboard: takes typed keys, knows whether the hood is lifted."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._finger = Finger(session)
        self._hood_open = False
        self._heard = (0, "")  # how many tunes so far, and the stage of the last

    def type(self, key: str) -> None:
        """A typed key; what is no key of the game does nothing."""
        if key == HOOD_KEY:
            self._hood_open = self._session.app.secret and not self._hood_open
        elif key in GESTURES:
            self._finger.make(GESTURES[key])

    def step(self) -> Scene:
        """Let the session take a step; what there is to see after it."""
        self._finger.step()
        self._session.step()
        self._hood_open = self._hood_open and self._session.app.secret
        return terminal_view.scene(self._session, self._hood_open, self._tune())

    def _tune(self) -> tuple[tuple[int, int], ...]:
        """The last tune, as long as the stage that it was heard at goes on."""
        board, stage = self._session.board, self._session.stage
        if board.tunes != self._heard[0]:
            self._heard = (board.tunes, stage)
        return board.tune if stage == self._heard[1] else ()


class Screen:
    """Lines on a terminal: only what has changed is written."""

    def __init__(self, term: Terminal) -> None:
        self._term = term
        self._size = (0, 0)
        self._scene: Scene | None = None
        self._lines: list[str] = []

    @property
    def fits(self) -> bool:
        """Whether the board had room when it was shown last."""
        return self._size[0] >= WIDTH and self._size[1] >= HEIGHT

    def show(self, scene: Scene) -> None:
        size = (self._term.width, self._term.height)
        if size == self._size and scene == self._scene:
            return
        if size != self._size:
            self._write(self._term.normal + self._term.clear)
            self._lines = []
        self._size, self._scene = size, scene
        self._change(self._painted(scene))

    def _change(self, lines: list[str]) -> None:
        shown = self._lines or [""] * len(lines)
        changed = [
            self._term.move_xy(0, y) + line
            for y, (line, old) in enumerate(zip(lines, shown, strict=True))
            if line != old
        ]
        self._lines = lines
        if changed:
            self._write("".join(changed))

    def _painted(self, scene: Scene) -> list[str]:
        if not self.fits:
            width, height = self._size
            return textwrap.wrap(terminal_view.too_small(width, height), max(1, width - 1))[:height]
        return [self._paint(line) for line in terminal_view.view(scene)]

    def _paint(self, line: Line) -> str:
        return "".join(self._paint_span(span) for span in line)

    def _paint_span(self, span: Span) -> str:
        if span.colour is None or not self._term.number_of_colors:
            return span.text
        return _style(self._term, span.colour) + span.text + self._term.normal

    def _write(self, out: str) -> None:
        self._term.stream.write(out)
        self._term.stream.flush()


def run(session: Session) -> None:
    """Play `session` in this terminal until x is pressed; a Fault where there is no terminal.

    Ctrl-C raises KeyboardInterrupt. The terminal is given back as it was, whatever happens.
    """
    _check_terminal()
    term = _terminal()
    with term.fullscreen(), term.hidden_cursor(), term.cbreak():
        _play(session, term)


def _play(session: Session, term: Terminal) -> None:
    player, screen = Player(session), Screen(term)
    while True:
        screen.show(player.step())
        try:
            key = str(term.inkey(timeout=STEP_S))
        except EOFError:  # the window was closed
            return
        if key == QUIT_KEY:
            return
        if screen.fits:
            player.type(key)


def _check_terminal() -> None:
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        raise _no_terminal("Its input or output is redirected to a file or to another program.")
    if os.environ.get("TERM") == "dumb":
        raise _no_terminal("TERM is dumb: text can only be written line after line here.")


def _no_terminal(cause: str) -> Fault:
    advice = "Run it in a terminal window, or play in the browser: mastermind play"
    return Fault("There is no terminal to play in.", cause, advice, USAGE)


def _is_terminal(stream: object) -> bool:
    isatty = getattr(stream, "isatty", None)  # a program without a console has None for its streams
    return bool(isatty and isatty())


def _terminal() -> Terminal:
    """This terminal; with NO_COLOR set it has no colours."""
    no_color = os.environ.pop(
        "NO_COLOR", None
    )  # blessed would drop the cursor's moves along with the colours
    try:
        term = Terminal()
    finally:
        if no_color is not None:
            os.environ["NO_COLOR"] = no_color
    if no_color:
        term.number_of_colors = 0
    return term


@lru_cache(maxsize=1024)
def _style(term: Terminal, colour: int) -> str:
    """The sequences for text on `colour`: bold, and black or white, whichever can be read on it."""
    red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
    background = str(term.on_color_rgb(red, green, blue))
    if term.number_of_colors <= 256:  # the colour that it really becomes
        red, green, blue = RGB_256TABLE[term.rgb_downconvert(red, green, blue)]
    light = (
        0.2126 * (red / 255) ** 2.2 + 0.7152 * (green / 255) ** 2.2 + 0.0722 * (blue / 255) ** 2.2
    )
    letters = (0, 0, 0) if light > 0.18 else (255, 255, 255)
    return background + str(term.color_rgb(*letters)) + str(term.bold)
