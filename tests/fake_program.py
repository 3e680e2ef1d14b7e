# SPDX-License-Identifier: MIT
"""What code.py says on a FakeBoard: that it is ready, or the traceback of what it lacks.

Follows the imports from code.py on over the drive, as importing them would; runs nothing of it but
the check of the manifest.
"""

import ast
from typing import Any

# Modules that CircuitPython has built in.
BUILT_IN = {
    *("binascii", "board", "busio", "collections", "digitalio", "gc", "hashlib", "json", "keypad"),
    *(
        "math",
        "microcontroller",
        "os",
        "pwmio",
        "storage",
        "supervisor",
        "sys",
        "time",
        "traceback",
        "usb_cdc",
        "watchdog",
    ),
}
# neopixel.py imports these for annotations and pixel maths.
OF_LIBRARIES = {
    "adafruit_pixelbuf",
    "digitalio",
    "neopixel_write",
    "typing",
    "circuitpython_typing",
}
HEAD = "Traceback (most recent call last):\n"


def output(board: Any) -> str:
    """What the console says half a second after a start."""
    trouble = _incomplete(board) or _lacking(board)
    return trouble or f"Jungle Mastermind {version(board)} is ready.\n"


def version(board: Any) -> str:
    """__version__ of the package on the drive."""
    for line in board.real("/mastermind/__init__.py").read_text().splitlines():
        if line.startswith("__version__"):
            return str(ast.literal_eval(line.partition("=")[2].strip()))
    return "?"


def _incomplete(board: Any) -> str:
    """The traceback of a copy that was begun and not ended, or ""."""
    if not board.real("/mastermind/manifest.py").is_file():
        return ""
    source = "from mastermind import manifest\nmanifest.check(open)"
    return str(board.python.run(source, name="code.py"))


def _lacking(board: Any) -> str:
    """The traceback of the first module that is missing or broken, or ""."""
    todo, known = ["code.py"], {"code.py"}
    while todo:
        path = todo.pop(0)
        try:
            wanted = _imports(board.real(path).read_bytes())
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            return f'{HEAD}  File "{path}", line {line}\nSyntaxError: invalid syntax\n'
        for line, name in [] if path.startswith("lib/") else wanted:
            found = _path(board, name)
            if found is None:
                where = f'  File "{path}", line {line}, in <module>\n'
                return f"{HEAD}{where}ImportError: no module named '{name.rstrip('?')}'\n"
            if found and found not in known:
                known.add(found)
                todo.append(found)
    return ""


def _imports(source: bytes) -> list[tuple[int, str]]:
    """(line, module) of what a module imports; `from package import module` may name both."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.append((node.lineno, node.module))
            if node.module.split(".")[0] == "mastermind":
                names += [(node.lineno, f"{node.module}.{alias.name}?") for alias in node.names]
    return names


def _path(board: Any, name: str) -> str | None:
    """The file of a module, "" where none is needed, None where one is missing.

    A name with "?" may be something inside a module as well.
    """
    if name.split(".")[0] in BUILT_IN:
        return ""
    plain = name.rstrip("?")
    for folder in ("", "lib/"):
        for end in (".py", "/__init__.py"):
            path = folder + plain.replace(".", "/") + end
            if board.real(path).is_file():
                return path
    return "" if name != plain and _named(board, plain) else None


def _named(board: Any, name: str) -> bool:
    """Whether the package of `name` says that name itself."""
    package, _, attribute = name.rpartition(".")
    path = _path(board, package)
    return bool(path) and attribute in board.real(path).read_text()
