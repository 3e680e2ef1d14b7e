# SPDX-License-Identifier: MIT
"""The firmware runs unchanged on every interpreter: imports, names, and a real MicroPython."""

import ast
import importlib.util
import itertools
import random
import shutil
import tokenize
from pathlib import Path

import pytest
import second_python

from mastermind_host import optics

ROOT = Path(__file__).parents[1]
SHARED = ROOT / "tests" / "shared" / "test_scoring.py"
FIRMWARE = ROOT / "firmware"
PURE = sorted((FIRMWARE / "mastermind").rglob("*.py"))
MAIN = [FIRMWARE / "boot.py", FIRMWARE / "code.py", FIRMWARE / "safemode.py"]
# What a module may import beside `mastermind`; anything else fails until it is put here with a
# thought.
ALLOWED = {
    "boot.py": {"microcontroller", "os", "storage", "usb_cdc"},
    "code.py": {
        "board",
        "keypad",
        "microcontroller",
        "neopixel",
        "os",
        "pwmio",
        "supervisor",
        "time",
        "usb_cdc",
        "watchdog",
    },
    "safemode.py": {"microcontroller", "supervisor", "time"},
    "answers.py": {"binascii"},
    "bus.py": {"busio", "digitalio"},
    "calibrating.py": {"math"},
    "calibration.py": {"math"},
    "carry.py": {"binascii"},
    "failure.py": {"traceback"},
    "hardware.py": {"sys"},
    "holes.py": {"binascii"},
    "journal.py": {"binascii"},
    "keys.py": {"collections"},
    "played.py": {"collections"},
    "protocol.py": {"json"},
    "rules.py": {"collections"},
    "sensors.py": {"adafruit_tca9548a", "adafruit_tcs34725"},
}
# Names that CircuitPython lacks, or that tell where the code runs.
FORBIDDEN = {
    "typing",
    "enum",
    "dataclasses",
    "abc",
    "functools",
    "platform",
    "implementation",
    "Random",
    "sleep",
}
# The App on the smallest board there can be: a game at younger, hidden and broken by tiger, tiger,
# tiger.
GAME = """
from mastermind import settings
from mastermind.app import App
from mastermind.keys import CHECK, DOWN, UP, event
from mastermind.memory import Memory

class Board:
    frame = [0] * 57
    ms = 0
    queue = ()
    def now(self):
        return self.ms
    def events(self):
        queue, self.queue = self.queue, ()
        return queue
    def show(self):
        pass
    def play(self, tune):
        pass

board = Board()
app = App(board, settings.defaults(), (), None, Memory(bytearray(b"\xff" * 4096)))
for key in (CHECK, CHECK, 0, 1, 2, CHECK, 0, 1, 2, CHECK):
    for kind in (DOWN, UP):
        board.ms += 80
        app.step()
        board.queue = (event(kind, key),)
        app.step()
print(type(app.stage).__name__)
"""


def imports(path):
    """The top-level names of what a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module.split(".")[0]


def names(path):
    """Every name and attribute that a file uses."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


@pytest.mark.parametrize("path", PURE + MAIN, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_imports_are_on_the_list(path):
    assert set(imports(path)) <= ALLOWED.get(path.name, set()) | {"mastermind"}


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_nothing_is_used_that_a_board_lacks(path):
    tree = ast.parse(path.read_text())
    assert not set(names(path)) & FORBIDDEN
    assert not any(isinstance(node, (ast.Match, ast.AsyncFunctionDef)) for node in ast.walk(tree))


@pytest.mark.parametrize("path", PURE + MAIN, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_f_strings_stand_alone(path):
    """CircuitPython 9 takes an f-string beside another string for a syntax error."""
    kinds = [token.string[:2].lower() for token in strings_and_others(path)]
    neighbours = list(itertools.pairwise(kinds))
    assert not [pair for pair in neighbours if "" not in pair and "f" in "".join(pair)]


def strings_and_others(path):
    """The tokens that are strings, with all others as empty ones between them."""
    inside = 0  # of an f-string, which is many tokens since Python 3.12
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            name = tokenize.tok_name[token.type]
            if inside == 0 and name not in ("NL", "COMMENT"):
                is_string = name in ("STRING", "FSTRING_START")
                yield token if is_string else token._replace(string="")
            inside += {"FSTRING_START": 1, "FSTRING_END": -1}.get(name, 0)


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_an_import_does_no_work(path):
    """At the top of a module stand definitions and data alone."""
    kinds = (ast.Import, ast.ImportFrom, ast.Assign, ast.FunctionDef, ast.ClassDef, ast.Expr)
    body = ast.parse(path.read_text()).body
    assert all(isinstance(node, kinds) for node in body)
    assert all(isinstance(node.value, ast.Constant) for node in body if isinstance(node, ast.Expr))


def test_code_py_is_short():
    assert len((FIRMWARE / "code.py").read_text().splitlines()) <= 40


@pytest.mark.parametrize("path", PURE + MAIN, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_every_file_says_its_licence_and_what_it_is(path):
    lines = path.read_text().splitlines()
    assert lines[0] == "# SPDX-License-Identifier: MIT"
    assert ast.get_docstring(ast.parse(path.read_text()))


@pytest.fixture(scope="module")
def interpreter(tmp_path_factory):
    """A MicroPython that sees the pure package and the shared tests."""
    folder = tmp_path_factory.mktemp("drive")
    shutil.copytree(
        FIRMWARE / "mastermind", folder / "mastermind", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copy(SHARED, folder)
    return second_python.MicroPython(folder)


def shared_cases():
    """The cases of the shared tests, by name; whatever is a test there is in them."""
    spec = importlib.util.spec_from_file_location("shared_scoring", SHARED)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    names = [name for name, _ in module.CASES]
    assert names.count("check_scores") == 3 * module.PARTS
    assert len(set(names)) == SHARED.read_text().count("\ndef test_")
    return module.CASES


@pytest.mark.parametrize("name", sorted({name for name, _ in shared_cases()}))
def test_the_shared_tests_pass_on_micropython(interpreter, name):
    for case, arguments in shared_cases():
        if case == name:
            run = interpreter.run(
                f"import test_scoring\ntest_scoring.{name}(*{arguments!r})\nprint('passed')"
            )
            assert run == (0, "passed\n")


def test_micropython_tells_a_failure_and_has_the_heap_of_a_board(interpreter):
    code, output = interpreter.run(
        "from mastermind import rules\nrules.score((0, 1), (0, 1, 2), 'older')"
    )
    assert code == 1
    assert output.endswith("ValueError: A code has 3 holes, not 2.\n")
    assert interpreter.run("bytearray(196000)")[1].splitlines()[-1].startswith("MemoryError")


@pytest.mark.parametrize("where", [0, 5])
def test_holes_learn_on_micropython_too(interpreter, where):
    """From the samples of a guided calibration to animals that are told apart."""
    holes = {place: optics.Hole(11, place=place) for place in (where, 2)}
    samples = optics.samples(holes, random.Random(11))
    source = (
        "from mastermind.calibrating import EMPTY, learn\n"
        "from mastermind.calibration import Calibration\n"
        f"samples = {samples!r}\n"
        f"hole = Calibration(learn(samples, 777)[{where}])\n"
        f"told = [hole.answer(*samples[{where}][what]) for what in (EMPTY, 0, 1, 2, 3, 4, 5)]\n"
        "print(hole.wiring, told)\n"
    )
    assert interpreter.run(source) == (0, "777 [7, 0, 1, 2, 3, 4, 5]\n")


def test_the_whole_game_runs_on_micropython_too(interpreter):
    assert interpreter.run(GAME) == (0, "Reveal\n")
