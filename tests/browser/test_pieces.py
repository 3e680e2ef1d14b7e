# SPDX-License-Identifier: MIT
"""Pieces on the page in a real browser: dragged by mouse and finger, moved by keys, kept secret."""

import json

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import expect

DESK = {"viewport": {"width": 1200, "height": 900}}
SURE = "What is that? Lift it and set it again, or press its button."
AGAIN = "Left hole: not sure. Lift it and set it again, or press its button."
HOLES = ("left", "middle", "right")


class Hand:
    """One that moves pieces on a page by a pointer."""

    def __init__(self, player):
        self.player, self.page = player, player.page

    def kind(self, piece):
        """Where pieces of a kind are in the tray."""
        return middle(self.page.locator(f'[data-piece="{piece}"]'))

    def hole(self, light):
        """Where the light of a hole is, by the beginning of its name."""
        return middle(self.page.locator(f'[aria-label^="{light}"]').first)

    def drag(self, start, end, before_end=lambda: None):
        self.carry(start, end)
        before_end()
        self.let_go()

    def carry(self, start, end):
        """Go down at a point and move to another."""
        raise NotImplementedError

    def let_go(self):
        raise NotImplementedError

    def lay(self, light, *pieces):
        """Drag pieces from the tray into the three holes of "row 1" or "code"."""
        for hole, piece in zip(HOLES, pieces, strict=True):
            self.drag(self.kind(piece), self.hole(f"{light}, {hole} hole"))
        for hole, piece in zip(HOLES, pieces, strict=True):
            self.player.light(f"{light}, {hole} hole: {piece}")


class Mouse(Hand):
    def carry(self, start, end):
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)

    def let_go(self):
        self.page.mouse.up()


class Finger(Hand):
    def __init__(self, player):
        super().__init__(player)
        self._touch = player.page.context.new_cdp_session(player.page)

    def carry(self, start, end):
        self._send("touchStart", start)
        for part in (0.2, 0.6, 1.0):
            self._send("touchMove", [a + part * (b - a) for a, b in zip(start, end, strict=True)])

    def let_go(self, kind="touchEnd"):
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": []})

    def _send(self, kind, at):
        point = {"x": at[0], "y": at[1]}
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def set_up(player, level="older", hider="friend"):
    """From Welcome to a game."""
    player.keys("m")
    player.stage("setup")
    setup = player.page.get_by_role("button", name=f"1, left hole: level, now {level}")
    while not setup.count():
        player.keys("1")
        player.page.wait_for_timeout(50)
    if hider == "board":
        player.keys("2")
        player.says("Who hides: the board.")
    player.keys("Enter")
    player.stage("guess" if hider == "board" else "hide")


def lift_hood(player):
    player.page.keyboard.down("h")
    player.page.locator("#board.lifted").wait_for()
    player.page.keyboard.up("h")


def lying(player, name):
    """The button of the hole in which a piece lies, such as "tiger in the left hole of row 1"."""
    return player.page.get_by_role("button", name=name)


def check_with_axe(player):
    violations = Axe().run(player.page)["violations"]
    assert [(found["id"], found["nodes"][0]["html"]) for found in violations] == []


def play_by_dragging(player, hand, picture):
    set_up(player)
    lift_hood(player)
    hand.lay("code", "tiger", "lion", "crocodile")
    player.picture(f"{picture}-hide")
    player.keys("Enter")
    player.stage("guess")
    hand.lay("row 1", "lion", "tiger", "crocodile")
    player.picture(picture)
    player.keys("Enter")
    player.light("row 1 score: 1 red, 2 white")
    expect(lying(player, "lion in the left hole of row 2")).to_be_visible()
    player.light("row 2, left hole: lion")
    player.keys("Enter")
    player.says("These animals lie there from the last row: set one anew, or press a button.")
    hand.lay("row 2", "tiger", "lion", "crocodile")
    player.keys("Enter")
    player.stage("reveal")
    player.says("Row 2: 3 red, 0 white. Found in 2 rows!")


def test_a_whole_game_by_dragging_with_the_mouse(player):
    desk = player(**DESK)
    play_by_dragging(desk, Mouse(desk), "desk-pieces")


def test_a_whole_game_by_dragging_on_a_phone(phone):
    play_by_dragging(phone, Finger(phone), "phone-pieces")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_whole_game_by_keyboard(player):
    desk = player(**DESK)
    set_up(desk)
    lift_hood(desk)
    for hole, piece in zip(HOLES, ("tiger", "lion", "crocodile"), strict=True):
        lay_by_keys(desk, piece, f"Put {piece} into the {hole} code hole")
        desk.light(f"code, {hole} hole: {piece}")
    desk.says("Right hole: crocodile.")
    desk.page.locator('[data-key="check"]').focus()
    desk.keys("Enter")
    desk.stage("guess")
    for hole, piece in zip(HOLES, ("tiger", "lion", "crocodile"), strict=True):
        lay_by_keys(desk, piece, f"Put {piece} into the {hole} hole of row 1")
        desk.says(f"{hole.capitalize()} hole: {piece}.")
    check_with_axe(desk)
    desk.page.locator('[data-key="check"]').focus()
    desk.keys("Enter")
    desk.stage("reveal")


def lay_by_keys(player, piece, target):
    """Pick up, go to the target with Tab, put down; the focus is back in the tray then."""
    kind = player.page.locator(f'[data-piece="{piece}"]')
    kind.focus()
    player.keys("Enter")
    expect(kind).to_have_attribute("aria-pressed", "true")
    goal = player.page.get_by_role("button", name=target, exact=True)
    expect(player.page.locator(".place:focus")).to_have_count(1)
    for _ in HOLES:
        if goal.evaluate("button => button === document.activeElement"):
            break
        player.keys("Tab")
    expect(goal).to_be_focused()
    player.keys("Space")
    expect(kind).to_be_focused()
    expect(kind).to_have_attribute("aria-pressed", "false")


def test_a_piece_in_the_hand_is_put_back(player):
    desk = player(**DESK)
    set_up(desk, hider="board")
    lay_by_keys(desk, "parrot", "Put parrot into the left hole of row 1")
    desk.light("row 1, left hole: parrot")
    lying(desk, "parrot in the left hole of row 1").focus()
    desk.keys("Enter")
    desk.says("Parrot in hand. Choose a hole; Escape puts it back.")
    desk.light("row 1, left hole: not chosen")
    desk.picture("desk-pieces-hand")
    check_with_axe(desk)
    desk.keys("Escape")
    desk.light("row 1, left hole: parrot")
    expect(lying(desk, "parrot in the left hole of row 1")).to_be_focused()
    desk.keys("Delete")
    desk.light("row 1, left hole: not chosen")
    expect(desk.page.locator(".place:visible")).to_have_count(0)
    desk.page.locator('[data-piece="lion"]').focus()
    desk.keys("Enter Escape")
    expect(desk.page.locator(".place:visible")).to_have_count(0)
    expect(desk.page.locator('[data-piece="lion"]')).to_be_focused()


def test_pieces_by_clicks_of_a_screen_reader_or_of_the_mouse(player):
    desk = player(**DESK)
    set_up(desk, hider="board")
    desk.page.locator('[data-piece="hippo"]').click()
    desk.page.get_by_role("button", name="Put hippo into the middle hole of row 1").click()
    desk.light("row 1, middle hole: hippo")
    desk.page.locator('[data-piece="tiger"]').dispatch_event("click")
    desk.page.get_by_role(
        "button", name="Put tiger into the middle hole of row 1 instead of hippo"
    ).dispatch_event("click")
    desk.light("row 1, middle hole: tiger")


@pytest.mark.parametrize("kind", [Mouse, Finger])
def test_a_piece_is_dragged_to_another_hole_and_out(phone, kind):
    hand = kind(phone)
    set_up(phone, hider="board")
    left, right = hand.hole("row 1, left hole"), hand.hole("row 1, right hole")
    hand.drag(hand.kind("elephant"), left)
    phone.light("row 1, left hole: elephant")

    def on_the_way():
        phone.light("row 1, left hole: not chosen")  # as soon as it is lifted
        expect(phone.page.locator(".place.over")).to_have_count(1)
        phone.picture("phone-pieces-drag")

    hand.drag(left, right, on_the_way)
    phone.light("row 1, right hole: elephant")
    phone.light("row 1, left hole: not chosen")
    hand.drag(right, hand.kind("tiger"))
    phone.light("row 1, right hole: not chosen")
    expect(phone.page.locator(".place:visible")).to_have_count(0)


def test_something_else_blinks_until_its_button_decides(player):
    desk = player(**DESK)
    hand = Mouse(desk)
    set_up(desk, hider="board")
    hand.drag(hand.kind("something else"), hand.hole("row 1, left hole"))
    desk.says(AGAIN)
    desk.light("row 1, left hole: not sure")
    expect(desk.page.locator("#advice")).to_have_text(SURE)
    desk.picture("desk-pieces-not-sure")
    check_with_axe(desk)
    desk.keys("2 3 Enter")
    desk.says(SURE)
    desk.keys("1")
    desk.light("row 1, left hole: tiger")
    expect(desk.page.locator("#advice")).not_to_have_text(SURE)


def test_a_hole_without_an_animal_is_blank_at_expert(player):
    desk = player(**DESK)
    hand = Mouse(desk)
    set_up(desk, "expert", "board")
    for hole, piece in (("left", "tiger"), ("right", "hippo")):
        hand.drag(hand.kind(piece), hand.hole(f"row 1, {hole} hole"))
        desk.light(f"row 1, {hole} hole: {piece}")
    desk.keys("Enter")
    desk.light("row 1, middle hole: blank")
    expect(desk.page.locator("#advice")).to_have_text(
        "A hole without an animal is blank: Enter again, if you want that."
    )
    desk.keys("Enter")
    desk.light("row 2, left hole: tiger")
    assert desk.page.evaluate("document.querySelectorAll('.row.current').length") == 1


def test_only_the_page_under_the_hood_is_told_what_lies_there(player):
    maker, breaker = player(**DESK), player()
    set_up(maker)
    hand = Mouse(maker)
    drop = maker.page.locator('[data-piece="tiger"]')
    drop.click()
    maker.says("First lift the mountain: hold it, or H.")
    lift_hood(maker)
    hand.lay("code", "tiger", "lion", "crocodile")
    assert pieces_of(maker, "hide")[-1] == ["tiger", "lion", "crocodile"]
    assert breaker.page.locator(".place:visible").count() == 0
    maker.keys("Enter")
    breaker.stage("guess")
    maker.stage("guess")
    assert maker.page.locator(".place:visible").count() == 0
    hidden = pieces_of(breaker, "hide") + pieces_of(breaker, "guess") + pieces_of(maker, "guess")
    assert [pieces for pieces in hidden if pieces != [""] * 3] == []


def pieces_of(player, stage):
    """What the page was told to lie in the code holes, in a stage."""
    boards = [
        message for message in map(json.loads, player.frames) if message.get("stage") == stage
    ]
    assert boards
    return [board["pieces"][3:] for board in boards]


def test_a_row_that_another_page_checks_takes_the_piece_along(player):
    one, two = player(**DESK), player()
    set_up(one, hider="board")
    hand = Mouse(one)
    hand.lay("row 1", "tiger", "tiger", "tiger")
    lying(one, "tiger in the left hole of row 1").focus()
    two.keys("Enter")
    two.light("row 2, left hole: tiger")
    expect(lying(one, "tiger in the left hole of row 2")).to_be_focused()
    one.keys("Delete")
    two.light("row 2, left hole: not chosen")


def test_a_drag_that_is_broken_off_puts_the_piece_back(player):
    desk = player(**DESK)
    hand = Mouse(desk)
    set_up(desk, hider="board")
    left = hand.hole("row 1, left hole")
    hand.drag(hand.kind("lion"), left)
    desk.light("row 1, left hole: lion")

    def escape():
        desk.light("row 1, left hole: not chosen")
        desk.keys("Escape")

    hand.drag(left, (20, 600), escape)
    desk.light("row 1, left hole: lion")
    expect(desk.page.locator(".ghost")).to_be_hidden()


def test_a_finger_that_the_phone_takes_away_puts_the_piece_back(phone):
    hand = Finger(phone)
    set_up(phone, hider="board")
    left = hand.hole("row 1, left hole")
    hand.drag(hand.kind("lion"), left)
    phone.light("row 1, left hole: lion")

    hand.carry(left, hand.kind("tiger"))
    phone.light("row 1, left hole: not chosen")
    hand.let_go("touchCancel")
    phone.light("row 1, left hole: lion")


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (390, 844), (768, 1024), (930, 800), (960, 700), (1200, 860)]
)
def test_board_and_tray_fit_without_scrolling(player, width, height):
    guest = player(viewport={"width": width, "height": height})
    set_up(guest, hider="board")
    guest.picture(f"pieces-{width}")
    boxes = [guest.page.locator(part).bounding_box() for part in ("#board", "#tray")]
    for box in boxes:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    assert boxes[0]["width"] * boxes[0]["height"] > 5 * boxes[1]["width"] * boxes[1]["height"]
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
    for kind in guest.page.locator(".piece").all():
        assert min(kind.bounding_box()["width"], kind.bounding_box()["height"]) >= 36


class TestButtons:
    """--input buttons"""

    @pytest.fixture
    def server(self, serve):
        return serve("--seed", "1", "--input", "buttons", MASTERMIND_PLAY_MEMORY="-")

    def test_there_is_no_tray(self, player):
        desk = player(**DESK)
        expect(desk.page.locator("#tray")).to_be_hidden()
        expect(desk.page.get_by_text("Animals to touch")).to_be_hidden()
