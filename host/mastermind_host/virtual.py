# SPDX-License-Identifier: MIT
"""A board without hardware: the firmware's App behind the same seam, over memory.

Knows nothing of how it is drawn. `Session` is what a front end (page, terminal, test) talks to.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Protocol

from mastermind import carry, journal, keys, lights, played, rules
from mastermind.answers import RESTS
from mastermind.app import App
from mastermind.memory import Memory
from mastermind.played import Played
from mastermind_host import review
from mastermind_host.pieces import Pieces
from mastermind_host.seen import AFTER_GAME, Seen

MOST_EVENTS = 64  # as many as the board's own queue holds; more presses than that are nobody's
STEP_S = 0.005
NVM_BYTES = 4096  # as on a Pico
HOOD_SHUT = "The hood opens only while a code is being hidden."
NO_PIECES = "This board is played with its buttons alone."
UNDER_HOOD = "The code holes are under the hood: lift it first, while a code is being hidden."
SCORING = ("answer", "mend", "audit")  # stages in which a person scores a row by hand


class Board:
    """The seam of `mastermind.app` over memory: `now_ms` is any clock that never goes back."""

    def __init__(
        self, now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000
    ) -> None:
        self.now = now_ms
        self.frame = [0] * lights.COUNT
        self.shown = [0] * lights.COUNT
        self.shows = 0
        self.tune: tuple[tuple[int, int], ...] = ()
        self.tunes = 0
        self._events: deque[keys.Event] = deque()
        self._lost = False

    def events(self) -> Iterable[keys.Event]:
        happened = tuple(self._events)
        self._events.clear()
        if self._lost:
            self._lost = False
            return (*happened, keys.event(keys.LOST, 0))
        return happened

    def show(self) -> None:
        self.shown[:] = self.frame
        self.shows += 1

    def play(self, tune: tuple[tuple[int, int], ...]) -> None:
        self.tune = tune
        self.tunes += 1

    def put(self, event: keys.Event) -> None:
        """Queue an event; when the queue is full it is dropped and the keys are taken as let go."""
        if len(self._events) >= MOST_EVENTS:
            self._lost = True
        else:
            self._events.append(event)


class Store(Protocol):
    """Bytes that outlive the power of a virtual board, as a bytearray holds them."""

    def __len__(self) -> int: ...
    def __getitem__(self, where: slice, /) -> bytes | bytearray: ...
    def __setitem__(self, where: slice, data: bytes | bytearray, /) -> None: ...


class Spare:
    """The board's second place for its journal, in memory."""

    def __init__(self) -> None:
        self._data = b""

    def read(self, count: int) -> bytes:
        return self._data[:count]

    def write(self, data: bytes) -> None:
        self._data = data


class Session:
    """A running virtual board: press keys, put pieces, call `step` about every 5 ms, read `lights`.

    `store`: what outlives its power, as on a board; new if none is given.
    """

    def __init__(
        self,
        settings: dict,
        mistakes: list[str] | None = None,
        urandom: Callable[[int], bytes] = os.urandom,
        board: Board | None = None,
        store: Store | None = None,
    ) -> None:
        self.board = board or Board()
        self.store: Store = bytearray(b"\xff" * NVM_BYTES) if store is None else store
        self._spare = Spare()
        self._settings, self._mistakes, self._urandom = settings, mistakes or [], urandom
        self._pieces = None if settings["input"] == "buttons" else Pieces(settings)
        self._looked_at: object = None
        self._last_game: Played | None = None
        self.power_up()

    def power_up(self) -> None:
        """What boot.py and code.py do, also when the journal needs room."""
        image = bytearray(self.store[:])
        if carry.mend(image, self._spare, b"virtual"):
            self.store[:] = image  # in one piece: a file is never seen between two steps of it
        self.memory = Memory(self.store)
        mistakes = self._mistakes + self.memory.notes
        self.app = App(self.board, self._settings, mistakes, self._urandom, self.memory)

    @property
    def stage(self) -> str:
        """The stage in words for a front end: the class name in lower case, such as "guess"."""
        return type(self.app.stage).__name__.lower()

    @property
    def last_game(self) -> Played | None:
        """The game whose end everybody has seen; None as soon as the next one may begin."""
        if self.app.stage is not self._looked_at:
            self._looked_at = self.app.stage
            self._last_game = self._find_last_game()
        return self._last_game

    @property
    def row(self) -> int | None:
        """The row (from 0) that is chosen or scored now; None where none is."""
        if self.stage == "guess":
            return len(self.app.table.game.history)
        return self.app.stage.scored_row()

    @property
    def codes_left(self) -> int | None:
        """How many codes are possible, while the table shows that as a bar; else None."""
        game = self.app.table.game
        if self.stage != "guess":
            return None
        if self.app.picture[lights.guess_light(len(game.history), 0)] != lights.BAR:
            return None
        return review.codes_left(game.level, tuple(game.history))

    @property
    def entering(self) -> bool:
        """Whether the keys enter a score now."""
        return self.app.stage.entering

    def step(self) -> bool:
        """Let the App take one step; whether it showed a new frame."""
        shows = self.board.shows
        if self.memory.crowded:
            self.power_up()
        if self._pieces:
            self._pieces.read(self.app, self.board.now())
        self.app.step()
        return self.board.shows != shows

    def key(self, key: int, down: bool) -> None:
        """A key of `mastermind.keys` goes down or up."""
        self.board.put(keys.event(keys.DOWN if down else keys.UP, key))

    def lying(self, hood_open: bool = False) -> tuple[str, ...] | None:
        """What is seen in the six places of `keys.PLACED`: names of `pieces.NAMES`, or "".

        What lies in code holes is seen as their lights are. None for a board without pieces.
        """
        if not self._pieces:
            return None
        lying = self._pieces.lying
        under = lying[rules.HOLES :] if hood_open and self.app.secret else [""] * rules.HOLES
        return (*lying[: rules.HOLES], *under)

    def put(self, where: int, piece: str, hood_open: bool = False) -> None:
        """Put a piece of `pieces.NAMES` into a place of `keys.PLACED`; "" takes out what is there.

        ValueError for a board without pieces, and for a code hole that the hood is over.
        """
        if not self._pieces:
            raise ValueError(NO_PIECES)
        if where >= rules.HOLES and not (hood_open and self.app.secret):
            raise ValueError(UNDER_HOOD)
        self._pieces.put(where, piece)

    def _find_last_game(self) -> Played | None:
        if self.stage not in AFTER_GAME:
            return None
        games = list(played.games(journal.Journal(self.store)))
        return games[-1] if games and games[-1].number == self.memory.state.played else None

    def look(self, hood_open: bool = False) -> Seen:
        """What is seen at the table now, perhaps under the hood."""
        app, table, game = self.app, self.app.table, self.app.table.game
        return Seen(
            stage=self.stage,
            rest=RESTS[app.rest],
            level=table.level,
            hider=table.hider,
            brightness=table.brightness,
            codebreaker=table.match.codebreaker,
            rounds=tuple(table.match.rounds_won),
            last_rows=tuple(table.match.last_rows),
            guesses=tuple(guess for guess, _ in game.history) if game else (),
            scores=tuple(tuple(score) for _, score in game.history) if game else (),
            helped=bool(game and game.helped),
            hints=table.hints,
            left=self.codes_left,
            row=self.row,
            entering=self.entering,
            lights=tuple((look, colour != 0) for look, colour in self.lights(hood_open)),
            dimmed=app.stage.DIMMED,
            palette=self._settings["palette"],
            board_repeats=self._settings["board_repeats"],
            shut="" if app.secret else HOOD_SHUT,
            tunes=self.board.tunes,
            tune=self.board.tune,
        )

    def lights(self, hood_open: bool = False) -> list[tuple[int, int]]:
        """(look, colour 0xRRGGBB in linear light) of all 57 lights, as seen from the table.

        While a code is being hidden its lights are off, but for the one who looks under the hood.
        """
        seen = list(zip(self.app.picture, self.board.shown, strict=True))
        if self.app.secret and not hood_open:
            for hole in range(3):
                seen[lights.code_light(hole)] = (lights.OFF, 0)
        return seen
