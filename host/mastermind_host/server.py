# SPDX-License-Identifier: MIT
"""The board as a page on loopback: HTTP for its files, a WebSocket for lights and keys.

It draws nothing and decides nothing of the game. It must not know a code of a game that runs.

Messages, each one JSON object in a text frame:

  out  hello  looks: the names of the lights' looks; board_repeats: the setting. Once, first.
  out  board  When it has changed; a page that reads slowly gets the latest only.
              stage; rest: "awake", "dimmed" or "dark"; level; hider; brightness: 1-5;
              codebreaker: player 0 or 1; rounds: [won by 0, won by 1]; last_rows: needed last;
              guesses, scores: [[look, look, look], ...] and [[red, white], ...] of the rows so
              far; helped: whether a hint was taken; hints: the setting; left: how many codes are
              possible, while the table shows it, else null; row: the row (from 0) that is chosen
              or scored now, or null; entering: whether a person enters a score;
              mirror: the name of the real board that is shown, or "" for a virtual one; gone: a
              sentence on why the picture stands still, or ""; keys: whether keys are heard;
              pieces: what lies in the three guess holes, then in the three code holes, by name; ""
              for nothing, and in the code holes for every page that does not look under the hood;
              null for a board whose pieces no page can move;
              hood: whether this page looks under it; lights: 57 x [look, "#rrggbb"].
  out  review When a game is over, until the next one may begin: how it went; then empty.
              title: a sentence, or "" for none; notes: more of them;
              rows: [{guess: [look, look, look], before, after: codes possible, text}, ...].
  out  tune   name; notes: [[hertz, ms], ...]. The latest only.
  out  error  text: why a message was not understood. The latest only.
  in   key    key: "left", "middle", "right", "check" or "menu"; down: true or false.
  in   hood   open: true or false. True is heard only while a code is being hidden, and lasts as
              long as that stage.
  in   place  where: 0-2 a guess hole, 3-5 a code hole; piece: one of `pieces.NAMES`, or "" to
              take out what lies there. Code holes are heard from a page that looks under the hood.

A page's keys are let go when it closes, and when it sends more than anybody can press.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Awaitable, Callable
from importlib import resources

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from mastermind import keys
from mastermind_host import loopback
from mastermind_host.pages import Page, Pages, Put, Turn
from mastermind_host.pieces import NAMES
from mastermind_host.seen import Table

MOST_BYTES = 1024  # of one message
HEARTBEAT_S = 10.0
CLOSE_S = 1.0

KEYS = {name: key for key, name in enumerate(keys.NAMES) if key != keys.HOOD}
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'"
)


def understand(text: str) -> Turn | Put | bool:
    """A page's message: a key, a piece, or whether the hood is open; ValueError with a sentence."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("This is not JSON.") from None
    kind = message.get("type") if isinstance(message, dict) else None
    reader = READERS.get(kind) if isinstance(kind, str) else None
    understood = reader(message) if reader else None
    if understood is None:
        raise ValueError(
            'Send {"type": "key", "key": NAME, "down": BOOL}, {"type": "hood", "open": BOOL} or '
            '{"type": "place", "where": 0-5, "piece": NAME}.'
        )
    return understood


def _read_key(message: dict) -> Turn | None:
    key, down = message.get("key"), message.get("down")
    if isinstance(key, str) and key in KEYS and isinstance(down, bool):
        return Turn(KEYS[key], down)
    return None


def _read_hood(message: dict) -> bool | None:
    opened = message.get("open")
    return opened if isinstance(opened, bool) else None


def _read_place(message: dict) -> Put | None:
    where, piece = message.get("where"), message.get("piece")
    if type(where) is int and where in range(keys.PLACES) and piece in ("", *NAMES):
        return Put(where, piece)
    return None


READERS: dict[str, Callable[[dict], Turn | Put | bool | None]] = {
    "key": _read_key,
    "hood": _read_hood,
    "place": _read_place,
}


async def serve(
    table: Table,
    listener: socket.socket,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Run the board and its page until cancelled; `ready()` once the page can be opened."""
    pages = Pages(table)
    runner = web.AppRunner(application(pages), access_log=None, shutdown_timeout=CLOSE_S)
    await runner.setup()
    await web.SockSite(runner, listener).start()
    ready()
    try:
        await pages.run()
    finally:
        await runner.cleanup()


def application(pages: Pages) -> web.Application:
    """The page's files and its WebSocket, for requests that come from this machine."""
    app = web.Application(middlewares=[_guard])
    app.on_response_prepare.append(_add_headers)
    for name, content in _files().items():
        app.router.add_get("/" if name == "index.html" else "/" + name, _giver(name, content))
    sockets: set[web.WebSocketResponse] = set()
    app.router.add_get("/board", _connector(pages, sockets))

    async def close(_: web.Application) -> None:
        await asyncio.gather(*(ws.close(code=WSCloseCode.GOING_AWAY) for ws in tuple(sockets)))

    app.on_shutdown.append(close)
    return app


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    port = _port(request)
    hosts, origins = request.headers.getall("Host", []), request.headers.getall("Origin", [])
    ours = len(hosts) == 1 and loopback.names_us(hosts[0], port)
    for origin in origins:
        ours = (
            ours
            and origin.startswith("http://")
            and loopback.names_us(origin[len("http://") :], port)
        )
    if not ours:
        raise web.HTTPForbidden(text="This board is played from its own page only.")
    return await handler(request)


def _port(request: web.Request) -> int:
    name = request.transport.get_extra_info("sockname") if request.transport else None
    return name[1] if name else -1


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    # 'self' does not mean ws: to every browser. The guard has checked the host of a status 200.
    own_socket = f" ws://{request.host}" if response.status == 200 else ""
    response.headers.update({**HEADERS, "Content-Security-Policy": POLICY + own_socket})


def _files() -> dict[str, bytes]:
    folder = resources.files("mastermind_host") / "page"
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.name.rpartition(".")[2] in TYPES
    }


def _giver(name: str, content: bytes) -> Handler:
    async def give(_: web.Request) -> web.StreamResponse:
        return web.Response(
            body=content, content_type=TYPES[name.rpartition(".")[2]], charset="utf-8"
        )

    return give


def _connector(pages: Pages, sockets: set[web.WebSocketResponse]) -> Handler:
    async def connect(request: web.Request) -> web.StreamResponse:
        if pages.full:
            raise web.HTTPServiceUnavailable(text="Too many pages are open: close one.")
        ws = web.WebSocketResponse(
            heartbeat=HEARTBEAT_S, max_msg_size=MOST_BYTES, timeout=CLOSE_S, compress=False
        )
        await ws.prepare(request)
        sockets.add(ws)
        try:
            await _talk(ws, pages)
        finally:
            sockets.discard(ws)
        return ws

    return connect


async def _talk(ws: web.WebSocketResponse, pages: Pages) -> None:
    page = pages.join()
    telling = asyncio.create_task(_tell(ws, page))
    try:
        async for message in ws:
            _hear(message, page, pages)
            await asyncio.sleep(0)  # a page that floods us takes its turn like the others
    finally:
        pages.leave(page)
        telling.cancel()


async def _tell(ws: web.WebSocketResponse, page: Page) -> None:
    with contextlib.suppress(ConnectionError):
        async for message in page.told():
            await ws.send_str(json.dumps(message, separators=(",", ":")))


def _hear(message: WSMessage, page: Page, pages: Pages) -> None:
    try:
        if message.type != WSMsgType.TEXT:
            raise ValueError("Messages are text.")
        said = understand(message.data)
        if isinstance(said, bool):
            pages.open_hood(page, said)
        else:
            page.do(said)
    except ValueError as error:
        page.refuse(error)
