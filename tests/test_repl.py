# SPDX-License-Identifier: MIT
"""The raw REPL over a board without hardware: held, used, let go; and all that comes in between."""

import contextlib

import fake_board
import fake_console
import pytest
from fake_board import FakeBoard
from fake_clock import FakeClock
from hypothesis import example, given
from hypothesis import strategies as st

from mastermind_host import drive, errors
from mastermind_host.device.repl import BoardError, Repl
from mastermind_host.errors import Fault

READY = "Jungle Mastermind 0.1.0 is ready.\n"


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def board(tmp_path, clock):
    """A board that has said that it is ready."""
    put(tmp_path / "CIRCUITPY", drive.files())
    board = FakeBoard(tmp_path / "CIRCUITPY", clock)
    clock.sleep(1)
    return board


def put(folder, files):
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def to_friendly(stream, clock):
    for key in (b"\x03", b"\r"):
        stream.write(key)
        clock.sleep(0.1)


def to_raw(stream, clock):
    to_friendly(stream, clock)
    stream.write(b"\x01")
    clock.sleep(0.1)


def test_what_is_run_prints_and_stays_defined(board, clock):
    with Repl(board.open(), clock) as repl:
        assert repl.run("x = 6 * 7") == ""
        assert repl.run("print(x)\nprint('ä', end='')") == "42\nä"
        assert board.mode == fake_console.RAW
    assert (board.mode, board.starts) == (fake_console.RUNNING, 2)


def test_the_board_is_let_go_with_its_program_started_anew(board, clock):
    with Repl(board.open(), clock) as repl:
        (board.drive / "mastermind" / "__init__.py").write_text("__version__ = '0.2.0'\n")
        repl.release()
        said = repl.read_until(" is ready.\n".rstrip(), timeout_s=5)
    assert said.endswith("code.py output:\nJungle Mastermind 0.2.0 is ready.")
    assert "\x1b" not in said
    assert board.starts == 2


@pytest.mark.parametrize(
    "before", [to_friendly, to_raw, lambda *_: None], ids=["friendly", "raw", "running"]
)
@pytest.mark.parametrize("texts", [fake_console.ENGLISH, fake_console.GERMAN], ids=["en", "de"])
def test_the_board_is_held_wherever_it_was(tmp_path, clock, before, texts):
    board = FakeBoard(tmp_path, clock, texts=texts)
    put(tmp_path, {"code.py": b"", "mastermind/__init__.py": b"__version__ = '0.1.0'"})
    board.reset()
    clock.sleep(5)
    stream = board.open()
    before(stream, clock)
    with Repl(stream, clock) as repl:
        assert repl.run("print(1)") == "1\n"
    clock.sleep(1)
    assert board.said.decode().endswith(READY.replace("\n", "\r\n"))


def test_a_drive_without_a_program_is_held_too(tmp_path, clock):
    board = FakeBoard(tmp_path, clock)
    with Repl(board.open(), clock) as repl:
        assert repl.run("print(1)") == "1\n"
    assert board.mode == fake_console.WAITING


def test_holding_takes_less_than_half_a_second(board, clock):
    start = clock.now()
    Repl(board.open(), clock).hold()
    assert clock.now() - start < 0.5


def test_holding_again_resets_nothing(board, clock):
    with Repl(board.open(), clock) as repl:
        repl.run("x = 1")
        repl.hold()
        assert repl.run("print(x)") == "1\n"


def test_a_half_typed_line_is_no_obstacle(board, clock):
    stream = board.open()
    to_friendly(stream, clock)
    stream.write(b"for x in AT")
    with Repl(stream, clock) as repl:
        assert repl.run("print(1)") == "1\n"


def test_old_output_is_not_taken_for_an_answer(board, clock):
    stream = board.open()
    stream.inbox += b"raw REPL; CTRL-B to exit\r\n>OKold\r\n\x04\x04>"
    with Repl(stream, clock) as repl:
        assert repl.run("print('new')") == "new\n"


def test_a_traceback_is_the_boards_own(board, clock):
    with Repl(board.open(), clock) as repl:
        with pytest.raises(BoardError) as raised:
            repl.run("from mastermind import rules\nrules.score((0, 1), (0, 1, 2), 'older')")
        assert str(raised.value).splitlines()[:2] == [
            "Traceback (most recent call last):",
            '  File "<stdin>", line 2, in <module>',
        ]
        assert raised.value.reason == "ValueError: A code has 3 holes, not 2."
        with pytest.raises(BoardError, match=r"SyntaxError: invalid syntax$"):
            repl.run("def")
        assert repl.run("print(1)") == "1\n"


def test_a_program_that_ends_itself_leaves_the_board_usable(board, clock):
    with Repl(board.open(), clock) as repl:
        assert repl.run("raise SystemExit") == ""
        assert repl.run("print(1)") == "1\n"


def test_what_others_type_is_thrown_away(board, clock):
    stream = board.open()
    with Repl(stream, clock) as repl:
        stream.write(b"AT\r")
        assert repl.run("print(1)") == "1\n"


@pytest.mark.parametrize("every_s", [0.05, 0.1, 0.5, 2])
def test_modem_manager_is_outlived(board, clock, every_s):
    stream = board.open()
    board.feed_garbage(b"AT\r", every_s, times=round(10 / every_s))
    with Repl(stream, clock) as repl:
        clock.sleep(10)
        assert repl.run("print(1)") == "1\n"


def test_a_program_that_ignores_interrupts_for_a_while_is_stopped(board, clock):
    board.stubborn = 7
    with Repl(board.open(), clock) as repl:
        assert repl.run("print(1)") == "1\n"


def test_a_board_that_never_answers_is_a_timeout(board, clock):
    board.mute = True
    start = clock.now()
    with pytest.raises(Fault) as raised, Repl(board.open(), clock):
        pytest.fail("was held")
    assert raised.value.code == errors.TIMEOUT
    assert raised.value.what == "The board does not answer on its console."
    assert 15 <= clock.now() - start < 25


def test_a_source_without_end_is_a_timeout_and_the_board_is_let_go(board, clock):
    with Repl(board.open(), clock) as repl:
        board.hangs = True
        with pytest.raises(Fault) as raised:
            repl.run("while True: pass", timeout_s=3)
        assert raised.value.code == errors.TIMEOUT
        assert repl.run("print(1)") == "1\n"
    assert board.mode == fake_console.RUNNING


def test_ctrl_c_lets_the_board_go(board, clock):
    with pytest.raises(KeyboardInterrupt):
        run_until_interrupted(board, clock)
    assert (board.mode, board.starts) == (fake_console.RUNNING, 2)


def run_until_interrupted(board, clock):
    with Repl(board.open(), clock) as repl:
        board.hangs = True
        clock.after(1, interrupt)
        repl.run("while True: pass")


def interrupt():
    raise KeyboardInterrupt


def test_a_slow_board_is_waited_for(board, clock):
    with Repl(board.open(), clock) as repl:
        board.delay_s = 8
        assert repl.run("print(1)", timeout_s=9) == "1\n"


@pytest.mark.parametrize("count", range(0, 60, 3))
def test_a_board_that_goes_is_told_at_once(board, clock, count):
    """Whatever has been said by then: the keys, the question, the source."""
    start = clock.now()
    board.vanish_after = count
    with pytest.raises(Fault) as raised, Repl(board.open(), clock) as repl:
        repl.run("print('a source that is long enough for the last of them')")
    assert raised.value.code == errors.NO_DEVICE
    assert raised.value.what == "The board is gone."
    assert clock.now() - start < 2


def test_long_sources_go_in_pieces_that_a_board_takes(board, clock):
    stream = board.open()
    pieces = []
    stream.take = lambda data: (pieces.append(len(data)), board.take(data))
    source = "x = '" + 5000 * "ä" + "'\nprint(len(x))"
    with Repl(stream, clock) as repl:
        assert repl.run(source) == "5000\n"
    assert max(pieces) == 256


def test_bytes_are_counted(board, clock):
    stream = board.open()
    with Repl(stream, clock) as repl:
        before = repl.sent, repl.received
        repl.run("print(1)")
        assert repl.sent - before[0] == len("\x03print(1)\x04")
        assert repl.received - before[1] == len("OK1\r\n\x04\x04>")


def test_a_port_that_takes_little_at_a_time_gets_all(board, clock):
    stream = board.open()
    whole = stream.write
    stream.write = lambda data: whole(data[:7])
    with Repl(stream, clock) as repl:
        assert repl.run("print('" + 100 * "x" + "')") == 100 * "x" + "\n"


def test_a_port_that_takes_nothing_is_a_timeout(board, clock):
    stream = board.open()
    stream.write = lambda data: 0
    with pytest.raises(Fault) as raised, Repl(stream, clock):
        pytest.fail("was held")
    assert raised.value.code == errors.TIMEOUT


def test_output_without_end_is_bounded(board, clock):
    stream = board.open()
    with Repl(stream, clock) as repl:
        board.hangs = True
        flood(board, clock)
        with pytest.raises(Fault) as raised:
            repl.run("while True: print('x' * 5000)", timeout_s=600)
        assert raised.value.what == "The board has said more than 1000000 bytes and goes on."


def flood(board, clock):
    if board.mode == fake_console.RAW or board.hangs:
        board.say(5000 * "x")
        clock.after(0.01, lambda: flood(board, clock))


def test_a_reset_takes_the_port_away(board, clock):
    with Repl(board.open(), clock) as repl:
        repl.reset()
    assert board.resets == ["NORMAL"]
    clock.sleep(3)
    assert (board.mode, board.starts) == (fake_console.RUNNING, 2)


def test_a_reset_leads_to_the_bootloader(board, clock):
    with Repl(board.open(), clock) as repl:
        repl.reset(bootloader=True)
    assert (board.resets, board.mode) == (["BOOTLOADER"], fake_board.BOOTLOADER)


def test_a_reset_that_the_board_refuses_tells_why(board, clock):
    board.lacks = {"microcontroller"}
    with Repl(board.open(), clock) as repl:
        with pytest.raises(BoardError) as raised:
            repl.reset()
        assert raised.value.reason == "ImportError: no module named 'microcontroller'"
        assert repl.run("print(1)") == "1\n"


def test_what_is_waited_for_and_does_not_come_is_a_timeout_with_the_end(board, clock):
    with Repl(board.open(), clock) as repl:
        repl.release()
        with pytest.raises(Fault) as raised:
            repl.read_until("finished", timeout_s=5)
    assert raised.value.code == errors.TIMEOUT
    assert raised.value.what == "The board did not say 'finished'."
    assert raised.value.cause.endswith(READY.strip())


def test_a_traceback_ends_the_wait(board, clock):
    (board.drive / "mastermind" / "rules.py").unlink()
    with Repl(board.open(), clock) as repl:
        repl.release()
        with pytest.raises(BoardError) as raised:
            repl.read_until("is ready.", timeout_s=30, unless="Traceback")
    lines = str(raised.value).splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert "ImportError: no module named 'mastermind.rules'" in lines
    assert clock.now() < 5


class Parrot:
    """A port that says what a test has made up, then nothing."""

    timeout = None

    def __init__(self, clock, says):
        self._clock, self._left = clock, bytearray(says)

    @property
    def in_waiting(self):
        return min(len(self._left), 40)

    def read(self, size=1):
        if not self._left:
            self._clock.sleep(self.timeout)
        data = bytes(self._left[:size])
        del self._left[:size]
        return data

    def write(self, data):
        return len(data)

    def close(self):
        pass


# What a board may say: parts of the protocol in any order, with anything between.
words = st.sampled_from(
    [b"raw REPL; CTRL-B to exit\r\n>", b"OK", b"\x04", b">", b"jungle1\r\n", b"Traceback", b">>> "]
)
talk = st.lists(st.one_of(words, st.binary(max_size=20)), max_size=60).map(b"".join)
HELD = b"raw REPL; CTRL-B to exit\r\n>OKjungle1\r\n\x04\x04>"


@given(talk, st.booleans())
@example(b"OK\x04Traceback\xff\x1b]0;\x04>", True)
def test_any_bytes_are_an_answer_a_traceback_or_a_fault(says, held):
    clock = FakeClock()
    repl = Repl(Parrot(clock, (HELD if held else b"") + says), clock)
    for use in (repl.hold, lambda: repl.run("1"), repl.release, repl.reset, wait_for_word(repl)):
        with contextlib.suppress(Fault, BoardError):
            answer = use()
            assert answer is None or isinstance(answer, str)
    repl.__exit__()


def wait_for_word(repl):
    return lambda: repl.read_until("jungle", 1, unless="Traceback")
