# SPDX-License-Identifier: MIT
"""The page of a real board: the same firmware at the other end of a pseudo terminal."""

import threading
from pathlib import Path
from types import MappingProxyType

import pytest
from axe_core_python.sync_playwright import Axe
from fake_board import FakeBoard
from fake_clock import FakeClock
from linked import Rig, SensedRig
from playwright.sync_api import expect
from pty_board import PtyBoard

from mastermind import stages
from mastermind.calibration import READ_MS
from mastermind_host import optics

PICTURES = Path(__file__).parent / "pictures"

DESK = {"viewport": {"width": 1200, "height": 900}}
AT_THE_TABLE = "Your Raspberry Pi Pico: its keys are at the table."
NO_KEYS = "The keys are at the table. To press them here: allow_remote = true in its settings.toml."


class Table:
    """A board that plays, with a data port on this computer, and somebody at its keys."""

    def __init__(self, folder, rig=Rig, **settings):
        self.rig = rig(level="older", **settings)
        self.board = FakeBoard(folder / "CIRCUITPY", FakeClock())
        self.board.on_data = self._answer
        self.served = PtyBoard(self.board, folder)

    def _answer(self, data):
        self.rig.player.wait(25)  # time passes at the table, too
        return self.rig.say(data)

    def do(self, action):
        """Have the board's thread do it, and wait until it is done."""
        done = threading.Event()
        self.served.do(lambda: (action(), done.set()))
        assert done.wait(10)

    def press(self, *names):
        self.do(lambda: self.rig.player.press(*names))

    def row(self, letters):
        self.do(lambda: (self.rig.player.choose(letters), self.rig.player.press("check")))


@pytest.fixture
def settings():
    return {}


@pytest.fixture
def table(tmp_path, settings):
    table = Table(tmp_path, **settings)
    with table.served:
        yield table


@pytest.fixture
def server(serve, table, tmp_path, monkeypatch):
    monkeypatch.delenv("MASTERMIND_PLAY_MEMORY", raising=False)
    return serve(XDG_DATA_HOME=str(tmp_path / "data"), **table.served.environment)


def test_a_game_at_the_table_is_seen_on_the_page(player, table, tmp_path):
    desk = player(**DESK)
    banner = desk.page.locator("#mirror")
    expect(banner).to_have_text(AT_THE_TABLE)
    expect(desk.page.locator("#tray")).to_be_hidden()  # the animals are at the table, too
    table.press("check", "check")
    desk.stage("hide")
    expect(desk.page.locator("#advice")).to_have_text(
        "Player one: lift the mountain on the table, choose three animals, then the green button."
    )
    expect(desk.page.locator("#hood")).to_be_disabled()
    desk.picture("mirror-hide")
    table.row("TLC")
    desk.stage("guess")
    table.row("LTC")
    desk.light("row 1, left hole: lion")
    desk.light("row 1 score: 1 red, 2 white")
    desk.says("Row 1: lion, tiger, crocodile. 1 red, 2 white.")
    desk.picture("mirror-guess")
    assert_fits(desk, 900)
    assert Axe().run(desk.page)["violations"] == []
    table.row("TLC")
    desk.stage("reveal")
    panel = desk.page.get_by_role("region", name="How it went")
    expect(panel.locator("#reviewTitle")).to_have_text(
        "Player two found the code tiger, lion, crocodile in 2 rows."
    )
    desk.picture("mirror-reveal")
    kept = tmp_path / "data" / "jungle-mastermind" / "games" / f"{table.board.uid}.txt"
    assert len(kept.read_text().splitlines()) == 1


def assert_fits(player, height):
    """The whole board is seen without scrolling, in spite of the banner."""
    box = player.page.locator("#board").bounding_box()
    assert box["y"] + box["height"] <= height


def test_keys_of_the_page_are_refused_in_words(player, table):
    desk = player(**DESK)
    expect(desk.page.locator("#mirror")).to_have_text(AT_THE_TABLE)
    expect(desk.page.locator('[data-key="check"]')).to_have_attribute("aria-disabled", "true")
    desk.keys("Enter")
    desk.says(NO_KEYS)
    expect(desk.page.locator("#advice")).to_have_text(NO_KEYS)
    desk.picture("mirror-refused")
    assert table.rig.player.stage == "welcome"


def test_a_board_that_is_unplugged_is_waited_for(player, table):
    desk = player(**DESK)
    table.press("check")
    desk.stage("setup")
    table.do(table.board.unplug)
    banner = desk.page.locator("#mirror.gone")
    expect(banner).to_have_text("The board is unplugged, or starts anew. This page waits for it.")
    desk.picture("mirror-gone")
    table.do(table.board.plug)
    expect(desk.page.locator("#mirror")).to_have_text(AT_THE_TABLE)
    table.press("left")
    desk.says("Level: expert.")


class TestWithLeave:
    """allow_remote = true"""

    @pytest.fixture
    def settings(self):
        return {"allow_remote": True}

    def test_the_page_plays_on_the_board(self, player, table):
        desk = player(viewport={"width": 390, "height": 844})
        expect(desk.page.locator("#mirror")).to_have_text(
            "Your Raspberry Pi Pico: play at the table or here."
        )
        desk.keys("Enter")
        desk.stage("setup")
        desk.keys("2")
        desk.says("Who hides: the board.")
        desk.keys("Enter")
        desk.stage("guess")
        desk.keys("1 2 2")
        desk.light("row 1, middle hole: lion")
        assert table.rig.player.app.table.row.holes == [0, 1, 7]
        desk.picture("mirror-phone")
        assert_fits(desk, 844)


class TestCalibrating:
    """A board with six sensors learns the animals. Its pictures are in hardware/docs/sensors.md."""

    # The light that tells what is to be laid in a step, and the name of the picture of that.
    SHOWN = MappingProxyType(
        {
            0: ("row 1, left hole: not chosen", "nothing"),
            1: ("row 1, left hole: white", "paper"),
            2: ("row 1, left hole: tiger", "animals"),
            7: ("row 1, left hole: hippo", "last"),
        }
    )

    @pytest.fixture
    def table(self, tmp_path):
        table = Table(tmp_path, SensedRig)
        app = table.rig.player.app
        app.stage = stages.make("calibrate", app.table)
        app.stage.enter(app.board.now())
        self.read(table.rig, 60)
        with table.served:
            yield table

    def read(self, rig, times):
        for _ in range(times):
            rig.read_sensors()
            rig.player.wait(READ_MS)

    def measure(self, rig, step):
        """Lay what is wanted, and press check."""
        if step == 1:
            rig.lay(optics.WHITE_PAPER)
        elif step > 1:
            rig.lay_animals(step - 2)
        self.read(rig, 1)
        rig.player.press("check")
        self.read(rig, 20)

    def test_the_lights_lead_and_the_page_tells_it(self, chromium, server, table):
        context = chromium.new_context(**DESK)
        page = context.new_page()
        page.goto(server.url)
        page.locator('#board[data-stage="calibrate"]').wait_for()
        expect(page.locator("#title")).to_have_text("Calibration")
        for step in range(8):
            assert table.rig.player.app.stage.lesson.step == step
            if step in self.SHOWN:
                light, name = self.SHOWN[step]
                page.get_by_role("img", name=light, exact=True).wait_for()
                page.locator("#board").screenshot(path=PICTURES / f"calibrate-{name}.png")
            table.do(lambda step=step: self.measure(table.rig, step))
        page.locator('#board .light[data-look="cheer"]').first.wait_for()
        page.locator("#board").screenshot(path=PICTURES / "calibrate-done.png")
        assert all(table.rig.player.memory.state.calibrations)
        context.close()
