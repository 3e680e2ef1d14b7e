# SPDX-License-Identifier: MIT
"""The board in a terminal: its pictures, its keys on a clock that the test turns, and a game in a
real terminal.
"""

import io
import os
import re
import select
import struct
import subprocess
import sys
import time

import pictures
import pyte
import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from mastermind import keys, lights, played, settings, tunes
from mastermind.app import DARK
from mastermind_host import errors, terminal, terminal_view, virtual
from mastermind_host.terminal_view import Scene

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

TIGER_ON = 0x7F3000  # any colour that is not dark


class Table:
    """A player at a session whose clock stands still until the test lets it go on."""

    def __init__(self, **changes):
        self.now_ms = 0
        board = virtual.Board(now_ms=lambda: self.now_ms)
        drawn = iter(range(3))  # the board draws tiger, lion, crocodile
        self.session = virtual.Session(
            settings.defaults() | changes,
            urandom=lambda count: bytes(next(drawn) for _ in range(count)),
            board=board,
        )
        self.player = terminal.Player(self.session)
        self.wait(100)

    def wait(self, ms):
        end = self.now_ms + ms
        while self.now_ms < end:
            self.now_ms += 5
            self.scene = self.player.step()

    def type(self, typed):
        for key in typed:
            self.player.type(key)
            self.wait(40)

    @property
    def lines(self):
        return [terminal_view.text(line) for line in terminal_view.view(self.scene)]

    @property
    def code(self):
        """The three letters under the mountain."""
        return "".join(self.lines[3][:24].strip(" /\\").split())

    @property
    def side(self):
        return "\n".join(line[terminal_view.SIDE_X :].rstrip() for line in self.lines)


def scene_of(stage, picture, colour=TIGER_ON, **more):
    looks = pictures.parse(picture)
    return Scene(
        stage, tuple((look, colour if look != lights.OFF else 0) for look in looks), **more
    )


def shown(scene):
    return [terminal_view.text(line).rstrip() for line in terminal_view.view(scene)]


def board_of(scene):
    """The board's half of the picture from the code down, without the lines between the rows."""
    board = [line[: terminal_view.SIDE_X].rstrip() for line in shown(scene)]
    return [board[3], *board[5:22:2]]


# --- pictures


def test_setup_picture():
    scene = scene_of("setup", ["2 #.# ...", "1 ### ..."], level="older", brightness=2)
    assert shown(scene) == [
        r"             /^\                        JUNGLE MASTERMIND",
        r"        /\  /   \  /\ ".rstrip(),
        r"     __/  \/     \/  \__                Setup",
        r"    /   .     .     .   \               What shall be played?",
        r"   /_____________________\ ".rstrip(),
        r"   9    .     .     .      .   .   .",
        r"                                        Level: older",
        r"   8    .     .     .      .   .   .    Who hides: a friend",
        r"                                        Brightness: 2 of 5",
        r"   7    .     .     .      .   .   .",
        r"                                        1      level: younger, older, expert",
        r"   6    .     .     .      .   .   .    2      who hides, or the board guesses",
        r"                                        3      brightness",
        r"   5    .     .     .      .   .   .    Enter  start the game",
        r"                                        m      scoreboard, once there is one",
        r"   4    .     .     .      .   .   .    x      quit",
        r"",
        r"   3    .     .     .      .   .   .    # one step of a setting",
        r"",
        r"   2    #     .     #      .   .   .",
        r"",
        r"   1    #     #     #      .   .   .",
        r"       1     2     3      Enter   m",
    ]


def test_guess_picture_with_scores():
    scene = scene_of(
        "guess",
        ["3 T?. ...", "2 EHT rww", "1 TLC w.."],
        level="expert",
        rows=2,
        row=2,
        codebreaker=1,
    )
    assert board_of(scene) == [
        r"    /   .     .     .   \ ".rstrip(),
        r"   9    .     .     .      .   .   .",
        r"   8    .     .     .      .   .   .",
        r"   7    .     .     .      .   .   .",
        r"   6    .     .     .      .   .   .",
        r"   5    .     .     .      .   .   .",
        r"   4    .     .     .      .   .   .",
        r" > 3    T     ?     .      .   .   .",
        r"   2    E     H     T      r   w   w",
        r"   1    T     L     C      w   .   .",
    ]
    assert [line[terminal_view.SIDE_X :] for line in shown(scene)[2:]] == [
        "Guess",
        "Player two: row 3 of 9.",
        "",
        "",
        "Level: expert",
        "Who hides: a friend",
        "Rounds won: player one 0, two 0",
        "",
        "1 2 3  next animal in hole 1 2 3",
        "q w e  empty hole 1 2 3 (holds it)",
        "Enter  check this row",
        "m      how many are left; again: a hint",
        "M      leave the game? (holds m)",
        "x      quit",
        "",
        "T tiger    L lion      C crocodile",
        "P parrot   E elephant  H hippo",
        "? not chosen   _ blank   . nothing",
        "r right animal in the right hole",
        "w right animal in another hole",
        "",
    ]


def test_reveal_picture():
    scene = scene_of(
        "reveal",
        ["3 *.. ...", "2 TTP rrr", "1 PPT rww", "code TTP"],
        level="older",
        rows=2,
        broken=True,
    )
    board = board_of(scene)
    assert board[0] == r"    /   T     T     P   \ ".rstrip()
    assert board[-3:] == [
        "   3    *     .     .      .   .   .",
        "   2    T     T     P      r   r   r",
        "   1    P     P     T      r   w   w",
    ]
    assert shown(scene)[3].endswith("Found in 2 rows!")


def test_not_chosen_blank_and_off_look_different():
    row = terminal_view.view(scene_of("guess", ["1 ?_. ...", "2 T.. ..."], row=0, level="expert"))[
        21
    ]
    assert terminal_view.text(row)[:24] == " > 1    ?     _     .   "
    assert [span.colour is not None for span in row if span.text.strip() in ("?", "_", ".")][
        :3
    ] == [True, True, False]


def test_a_hole_that_blinks_keeps_its_letter_while_it_is_dark():
    scene = scene_of("guess", ["1 ??? ..."], colour=0, row=0)
    assert board_of(scene)[-1].startswith(" > 1    ?     ?     ?")


def test_a_dark_table_shows_no_animals():
    scene = scene_of("guess", ["1 TLC rrr", "code TLC"], colour=0, rest=DARK, rows=1)
    assert board_of(scene)[0] == r"    /   .     .     .   \ ".rstrip()
    assert board_of(scene)[-1] == "   1    .     .     .      .   .   ."
    assert "The table is resting: a key wakes it." in shown(scene)[4]


def test_every_look_has_a_symbol_of_its_own():
    assert len(set(terminal_view.SYMBOLS)) == len(lights.LOOKS)


@pytest.mark.parametrize("palette", sorted(lights.PALETTES))
@pytest.mark.parametrize("animal", range(6))
def test_an_animal_has_its_colour_at_any_brightness(palette, animal):
    full = lights.colour_of(animal, palette)
    bright = terminal_view.shade(lights.dim(full, lights.BRIGHTNESS[5]), 5)
    for brightness in (2, 3, 4):
        shade = terminal_view.shade(lights.dim(full, lights.BRIGHTNESS[brightness]), brightness)
        assert all(
            abs((shade >> shift & 255) - (bright >> shift & 255)) < 40 for shift in (16, 8, 0)
        )


def test_a_dimmed_table_is_dim_and_a_dark_one_is_dark():
    assert terminal_view.shade(lights.dim(0xFF0000, 20), 2) == 0xFF0000
    assert 0x600000 < terminal_view.shade(lights.dim(0xFF0000, 5), 2) < 0xA00000
    assert terminal_view.shade(0, 2) is None


# --- keys


def test_a_tap_is_let_go_30_ms_later():
    table = Table()
    table.player.type("1")
    pressed_ms = table.now_ms
    down = []
    for _ in range(10):
        table.wait(5)
        down.append(table.session.app.keys.down[keys.LEFT])
    assert down == [True] * 5 + [False] * 5
    assert table.now_ms == pressed_ms + 50


def test_what_is_typed_fast_happens_in_order():
    table = Table()
    for key in "1\n1122233\n":
        table.player.type(key)
    table.wait(10 * 35)
    assert table.session.app.table.game.code == (1, 2, 1)


@pytest.mark.parametrize(("key", "hole"), [("q", 0), ("w", 1), ("e", 2)])
def test_a_held_hole_is_emptied(key, hole):
    table = Table()
    table.type("1\nh123")
    assert table.code == "TTT"
    table.type(key)
    table.wait(590)
    assert table.code == "TTT"[:hole] + "?" + "TTT"[hole + 1 :]
    table.wait(100)
    assert not any(table.session.app.keys.down)


def test_menu_is_held_to_leave_and_answered():
    table = Table()
    table.type("1\nM")
    table.wait(900)
    assert table.scene.stage == "hide"
    table.wait(300)
    assert "Leave this game?" in table.side
    assert table.code == "y/ny/ny/n"
    table.type("m")
    assert table.scene.stage == "hide"
    table.type("M")
    table.wait(1200)
    table.type("\n")
    assert table.scene.stage == "setup"


def test_menu_is_held_longer_for_a_new_match():
    table = Table(hider="board", level="older")
    table.type("1\n122333\n\n")
    assert table.scene.stage == "scoreboard"
    table.type("N")
    table.wait(2900)
    assert table.scene.stage == "scoreboard"
    table.wait(200)
    assert "Begin a new match?" in table.side


def test_a_key_left_lying_on_the_keyboard_does_not_play_on():
    table = Table()
    table.type("1")
    for _ in range(500):
        table.player.type("1")
    table.wait((terminal.MOST_WAITING + 2) * 35)
    level = table.scene.level
    table.wait(1000)
    assert table.scene.level == level


@pytest.mark.parametrize("key", ["", "X", "z", "é", "\x1b[A", " ", "4"])
def test_other_keys_do_nothing(key):
    table = Table()
    table.type([key])
    assert table.scene.stage == "welcome"


def test_refusal_doubt_and_hint_are_told_in_words_until_the_next_stage():
    table = Table(hider="board")
    table.type("1\n\n")
    assert "First fill all three holes." in table.side
    table.type("1")
    assert table.player.step().tune == tunes.STEP
    table.type("m")
    table.wait(500)
    assert "216 codes are left." in table.side
    assert "A hint" not in table.side
    table.type("m")
    table.wait(500)
    assert "A hint" in table.side
    table.type("M")
    table.wait(1100)
    table.type("\n")
    assert table.scene.stage == "setup"
    assert "A hint" not in table.side


def test_a_table_at_rest_tells_that_a_key_wakes_it():
    table = Table(hider="board", level="older")
    table.type("1\n123")
    table.now_ms += 11 * 60_000
    table.wait(5)
    assert table.lines[21].startswith(" > 1    .")
    assert "resting" in table.side
    table.type("1")
    assert table.lines[21].startswith(" > 1    T     T     T")
    assert "resting" not in table.side


# --- a person scores, and how it went


def test_the_board_guesses_and_a_person_scores():
    table = Table(hider="board-guesses", level="older", pace="quick")
    table.type("1\n")
    assert "Who hides: you; the board guesses" in table.side
    assert "The board guesses\nIt is thinking." in table.side
    table.wait(600)
    assert table.lines[21].startswith(" > 1    L     P     C      ?   ?   ?")
    assert "How good is row 1 of 9?" in table.side
    table.type("12")
    assert table.lines[21].startswith(" > 1    L     P     C      r   w   ?")
    assert "1 2 3  a red, a white, none" in table.side
    table.type("31112")
    assert "No row can be scored like that." in table.side
    table.type("\n")
    assert table.scene.stage == "reveal"
    assert "Codes left by each row; skill 1 of 1:\n1  216 > 1    found!" in table.side
    table.type("\n")
    assert "Rounds won: player one 0, the board 0" in table.side
    assert "Next: player one breaks the code." in table.side


def test_scores_that_no_code_fits_are_mended():
    table = Table(hider="board-guesses", level="older", pace="quick")
    table.type("1\n")
    for _ in range(9):
        table.wait(600)
        if table.scene.stage == "mend":
            break
        table.type("\n")  # no light at all, row after row
    assert "No code fits these scores\nWhich row is wrong?" in table.side
    assert "Enter  open this row" in table.side
    row = table.scene.row
    table.type("1")
    assert table.scene.row != row
    table.type("\n")
    assert f"How good is row {table.scene.row + 1} really?" in table.side
    assert "m      leave this score as it was" in table.side
    table.type("m")
    assert "Which row is wrong?" in table.side
    table.type("\n2\n")
    table.wait(600)
    assert table.session.app.table.game.history[1][1] == (0, 1)


def test_a_score_told_by_hand_is_audited():
    table = Table(codemaker_scores=True, level="older")
    table.type("1\nh122333\n111223\n")
    assert "Score it\nPlayer one: how good is row 1?" in table.side
    table.type("2\n")
    assert "That score is not right: look again!" in table.side
    table.wait(1000)
    table.type("m")
    assert table.lines[21].startswith(" > 1    C     L     T      r   w   w")
    table.type("\n122333\n111\n")
    assert table.scene.stage == "reveal"
    assert [line[terminal_view.SIDE_X :].rstrip() for line in table.lines[13:17]] == [
        "Codes left by each row; skill 2 of 2:",
        "1  216 > 3    lucky, well asked",
        "2    3 > 1    found!",
        "",
    ]


def test_nine_rows_and_how_they_went_fit():
    table = Table(hider="board", level="expert")
    table.type("1\n")
    for _ in range(9):
        table.type("111222333\n")
    assert table.scene.stage == "reveal"
    assert "Codes left by each row; skill 0 of 9:" in table.side
    assert "9  " in table.lines[22]
    assert len(table.lines) == terminal_view.HEIGHT
    assert {len(line) for line in table.lines} == {terminal_view.WIDTH}


def test_a_code_kept_in_a_head_to_the_end():
    table = Table(hider="board-guesses", level="younger", pace="quick")
    game = played.Played(1, "younger", "board-guesses", 1, None, ((0, 0, 1),) * 9, False, 9, 0)
    scene = table.scene._replace(stage="reveal", last_game=game)
    side = "\n".join(line[terminal_view.SIDE_X :] for line in shown(scene))
    assert "Not found: you alone know the code." in side
    assert "The code stayed in a head, so nobody" in side


# --- the secret


def test_a_code_is_seen_by_who_looks_under_the_hood_alone():
    table = Table(level="older")
    table.type("1\n")
    table.type("122333")
    assert table.code == "..."
    table.type("h")
    assert table.code == "TLC"
    assert "Hide (hood open)" in table.side
    table.type("h")
    assert table.code == "..."
    table.type("h\n")
    assert table.scene.stage == "guess"
    assert table.code == "..."
    table.type("h")
    assert table.code == "..."


@given(st.lists(st.sampled_from(["1", "2", "3", "\n", "m", "q", "M"]), max_size=25))
@effort(max_examples=12, deadline=None)
def test_without_h_no_code_is_ever_seen_before_the_end(typed):
    table = Table(level="expert")
    table.type("1\n")
    for key in typed:
        table.type([key])
        assert {len(line) for line in table.lines} == {terminal_view.WIDTH}
        assert len(table.lines) == terminal_view.HEIGHT
        assert table.scene.stage == "reveal" or not set(table.code) & set("TLCPEH_?")


# --- a real terminal


class Typewriter(io.StringIO):
    """A terminal that can't place text."""

    def isatty(self):
        return True


@pytest.mark.parametrize("kind", [io.StringIO, Typewriter])
def test_without_a_terminal_it_says_so(monkeypatch, kind):
    monkeypatch.setattr(sys, "stdin", kind())
    monkeypatch.setattr(sys, "stdout", kind())
    monkeypatch.setenv("TERM", "dumb")
    with pytest.raises(errors.Fault, match="There is no terminal to play in") as fault:
        terminal.run(virtual.Session(settings.defaults()))
    assert ("TERM is dumb" in fault.value.cause) == (kind is Typewriter)


DRIVER = """
import fcntl, termios
from mastermind import settings
from mastermind_host import terminal, virtual
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches this process
code = iter(bytes([0, 1, 2]))
chosen = settings.defaults() | {"level": "older", "hider": "board"}
terminal.run(virtual.Session(chosen, urandom=lambda count: bytes(next(code) for _ in range(count))))
"""
PATIENCE_S = 20


class Window:
    """A terminal window in memory with a process in it."""

    def __init__(self, columns=80, lines=24, **environment):
        self.screen = pyte.Screen(columns, lines)
        self.screen.write_process_input = (
            self.type
        )  # a terminal answers when it is asked where its cursor is
        self._stream = pyte.ByteStream(self.screen)
        self.out = b""
        self._fd, theirs = pty.openpty()
        self.resize(columns, lines)
        self.before = termios.tcgetattr(self._fd)
        clean = {
            name: value
            for name, value in os.environ.items()
            if name not in ("NO_COLOR", "COLORTERM")
        }
        self._process = subprocess.Popen(
            [sys.executable, "-c", DRIVER],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=clean | {"TERM": "xterm-256color"} | environment,
            start_new_session=True,
        )
        self._theirs = theirs

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        os.close(self._fd)
        os.close(self._theirs)

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def modes(self):
        return termios.tcgetattr(self._fd)

    def type(self, keys):
        os.write(self._fd, keys.encode())

    def resize(self, columns, lines):
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.screen.resize(lines, columns)

    def wait_for(self, text):
        self._read_until(lambda: text in self.text, f"no {text!r} on the screen")

    def leave(self, keys):
        """Type keys that end the process; its exit code."""
        self.type(keys)
        self._read_until(lambda: self._process.poll() is not None, "still running")
        self._read()
        return self._process.returncode

    def _read_until(self, true, failure):
        end = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < end, f"{failure}:\n{self.text}"
            self._read(0.02)

    def _read(self, wait_s=0.0):
        while select.select([self._fd], [], [], wait_s)[0]:
            data = os.read(self._fd, 65536)
            self.out += data
            self._stream.feed(data)
            wait_s = 0


in_a_terminal = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no pseudo-terminals as files"
)


@in_a_terminal
def test_a_game_in_a_real_terminal():
    with Window() as window:
        window.wait_for("Welcome")
        window.type("1")
        window.wait_for("Who hides: the board")
        window.type("\r")
        window.wait_for(" > 1    ?     ?     ?")
        window.type("11122")
        window.type("3\r")
        window.wait_for("   1    C     L     T      r   w   w")
        assert window.screen.buffer[21][8].bg != window.screen.buffer[21][26].bg != "default"
        window.type("122333")
        window.wait_for(" > 2    T     L     C")
        window.type("\r")
        window.wait_for("Found in 2 rows!")
        window.wait_for("    /   T     L     C   \\")
        window.type("\r")
        window.wait_for("Next: player two breaks the code.")
        assert window.leave("x") == 0
        assert window.out.count(b"\x1b[?1049h") == window.out.count(b"\x1b[?1049l") == 1
        assert window.out.rindex(b"\x1b[?25h") > window.out.rindex(b"\x1b[?25l")
        assert window.modes == window.before


@in_a_terminal
def test_no_color_small_windows_and_ctrl_c():
    with Window(NO_COLOR="1") as window:
        window.wait_for("Welcome")
        window.resize(40, 10)
        window.wait_for("window has 40 and 10.")
        assert "Welcome" not in window.text
        window.type("1")  # nobody sees what it would do, so it does nothing
        window.resize(41, 10)
        window.wait_for("window has 41 and 10.")
        window.resize(100, 30)
        window.wait_for("Welcome")
        window.type("1")
        window.wait_for("Setup")
        assert window.leave("\x03") != 0
        assert b"KeyboardInterrupt" in window.out
        assert not re.search(rb"\x1b\[([34]8;|[349]\d)[\d;]*m", window.out)
        assert window.out.rindex(b"\x1b[?1049l") < window.out.rindex(b"KeyboardInterrupt")
        assert window.modes == window.before
