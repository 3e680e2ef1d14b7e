# SPDX-License-Identifier: MIT
"""The host tool's raw REPL on the real CircuitPython."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from emulator import boot_out, image, interpreter
from emulator.pico import Pico
from emulator.player import Player
from emulator.stream import PicoClock, PicoStream
from fake_board import FakeBoard
from fake_clock import FakeClock
from fake_stream import FakeStream

from mastermind import __version__
from mastermind_host.deploy import board_tests, shared_tests
from mastermind_host.device.repl import BoardError, Repl

READY = f"Jungle Mastermind {__version__} is ready."
PROGRAM = b"import time\nprint('hello')\nwhile True:\n    time.sleep(0.01)\n"
MODULE = b"def good():\n    assert 1 == 2\ndef bad(x):\n    raise ValueError('no ' + str(x))\n"
# What is typed, and how long it is waited for what that does.
KEYS = (
    ("\x03\r\x01", 500),  # what comes with ^C is lost
    ("\x03", 300),
    ("\r", 300),
    ("AT", 300),
    ("\x01", 300),
    ("\x03", 300),
    ("\x01", 400),
    ("print(6*7)\x04", 300),
    ("import mod\nmod.good()\x04", 400),
    ("mod.bad('x')\x04", 300),
    ("def\x04", 300),
    ("import nothing\x04", 300),
    ("from mod import nothing\x04", 300),
    ("open('/nothing')\x04", 300),
    ("open('/mod.py', 'w')\x04", 300),
    ("import hashlib\nhashlib.new('md5')\x04", 300),
    ("import hashlib\nprint(hashlib.new('sha1', b'abc').digest())\x04", 300),
    ("import hashlib\nprint(hashlib.new('sha256').digest_size)\x04", 300),
    ("print(open('/mod.py').read())\x04", 300),
    ("AT\r", 300),
    ("\x03print('clean')\x04", 300),
    ("\x01", 300),
    ("\x04", 600),
    ("\x02\x04", 1500),
    ("\x03", 500),
    ("\x04", 1000),
    ("\x03", 500),
    ("\x03", 300),
    ("print(3)\r", 300),
    ("1/0\r", 300),
    ("\x02", 300),
    ("\x04", 1000),
    ("\x03", 500),
    (" ", 300),
    ("\x01", 300),
)


def repl_over(pico: Pico) -> Repl:
    return Repl(PicoStream(pico), PicoClock(pico))


@pytest.fixture
def pico(welcome: Callable[..., Player]) -> Pico:
    """A board whose program runs."""
    return welcome().pico


def test_a_running_program_is_held_and_started_anew(pico: Pico) -> None:
    start_ms = pico.ms
    with repl_over(pico) as repl:
        held_ms = pico.ms - start_ms
        assert repl.run("x = 6 * 7") == ""
        assert repl.run("print(x, 'ä' * 3)") == "42 äää\n"
        repl.release()
        assert repl.read_until(READY, timeout_s=5).endswith(READY)
    assert held_ms < 600


def test_tracebacks_and_ends_leave_the_board_held(pico: Pico) -> None:
    with repl_over(pico) as repl:
        with pytest.raises(BoardError) as raised:
            repl.run("from mastermind import rules\nrules.score((0, 1), (0, 1, 2), 'older')")
        assert raised.value.reason == "ValueError: A code has 3 holes, not 2."
        with pytest.raises(BoardError, match=r"SyntaxError: invalid syntax$"):
            repl.run("def")
        assert repl.run("raise SystemExit") == ""
        assert repl.run("print(1)") == "1\n"


def test_long_sources_and_long_answers_arrive_whole(pico: Pico) -> None:
    source = f"x = '{8000 * 'ab'}'\nprint(len(x), x[:3000])"
    with repl_over(pico) as repl:
        assert repl.run(source) == f"16000 {1500 * 'ab'}\n"


def test_holding_twice_and_garbage_between_disturb_nothing(pico: Pico) -> None:
    with repl_over(pico) as repl:
        repl.run("x = 1")
        pico.send("AT\r")
        assert repl.run("print(x)") == "1\n"
        repl.hold()
        assert repl.run("print(x)") == "1\n"


def test_a_reset_starts_the_board_from_the_beginning(pico: Pico) -> None:
    connections = pico.host.connections
    with repl_over(pico) as repl:
        repl.reset()
        assert repl.read_until(READY, timeout_s=8).endswith(READY)
    assert pico.host.connections == connections + 1


def test_the_shared_tests_pass_on_the_board(pico: Pico) -> None:
    tests = shared_tests.load(shared_tests.find())
    with repl_over(pico) as repl:
        assert board_tests.version(repl) == __version__
        results = list(board_tests.run(repl, tests))
    assert [result for result in results if not result.passed] == []
    assert len(results) == len(tests.cases) > 80
    assert min(result.heap_free for result in results) > 100_000
    assert max(result.ms for result in results) < 2000


def test_the_board_without_hardware_says_the_same(
    usable_uf2: Path, boot_out_of: Callable[[Path], bytes], tmp_path: Path
) -> None:
    """Byte for byte, whatever is typed: what the tests without an emulator rest on."""
    drive = {"boot.py": b"", "code.py": PROGRAM, "mod.py": MODULE}
    told = {boot_out.NAME: boot_out_of(usable_uf2)}
    pico = Pico(usable_uf2, drive=image.fat(drive | told)).power_on()
    pico.run(3000)
    fake = fake_of(drive, interpreter.version(usable_uf2), tmp_path)
    for keys, ms in KEYS:
        start = len(pico.console)
        pico.send(keys)
        pico.run(ms)
        fake.write(keys.encode())
        fake.timeout = ms / 1000
        assert (keys, undated(fake.read(10_000))) == (keys, undated(bytes(pico.console[start:])))


def fake_of(drive: dict[str, bytes], version: str, folder: Path) -> FakeStream:
    """The console of a FakeBoard that is like the emulated one."""
    for name, content in drive.items():
        (folder / name).write_bytes(content)
    clock = FakeClock()
    board = FakeBoard(folder, clock, version=version, program=lambda _: "hello\n")
    board.line = 4
    clock.sleep(3)
    return board.open()


def undated(said: bytes) -> bytes:
    """Without the date on which that CircuitPython was built."""
    return re.sub(rb" on \d{4}-\d\d-\d\d;", b"", said)
