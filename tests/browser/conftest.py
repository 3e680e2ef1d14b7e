# SPDX-License-Identifier: MIT
"""A real `mastermind play` on a free port, and Chromium in front of it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PLAY = (sys.executable, "-c", "from mastermind_host.cli import main; main()", "play")
LIMIT_MS = 20_000
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

expect.set_options(timeout=LIMIT_MS)


def chromium_path():
    """Where Chromium is, or None."""
    found = map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))
    return os.environ.get("CHROMIUM") or next(filter(None, found), None)


class Server:
    """`mastermind play` as a process of its own, which can be killed and started again."""

    def __init__(self, options, environment):
        self.url = ""
        self._options, self._environment = options, environment
        self._process = None

    def start(self, port=0):
        listen = ("--no-browser", "--listen", f"127.0.0.1:{port}")
        self._process = subprocess.Popen(
            [*PLAY, *listen, *self._options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **self._environment},
        )
        self.url = self._process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:")

    @property
    def port(self):
        return int(self.url.rstrip("/").rpartition(":")[2])

    def kill(self):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


class Player:
    """Somebody at a page: presses keys, reads lights, remembers what the page received."""

    def __init__(self, page, url):
        """`page` as Playwright makes it; `faults` are its errors, which no test shall have."""
        self.page = page
        self.frames = []
        self.faults = []
        page.set_default_timeout(LIMIT_MS)
        page.on("websocket", lambda ws: ws.on("framereceived", self._read_frame))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._read_console)
        page.goto(url)

    def _read_frame(self, frame):
        self.frames.append(frame)

    def _read_console(self, line):
        if line.type == "error":
            self.faults.append(line.text)

    def stage(self, name):
        self.page.locator(f'#board[data-stage="{name}"]').wait_for()

    def keys(self, names):
        """Type keys such as "1 1 2 Enter"."""
        for name in names.split():
            self.page.keyboard.press(name)

    def light(self, name):
        """Wait for the light of this name, such as "row 1, left hole: tiger"."""
        self.page.get_by_role("img", name=name, exact=True).wait_for()

    def says(self, text):
        """Wait until the live region says something with `text` in it."""
        expect(self.page.locator("#news")).to_contain_text(text)

    def picture(self, name):
        PICTURES.mkdir(exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")


@pytest.fixture(scope="session")
def chromium():
    path = chromium_path()
    if not path:
        pytest.skip("no Chromium: install it (apt install chromium) or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def serve():
    """serve(OPTIONS, ENVIRONMENT): a Server that has started."""
    servers = []

    def serve(*options, **environment):
        servers.append(Server(options, environment))
        servers[-1].start()
        return servers[-1]

    yield serve
    for server in servers:
        server.kill()


@pytest.fixture
def server(serve):
    return serve("--seed", "1", MASTERMIND_PLAY_MEMORY="-")


@pytest.fixture
def player(chromium, server):
    """A maker of players, each in a browser window of its own."""
    contexts, players = [], []

    def make(**options):
        contexts.append(chromium.new_context(**options))
        players.append(Player(contexts[-1].new_page(), server.url))
        players[-1].stage("welcome")
        return players[-1]

    yield make
    for context in contexts:
        context.close()
    assert [fault for player in players for fault in player.faults] == []


@pytest.fixture
def phone(player):
    return player(**PHONE)
