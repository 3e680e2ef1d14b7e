# SPDX-License-Identifier: MIT
"""The host tool's raw REPL on the real CircuitPython."""

from collections.abc import Callable

import pytest
from emulator.pico import Pico
from emulator.player import Player
from emulator.stream import PicoClock, PicoStream

from mastermind_host.device.repl import BoardError, Repl

READY = "Jungle Mastermind 0.1.0 is ready."


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
