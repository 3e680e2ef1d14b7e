# SPDX-License-Identifier: MIT
"""The board guesses, is told scores right and wrong, gives hints, and checks a person's scoring."""

import itertools

import bruteforce
import fakes
import flash
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind import codebreaker, lights, played, rules, tunes
from mastermind.game import Game
from mastermind.table import PACES

SETTLED_MS = 2100
LEVELS = pytest.mark.parametrize("level", rules.LEVELS)


def answering(level="older", pace="quick", **changes):
    """A board that has lit its first guess."""
    chosen = fakes.chosen(level=level, hider="board-guesses", pace=pace, **changes)
    player = fakes.Player(chosen, store=flash.Nvm())
    player.press("check", "check")
    wait_for_guess(player)
    return player


def wait_for_guess(player):
    """Until the board waits for somebody."""
    for _ in range(400):
        if player.stage == "mend" and player.app.stage._order:
            return
        if player.stage == "answer" and player.app.stage._shown:
            return
        player.wait(10)
    raise AssertionError(f"nothing comes in {player.stage}")


def play(player, code, lies=()):
    """Score row by row for `code`, the rows in `lies` wrongly; mend what is asked for.

    How often rows were mended.
    """
    mends = 0
    while player.stage != "reveal":
        wait_for_guess(player)
        row = len(player.app.table.game.history)
        if player.stage == "mend":
            player.press("check")
            player.score(code, player.app.stage.scored_row())
            mends += 1
        else:
            player.score(code, lie=row in lies)
    return mends


@pytest.mark.parametrize(
    ("level", "code", "rows"),
    [
        ("older", (1, 3, 2), 1),
        ("older", (5, 5, 3), 5),
        ("expert", (6, 6, 6), 5),
        ("younger", (5, 5, 3), 6),
    ],
)
def test_the_board_plays_its_best(level, code, rows):
    player = answering(level)
    assert play(player, code) == 0
    game = player.app.table.game
    assert (game.rows_needed, rules.is_broken(game.history[-1][1], level)) == (rows, True)


@pytest.mark.parametrize("pace", PACES)
def test_the_board_takes_its_time(pace):
    chosen = fakes.chosen(level="older", hider="board-guesses", pace=pace)
    player = fakes.Player(chosen)
    player.press("check")
    player.put(fakes.keys.event(fakes.keys.DOWN, fakes.keys.CHECK))
    start = player.board.now_ms
    while player.picture == ["1 ??? ..."]:
        player.wait(5)
    assert PACES[pace] <= player.board.now_ms - start <= PACES[pace] + 50
    assert player.picture == ["1 LPC ???"]


def test_while_the_board_thinks_presses_are_refused_and_leaving_is_not():
    player = fakes.Player(fakes.chosen(level="older", hider="board-guesses", pace="slow"))
    player.press("check", "check")
    player.press("left", "check")
    assert player.board.tunes[-2:] == [tunes.REFUSED] * 2
    player.hold("menu", 1100)
    assert player.stage == "leave"
    player.press("menu")
    assert player.stage == "answer"
    wait_for_guess(player)
    assert player.picture == ["1 LPC ???"]


def test_a_question_over_the_table_forgets_no_pegs():
    player = answering()
    player.press("left", "middle")
    player.hold("menu", 1100)
    player.press("menu")
    player.wait(600)
    assert player.picture == ["1 LPC rw?"]


@pytest.mark.parametrize(
    ("level", "presses", "shown"),
    [
        ("older", "left left left left", "rrr"),
        ("older", "left left middle", "rr?"),
        ("older", "left middle left", "rw?"),
        ("older", "middle middle middle middle", "www"),
        ("older", "left middle middle", "rww"),
        ("older", "left middle right", "???"),
        ("older", "right", "???"),
        ("younger", "left", "???"),
        ("younger", "middle left middle", "ww?"),
    ],
)
def test_pegs_that_no_row_can_have_are_refused(level, presses, shown):
    player = answering(level)
    player.press(*presses.split())
    player.wait(2100)
    assert player.picture[0].split()[2] == shown


def test_no_peg_at_all_is_a_score():
    player = answering()
    player.press("check")
    assert player.app.table.game.history == [((1, 3, 2), (0, 0))]


def test_after_a_power_cut_the_board_lights_the_same_guess():
    player = answering()
    player.score((0, 1, 2))
    wait_for_guess(player)
    shown = player.picture
    again = player.pull_the_plug()
    again.wait(1500)
    wait_for_guess(again)
    again.wait(20)
    assert (again.stage, again.picture) == ("answer", shown)


def test_the_roles_swap_and_both_games_make_a_round():
    player = answering()
    play(player, (5, 5, 3))
    player.press("check", "check")
    assert (player.stage, player.app.table.match.codebreaker) == ("guess", 0)
    code = player.app.table.game.code
    player.app.table.row.fill(code)
    player.press("check")
    match = player.app.table.match
    assert (match.last_rows, match.rounds_won) == ([1, 5], [1, 0])
    player.press("check", "check")
    assert (player.stage, match.codebreaker) == ("answer", 1)
    first, second = played.games(player.memory.journal)
    assert first[:5] == (1, "older", "board-guesses", 1, (5, 5, 3))
    assert second[:6] == (2, "older", "board-guesses", 0, code, (code,))


# A wrong score


@LEVELS
@pytest.mark.parametrize("lie", [0, 1])
def test_one_wrong_score_is_mended_and_the_code_found(level, lie):
    player = answering(level)
    code = (5, 5, 3)
    play(player, code, lies=[lie])
    game = player.app.table.game
    assert game.over
    if game.broken:
        assert rules.is_broken(rules.score(code, game.code, level), level)


def test_the_rows_in_doubt_flash_together_then_one_by_one():
    player = answering()
    for _ in range(4):
        player.score((0, 1, 2), lie=len(player.app.table.game.history) == 1)
        wait_for_guess(player)
    assert player.stage == "mend"
    assert player.board.tunes[-1] == tunes.DOUBT
    player.wait(20)
    assert player.picture == ["4 PCC r..", "3 CPT ww.", "2 LEH ...", "1 !!! !!!"]
    player.wait(1100)
    seen = set()
    for _ in range(20):
        seen.add(tuple(player.picture))
        player.wait(100)
    rows = ("4 PCC r..", "3 CPT ww.", "2 LEH ...")
    assert seen == {rows, (*rows, "1 LPC rw.")}


def test_a_person_walks_through_all_rows_and_back():
    player = answering()
    for _ in range(4):
        player.score((0, 1, 2), lie=len(player.app.table.game.history) == 1)
        wait_for_guess(player)
    stage = player.app.stage
    seen = [stage.scored_row()]
    for _ in range(4):
        player.press("left")
        seen.append(stage.scored_row())
    assert seen == [0, 3, 1, 2, 0]
    player.press("right")
    assert stage.scored_row() == 2
    player.press("check", "menu")
    player.press("middle")
    assert player.board.tunes[-1] == tunes.REFUSED
    player.hold("menu", 1100)
    assert player.stage == "leave"


def test_a_mended_row_that_breaks_the_code_ends_the_game_there():
    game = Game("older")
    for guess in ((0, 1, 2), (3, 4, 5)):
        game.answer(guess, (0, 0))
    game.mend(0, (3, 0))
    assert (game.broken, game.rows_needed, game.history) == (True, 1, [((0, 1, 2), (3, 0))])
    with pytest.raises(ValueError, match="The game is over"):
        game.mend(0, (0, 0))


def test_a_game_in_a_head_takes_no_score_of_the_boards():
    game = Game("older")
    with pytest.raises(ValueError, match="in a head"):
        game.guess((0, 1, 2))
    with pytest.raises(ValueError, match="No row of older scores 2 red and 1 white"):
        game.answer((0, 1, 2), (2, 1))
    with pytest.raises(ValueError, match="No row of younger scores 1 red and 0 white"):
        Game("younger").answer((0, 1, 2), (1, 0))


def test_every_score_that_can_be_and_no_other():
    for level in rules.LEVELS:
        possible = {
            tuple(rules.score(code, guess, level))
            for code in bruteforce.codes(level)
            for guess in ((0, 0, 0), (0, 0, 1), (0, 1, 2))
        }
        tried = itertools.product(range(-1, 5), repeat=2)
        assert {score for score in tried if rules.can_score(*score, level)} == possible


def wrong_histories(rows):
    """Every way to score the board's first rows at younger after which no code is left."""
    found, open_ways = [], [()]
    while open_ways:
        way = open_ways.pop()
        history = []
        for white in way:
            guess = codebreaker.best_guess(history, "younger")
            history.append((guess, rules.Score(0, white)))
        if not codebreaker.codes_left(history, "younger"):
            found.append(way)
        elif len(way) < rows:
            open_ways += [(*way, white) for white in range(3)]
    return found


def test_every_wrong_history_of_four_rows_at_younger_is_mended():
    ways = wrong_histories(4)
    assert len(ways) > 10
    for way in ways:
        player = answering("younger")
        for white in way:
            player.press(*["middle"] * white, "check")
            wait_for_guess(player)
        assert player.stage == "mend", way
        play(player, (0, 1, 2))
        game = player.app.table.game
        assert game.lost or sorted(game.code) == [0, 1, 2], way


@given(st.data())
def test_the_rows_in_doubt_are_those_of_brute_force(data):
    level = data.draw(st.sampled_from(rules.LEVELS))
    animal = st.integers(0, rules.colours(level) - 1)
    guesses = data.draw(st.lists(st.tuples(animal, animal, animal), min_size=1, max_size=6))
    scores = [
        score for score in itertools.product(range(4), repeat=2) if rules.can_score(*score, level)
    ]
    history = [(guess, rules.Score(*data.draw(st.sampled_from(scores)))) for guess in guesses]
    order, few = codebreaker.doubtful_rows(history, level)
    wrong = [
        {
            row
            for row, (guess, score) in enumerate(history)
            if rules.score(code, guess, level) != score
        }
        for code in bruteforce.codes(level)
    ]
    fewest = min(map(len, wrong))
    assert few == fewest
    assert sorted(order) == list(range(len(history)))
    best = set(order[:few])
    assert wrong.count(best) == max(wrong.count(rows) for rows in wrong if len(rows) == fewest)


# Hints


def guessing(level="older", **changes):
    player = fakes.Player(fakes.chosen(level=level, **changes), store=flash.Nvm())
    player.press("check", "check")
    player.choose("PCE")
    player.press("check")
    return player


BARS = {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 8: 4, 9: 5, 16: 5, 17: 6, 128: 8, 129: 9, 256: 9, 343: 10}


def test_a_bar_of_n_rows_is_up_to_two_to_the_n_less_one():
    from mastermind.stages.playing import _bar

    assert {codes: _bar(codes) for codes in BARS} == BARS


def test_menu_tells_how_many_codes_are_left_on_the_free_rows():
    player = guessing()
    for row in ("TLC", "PCH"):
        player.choose(row)
        player.press("check")
    left = codebreaker.codes_left(player.app.table.game.history, "older")
    assert left == 6
    player.press("left", "menu")
    player.wait(300)
    assert player.picture == [
        "6 ### ...",
        "5 ### ...",
        "4 ### ...",
        "3 ### ...",
        "2 PCH rr.",
        "1 TLC w..",
    ]
    player.wait(4100)
    assert player.picture == ["3 T?? ...", "2 PCH rr.", "1 TLC w.."]
    assert not player.app.table.game.helped


def test_a_press_ends_the_bar_and_counts():
    player = guessing()
    player.press("menu")
    player.wait(500)
    player.press("left")
    assert player.picture == ["1 T?? ..."]


def test_hints_can_be_counts_alone():
    player = guessing(hints="count")
    player.choose("TLC")
    player.press("check")
    for _ in range(3):
        player.press("menu")
        player.wait(500)
        assert player.picture[-2:] == ["2 ### ...", "1 TLC w.."]
    assert not player.app.table.game.helped


def test_hints_can_be_off():
    player = guessing(hints="off")
    player.press("menu")
    assert player.board.tunes[-1] == tunes.REFUSED
    player.wait(1500)
    assert player.picture == ["1 ??? ..."]


def test_the_second_press_need_not_wait_for_the_count():
    player = guessing()
    player.choose("TLC")
    player.press("check", "menu", "menu")
    player.wait(700)
    assert player.app.table.row.code() == codebreaker.hint(player.app.table.game.history, "older")


def test_each_row_is_counted_before_it_is_filled():
    player = guessing()
    player.press("menu", "menu")
    player.wait(500)
    player.press("check", "menu")
    player.wait(500)
    assert player.app.table.row.not_chosen() == [0, 1, 2]


# The codemaker scores


def auditing(level="older", **changes):
    player = fakes.Player(
        fakes.chosen(level=level, codemaker_scores=True, **changes), store=flash.Nvm()
    )
    player.press("check", "check")
    player.choose("TLC")
    player.press("check")
    player.choose("TCE")
    player.press("check")
    return player


def test_a_wrong_score_shakes_is_taken_back_and_counted():
    player = auditing()
    assert player.stage == "audit"
    for slips in (1, 2):
        player.press("middle", "check")
        assert player.board.tunes[-1] == tunes.DOUBT
        assert player.picture == ["1 CE. ???"], "it shakes"
        player.wait(1000)
        assert (player.stage, player.picture) == ("audit", ["1 TCE ???"])
        assert player.app.table.game.slips == slips
    player.press("left", "middle", "check")
    assert (player.stage, player.picture) == ("guess", ["2 ??? ...", "1 TCE rw."])
    player.choose("TLC")
    player.press("check", "left", "left", "left", "check")
    (game,) = played.games(player.memory.journal)
    assert (game.slips, game.guesses) == (2, ((0, 2, 4), (0, 1, 2)))


def test_menu_tells_the_right_score_and_counts_nothing():
    player = auditing("younger")
    player.press("menu", "check")
    assert (player.stage, player.picture) == ("guess", ["2 ??? ...", "1 TCE ww."])
    assert player.app.table.game.slips == 0


def test_what_the_board_hides_the_board_scores():
    player = fakes.Player(fakes.chosen(level="older", hider="board", codemaker_scores=True))
    player.press("check", "check")
    player.choose("TTT")
    player.press("check")
    assert player.stage == "guess"


def test_a_power_cut_in_an_audit_leads_back_to_the_row():
    player = auditing()
    player.press("middle", "check")
    again = player.pull_the_plug()
    again.wait(1500)
    assert (again.stage, again.picture) == ("guess", ["1 TCE ..."])
    assert again.app.table.game.slips == 1
    again.press("check")
    assert again.stage == "audit"


def test_slips_leave_room_for_what_must_be_kept():
    player = auditing()
    for _ in range(900):
        player.app.table.slip()
    assert player.app.table.game.slips == 255
    player.press("left", "middle", "check")
    assert player.stage == "guess"
    assert not player.memory.journal.failed
    again = player.pull_the_plug()
    assert len(again.app.table.game.history) == 1


def test_an_audit_can_be_left():
    player = auditing()
    player.hold("menu", 1100)
    player.press("check")
    assert player.stage == "setup"


# The helper


def test_the_row_that_rules_a_guess_out_flashes():
    player = guessing(helper="always")
    for row in ("TLC", "PCH"):
        player.choose(row)
        player.press("check")
    player.choose("TTP")
    player.press("check")
    assert player.picture == ["3 TP. ...", "2 PCH rr.", "1 !!! !!!"]
    player.wait(1200)
    assert player.picture == ["3 TTP ...", "2 PCH rr.", "1 TLC w.."]
    assert lights.guess_light(1, 0) in lights.row_lights(1)
