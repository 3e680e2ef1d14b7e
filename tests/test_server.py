# SPDX-License-Identifier: MIT
"""The page's server over real loopback sockets: who is let in, what pages are told."""

import asyncio
import contextlib
import functools
import json
import random
import socket

import aiohttp
import pytest
from aiohttp import WSMsgType

from mastermind import keys, lights, rules, settings
from mastermind_host import loopback, pages, server
from mastermind_host.virtual import Session

LIMIT_S = 20
CODE = [lights.code_light(hole) for hole in range(rules.HOLES)]
DARK = [[lights.OFF, "#000000"]] * rules.HOLES


class Table:
    """A running server and a client for it."""

    def __init__(self, session, port, client):
        self.session = session
        self.port = port
        self.client = client

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/"

    @contextlib.asynccontextmanager
    async def page(self, **options):
        async with self.client.ws_connect(self.url + "board", max_msg_size=0, **options) as ws:
            yield Page(ws)


class Page:
    """A page without a browser: remembers every board that it was shown."""

    def __init__(self, ws):
        self.ws = ws
        self.heard = []

    @property
    def board(self):
        return next(message for message in reversed(self.heard) if message["type"] == "board")

    async def until(self, wanted, kind="board"):
        """The next message of a kind for which `wanted` is true."""
        while True:
            message = json.loads(await self.ws.receive_str())
            self.heard.append(message)
            if message["type"] == kind and wanted(message):
                return message

    async def stage(self, name):
        return await self.until(lambda board: board["stage"] == name)

    async def key(self, key, down):
        await self.ws.send_json({"type": "key", "key": key, "down": down})

    async def press(self, *names):
        for name in names:
            await self.key(name, True)
            await self.key(name, False)

    async def place(self, where, piece):
        await self.ws.send_json({"type": "place", "where": where, "piece": piece})

    async def lies(self, *pieces):
        """Until these pieces lie in the six places, as far as this page may know."""
        return await self.until(lambda board: board["pieces"] == list(pieces))

    async def refused(self):
        return (await self.until(lambda message: True, kind="error"))["text"]

    async def hood(self, opened):
        await self.ws.send_json({"type": "hood", "open": opened})

    async def begin(self):
        """From Welcome to hiding a code."""
        await self.stage("welcome")
        await self.press("check")
        await self.stage("setup")
        await self.press("check")
        await self.stage("hide")


def at_table(test):
    """Run an async test with a `Table`, and give up after a time."""

    @functools.wraps(test)
    def run(*arguments, **named):
        asyncio.run(asyncio.wait_for(_run(test, arguments, named), LIMIT_S))

    del run.__wrapped__  # or pytest would ask for a fixture called table
    return run


async def _run(test, arguments, named):
    chosen = settings.defaults() | {"input": named.pop("input", "both")}
    session = Session(chosen, urandom=random.Random(1).randbytes)
    with loopback.bind(loopback.Address("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve(session, listener))
        try:
            async with aiohttp.ClientSession() as client:
                await test(
                    Table(session, loopback.bound(listener).port, client), *arguments, **named
                )
            assert not serving.done(), "the board has stopped"
        finally:
            serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await serving


def code_lights(board):
    return [board["lights"][light] for light in CODE]


# ---- Who is let in


@at_table
async def test_the_page_and_all_that_it_needs_is_served_with_strict_headers(table):
    for name in (
        "",
        "style.css",
        "board.js",
        "words.js",
        "pieces.js",
        "sound.js",
        "animals.svg",
        "icon.svg",
    ):
        async with table.client.get(table.url + name) as response:
            assert response.status == 200, name
            assert (
                "default-src 'none'; script-src 'self';"
                in response.headers["Content-Security-Policy"]
            )
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert "http://" not in (await response.text()).replace("http://www.w3.org/", "")


async def status(table, path="board", **headers):
    async with table.client.get(table.url + path, headers=headers) as response:
        return response.status


@at_table
async def test_foreign_hosts_are_refused(table):
    foreign = [
        "evil.example",
        "evil.example:PORT",
        "127.0.0.1:1",
        "127.0.0.1.evil.example:PORT",
        "[::2]:PORT",
    ]
    foreign += [
        "localhost",
        "127.0.0.1",
        "0.0.0.0:PORT",
        "user@127.0.0.1:PORT",
        "127.0.0.1:PORT:PORT",
        "",
    ]
    for host in foreign:
        assert await status(table, "", Host=host.replace("PORT", str(table.port))) == 403, host
        assert await status(table, "nothing", Host=host.replace("PORT", str(table.port))) == 403, (
            host
        )


@at_table
async def test_our_own_names_are_served(table):
    for host in ("127.0.0.1", "localhost", "LOCALHOST", "127.3.2.1", "[::1]"):
        ours = f"{host}:{table.port}"
        assert await status(table, "", Host=ours, Origin=f"http://{ours}") == 200, host


@at_table
async def test_foreign_origins_are_refused_also_with_our_host(table):
    port = table.port
    for origin in (
        "http://evil.example",
        f"http://evil.example:{port}",
        "null",
        f"https://127.0.0.1:{port}",
        "",
    ):
        assert await status(table, "", Origin=origin) == 403, origin
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await table.client.ws_connect(table.url + "board", headers={"Origin": origin})
        assert refused.value.status == 403, origin


@at_table
async def test_a_websocket_without_an_origin_needs_our_host(table):
    async with table.page() as page:
        await page.stage("welcome")
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await table.client.ws_connect(
            table.url + "board", headers={"Host": f"evil.example:{table.port}"}
        )
    assert refused.value.status == 403


@at_table
async def test_a_request_without_a_host_or_with_two_is_refused(table):
    for hosts in ("", f"Host: 127.0.0.1:{table.port}\r\nHost: evil.example\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
        writer.write(f"GET / HTTP/1.0\r\n{hosts}\r\n".encode())
        answer = await reader.read()
        assert answer.startswith((b"HTTP/1.0 403", b"HTTP/1.0 400", b"HTTP/1.1 400")), answer
        writer.close()


@at_table
async def test_no_path_leads_out_of_the_page(table):
    for path in (
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/server.py",
        "/page/../../cli.py",
        "//etc/passwd",
        "/.",
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n".encode()
            + b"Connection: close\r\n\r\n"
        )
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 404"), path
        writer.close()


def test_listening_addresses():
    assert loopback.parse("localhost:80") == ("127.0.0.1", 80)
    assert loopback.parse("[::1]:0") == ("::1", 0)
    assert loopback.parse("[::1]:8765").url == "http://[::1]:8765/"
    with pytest.raises(ValueError, match="other machines"):
        loopback.parse("[::ffff:8.8.8.8]:80")


# ---- What cannot be understood


GARBAGE = (
    "",
    "hello",
    "[1, 2",
    "null",
    "[]",
    "7",
    '"key"',
    "[" * 1000,
    '{"type": "key"}',
    '{"type": "key", "key": "left", "down": 1}',
    '{"type": "key", "key": "hood", "down": true}',
    '{"type": "key", "key": ["left"], "down": true}',
    '{"type": "key", "key": "__class__", "down": true}',
    '{"type": {"a": 1}, "key": "left", "down": true}',
    '{"type": "hood", "open": "yes"}',
    '{"type": "hood", "open": true}',  # nobody hides a code at Welcome
    '{"type": "eval", "code": "1/0"}',
    '{"type": "place", "where": 6, "piece": "tiger"}',
    '{"type": "place", "where": -1, "piece": "tiger"}',
    '{"type": "place", "where": true, "piece": "tiger"}',
    '{"type": "place", "where": 1.0, "piece": "tiger"}',
    '{"type": "place", "where": [0], "piece": "tiger"}',
    '{"type": "place", "where": 0, "piece": "unicorn"}',
    '{"type": "place", "where": 0, "piece": 3}',
    '{"type": "place", "where": 0, "piece": ["tiger"]}',
    '{"type": "place", "where": 0, "piece": null}',
    '{"type": "place", "where": 0}',
    '{"type": "place", "where": 3, "piece": "tiger"}',  # the hood is over it
)


@at_table
async def test_garbage_is_answered_and_does_nothing(table):
    async with table.page() as page:
        await page.stage("welcome")
        for text in GARBAGE:
            await page.ws.send_str(text)
            error = await page.until(lambda message: True, kind="error")
            assert error["text"].endswith("."), text
        await page.ws.send_bytes(b'{"type": "key", "key": "check", "down": true}')
        assert (await page.until(lambda message: True, kind="error"))[
            "text"
        ] == "Messages are text."
        assert (table.session.stage, table.session.lying()) == ("welcome", ("",) * 6)
        await page.press("check")
        await page.stage("setup")


@at_table
async def test_a_message_of_1_mb_closes_that_page_alone(table):
    async with table.page() as page, table.page() as other:
        await other.stage("welcome")
        await page.ws.send_str("x" * 1_000_000)
        while (message := await page.ws.receive()).type == WSMsgType.TEXT:
            pass
        assert message.type == WSMsgType.CLOSE
        assert message.data == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        await other.press("check")
        await other.stage("setup")


@at_table
async def test_more_pages_than_a_table_has_room_for_are_refused(table):
    async with contextlib.AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(table.page()) for _ in range(pages.MOST_PAGES)]
        for page in opened:
            await page.stage("welcome")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await table.client.ws_connect(table.url + "board")
        assert refused.value.status == 503
        await opened[0].press("check")
        await opened[-1].stage("setup")


# ---- Several pages at one board


@at_table
async def test_two_pages_see_the_same_board(table):
    async with table.page() as one, table.page() as two:
        await one.begin()
        await one.press("left", "middle", "right", "check")
        await one.stage("guess")
        await two.stage("guess")
        await two.press("left", "left", "middle", "right", "check")
        scored = await one.until(lambda board: board["scores"])
        assert scored == await two.until(lambda board: board["scores"])
        assert scored["scores"] == [[0, 2]]
        assert [look for look, _ in scored["lights"][:6]] == [
            1,
            0,
            0,
            lights.WHITE,
            lights.WHITE,
            lights.OFF,
        ]


@at_table
async def test_a_page_that_comes_later_sees_the_board_at_once(table):
    async with table.page() as page:
        await page.begin()
        async with table.page() as late:
            assert (await late.until(lambda hello: True, kind="hello"))["looks"][
                : rules.BLANK
            ] == list(rules.ANIMALS)
            assert (await late.until(lambda board: True))["stage"] == "hide"


@at_table
async def test_a_key_is_down_as_long_as_any_page_holds_it(table):
    async with table.page() as one, table.page() as two:
        await one.begin()
        await one.hood(True)
        for page in (one, two):
            await page.key("left", True)
        await one.until(lambda board: code_lights(board)[0][0] == 0)
        await one.key("left", False)
        await one.until(
            lambda board: code_lights(board)[0][0] == rules.NOT_CHOSEN
        )  # held on by the other page
        assert table.session.app.keys.down[keys.LEFT]


@at_table
async def test_keys_held_by_a_page_that_goes_are_let_go(table):
    async with table.page() as watcher:
        await watcher.begin()
        async with table.page() as page:
            await page.key("left", True)
            await page.key("middle", True)
            await page.key("middle", False)
            await page.key("middle", True)
            await until(lambda: table.session.app.keys.down[:2] == [True, True])
            page.ws._response.connection.transport.abort()
        await until(lambda: not any(table.session.app.keys.down))


async def until(happened):
    while not happened():
        await asyncio.sleep(0)


@at_table
async def test_a_flood_of_presses_starves_nobody(table):
    async with table.page() as flood, table.page() as other:
        await other.begin()
        flooding = asyncio.create_task(send_flood(flood))
        await other.press("left", "middle", "right")
        await other.hood(True)
        await other.until(lambda board: all(look < rules.BLANK for look, _ in code_lights(board)))
        await other.press("check")
        await other.stage("guess")
        await flooding
        await flood.press("left")
        await flood.until(
            lambda board: board["stage"] == "guess" and board["lights"][0][0] < rules.BLANK
        )


async def send_flood(page):
    """10,000 messages of a button that changes nothing while a code is hidden."""
    for _ in range(5_000):
        await page.press("menu")


@at_table
async def test_a_page_that_floods_has_its_keys_let_go(table):
    async with table.page() as page:
        await page.begin()
        await page.hood(True)
        await page.key("left", True)
        for _ in range(50 * pages.MOST_WAITING):
            await page.key("right", True)
        await page.press("middle")
        await page.until(lambda board: code_lights(board)[1][0] == 0)
        assert not table.session.app.keys.down[keys.LEFT]


def test_a_page_that_reads_slowly_is_kept_only_the_latest_of_each_kind():
    async def scenario():
        page = pages.Page()
        for number in range(1000):
            page.show({"type": "board", "number": number})
            page.tell({"type": "tune", "number": number})
        told = page.told()
        assert [await anext(told), await anext(told)] == [
            {"type": "board", "number": 999},
            {"type": "tune", "number": 999},
        ]
        page.show({"type": "board", "number": 999})  # what it knows is not told again
        page.tell({"type": "error", "text": "after it"})
        assert await anext(told) == {"type": "error", "text": "after it"}

    asyncio.run(scenario())


@at_table
async def test_a_page_that_reads_nothing_holds_up_nobody(table):
    async with table.page() as page:
        await page.stage("welcome")
        with contextlib.closing(slow_reader(table.port)):
            await page.press("menu")
            await page.stage("setup")
            for level in ("older", "expert", "younger") * 10:
                await page.press("left")
                await page.until(lambda board, level=level: board["level"] == level)


def slow_reader(port):
    """A socket with hardly any room that opens a page and never reads it."""
    mute = socket.socket()
    mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    mute.connect(("127.0.0.1", port))
    mute.sendall(
        f"GET /board HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    return mute


# ---- The secret


@at_table
async def test_the_code_is_sent_to_nobody_but_who_lifts_the_hood(table):
    async with table.page() as maker, table.page() as breaker:
        await maker.begin()
        await maker.press("left", "middle", "middle", "right", "right", "right")
        await maker.hood(True)
        seen = await maker.until(
            lambda board: [look for look, _ in code_lights(board)] == [0, 1, 2]
        )
        assert seen["hood"] is True
        assert all(colour != "#000000" for _, colour in code_lights(seen))
        await maker.press("check")
        after = await maker.stage("guess")
        assert (after["hood"], code_lights(after)) == (False, DARK)
        await breaker.stage("guess")
        for board in (message for message in breaker.heard if message["type"] == "board"):
            assert (board["hood"], code_lights(board)) == (False, DARK)


@at_table
async def test_the_hood_can_be_put_back(table):
    async with table.page() as page:
        await page.begin()
        await page.press("left")
        await page.hood(True)
        await page.until(lambda board: code_lights(board)[0][0] == 0)
        await page.hood(False)
        assert code_lights(await page.until(lambda board: not board["hood"])) == DARK


@at_table
async def test_the_hood_closes_with_the_stage_and_stays_closed(table):
    async with table.page() as page:
        await page.begin()
        await page.press("left")
        await page.hood(True)
        await page.until(lambda board: board["hood"])
        await page.key("menu", True)
        await page.stage("leave")
        await page.key("menu", False)
        await page.press("menu")
        back = await page.stage("hide")
        assert (back["hood"], code_lights(back)) == (False, DARK)


@at_table
async def test_a_hood_lifted_while_nobody_hides_stays_down(table):
    async with table.page() as page:
        await page.begin()
        await page.press("left", "middle", "right", "check")
        await page.stage("guess")
        await page.hood(True)
        error = await page.until(lambda message: True, kind="error")
        assert error["text"] == "The hood opens only while a code is being hidden."
        await page.press("left")
        board = await page.until(lambda board: board["lights"][0][0] == 0)
        assert (board["hood"], code_lights(board)) == (False, DARK)


@at_table
async def test_a_page_under_the_hood_is_told_nothing_new_by_the_codemakers_presses(table):
    """Not even through the current limit, which dims all lights by what the masked ones take."""
    async with table.page() as maker, table.page() as breaker:
        await maker.stage("welcome")
        await maker.press("check")
        await maker.stage("setup")
        for brightness in (3, 4, 5):
            await maker.press("right")
            await maker.until(lambda board, wanted=brightness: board["brightness"] == wanted)
        await maker.press("check")
        await breaker.stage("hide")
        await maker.hood(True)
        for animal in range(2 * len(rules.ANIMALS)):
            await maker.press("left", "middle", "right")
            wanted = animal % len(rules.ANIMALS)
            await maker.until(lambda board, wanted=wanted: code_lights(board)[2][0] == wanted)
        await maker.press("menu", "check")
        await breaker.stage("guess")
        hiding = [
            message
            for message in breaker.heard
            if message["type"] == "board" and message["stage"] == "hide"
        ]
        colours = {colour for board in hiding for _, colour in board["lights"]} - {"#000000"}
        assert len(colours) == 1


# ---- Pieces

NOTHING = ("", "", "")


@at_table
async def test_pieces_in_the_row_are_seen_by_all_and_read_by_the_board(table):
    async with table.page() as one, table.page() as two:
        await one.begin()
        await one.press("left", "middle", "right", "check")
        await one.stage("guess")
        assert one.board["pieces"] == [*NOTHING, *NOTHING]
        await one.place(0, "lion")
        await two.place(2, "something else")
        for page in (one, two):
            await page.lies("lion", "", "something else", *NOTHING)
            await page.until(lambda board: board["lights"][0][0] == 1)
            await page.until(lambda board: board["lights"][2][0] == lights.UNSURE)
        await two.place(0, "")
        await one.lies("", "", "something else", *NOTHING)
        await one.until(lambda board: board["lights"][0][0] == rules.NOT_CHOSEN)


@at_table
async def test_what_lies_under_the_hood_is_told_to_nobody_else(table):
    async with table.page() as maker, table.page() as breaker:
        await maker.begin()
        await maker.hood(True)
        for hole, piece in enumerate(("tiger", "lion", "something else")):
            await maker.place(3 + hole, piece)
        await maker.lies(*NOTHING, "tiger", "lion", "something else")
        await maker.until(
            lambda board: [look for look, _ in code_lights(board)] == [0, 1, lights.UNSURE]
        )
        await maker.place(5, "hippo")
        seen = await maker.until(lambda board: code_lights(board)[2][0] == 5)
        assert seen["pieces"] == [*NOTHING, "tiger", "lion", "hippo"]
        await maker.press("check")
        after = await maker.stage("guess")
        assert (after["hood"], after["pieces"]) == (False, [*NOTHING, *NOTHING])
        await breaker.stage("guess")
        async with table.page() as late:
            assert (await late.stage("guess"))["pieces"] == [*NOTHING, *NOTHING]
        for board in (message for message in breaker.heard if message["type"] == "board"):
            assert (board["pieces"], code_lights(board)) == ([*NOTHING, *NOTHING], DARK)
        assert sum(message["type"] == "tune" for message in breaker.heard) == tunes_of_hiding(maker)


def tunes_of_hiding(page):
    """A code is laid in silence: what is heard is the stages alone."""
    names = [message["name"] for message in page.heard if message["type"] == "tune"]
    assert set(names) <= {"welcome", "yes", "hidden"}
    return len(names)


@at_table
async def test_code_holes_are_reached_under_the_hood_alone(table):
    under_hood = "The code holes are under the hood: lift it first, while a code is being hidden."
    async with table.page() as maker, table.page() as other:
        await maker.begin()
        await maker.hood(True)
        await maker.place(3, "tiger")
        seen = await maker.until(lambda board: code_lights(board)[0][0] == 0)
        assert seen["pieces"] == [*NOTHING, "tiger", "", ""]
        await other.place(3, "")
        assert await other.refused() == under_hood
        await maker.hood(False)
        await maker.place(3, "lion")
        assert await maker.refused() == under_hood
        assert table.session.lying(hood_open=True) == (*NOTHING, "tiger", "", "")
        await maker.press("middle", "right", "check")
        await maker.stage("guess")
        await maker.place(4, "tiger")
        assert await maker.refused() == under_hood


@at_table
async def test_pieces_of_the_last_code_lie_there_when_the_hood_is_lifted_again(table):
    async with table.page() as page:
        await page.begin()
        await page.hood(True)
        await page.place(3, "tiger")
        await page.press("middle", "right")
        await page.until(lambda board: code_lights(board)[0][0] == 0)
        await page.press("check")
        await page.stage("guess")
        await page.press("left", "middle", "right", "check")
        board = await page.stage("reveal")
        assert board["pieces"] == [*NOTHING, *NOTHING]
        await page.press("check")
        await page.stage("scoreboard")
        await page.press("check")
        assert (await page.stage("hide"))["pieces"] == [*NOTHING, *NOTHING]
        await page.hood(True)
        await page.lies(*NOTHING, "tiger", "", "")


@at_table
async def test_a_flood_of_pieces_starves_nobody(table):
    async with table.page() as flood, table.page() as other:
        await other.begin()
        flooding = asyncio.create_task(send_pieces(flood))
        await other.press("left", "middle", "right", "check")
        await other.stage("guess")
        await flooding
        await other.place(1, "crocodile")
        await other.until(lambda board: board["pieces"][1] == "crocodile")
        await other.until(lambda board: board["lights"][1][0] == 2)


async def send_pieces(page):
    for number in range(3000):
        await page.place(number % 2 * 2, rules.ANIMALS[number % 6])


def test_a_board_of_buttons_has_no_tray():
    @at_table
    async def scenario(table):
        async with table.page() as page:
            assert (await page.stage("welcome"))["pieces"] is None
            await page.place(0, "tiger")
            assert await page.refused() == "This board is played with its buttons alone."

    scenario(input="buttons")


def test_a_table_that_pages_can_not_reach_has_no_tray():
    """Such as a real board that is mirrored."""

    class Mirrored:
        def __init__(self, session):
            self.step, self.look, self.key = session.step, session.look, session.key
            self.last_game = None

    mirrored = pages.Pages(Mirrored(Session(settings.defaults())))
    page = mirrored.join()
    page.do(pages.Put(0, "tiger"))
    mirrored.step()
    told = asyncio.run(told_to(page))
    assert told["error"] == {"type": "error", "text": "The pieces of this board are at its table."}
    assert told["board"]["pieces"] is None


async def told_to(page):
    """The messages that wait for a page, by type."""
    page.tell({"type": "last"})
    messages = {}
    async for message in page.told():
        messages[message["type"]] = message
        if message["type"] == "last":
            return messages


# ---- How it went, and scores by hand


@at_table
async def test_how_it_went_is_told_when_the_game_is_over_and_not_before(table):
    async with table.page() as page:
        await page.begin()
        await page.press("left", "middle", "middle", "right", "right", "right", "check")
        await page.stage("guess")
        await page.press("left", "left", "left", "middle", "middle", "right", "check")
        await page.until(lambda board: board["scores"])
        assert reviews(page) == [pages.NO_REVIEW]
        told = await page.until(lambda review: review["title"], kind="review")
        assert told["title"] == "Player two found the animals tiger, lion, crocodile in 1 row."
        assert told["rows"] == [
            {
                "guess": [2, 1, 0],
                "before": 216,
                "after": 6,
                "text": "Row 1: crocodile, lion, tiger: found! "
                "216 codes were possible: the chance was 1 in 36.",
            }
        ]
        async with table.page() as late:
            assert await late.until(lambda _: True, kind="review") == told
        await page.press("check")
        await page.stage("scoreboard")
        await page.press("check")
        assert await page.until(lambda _: True, kind="review") == pages.NO_REVIEW
        await page.stage("hide")
        async with table.page() as late:
            assert await late.until(lambda _: True, kind="review") == pages.NO_REVIEW


def reviews(page):
    return [message for message in page.heard if message["type"] == "review"]


@at_table
async def test_how_many_codes_are_left_is_told_while_the_table_shows_it(table):
    async with table.page() as page:
        await page.begin()
        await page.press("left", "middle", "right", "check")
        board = await page.stage("guess")
        assert (board["hints"], board["left"], board["row"]) == ("full", None, 0)
        await page.press("menu")
        assert (await page.until(lambda board: board["left"] is not None))["left"] == 216
        await page.press("left")
        await page.until(lambda board: board["left"] is None)


@at_table
async def test_a_person_scores_the_boards_row(table):
    async with table.page() as page:
        await page.stage("welcome")
        await page.press("check", "middle", "middle")
        await page.until(lambda board: board["hider"] == "board-guesses")
        await page.press("check")
        assert (await page.stage("answer"))["entering"] is False
        board = await page.until(lambda board: board["entering"])
        assert board["row"] == 0
        assert len({look for look, _ in board["lights"][:3]} - set(range(rules.BLANK))) == 0
        assert (board["guesses"], board["scores"]) == ([], [])
        await page.press("middle", "check")
        board = await page.until(lambda board: board["scores"])
        assert (board["scores"], board["entering"], len(board["guesses"])) == ([[0, 1]], False, 1)


# ---- Colours on a screen


def test_screen_colours_follow_the_table():
    assert (pages.srgb(0), pages.srgb(0.2140), pages.srgb(1), pages.srgb(2)) == (
        0,
        127,
        255,
        255,
    )


@at_table
async def test_a_question_dims_the_lights(table):
    async with table.page() as page:
        await page.begin()
        await page.press("left", "middle", "right", "check")
        await page.stage("guess")
        await page.press("left")
        bright = (await page.until(lambda board: board["lights"][0][0] == 0))["lights"][0][1]
        await page.key("menu", True)
        dimmed = (await page.stage("leave"))["lights"][0][1]
        assert light(dimmed) * 3 < light(bright) * 2


def light(colour):
    return sum(int(colour[at : at + 2], 16) for at in (1, 3, 5))
