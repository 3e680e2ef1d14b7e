# SPDX-License-Identifier: MIT
"""The plug is pulled, and the table comes back as it was."""

import itertools

import fakes
import flash
import pytest
from hypothesis import given
from hypothesis import strategies as st
from snapshots import snapshot

from mastermind import carry, journal, keys, lights, played, state, tunes
from mastermind.memory import ERROR_BYTES, GAME_ROOM, RESERVE, Memory
from mastermind.stages.resuming import RISE_MS

LOOK_MS = 10 * RISE_MS + 100  # the welcome-back look
SETTLED_MS = 2100


def player_at(level="older", hider="friend", **changes):
    return fakes.Player(fakes.chosen(level=level, hider=hider, **changes), store=flash.Nvm())


def hide(player):
    player.press("check", "check")
    player.choose("TLC")


def guess(player):
    hide(player)
    player.press("check")
    player.choose("TTC")
    player.press("check")
    player.press("left", "left", "right")


def reveal(player):
    guess(player)
    player.press("left", "left", "left", "left", "left", "left", "middle", "middle", "right")
    player.press("check")
    player.choose("TLC")
    player.press("check")


def expert_with_blanks(player):
    hide(player)
    player.press(*["right"] * 4, "check")
    player.choose("TL")
    player.press(*["right"] * 6, "check", *["left"] * 7)


ENDS = {
    "hide": ("older", hide, "hide", ["code TLC"]),
    "guess": ("older", guess, "guess", ["2 L?T ...", "1 TTC rr."]),
    "expert": ("expert", expert_with_blanks, "guess", ["2 _?? ...", "1 TLH rr."]),
    "younger": ("younger", guess, "guess", ["2 L?T ...", "1 TTC ww."]),
    "reveal": ("older", reveal, "reveal", ["3 TLC rrr", "2 LLL r..", "1 TTC rr.", "code TLC"]),
}


@pytest.mark.parametrize("name", ENDS)
def test_the_table_comes_back_light_for_light(name):
    level, play, stage, picture = ENDS[name]
    player = player_at(level)
    play(player)
    player.wait(10_000)  # things have settled, and animations ended
    before = tuple(player.board.frame)
    again = player.pull_the_plug()
    assert again.stage == "resume"
    again.wait(LOOK_MS)
    assert again.stage == stage
    again.wait(10_000)
    shown = [line for line in again.picture if stage != "hide" or line.startswith("code")]
    assert shown == picture
    assert snapshot(again.memory.state) == snapshot(player.memory.state)
    if stage != "hide":  # eyelids move
        again.wait((player.board.now_ms - again.board.now_ms) % (2 * lights.BLINK_MS))
        assert tuple(again.board.frame) == before


def test_the_welcome_back_look_lights_the_rows_from_the_bottom():
    player = player_at()
    guess(player)
    player.wait(SETTLED_MS)
    again = player.pull_the_plug()
    assert again.board.tunes == [tunes.BACK]
    pictures = []
    for _ in range(10):
        pictures.append(again.picture)
        again.wait(RISE_MS)
    assert pictures[0] == ["1 TTC rr."]
    assert pictures[1] == ["2 L?T ...", "1 TTC rr."]
    assert again.stage == "guess"


def test_a_press_ends_the_look_and_does_nothing_else():
    player = player_at()
    guess(player)
    player.wait(SETTLED_MS)
    again = player.pull_the_plug()
    again.press("left")
    assert (again.stage, again.picture) == ("guess", ["2 L?T ...", "1 TTC rr."])


def test_in_hide_the_code_is_lit_last_and_in_guess_never():
    for play, stage in ((hide, "hide"), (guess, "guess")):
        player = player_at()
        play(player)
        player.wait(SETTLED_MS)
        again = player.pull_the_plug()
        seen = set()
        while again.stage == "resume":
            seen |= {bytes(again.app.picture[54:57])}
            again.wait(5)
        assert seen == {bytes((lights.OFF,)) * 3}
        again.wait(20)
        code = bytes(again.app.picture[54:57])
        assert code == (bytes((0, 1, 2)) if stage == "hide" else bytes((lights.OFF,)) * 3)
        assert again.app.secret == (stage == "hide")


def test_the_secret_is_the_same_after_the_power_cut():
    player = player_at(hider="board")
    player.press("check", "check")
    code = player.app.table.game.code
    again = player.pull_the_plug()
    again.wait(LOOK_MS)
    assert again.app.table.game.code == code
    again.app.table.row.fill(code)
    again.press("check")
    assert again.stage == "reveal"


def test_a_game_that_came_back_can_be_left():
    for play in (hide, guess):
        player = player_at()
        play(player)
        again = player.pull_the_plug()
        again.wait(LOOK_MS)
        again.hold("menu", 1100)
        again.press("check")
        assert again.stage == "setup"
        assert again.pull_the_plug().stage == "welcome"


def test_leave_is_open_in_the_middle_of_the_look_too():
    player = player_at()
    guess(player)
    again = player.pull_the_plug()
    again.hold("menu", 2200)
    again.wait(50)
    assert again.stage in ("guess", "leave")
    again.hold("menu", 1100)
    assert again.stage == "leave"


def test_a_question_over_a_game_is_forgotten_and_the_game_is_not():
    player = player_at()
    guess(player)
    player.hold("menu", 1100)
    assert player.stage == "leave"
    again = player.pull_the_plug()
    again.wait(LOOK_MS)
    assert again.stage == "guess"


def test_the_tally_and_whose_turn_it_is_come_back():
    player = player_at()
    reveal(player)  # player two needs three rows
    player.press("check", "check")
    again = player.pull_the_plug()
    again.wait(LOOK_MS)
    again.choose("TLC")
    again.press("check")
    again.choose("TLC")
    again.press("check")
    match = again.app.table.match
    assert (match.rounds_won, match.last_rows) == ([1, 0], [1, 3])
    third = again.pull_the_plug()
    assert third.app.table.round_winner == 0
    third.wait(LOOK_MS)
    third.press("check")
    assert third.stage == "scoreboard"
    assert third.pull_the_plug().stage == "welcome"


def test_the_scoreboard_can_be_seen_and_reset_the_next_day():
    player = player_at()
    reveal(player)
    player.press("check")
    again = player.pull_the_plug()
    again.press("check", "menu")
    assert again.stage == "scoreboard"
    assert again.picture == ["3 .2. ...", "2 .2. ...", "1 .2. ..."]
    again.hold("menu", 3100)
    again.press("check")
    assert (again.stage, again.app.table.match.last_rows) == ("setup", [0, 0])
    again.press("menu")
    assert again.stage == "setup", "there is nothing to be seen"
    assert again.pull_the_plug().app.table.match.last_rows == [0, 0]


def test_what_was_set_up_comes_back_without_a_game():
    player = player_at("younger")
    player.press("check", "left", "middle", "right", "right")
    player.wait(SETTLED_MS)
    table = player.pull_the_plug().app.table
    assert (table.level, table.hider, table.brightness) == ("older", "board", 4)


def test_a_later_change_of_the_settings_file_counts():
    player = player_at("younger")
    player.press("check", "left", "middle", "right", "right")
    player.wait(SETTLED_MS)
    again = player.pull_the_plug(brightness=1)
    for _ in range(2):
        table = again.app.table
        assert (table.level, table.hider, table.brightness) == ("older", "board", 1)
        again = again.pull_the_plug()
    again.press("check", "right")
    again.wait(SETTLED_MS)
    assert again.pull_the_plug().app.table.brightness == 2


def test_a_game_goes_on_at_its_own_level_whatever_the_settings_say_now():
    player = player_at()
    guess(player)
    player.wait(SETTLED_MS)
    again = player.pull_the_plug(level="expert", hider="board")
    again.wait(LOOK_MS)
    assert (again.app.table.level, again.app.table.hider) == ("older", "friend")
    again.press(*["left"] * 5)
    assert again.picture == ["2 T?T ...", "1 TTC rr."], "six animals, no blank"


def test_a_hole_that_is_cycled_is_written_once_in_2_seconds():
    player = player_at()
    hide(player)
    player.press("check")
    writes = []
    player.store.note = lambda: writes.append(player.board.now_ms)
    for _ in range(200):  # 20 seconds
        player.press("left")
    gaps = [later - earlier for earlier, later in itertools.pairwise(writes)]
    assert len(writes) in (10, 11)
    assert min(gaps) >= 2000
    player.wait(SETTLED_MS)
    assert snapshot(Memory(player.store).state) == snapshot(player.memory.state)


def test_choices_leave_room_for_nine_rows_and_the_end():
    player = player_at()
    hide(player)
    player.press("check")
    kept = player.memory.journal
    while kept.room > RESERVE:
        kept.append(state.CHOICE, state.pack_holes((7, 7, 7)))
    for _ in range(9):
        player.choose("EEE")
        player.wait(SETTLED_MS)
        player.press("check")
    assert player.stage == "reveal"
    player.press("check")
    assert not kept.failed
    assert Memory(player.store).state.played == 1


def test_a_game_that_has_no_room_gets_it_before_it_is_played():
    player = player_at()
    player.press("check")
    kept = player.memory.journal
    while kept.room > GAME_ROOM:
        kept.append(state.SETUP, player.memory.state.setup or b"\x21\x21")
    player.press("check")
    assert player.stage == "resume", "the board has started again by itself"
    assert player.store.sector.erases == 1
    player.wait(LOOK_MS)
    assert (player.stage, player.memory.crowded) == ("hide", False)
    player.choose("TLC")
    player.press("check")
    assert player.stage == "guess"


def test_games_can_be_read_back():
    player = player_at()
    reveal(player)
    player.press("check", "menu", "middle", "check")
    code = player.app.table.game.code
    player.press("menu", "menu")
    player.wait(1000)
    player.app.table.row.fill(code)
    player.wait(8000)
    player.press("check")
    first, second = played.games(player.memory.journal)
    guesses = ((0, 0, 2), (1, 1, 1), (0, 1, 2))
    assert first[:7] == (1, "older", "friend", 1, (0, 1, 2), guesses, False)
    assert second[:7] == (2, "older", "board", 0, code, (code,), True)
    assert 1 <= first.seconds <= 4
    assert 8 <= second.seconds <= 10


def test_a_record_of_a_game_that_is_none_is_passed_over():
    nvm = flash.Nvm()
    kept = journal.Journal(nvm)
    game = played.Played(
        3, "expert", "board", 1, (6, 0, 6), ((0, 1, 2), (6, 0, 6)), True, 70_000, 2
    )
    kept.append(state.PLAYED, bytes(10))
    kept.append(state.PLAYED, played.pack(game))
    kept.append(state.PLAYED, played.pack(game)[:-1])
    assert list(played.games(journal.Journal(nvm))) == [game._replace(seconds=0xFFFF)]


def test_a_pause_without_power_is_not_counted_as_playing():
    player = player_at()
    guess(player)
    player.wait(60_000)
    player.press("middle", "check")
    again = player.pull_the_plug()
    again.wait(30_000)
    again.choose("TLC")
    again.press("check")
    (game,) = played.games(again.memory.journal)
    assert 90 <= game.seconds <= 95


# Errors


def test_an_error_is_kept_until_another_comes():
    nvm = flash.Nvm()
    Memory(nvm).keep_error("ValueError: no tiger")
    assert Memory(nvm).state.error == "ValueError: no tiger"
    Memory(nvm).keep_error("second")
    assert Memory(nvm).state.error == "second"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ""),
        ("a" * 600 + "the last line", "a" * 147 + "the last line"),
        ("ä" * 99 + "x", "ä" * 79 + "x"),
    ],
)
def test_of_a_long_error_the_end_is_kept_in_whole_letters(text, kept):
    nvm = flash.Nvm()
    Memory(nvm).keep_error(text)
    assert Memory(nvm).state.error == kept
    assert len(kept.encode()) <= ERROR_BYTES


def test_the_same_error_at_every_start_is_written_three_times():
    nvm = flash.Nvm()
    for _ in range(10):
        Memory(nvm).keep_error("at every start")
    kept = [kind for kind, _ in journal.Journal(nvm).read()]
    assert kept == [state.ERROR] * 3


def test_a_hang_is_an_error_too():
    nvm = flash.Nvm()
    assert Memory(nvm, hung=True).state.error == "The board hung and was started again."


def test_a_game_that_stops_the_firmware_three_times_in_a_row_is_given_up():
    player = player_at()
    guess(player)
    for stage in ("resume", "resume", "welcome"):
        player.memory.keep_error("IndexError in Guess.draw")
        player = player.pull_the_plug()
        assert player.stage == stage
    assert player.memory.state.stage == ""
    assert player.pull_the_plug().stage == "welcome"


# Memories that are not as they should be


def test_without_a_memory_the_board_plays_and_says_so():
    for store in (None, bytearray()):
        memory = Memory(store)
        assert memory.notes == [
            "This board has no memory: the match is forgotten when the plug is pulled."
        ]
        player = fakes.Player(fakes.chosen(level="older"), memory.notes, store=store)
        reveal(player)
        assert player.stage == "reveal"
        assert not memory.crowded


DAMAGES = {
    "zeros": (b"\x00" * 4096, "The memory holds something else; the next game begins it anew."),
    "another": (b"volume=7", "The memory holds something else; the next game begins it anew."),
    "newer": (
        b"JMJ\x02\x01\x00" + journal._check(b"JMJ\x02\x01\x00"),
        "The memory is of another version of this firmware; the next game begins it anew.",
    ),
    "middle": (
        journal.header(1) + b"\x02\x09zzzz" + journal.record(state.RESET),
        "The memory is damaged from byte 8 on: what was kept before that is used.",
    ),
    "senseless": (
        journal.header(1) + journal.record(state.ROW, b"\x00\x00\x00\x00"),
        "The memory is damaged from byte 8 on: what was kept before that is used.",
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_memory_is_told_set_aside_and_played_over(name):
    data, sentence = DAMAGES[name]
    nvm = flash.Nvm(data=data.ljust(4096, b"\xff"))
    memory = Memory(nvm)
    assert memory.notes == [sentence]
    player = fakes.Player(fakes.chosen(level="older"), memory.notes, store=nvm)
    assert player.stage == "welcome"
    assert set(player.app.picture[54:57]) == {lights.MISTAKE}
    guess(player)
    player.wait(SETTLED_MS)
    again = player.pull_the_plug()
    assert again.memory.notes == []
    again.wait(LOOK_MS)
    assert again.picture == ["2 L?T ...", "1 TTC rr."]


def test_more_presses_than_the_queue_holds_lose_no_game():
    player = player_at()
    guess(player)
    player.put(keys.event(keys.LOST, 0))
    player.wait(SETTLED_MS)
    again = player.pull_the_plug()
    again.wait(LOOK_MS)
    assert again.picture == ["2 L?T ...", "1 TTC rr."]


@given(st.integers(0, 14), st.binary(max_size=24))
def test_no_record_breaks_a_state(kind, payload):
    """A record is taken as a whole or not at all."""
    for play in (None, hide, guess, reveal):
        table = _state_after(play)
        before = snapshot(table)
        if not table.take(kind, payload):
            assert snapshot(table) == before
        assert len(carry.tally(table)) == 15
        if table.stage in (state.HIDE, state.GUESS):
            table.choice()


_MADE = {}


def _state_after(play):
    if play not in _MADE:
        player = player_at()
        if play:
            play(player)
        _MADE[play] = player.store
    return Memory(_MADE[play]).state


def test_the_table_refuses_what_makes_no_sense_now():
    with pytest.raises(ValueError, match="can't take record 5"):
        Memory(flash.Nvm()).tell(state.ROW, b"\x00\x00\x00\x00")
