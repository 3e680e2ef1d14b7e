# SPDX-License-Identifier: MIT
"""Every test of this tier runs on each CircuitPython found, and skips where there is none."""

import functools
import gc
import signal
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from emulator import boot_out, cortex, image, interpreter
from emulator.player import Player
from emulator.sensed import Sensed

WALL_LIMIT_S = 240  # a guard against a board that never comes to the point; most tests take 5 s
SENSING_MS = 2000  # from Welcome until the sensors are found, set up and read


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "uf2" in metafunc.fixturenames:
        found = [pytest.param(path, id=interpreter.version(path)) for path in _versions(metafunc)]
        metafunc.parametrize("uf2", found or [pytest.param(None, id="none")], scope="session")


def _versions(metafunc: pytest.Metafunc) -> list[Path]:
    newest = interpreter.newest()
    once = metafunc.definition.get_closest_marker("newest")
    return [newest] if once and newest else interpreter.found()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="also the half hour of play")
    help_text = "that half hour on every CircuitPython, not on the newest alone"
    parser.addoption("--soak-all", action="store_true", help=help_text)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "wall_limit(s): a test that takes long, and may")
    config.addinivalue_line("markers", "newest: runs on the newest CircuitPython found alone")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that no worker is left alone with it."""
    items.sort(key=lambda item: item.get_closest_marker("wall_limit") is None)


@pytest.fixture(autouse=True)
def _wall_limit(request: pytest.FixtureRequest) -> Iterator[None]:
    marker = request.node.get_closest_marker("wall_limit")
    limit_s = marker.args[0] if marker else WALL_LIMIT_S

    def expire(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(
            f"the test did not end within {limit_s} s of wall time: does the board hang?"
        )

    before = signal.signal(signal.SIGALRM, expire)
    signal.alarm(limit_s)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(autouse=True)
def _no_boards_left() -> Iterator[None]:
    """A board is a cycle of many MB, of which Python would let dozens lie about."""
    yield
    gc.collect()


@pytest.fixture
def usable_uf2(uf2: Path | None) -> Path:
    if uf2 is None:
        pytest.skip(interpreter.how_to_get_one())
    if not uf2.is_file():
        pytest.fail(f"{uf2}, which {interpreter.VARIABLE} names, is no file")
    if not cortex.compiler():
        pytest.skip("no C compiler (cc, gcc or clang) on this machine: the core needs one")
    return uf2


@pytest.fixture(scope="session")
def boot_out_of() -> Callable[[Path], bytes]:
    """boot_out_of(uf2): its boot_out.txt, made once."""
    return functools.cache(boot_out.read)


@pytest.fixture
def boot(usable_uf2: Path, boot_out_of: Callable[[Path], bytes]) -> Callable[..., Player]:
    """boot(drive=None, settings={}, first=False, ...): a board that has just been powered on.

    `first`: for the first time ever, with no boot_out.txt yet. What follows is Player's.
    """

    def build(
        drive: image.Files | None = None,
        settings: dict[str, str] | None = None,
        first: bool = False,
        **how: Any,
    ) -> Player:
        content = image.with_settings(drive or image.files(), settings or {})
        if not first:
            content = content | {boot_out.NAME: boot_out_of(usable_uf2)}
        return Player(usable_uf2, content, **how)

    return build


@pytest.fixture
def welcome(boot: Callable[..., Player]) -> Callable[..., Player]:
    """As `boot`, but the board has come to Welcome."""

    def build(**how: Any) -> Player:
        player = boot(**how)
        player.start()
        return player

    return build


@pytest.fixture
def sensing(boot: Callable[..., Player]) -> Callable[..., Player]:
    """sensing(sensed=None, taught=None, ...): at Welcome, with colour sensors that are read.

    `sensed`: which, else all six; `taught`: the places that have learnt the animals, else all of
    them. What follows is `boot`'s.
    """

    def build(
        sensed: Sensed | None = None,
        taught: Iterable[int] | None = None,
        drive: image.Files | None = None,
        settings: dict[str, str] | None = None,
        **how: Any,
    ) -> Player:
        sensed = sensed or Sensed()
        past = sensed.past(taught)
        chosen = {"pin_sensor_light": sensed.light} | (settings or {})
        drive = past.on(drive or image.files())
        player = boot(drive=drive, settings=chosen, nvm=past.nvm, wire=sensed, **how)
        player.start()
        player.wait(SENSING_MS)
        return player

    return build
