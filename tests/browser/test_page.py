# SPDX-License-Identifier: MIT
"""The page in a real browser: whole games, the hood, tabs, a lost connection, accessibility."""

import json
from contextlib import contextmanager

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import expect

OFF = [8, "#000000"]


def hide(player, keys="1 2 2 3 3 3"):
    """From Setup to the first row, with a code chosen under the hood: tiger, lion, crocodile."""
    player.keys("Enter")
    player.stage("hide")
    lift_hood(player)
    player.keys(keys)
    player.light("code, right hole: crocodile")
    player.keys("Enter")
    player.stage("guess")


def lift_hood(player):
    player.page.keyboard.down("h")
    player.page.locator("#board.lifted").wait_for()
    player.page.keyboard.up("h")


def set_up(player, level="older"):
    """From Welcome to Setup at a level."""
    player.keys("m")
    player.stage("setup")
    for name in ("younger", "older", "expert"):
        player.page.get_by_role("button", name=f"1, left hole: level, now {name}").wait_for()
        if name == level:
            return
        player.keys("1")


def test_a_whole_game_by_keyboard(player):
    desk = player(viewport={"width": 1200, "height": 900})
    desk.picture("desk-welcome")
    set_up(desk)
    desk.picture("desk-setup")
    hide(desk)
    desk.keys("1 1 2 3 3 3")
    desk.light("row 1, left hole: lion")
    desk.keys("Enter")
    desk.light("row 1 score: 1 red, 2 white")
    desk.says("Row 1: lion, tiger, crocodile. 1 red, 2 white.")
    desk.picture("desk-guess")
    desk.keys("1 2 2 3 3 3 Enter")
    desk.stage("reveal")
    desk.says("Row 2: 3 red, 0 white. Found in 2 rows!")
    desk.light("code, middle hole: lion")
    desk.picture("desk-reveal")
    desk.keys("Enter")
    desk.stage("scoreboard")
    desk.picture("desk-scoreboard")
    desk.keys("Enter")
    desk.stage("hide")
    desk.says("Player one, close your eyes!")


def test_how_it_went_is_told_after_the_game(player):
    desk = player(viewport={"width": 1200, "height": 900})
    panel = desk.page.get_by_role("region", name="How it went")
    set_up(desk)
    hide(desk)
    desk.keys("1 1 2 3 3 3 Enter")
    desk.light("row 1 score: 1 red, 2 white")
    expect(panel).to_be_hidden()
    desk.keys("1 2 2 3 3 3 Enter")
    desk.stage("reveal")
    expect(panel.locator("p")).to_have_text(
        [
            "Player two found the code tiger, lion, crocodile in 2 rows.",
            "Row 1: lion, tiger, crocodile: 1 red and 2 white. Of 216 possible codes it left 3. "
            "Lucky: such a guess leaves 41.2 on average. The board could not have asked better.",
            "Row 2: tiger, lion, crocodile: found! 3 codes were possible: the chance was 1 in 3.",
            "Skill: 2 of 2 guesses were as good as the board's, or nearly.",
            "Luck: 2 lucky rows, 0 unlucky rows.",
        ]
    )
    expect(panel.locator(".meter-label")).to_have_text(["216 → 3", "3 → 1"])
    desk.picture("desk-review")
    check_with_axe(desk, "reveal")
    desk.keys("Enter")
    desk.stage("scoreboard")
    expect(panel).to_be_visible()
    desk.keys("Enter")
    desk.stage("hide")
    expect(panel).to_be_hidden()
    assert desk.page.locator("#reviewRows li").count() == 0


def test_the_board_guesses_and_a_person_scores(player):
    desk = player(viewport={"width": 1200, "height": 900})
    set_up(desk)
    desk.keys("2 2")
    desk.says("Who hides: you, and the board guesses.")
    desk.picture("desk-setup-board-guesses")
    desk.keys("Enter")
    desk.stage("answer")
    desk.says("The board guesses lion, parrot, crocodile. How good is that?")
    expect(desk.page.locator("#title")).to_have_text("How good is row 1?")
    check_with_axe(desk, "answer")
    desk.keys("1 2")
    desk.says("So far: 1 red, 1 white.")
    desk.light("row 1 score so far: 1 red, 1 white")
    desk.picture("desk-answer")
    desk.keys("3 1 1 1")
    desk.light("row 1 score: 3 red")
    desk.keys("2")
    desk.says("No row can be scored like that.")
    desk.keys("Enter")
    desk.stage("reveal")
    expect(desk.page.locator("#title")).to_have_text("The board found it in 1 row!")
    desk.keys("Enter")
    desk.stage("scoreboard")
    expect(desk.page.locator("#title")).to_have_text("Player one 0 : 0 the board")


def test_scores_that_no_code_fits_are_mended(player):
    desk = player(viewport={"width": 1200, "height": 900})
    set_up(desk)
    desk.keys("2 2 Enter")
    title = desk.page.locator("#title")
    for row in (1, 2, 3):
        expect(title).to_have_text(f"How good is row {row}?")
        desk.keys("Enter")
    desk.stage("mend")
    desk.says("No code fits these scores.")
    check_with_axe(desk, "mend")
    desk.keys("1")
    desk.says("Row 2: elephant, hippo, elephant. no light.")
    desk.picture("desk-mend")
    desk.keys("Enter")
    expect(title).to_have_text("How good is row 2?")
    desk.keys("2 Enter")
    desk.stage("answer")


def test_menu_first_tells_how_many_codes_are_left(player):
    desk = player(viewport={"width": 1200, "height": 900})
    set_up(desk)
    hide(desk)
    desk.keys("m")
    desk.says("216 codes are possible. Again M: a hint.")
    expect(desk.page.locator("#advice")).to_have_text("216 codes are possible. Again M: a hint.")
    desk.picture("desk-codes-left")
    desk.keys("m")
    desk.says("A hint fills the row.")


def test_a_whole_game_by_touch_on_a_phone(phone):
    tap = {
        key: phone.page.locator(f'[data-key="{key}"]').tap
        for key in ("left", "middle", "right", "check")
    }
    tap["check"]()
    phone.stage("setup")
    tap["check"]()
    phone.stage("hide")
    phone.picture("phone-hide")
    with finger_on(phone, "#hood"):
        phone.page.locator("#board.lifted").wait_for()
    for key in ("left", "middle", "middle", "right"):
        tap[key]()
    phone.light("code, middle hole: lion")
    phone.picture("phone-hide-open")
    with finger_on(phone, '[data-key="right"]'):
        phone.light("code, right hole: not chosen")
    tap["right"]()
    phone.light("code, right hole: tiger")
    tap["check"]()
    phone.stage("guess")
    for key in ("left", "middle", "right", "check"):
        tap[key]()
    phone.light("row 1 score: 2 white")
    for key in ("left", "left", "middle", "right", "check"):
        tap[key]()
    phone.stage("reveal")
    phone.page.get_by_role("region", name="How it went").wait_for()
    phone.picture("phone-reveal")


@contextmanager
def finger_on(player, selector):
    """A finger that stays on an element."""
    box = player.page.locator(selector).bounding_box()
    touch = player.page.context.new_cdp_session(player.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    yield
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_mouse_holds_the_mountain_and_a_click_puts_it_back(player):
    desk = player()
    desk.keys("Enter")
    desk.stage("setup")
    desk.keys("Enter")
    desk.stage("hide")
    desk.page.locator("#hood").hover()
    desk.page.mouse.down()
    desk.page.locator("#board.lifted").wait_for()
    desk.page.mouse.up()
    desk.page.locator('[data-key="left"]').click()
    desk.light("code, left hole: tiger")
    desk.page.locator("#hood").click(position={"x": 20, "y": 10})
    desk.page.locator("#board:not(.lifted)").wait_for()
    desk.light("code, left hole: off")


def test_a_button_pressed_by_a_screen_reader_is_pressed_once(player):
    desk = player()
    desk.page.locator('[data-key="check"]').dispatch_event("click")
    desk.stage("setup")
    desk.page.locator('[data-key="left"]').focus()
    desk.keys("Enter")
    desk.says("Level: older.")
    desk.keys("Space")
    desk.says("Level: expert.")


def test_only_the_page_that_lifts_the_hood_gets_the_code(player):
    maker, breaker = player(), player()
    set_up(maker)
    hide(maker)
    breaker.stage("guess")
    breaker.keys("1")
    maker.light("row 1, left hole: tiger")
    assert all(look < 6 for look, _ in code_of(maker, "hide")[-1])
    for frame_lights in code_of(breaker, "hide") + code_of(breaker, "guess"):
        assert frame_lights == [OFF] * 3
    for frame_lights in code_of(maker, "guess"):
        assert frame_lights == [OFF] * 3


def code_of(player, stage):
    """The code lights of all boards that the page has received in a stage."""
    boards = [
        message for message in map(json.loads, player.frames) if message.get("stage") == stage
    ]
    assert boards
    return [board["lights"][54:] for board in boards]


def test_a_refused_press_is_seen_and_said(player):
    desk = player()
    set_up(desk)
    desk.keys("Enter")
    desk.stage("hide")
    desk.keys("Enter")
    desk.says("Not yet: choose an animal for each of the three holes.")
    expect(desk.page.locator("#advice")).to_have_text(
        "Not yet: choose an animal for each of the three holes."
    )


def test_two_tabs_see_the_same_board(player):
    one, two = player(), player()
    set_up(one, "expert")
    two.page.get_by_role("button", name="1, left hole: level, now expert").wait_for()
    two.keys("3")
    one.page.get_by_role("button", name="3, right hole: light, now 3 of 5").wait_for()


def test_a_key_held_in_a_tab_that_is_closed_is_let_go(player):
    one, two = player(), player()
    set_up(one)
    hide(one)
    one.page.keyboard.down("1")
    two.light("row 1, left hole: tiger")
    one.page.close()
    two.keys("1")
    two.light("row 1, left hole: lion")


def test_a_lost_connection_says_so_and_comes_back(player, server):
    desk = player()
    set_up(desk)
    server.kill()
    lost = desk.page.get_by_text("The connection to the board is lost. Trying again …")
    expect(lost).to_be_visible()
    desk.picture("desk-lost")
    server.start(server.port)
    desk.stage("welcome")
    expect(lost).to_be_hidden()
    desk.keys("Enter")
    desk.stage("setup")
    assert all("ERR_CONNECTION" in fault for fault in desk.faults)
    desk.faults.clear()


@pytest.mark.parametrize("width", [390, 1200])
def test_axe_finds_nothing(player, width):
    guest = player(viewport={"width": width, "height": 860})
    check_with_axe(guest, "welcome")
    set_up(guest)
    check_with_axe(guest, "setup")
    hide(guest)
    guest.keys("1 2 2 3 3 Enter")
    guest.light("row 1 score: 2 red")
    check_with_axe(guest, "guess")
    guest.keys("1 2 2 3 3 3 Enter")
    guest.stage("reveal")
    check_with_axe(guest, "reveal")


def check_with_axe(player, stage):
    player.stage(stage)
    violations = Axe().run(player.page)["violations"]
    assert [(found["id"], found["nodes"][0]["html"]) for found in violations] == [], stage


BOARD_REPEATS = {
    "younger": "A code hidden by the board always has three different animals.",
    "older": "A code hidden by the board always has three different animals.",
    "expert": "A code hidden by the board may repeat animals and blanks, too.",
}


@pytest.mark.parametrize("level", BOARD_REPEATS)
def test_how_to_play_says_at_each_level_what_may_repeat(player, level):
    guest = player()
    set_up(guest, level)
    guest.keys("Enter")
    guest.stage("hide")
    told = guest.page.locator(f'details[data-level="{level}"]')
    expect(told).to_have_attribute("open", "")
    expect(told.locator(".repeats")).to_contain_text("A person may hide the same animal")
    expect(told.locator(".by-board")).to_have_text(BOARD_REPEATS[level])
    assert guest.page.locator("details[open]").count() == 1


def test_every_look_can_be_told_apart_without_colours(phone):
    """Each animal has its letter and shape; blank and not chosen differ from them and from off."""
    set_up(phone, "expert")
    hide(phone)
    letters, shapes = [""], [shape(phone)]
    for look in ("tiger", "lion", "crocodile", "parrot", "elephant", "hippo", "blank"):
        phone.keys("1")
        phone.light(f"row 1, left hole: {look}")
        letters.append(letter(phone))
        shapes.append(shape(phone))
    assert letters == ["", "T", "L", "C", "P", "E", "H", ""]
    assert len({*shapes, "animals.svg#off"}) == 9
    assert all(drawn(phone, name) for name in shapes)
    phone.picture("phone-guess")


LEFT = '[aria-label^="row 1, left hole"]'


def letter(player):
    return player.page.locator(f"{LEFT} .letter").text_content()


def drawn(player, name):
    """Whether the shape of that address exists."""
    script = """async (name) => {
        const [file, id] = name.split("#");
        const text = await (await fetch(file)).text();
        return new DOMParser().parseFromString(text, "image/svg+xml").getElementById(id) !== null;
    }"""
    return player.page.evaluate(script, name)


def shape(player):
    return player.page.locator(f"{LEFT} use").get_attribute("href")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (768, 1024), (1200, 860)])
def test_the_whole_board_fits_without_scrolling(player, width, height):
    guest = player(viewport={"width": width, "height": height})
    set_up(guest, "expert")
    hide(guest)
    guest.picture(f"guess-{width}")
    box = guest.page.locator("#board").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
    for key in guest.page.locator(".key").all():
        assert min(key.bounding_box()["width"], key.bounding_box()["height"]) >= 44
