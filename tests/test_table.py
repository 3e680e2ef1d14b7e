# SPDX-License-Identifier: MIT
"""What the table does beside whole games: waking, idling, holds, doubts, the hood, sounds."""

import itertools

import fakes
import pytest

from mastermind import keys, lights, rules, tunes
from mastermind.app import AWAKE, DARK

MINUTE = 60_000


def guessing(**changes):
    """A player at the first guess of a game whose code is TLC."""
    player = fakes.Player(fakes.chosen(**{"level": "older"} | changes))
    player.press("check", "check")
    player.choose("TLC")
    player.press("check")
    assert player.stage == "guess"
    return player


def at_scoreboard(**changes):
    player = guessing(**changes)
    player.choose("TLC")
    player.press("check", "check")
    assert player.stage == "scoreboard"
    return player


def brightest(player):
    return max(max(colour >> 16, colour >> 8 & 255, colour & 255) for colour in player.board.frame)


@pytest.mark.parametrize("name", keys.NAMES[:5])
def test_any_key_leads_from_welcome_to_setup_and_does_nothing_else(name):
    player = fakes.Player()
    player.hold(name, 700)
    assert (player.stage, player.picture) == ("setup", ["2 ..# ...", "1 ### ..."])


@pytest.mark.parametrize("stage", ["setup", "scoreboard"])
def test_setup_and_scoreboard_fall_back_to_welcome(stage):
    player = at_scoreboard() if stage == "scoreboard" else fakes.Player()
    if stage == "setup":
        player.press("check")
    heard = len(player.board.tunes)
    player.jump(5 * MINUTE - 200)
    assert player.stage == stage
    player.jump(200)
    assert (player.stage, player.app.rest) == ("welcome", 1)
    assert len(player.board.tunes) == heard, "the board plays a tune in a room where nobody is"


def test_a_game_dims_then_goes_dark_and_is_never_left():
    player = guessing()
    player.press("left", "middle", "right")
    bright, picture = brightest(player), player.picture
    player.jump(5 * MINUTE)
    assert (player.stage, brightest(player)) == ("guess", bright // 4)
    player.jump(5 * MINUTE)
    assert (player.stage, set(player.board.frame)) == ("guess", {0})
    player.jump(600 * MINUTE)
    assert (player.stage, player.picture) == ("guess", picture)


@pytest.mark.parametrize("minutes", [6, 11])
@pytest.mark.parametrize("name", keys.NAMES[:5])
def test_the_press_that_wakes_does_nothing_else(name, minutes):
    player = guessing()
    player.press("left", "middle", "right")
    bright, picture = brightest(player), player.picture
    player.jump(minutes * MINUTE)
    player.hold(name, 3500)
    assert (player.stage, player.picture, brightest(player)) == ("guess", picture, bright)
    player.press("left")
    assert player.picture == ["1 LTT ..."]


def test_a_dark_welcome_wakes_before_it_leads_to_setup():
    player = fakes.Player()
    player.jump(11 * MINUTE)
    assert set(player.board.frame) == {0}
    player.press("check")
    assert player.stage == "welcome"
    player.press("check")
    assert player.stage == "setup"


def test_setup_steps_wrap_round_and_brightness_is_seen_at_once():
    player = fakes.Player()
    player.press("check")
    seen = []
    for _ in range(5):
        player.press("right")
        seen.append(brightest(player))
    assert seen == [lights.dim(0x70, scale) for scale in (40, 80, 160, 10, 20)]
    player.press("left", "left", "left", "middle", "middle", "middle")
    assert player.picture == ["2 ..# ...", "1 ### ..."]


def test_setup_opens_with_what_was_played_last():
    player = fakes.Player()
    player.press("check", "left", "left", "middle", "right", "check")
    player.hold("menu", 1100)
    player.press("check")
    assert (player.stage, player.picture) == ("setup", ["3 #.# ...", "2 ### ...", "1 ### ..."])


def test_unused_keys_are_refused_and_change_nothing():
    player = at_scoreboard()
    picture = player.picture
    player.press("left")
    assert player.picture == [*picture, "code !!!"]
    assert player.board.tunes[-1] == tunes.REFUSED
    player.wait(1100)
    assert player.picture == picture


def test_a_refused_row_flashes_twice_under_3_hz():
    player = guessing()
    player.press("left", "right")
    start = player.board.now_ms
    player.press("check")
    player.wait(1500)
    fault = lights.dim(lights.LOOKS[lights.FAULT][1], 20)
    shown = [(ms, frame[1] == fault) for ms, frame in player.board.frames if ms > start]
    edges = [
        ms
        for (ms, lit), (_, before) in zip(shown, [(0, False), *shown], strict=False)
        if lit and not before
    ]
    assert len(edges) == 2
    assert edges[1] - edges[0] >= 500
    assert player.board.tunes[-1] == tunes.REFUSED


def test_mashing_check_never_flashes_faster():
    player = guessing()
    start = player.board.now_ms
    for _ in range(40):
        player.hold("check", 20)
    fault = lights.dim(lights.LOOKS[lights.FAULT][1], 20)
    shown = [(ms, frame[0] == fault) for ms, frame in player.board.frames if ms > start]
    edges = [
        ms
        for (ms, lit), (_, before) in zip(shown, [(0, False), *shown], strict=False)
        if lit and not before
    ]
    assert len(edges) >= 4
    assert min(later - ms for ms, later in itertools.pairwise(edges)) >= 500


def test_holding_empties_one_hole_only():
    player = guessing()
    player.press("left", "middle", "right")
    player.hold("middle", 700)
    assert player.picture == ["1 T?T ..."]


@pytest.mark.parametrize(
    ("helper", "level", "doubted"),
    [
        ("younger", "younger", True),
        ("younger", "older", False),
        ("always", "expert", True),
        ("off", "younger", False),
    ],
)
def test_the_helper_doubts_a_guess_that_cannot_be_right(helper, level, doubted):
    player = guessing(helper=helper, level=level)
    player.choose("EHE")
    player.press("check")
    player.choose("EHE")
    player.press("check")
    rows = len(player.app.table.game.history)
    assert rows == (1 if doubted else 2)
    assert player.board.tunes[-1] == (tunes.DOUBT if doubted else tunes.SCORED)
    player.wait(900)
    player.press("check")
    assert len(player.app.table.game.history) == 2


def test_a_doubted_row_shakes_left_and_right_once():
    player = guessing(helper="always")
    player.choose("EHE")
    player.press("check")
    player.choose("EHP")
    player.change(keys.CHECK, True)
    seen = []
    for _ in range(10):
        seen.append(player.picture[0])
        player.wait(85)
    assert seen == [
        *["2 HP. ..."] * 2,
        *["2 EHP ..."] * 2,
        *["2 .EH ..."] * 2,
        *["2 EHP ..."] * 4,
    ]


def test_a_changed_row_is_doubted_anew():
    player = guessing(helper="always")
    player.choose("EHE")
    player.press("check")
    player.choose("EHE")
    player.press("check", "left", "left", "left", "left", "left", "left", "check")
    assert len(player.app.table.game.history) == 1
    player.press("check")
    assert len(player.app.table.game.history) == 2


def test_a_hint_marks_the_game_as_helped():
    player = guessing()
    assert not player.app.table.game.helped
    player.press("menu", "menu")
    player.wait(300)
    assert (player.app.table.game.helped, player.picture) == (True, ["1 TLC ..."])


def test_a_hint_does_not_overtake_a_press():
    player = guessing()
    player.change(keys.MENU, True)
    player.change(keys.MENU, False)
    player.put(keys.event(keys.DOWN, keys.LEFT))
    player.wait(500)
    assert player.picture in (["1 T?? ..."], ["1 LLC ..."])


def test_new_match_asks_first():
    player = at_scoreboard()
    player.press("check")
    player.choose("EEH")
    player.press("check")
    player.choose("HEE")
    player.press("check")
    player.choose("EEH")
    player.press("check", "check")
    assert player.app.table.match.rounds_won == [0, 1]
    player.hold("menu", 3100)
    assert player.stage == "newmatch"
    player.press("menu")
    assert (player.stage, player.app.table.match.rounds_won) == ("scoreboard", [0, 1])
    player.hold("menu", 3100)
    player.press("check")
    assert (player.stage, player.app.table.match.rounds_won) == ("setup", [0, 0])
    assert player.picture == ["2 #.# ...", "1 ### ..."]


def test_a_question_dims_the_table():
    player = guessing()
    player.press("left", "middle", "right")
    tiger = player.board.frame[0]
    player.hold("menu", 1100)
    assert player.stage == "leave"
    assert player.board.frame[0] == lights.dim(lights.PALETTES["bright"][0], 5) < tiger


def test_many_rounds_are_counted_in_tens_at_the_side():
    player = at_scoreboard()
    player.app.table.match.rounds_won = [23, 100]
    player.press("left")
    player.wait(1100)
    assert player.picture[-3:] == ["3 1.2 ..2", "2 1.2 1.2", "1 122 1.2"]


def test_the_hood_counts_only_when_it_has_been_seen():
    player = fakes.Player(fakes.chosen(level="older"))
    player.press("check", "check", "left")
    assert player.picture[-1] == "code T??"
    player.change(keys.HOOD, True)
    player.press("left")
    assert player.picture[-1] == "code L??"


def test_a_lifted_hood_hides_the_code_and_refuses_presses():
    player = fakes.Player(fakes.chosen(level="older"))
    player.change(keys.HOOD, True)
    player.press("check", "check", "left")
    player.change(keys.HOOD, False)
    player.wait(100)
    assert player.picture == ["9 ^^^ ..."]
    player.press("left")
    assert player.board.tunes[-1] == tunes.REFUSED
    player.hold("left", 700)
    player.change(keys.HOOD, True)
    player.wait(1500)
    assert player.picture[-1] == "code T??"


def test_a_lifted_hood_may_be_left():
    player = fakes.Player()
    player.change(keys.HOOD, True)
    player.press("check", "check")
    player.change(keys.HOOD, False)
    player.hold("menu", 1100)
    player.press("check")
    assert player.stage == "setup"


def test_animals_are_placed_in_the_holes_of_the_stage():
    player = fakes.Player(fakes.chosen(level="older"))
    player.press("check", "check")
    for place, animal in ((3, 0), (4, 1), (5, 2), (0, 5)):
        player.place(place, animal)
    assert player.picture[-1] == "code TLC"
    player.press("check")
    for place, animal in ((0, 5), (1, 4), (2, 3), (3, 0)):
        player.place(place, animal)
    assert player.picture == ["1 HEP ..."]
    player.place(0, rules.BLANK)
    assert (player.picture, player.board.tunes[-1]) == (["1 !EP ..."], tunes.REFUSED)


def test_sound_may_be_off():
    player = fakes.Player(fakes.chosen(sound=False))
    player.press("check", "check", "left", "check")
    assert player.board.tunes == []


def test_every_event_of_a_game_is_heard():
    player = at_scoreboard()
    heard = [tune for tune in player.board.tunes if tune != tunes.STEP]
    assert heard == [tunes.WELCOME, tunes.YES, tunes.HIDDEN, tunes.BROKEN]


def test_a_code_is_chosen_in_silence():
    player = fakes.Player(fakes.chosen(level="older"))
    player.press("check", "check")
    heard = len(player.board.tunes)
    player.press("left", "left", "middle")
    player.hold("middle", 700)
    player.place(5, 3)
    assert len(player.board.tunes) == heard
    player.press("check")
    assert player.board.tunes[heard:] == [tunes.REFUSED]


def test_wrong_settings_are_shown_at_welcome():
    player = fakes.Player(mistakes=["settings.toml line 1: no."])
    assert player.picture[-1] == "code ~~~"


@pytest.mark.parametrize(
    ("repeats", "level", "code"),
    [
        ("expert", "older", (0, 1, 2)),
        ("expert", "expert", (0, 0, 6)),
        ("always", "older", (0, 0, 0)),
        ("never", "expert", (0, 6, 1)),
    ],
)
def test_the_boards_own_code_repeats_as_the_setting_says(repeats, level, code):
    data = {"older": [0, 6, 0, 1, 2], "expert": [0, 7, 6, 1]}[level]
    settings = fakes.chosen(level=level, hider="board", board_repeats=repeats)
    player = fakes.Player(settings, urandom=fakes.urandom_from(data))
    player.press("check", "check")
    assert player.app.table.game.code == code


def test_menu_held_at_power_up_starts_the_wiring_test():
    player = fakes.Player(held=["menu"])
    assert player.stage == "wiring"
    walked = []
    for _ in range(57 * 3):
        walked += [
            (light, look) for light, look in enumerate(player.app.picture) if look >= lights.PROBE_R
        ]
        player.wait(200)
    assert walked == [(light, lights.PROBE_R + lap) for lap in range(3) for light in range(57)]
    player.change(keys.MENU, False)
    for column, name in enumerate(keys.NAMES):
        player.change(keys.NAMES.index(name), True)
        lit = {light for light, look in enumerate(player.app.picture) if look == lights.BAR}
        assert lit | {
            light for light in range(54) if player.app.picture[light] >= lights.PROBE_R
        } >= set(range(column, 54, 6))
        player.change(keys.NAMES.index(name), False)
    player.hold("menu", 3100)
    assert player.stage == "welcome"


def test_the_start_runs_the_scoring_self_test(monkeypatch):
    monkeypatch.setattr(rules, "compare", lambda code, guess, level: rules.Score(0, 0))
    with pytest.raises(
        RuntimeError,
        match=r"self-test failed: older 012 012 30 scored \(0, 0\)\. Put the firmware on anew",
    ):
        fakes.Player()


def test_a_still_table_shows_no_frames():
    player = guessing()
    player.press("left", "middle", "right")
    player.wait(1000)
    shown = len(player.board.frames)
    player.wait(MINUTE)
    assert len(player.board.frames) == shown


def test_a_press_is_shown_in_the_very_step_that_takes_it():
    player = guessing()
    player.wait(700)
    shown = len(player.board.frames)
    player.put(keys.event(keys.DOWN, keys.LEFT))
    assert len(player.board.frames) == shown + 1


# ---- Animals on sensors


def test_a_sensor_that_is_found_over_an_empty_hole_changes_nothing():
    player = guessing()
    player.press("left")
    player.place(0, keys.NOTHING)
    assert player.picture == ["1 T?? ..."]
    player.place(0, 3)
    player.place(0, keys.NOTHING)
    assert player.picture == ["1 ??? ..."]


def test_what_lies_there_already_is_chosen_when_the_row_begins():
    player = fakes.Player(fakes.chosen(level="older"))
    for place, animal in ((0, 5), (3, 0), (4, 0), (5, 1)):
        player.place(place, animal)
    player.press("check", "check")
    assert player.picture[-1] == "code TTL"
    player.press("check")
    assert player.picture == ["1 H?? ..."]


def test_a_lost_sensor_is_seen_and_heard_and_takes_nothing_away():
    player = guessing()
    player.place(1, 4)
    player.place(1, keys.UNSEEN)
    assert (player.picture, player.board.tunes[-1]) == (["1 ?!? ..."], tunes.REFUSED)
    player.wait(1100)
    assert player.picture == ["1 ?E? ..."]


def test_something_unknown_blinks_until_its_button_decides():
    player = guessing()
    player.place(2, keys.UNSURE)
    assert player.picture == ["1 ??u ..."]
    player.press("right")
    assert player.picture == ["1 ??T ..."]
    player.press("left", "middle", "check")
    assert player.picture == ["2 ??T ...", "1 TTT r.."], "decided once for as long as it lies there"


def test_a_double_press_costs_no_row_and_a_touch_allows_it():
    player = guessing()
    for place in range(3):
        player.place(place, 5)
    player.press("check", "check")
    assert player.board.tunes[-1] == tunes.REFUSED
    assert len(player.app.table.game.history) == 1
    player.wait(1100)
    player.press("left", "left", "left", "left", "left", "left", "check")
    assert len(player.app.table.game.history) == 2


def test_setting_or_lifting_an_animal_wakes_the_table_and_counts():
    player = guessing()
    player.place(0, keys.NOTHING)
    player.jump(11 * 60_000)
    assert player.app.rest == DARK
    player.place(0, 2)
    assert (player.app.rest, player.picture) == (AWAKE, ["1 C?? ..."])


def test_a_sensor_that_comes_or_goes_by_itself_wakes_nobody():
    player = guessing()
    player.jump(11 * 60_000)
    for what in (keys.NOTHING, keys.UNSEEN, keys.UNSURE):
        player.place(1, what)
        assert player.app.rest == DARK


def test_code_sensors_say_nothing_in_a_guess():
    player = guessing()
    before = list(player.board.tunes)
    for what in (keys.NOTHING, 4, keys.UNSURE, keys.UNSEEN):
        player.place(4, what)
        assert (player.picture, player.board.tunes) == (["1 ??? ..."], before)


def test_a_code_is_set_in_silence():
    player = fakes.Player(fakes.chosen(level="expert"))
    player.press("check", "check")
    before = list(player.board.tunes)
    for what in (keys.NOTHING, 4, keys.UNSURE, 1, keys.NOTHING):
        player.place(3, what)
    player.press("check")
    assert player.picture[-1] == "code _!!", "two holes have no sensor, and are refused"
    assert player.board.tunes == [*before, tunes.REFUSED]


def test_a_note_about_the_sensors_is_lit_at_welcome():
    player = fakes.Player()
    player.app.table.notes.append("The room's light is another.")
    player.wait(500)
    assert player.picture[-1] == "code uuu"
