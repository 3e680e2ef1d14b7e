# SPDX-License-Identifier: MIT
"""The open pages around one board: what each may see, and a fair share of keys for each.

Knows nothing of sockets; the messages stand in `server`. It must not know the code of a game that
runs, nor whether the board is a real one: it passes on what `seen.Table` lets somebody see.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from mastermind import lights, tunes
from mastermind.app import DIM_PART
from mastermind.played import Played
from mastermind_host import review
from mastermind_host.colours import srgb
from mastermind_host.seen import Seen, Table, Tray
from mastermind_host.virtual import MOST_EVENTS, STEP_S

MOST_PAGES = 32
EVENTS_A_STEP = MOST_EVENTS // MOST_PAGES  # of one page: all together never fill the board's queue
MOST_WAITING = 32  # events of one page

TUNES = {value: name.lower() for name, value in vars(tunes).items() if name.isupper()}

Message = dict[str, Any]
NO_REVIEW: Message = {"type": "review", "title": "", "rows": [], "notes": []}
NO_TRAY = "The pieces of this board are at its table."


class Turn(NamedTuple):
    """A key of `mastermind.keys` goes down or up."""

    key: int
    down: bool


class Put(NamedTuple):
    """A piece of `pieces.NAMES` is put into a place of `keys.PLACED`; "": taken out of it."""

    where: int
    piece: str


class Page:
    """One open page: the keys it holds, whether its hood is open, what it has still to be told."""

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.hood = False
        self.events: deque[Turn | Put] = deque()
        self._seen: Message | None = None
        self._untold: dict[str, Message] = {}
        self._news = asyncio.Event()

    def tell(self, message: Message) -> None:
        """Send it soon; a message of the same type that has not been sent yet is replaced."""
        self._untold[message["type"]] = message
        self._news.set()

    def show(self, board: Message) -> None:
        """Send the board unless it is what the page has been told last."""
        if board != self._seen:
            self._seen = board
            self.tell(board)

    def do(self, event: Turn | Put) -> None:
        """Queue an event; too many at once are dropped, and the page's keys are let go."""
        if len(self.events) >= MOST_WAITING:
            self.events.clear()
            self.events.extend(Turn(held, False) for held in self.held)
        else:
            self.events.append(event)

    def refuse(self, error: ValueError) -> None:
        self.tell({"type": "error", "text": str(error)})

    async def told(self) -> AsyncIterator[Message]:
        while True:
            await self._news.wait()
            self._news.clear()
            untold, self._untold = self._untold, {}
            for message in untold.values():
                yield message


class Pages:
    """All open pages around one board."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._tray = table if isinstance(table, Tray) else None
        self._pages: list[Page] = []
        self._seen = table.look()
        self._reviewed: Played | None = None

    @property
    def full(self) -> bool:
        return len(self._pages) >= MOST_PAGES

    def join(self) -> Page:
        page = Page()
        names = [look[0] for look in lights.LOOKS]
        repeats = self._table.look().board_repeats
        page.tell({"type": "hello", "looks": names, "board_repeats": repeats})
        self._pages.append(page)
        page.show(self._board(page))
        page.tell(_review(self._reviewed))
        return page

    def leave(self, page: Page) -> None:
        for key in tuple(page.held):
            self._turn(page, key, down=False)
        self._pages.remove(page)

    def open_hood(self, page: Page, opened: bool) -> None:
        """Let the page look under the hood, or no longer; ValueError if the hood stays shut."""
        shut = self._table.look().shut
        if opened and shut:
            raise ValueError(shut)
        page.hood = opened
        page.show(self._board(page))

    async def run(self) -> None:
        while True:
            self.step()
            await asyncio.sleep(STEP_S)

    def step(self) -> None:
        """A few events of each page, one step of the board, and what is new to every page."""
        for page in self._pages:
            for _ in range(min(EVENTS_A_STEP, len(page.events))):
                self._do(page, page.events.popleft())
        drawn = self._table.step()
        before, self._seen = self._seen, self._table.look()
        if drawn or self._seen != before:
            self._show()
        self._look_back()
        if self._seen.tunes != before.tunes:
            self._play()

    def _do(self, page: Page, event: Turn | Put) -> None:
        if isinstance(event, Turn):
            self._turn(page, event.key, event.down)
            return
        try:
            self._put(page, event)
        except ValueError as error:
            page.refuse(error)

    def _put(self, page: Page, put: Put) -> None:
        """Pages that look under the hood see at once what only they may see."""
        if not self._tray:
            raise ValueError(NO_TRAY)
        self._tray.put(put.where, put.piece, page.hood)
        self._show()

    def _turn(self, page: Page, key: int, down: bool) -> None:
        """A key is down as long as any page holds it."""
        was_down = self._holds(key)
        if down:
            page.held.add(key)
        else:
            page.held.discard(key)
        if self._holds(key) != was_down:
            self._table.key(key, down)

    def _holds(self, key: int) -> bool:
        return any(key in page.held for page in self._pages)

    def _show(self) -> None:
        for page in self._pages:
            page.hood = page.hood and not self._seen.shut
            page.show(self._board(page))

    def _look_back(self) -> None:
        """Once a game is over, every page is told how it went."""
        game = self._table.last_game
        if game != self._reviewed:
            self._reviewed = game
            for page in self._pages:
                page.tell(_review(game))

    def _play(self) -> None:
        tune = self._seen.tune
        for page in self._pages:
            page.tell({"type": "tune", "name": TUNES.get(tune, ""), "notes": tune})

    def _board(self, page: Page) -> Message:
        lying = self._tray.lying(page.hood) if self._tray else None
        return _board(self._table.look(page.hood), lying, page.hood)


def _board(seen: Seen, lying: tuple[str, ...] | None, hood: bool) -> Message:
    """The message of what is seen."""
    return {
        "type": "board",
        "stage": seen.stage,
        "rest": seen.rest,
        "level": seen.level,
        "hider": seen.hider,
        "brightness": seen.brightness,
        "codebreaker": seen.codebreaker,
        "rounds": seen.rounds,
        "last_rows": seen.last_rows,
        "guesses": seen.guesses,
        "scores": seen.scores,
        "helped": seen.helped,
        "hints": seen.hints,
        "left": seen.left,
        "row": seen.row,
        "entering": seen.entering,
        "mirror": seen.mirror,
        "gone": seen.gone,
        "keys": seen.keys,
        "pieces": lying,
        "hood": hood,
        "lights": [[look, _colour(look, seen) if lit else "#000000"] for look, lit in seen.lights],
    }


def _colour(look: int, seen: Seen) -> str:
    """A lit look on a screen, from its full colour: dim LEDs have too few steps for a screen.

    How far the current limit dims the frame is left out: it would tell of masked lights.
    """
    light = (lights.BRIGHTNESS[seen.brightness] / lights.BRIGHTNESS[-1]) ** 0.15
    if seen.rest == "dimmed" or seen.dimmed:
        light /= DIM_PART
    colour = lights.colour_of(look, seen.palette)
    return "#" + "".join(
        f"{srgb((colour >> shift & 255) / 255 * light):02x}" for shift in (16, 8, 0)
    )


def _review(game: Played | None) -> Message:
    """How a game went, for people; an empty review where none is over."""
    if game is None:
        return NO_REVIEW
    told = review.tell(game)
    rows = [
        {"guess": row.guess, "before": row.before, "after": row.after, "text": text}
        for row, text in zip(review.review(game), told.rows, strict=True)
    ]
    return {"type": "review", "title": told.title, "rows": rows, "notes": told.notes}
