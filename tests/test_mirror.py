# SPDX-License-Identifier: MIT
"""A mirrored board, by the link's own two ends: its picture, its keys, its games, gone and back."""

import threading

import fakes
import pytest
from fake_clock import FakeClock
from fake_machine import OTHER_UID, UID, FakeMachine, ports
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from linked import ABOUT, Chip, Port, Rig, Wire, begin, play_games, row

from mastermind import keys, lights, loop, protocol
from mastermind_host import archive, errors, mirror, pages, reflection
from mastermind_host.device.devices import Device
from mastermind_host.device.link import Link
from mastermind_host.mirror import Mirror
from mastermind_host.virtual import Board, Session

NAME = "Raspberry Pi Pico"


class Plugged:
    """A mirror and the computer that its board is plugged into; `said` is what it was told."""

    def __init__(self, rig, uid=UID, clock=None):
        self.rig, self.clock, self.said = rig, clock or FakeClock(), []
        self.machine = FakeMachine()
        self.plug(uid)
        console, data = self.machine.serials
        device = Device(uid=uid, board_id="raspberry_pi_pico", console=console, data=data)
        self.mirror = Mirror(self.machine, device, self.clock, self.said.append)

    def plug(self, uid=UID, data="/dev/ttyACM1"):
        self.wire = Wire(self.rig)
        self.machine.serials = ports(uid, data=data)
        self.machine.streams = {data: self.wire}

    def unplug(self):
        self.wire.gone = True
        self.machine.serials, self.machine.streams = [], {}

    @property
    def seen(self):
        return self.mirror.look()

    def poll(self, seconds=0.0):
        self.clock.sleep(seconds)
        self.mirror.poll()
        return self.seen

    def press(self, *names):
        for name in names:
            for down in (True, False):
                self.mirror.key(keys.NAMES.index(name), down)


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """The file in which the board's games are kept."""
    monkeypatch.setattr(archive, "user_data_path", lambda *_, **__: tmp_path)
    return tmp_path / "games" / f"{UID}.txt"


@pytest.fixture
def plugged():
    return Plugged(Rig(level="older"))


@pytest.fixture
def remote():
    return Plugged(Rig(level="older", allow_remote=True))


# ---- What is seen


class Twin(Rig):
    """A virtual board whose link a mirror is plugged into: what it shows can be compared."""

    def __init__(self, clock, **changes):
        self.clock, self.chosen = clock, fakes.chosen(**changes)
        board = Board(lambda: int(clock.now() * 1000))
        self.session = Session(self.chosen, board=board)
        self.port, self.chip = Port(), Chip()
        self.host_port = loop.HostPort(self.port, self.session.app, self.chosen, ABOUT, self.chip)

    def wait(self, ms):
        for _ in range(0, ms, 5):
            self.clock.sleep(0.005)
            self.session.step()


class Both:
    """Two tables that must be the same one."""

    def __init__(self, **changes):
        clock = FakeClock()
        self.twin = Twin(clock, **changes)
        self.twin.wait(2000)
        self.plugged = Plugged(self.twin, clock=clock)

    def press(self, name, ms=50):
        for down, wait_ms in ((True, ms), (False, 50)):
            self.twin.session.key(keys.NAMES.index(name), down)
            self.twin.wait(wait_ms)
            self.compare()

    def compare(self):
        real, shown = self.twin.session.look(), self.plugged.poll()
        assert shown == real._replace(
            shut=reflection.SHUT,
            tunes=0,
            tune=(),
            mirror=NAME,
            keys=self.twin.chosen["allow_remote"],
        )

    def choose(self, presses):
        """Three digits: how often each hole is pressed; then check."""
        for name, count in zip(("left", "middle", "right"), presses, strict=True):
            for _ in range(int(count)):
                self.press(name)
        self.press("check")

    @property
    def stage(self):
        return self.twin.session.stage


@given(
    st.sampled_from(["younger", "older", "expert"]),
    st.sampled_from(["friend", "board", "board-guesses"]),
    st.booleans(),
    st.lists(
        st.tuples(st.sampled_from(keys.NAMES[:5]), st.sampled_from([50, 700, 1200])), max_size=20
    ),
)
@hypothesis_settings(max_examples=60)
def test_whatever_is_pressed_the_mirror_shows_what_the_board_shows(level, hider, audits, presses):
    both = Both(level=level, hider=hider, codemaker_scores=audits)
    for name, ms in [("check", 50), ("check", 50), *presses]:
        both.press(name, ms)


def test_a_game_from_setup_to_scoreboard_with_a_hint_and_codes_left():
    both = Both(level="older", codemaker_scores=True)
    both.press("check")
    both.press("check")
    both.choose("123")
    both.press("menu")
    both.twin.wait(500)
    both.compare()
    assert both.plugged.seen.left == 216
    both.choose("123")
    assert both.stage == "audit"
    assert (both.plugged.seen.row, both.plugged.seen.entering) == (0, True)
    both.press("menu")
    both.press("check")
    assert both.stage == "reveal"
    assert both.plugged.seen.lights[lights.code_light(0)] == (0, True)
    both.press("check")
    assert both.stage == "scoreboard"
    both.press("menu", 3500)
    assert both.stage == "newmatch"
    assert both.plugged.seen.dimmed is True


def test_the_board_guesses_and_scores_are_mended():
    both = Both(level="older", hider="board-guesses", pace="quick")
    both.press("check")
    both.press("check")
    assert (both.stage, both.plugged.seen.entering) == ("answer", False)
    for number in range(3):
        both.twin.wait(2000)
        both.compare()
        assert (both.plugged.seen.row, both.plugged.seen.entering) == (number, True)
        both.press("check")
    both.twin.wait(2000)
    both.compare()
    assert (both.stage, both.plugged.seen.entering) == ("mend", False)
    first = both.plugged.seen.row
    both.press("left")
    assert both.plugged.seen.row != first
    both.press("check")
    assert both.plugged.seen.entering is True


def test_a_table_at_rest():
    both = Both()
    both.press("check")
    for minutes, rest in ((5, "dimmed"), (5, "dark")):
        both.twin.clock.sleep(60 * minutes)
        both.twin.wait(10)
        both.compare()
        assert both.plugged.seen.rest == rest
    assert not any(lit for _, lit in both.plugged.seen.lights)


def test_lights_blink_between_two_looks_at_the_board(plugged):
    begin(plugged.rig)
    waiting = lights.guess_light(0, 0)
    plugged.poll()
    shown = [plugged.clock.sleep(0.5) or plugged.seen.lights[waiting] for _ in range(4)]
    assert sorted(shown) == [(7, False), (7, False), (7, True), (7, True)]
    assert shown[0] != shown[1]


def test_a_code_that_is_being_hidden_is_shown_to_nobody(plugged):
    plugged.rig.player.press("check", "check")
    plugged.rig.player.choose("TLC")
    plugged.poll()
    for hood_open in (False, True):
        seen = plugged.mirror.look(hood_open)
        assert seen.lights[-3:] == ((lights.OFF, False),) * 3
        assert seen.stage == "hide"
    page = pages.Pages(plugged.mirror)
    with pytest.raises(ValueError, match=r"^The hood is lifted at the table alone: a hidden code"):
        page.open_hood(page.join(), True)


# ---- Keys


def test_keys_of_a_page_are_pressed_at_the_board(remote):
    assert remote.seen.keys is True
    remote.press("check", "check")
    assert remote.poll().stage == "hide"
    remote.mirror.key(keys.LEFT, True)
    remote.poll()
    assert remote.rig.player.app.keys.down[keys.LEFT]
    remote.mirror.key(keys.LEFT, False)
    remote.poll()
    assert not remote.rig.player.app.keys.down[keys.LEFT]


def test_without_leave_no_key_is_sent(plugged):
    assert plugged.seen.keys is False
    plugged.press("check")
    assert plugged.poll().stage == "welcome"
    assert plugged.seen.gone == ""


def test_more_presses_than_anybody_makes_let_the_keys_go(remote):
    remote.mirror.key(keys.LEFT, True)
    remote.poll()
    for _ in range(mirror.MOST_WAITING):
        remote.mirror.key(keys.RIGHT, True)
    remote.mirror.key(keys.LEFT, False)  # one too many
    remote.poll()
    assert True not in remote.rig.player.app.keys.down
    assert remote.seen.stage == "setup"  # by the first press alone


# ---- Gone and back


def test_a_board_that_is_unplugged_and_comes_back_elsewhere(remote):
    remote.press("check")
    remote.poll()
    remote.unplug()
    seen = remote.poll()
    assert (seen.stage, seen.keys) == ("setup", False)
    assert seen.gone == "The board is unplugged, or starts anew."
    assert remote.wire.closed
    remote.press("check")  # heard by nobody
    remote.plug(data="/dev/ttyACM5")
    seen = remote.poll()
    assert (seen.stage, seen.gone, seen.keys) == ("setup", "", True)
    assert remote.machine.opened == [("/dev/ttyACM1", False), ("/dev/ttyACM5", False)]


def test_another_board_is_not_taken_for_the_one_that_is_gone(plugged):
    plugged.unplug()
    plugged.poll()
    plugged.plug(OTHER_UID)
    assert plugged.poll(1).gone != ""
    assert plugged.machine.opened == [("/dev/ttyACM1", False)]
    plugged.plug(UID)
    assert plugged.poll(1).gone == ""


def test_a_board_that_tells_no_uid_is_known_by_its_port():
    plugged = Plugged(Rig(), uid="")
    plugged.unplug()
    plugged.poll()
    plugged.plug("", data="/dev/ttyACM7")
    assert plugged.poll(1).gone != ""
    plugged.plug("")
    assert plugged.poll(1).gone == ""


def test_a_board_that_is_gone_is_looked_for_twice_a_second(plugged):
    plugged.unplug()
    looks = []
    plugged.machine.ports = lambda: looks.append(plugged.clock.now()) or []
    for _ in range(20):
        plugged.poll(0.1)
    assert len(looks) == 4


def test_a_board_that_says_nothing_is_gone_until_it_answers(plugged):
    plugged.wire.deaf = True
    assert plugged.poll().gone == "The board does not answer over the link."
    plugged.poll(1)
    assert plugged.seen.gone == "The board does not answer over the link."
    plugged.wire.deaf = False
    assert plugged.poll(1).gone == ""


def test_what_is_pressed_while_a_board_says_nothing_is_forgotten(remote):
    remote.wire.deaf = True
    remote.clock.after(1, lambda: remote.press("check"))
    assert remote.poll().gone != ""
    remote.wire.deaf = False
    remote.poll(1)
    assert remote.poll(1).stage == "welcome"


def test_settings_that_are_changed_meanwhile_count(plugged):
    plugged.unplug()
    plugged.poll()
    plugged.rig = Rig(level="older", allow_remote=True, hints="off")
    plugged.plug()
    seen = plugged.poll(1)
    assert (seen.keys, seen.hints) == (True, "off")


def test_no_mirror_of_a_board_that_does_not_answer():
    class Deaf(Rig):
        def say(self, data):
            return b""

    with pytest.raises(errors.Fault) as caught:
        Plugged(Deaf())
    assert caught.value.code == errors.TIMEOUT


# ---- The family's games


def lines(path):
    return path.read_text().splitlines() if path.exists() else []


def test_games_are_kept_once_and_told_to_the_board(plugged, kept):
    assert lines(kept) == []
    play_games(plugged.rig, 2)
    plugged.poll()
    assert len(lines(kept)) == 2
    assert plugged.rig.player.app.memory.state.games_read == 2
    plugged.poll()
    play_games(plugged.rig, 1)
    plugged.poll()
    assert [game.number for game in archive.read(kept)] == [1, 2, 3]
    assert plugged.rig.player.app.memory.state.games_read == 3
    again = Plugged(plugged.rig)
    assert [game.number for game in archive.read(kept)] == [1, 2, 3]
    assert again.seen.stage == "scoreboard"


def test_games_of_before_the_mirror_are_kept_too(kept):
    rig = Rig(level="older")
    play_games(rig, 8)
    Plugged(rig)
    assert len(lines(kept)) == 8


def test_only_new_games_are_asked_for(plugged):
    play_games(plugged.rig, 2)
    plugged.poll()
    asked = []
    say = plugged.rig.say
    plugged.rig.say = lambda data: asked.append(protocol.parse(data.strip())) or say(data)
    plugged.poll()
    play_games(plugged.rig, 1)
    plugged.poll()
    assert [line["do"] for line in asked] == ["state", "lights", "state", "lights", "games", "read"]
    assert asked[4]["after"] == 2


def test_the_last_game_is_told_from_its_end_to_the_next_one(plugged):
    assert plugged.mirror.last_game is None
    begin(plugged.rig)
    row(plugged.rig, "LLL")
    plugged.poll()
    assert plugged.mirror.last_game is None
    row(plugged.rig, "TLC")
    plugged.poll()
    assert plugged.mirror.last_game.guesses == ((1, 1, 1), (0, 1, 2))
    plugged.rig.player.press("check")
    assert plugged.poll().stage == "scoreboard"
    assert plugged.mirror.last_game.number == 1
    plugged.rig.player.press("check")
    assert plugged.poll().stage == "hide"
    assert plugged.mirror.last_game is None


def test_games_that_can_not_be_kept_are_said_and_not_marked(plugged, kept):
    kept.parent.write_text("a file where a folder should be")
    play_games(plugged.rig, 1)
    plugged.poll()
    plugged.poll()
    assert len(plugged.said) == 1
    assert plugged.said[0].startswith(f"The kept games {kept} cannot be read: ")
    assert plugged.said[0].endswith(" They are read again after the next game.")
    assert plugged.rig.player.app.memory.state.games_read == 0
    assert plugged.mirror.last_game.number == 1
    kept.parent.unlink()
    play_games(plugged.rig, 1)
    plugged.poll()
    assert [game.number for game in archive.read(kept)] == [1, 2]
    assert plugged.rig.player.app.memory.state.games_read == 2


def test_a_board_that_began_anew_has_its_games_kept_as_well(plugged, kept):
    play_games(plugged.rig, 2)
    plugged.poll()
    plugged.unplug()
    plugged.poll()
    plugged.rig = Rig(level="younger")
    play_games(plugged.rig, 1)
    plugged.plug()
    plugged.poll(1)
    assert [(game.number, game.level) for game in archive.read(kept)] == [
        (1, "older"),
        (2, "older"),
        (1, "younger"),
    ]


# ---- What is believed


def replies():
    rig = Rig(level="older")
    begin(rig)
    row(rig, "LLL")
    board = Link(Wire(rig), FakeClock())
    about = reflection.about(NAME, board.ask("hello"), board.ask("settings"))
    return about, board.ask("state"), board.ask("lights")


STATES = (
    {"stage": 3},
    {"level": "genius"},
    {"level": None},
    {"hider": ["friend"]},
    {"codebreaker": 2},
    {"codebreaker": True},
    {"rounds_won": [1]},
    {"rounds_won": [1, "2"]},
    {"last_rows": [1, -2]},
    {"rows": "none"},
    {"rows": [[0, 0, 0, 1]]},
    {"rows": [[0, 0, 6, 1, 0]]},  # blank at this level
    {"rows": [[0, 0, 0, 2, 2]]},
    {"rows": [[0, 0, 0, 3, -1]]},
    {"rows": [[0, 0, 0, 1, 0]] * 10},
    {"scored": 9},
    {"scored": "0"},
    {"entering": 1},
    {"helped": 0},
)
LIGHTS = (
    {"looks": "00" * 56},
    {"looks": "19" * 57},
    {"looks": "x"},
    {"looks": 0},
    {"brightness": 0},
    {"brightness": 6},
    {"rest": "asleep"},
    {"rest": ["dark"]},
    {"dimmed": None},
    {"palette": "grey"},
)


@pytest.mark.parametrize(
    ("state", "shown"), [(wrong, {}) for wrong in STATES] + [({}, wrong) for wrong in LIGHTS]
)
def test_replies_that_make_no_sense(state, shown):
    about, good_state, good_shown = replies()
    assert reflection.read(about, good_state, good_shown).guesses == ((1, 1, 1),)
    with pytest.raises(errors.Fault) as caught:
        reflection.read(about, good_state | state, good_shown | shown)
    assert caught.value.what.startswith("The board answers something that makes no sense: ")
    assert caught.value.code == errors.WRONG_DEVICE


def test_firmware_that_does_not_tell_which_row_is_scored():
    about, state, shown = replies()
    del state["scored"], state["entering"]
    seen = reflection.read(about, state | {"stage": "answer"}, shown)
    assert (seen.row, seen.entering) == (None, False)


# ---- The thread


def test_a_thread_looks_at_the_board_and_gives_its_port_back(remote):
    pressed = threading.Event()
    say = remote.rig.say

    def watch(data):
        if b'"press"' in data:
            pressed.set()
        return say(data)

    remote.rig.say = watch
    with mirror.running(remote.mirror):
        remote.mirror.key(keys.CHECK, True)
        assert pressed.wait(10)
    assert remote.wire.closed
    assert remote.mirror.step() is False
    assert remote.rig.player.stage == "setup"


def test_what_should_never_happen_is_not_kept_quiet(plugged):
    def fail(data):
        raise ZeroDivisionError("a mistake of ours")

    plugged.rig.say = fail
    plugged.mirror.run()
    with pytest.raises(ZeroDivisionError, match="a mistake of ours"):
        plugged.mirror.step()
    assert plugged.wire.closed
