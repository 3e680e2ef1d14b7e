# SPDX-License-Identifier: MIT
"""The interpreter of a FakeBoard: real Python whose files and modules are those of the board.

Paths such as "/code.py" are of the drive's folder. A source sees what CircuitPython has and no
more; a module of the drive is compiled from the drive. Knows no console.
"""

import binascii
import builtins
import hashlib
import importlib
import os
import posixpath
import sys
import traceback
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

HEAP_BYTES = 170_000
# Modules that both Pythons have, as far as the project uses them.
COMMON = ("array", "collections", "errno", "io", "json", "math", "random", "re", "struct")


class ChipReset(BaseException):
    """The program has reset the chip; the argument is the run mode that comes next."""


class Hash:
    """What hashlib.new gives: less than CPython's."""

    def __init__(self, name: str, data: bytes) -> None:
        self._hash = hashlib.new(name, data)
        self.update, self.digest = self._hash.update, self._hash.digest
        self.digest_size = self._hash.digest_size


class Reload(BaseException):
    """The program has asked to be started anew."""


class Python:
    """One virtual machine: what sources define stays until the next one.

    `board`: what the modules tell of and act on (a FakeBoard); `say`: where `print` goes.
    """

    def __init__(self, board: Any, say: Callable[[str], object]) -> None:
        self._board = board
        self._say = say
        self._modules: dict[str, types.ModuleType] = {}
        self._mode_next = "NORMAL"
        self.globals: dict[str, Any] = {"__name__": "__main__", "__builtins__": self._builtins()}

    def run(self, source: str, kind: str = "exec", name: str = "<stdin>") -> str:
        """Run a source; the traceback as the board prints it, "" if nothing was raised.

        ChipReset and Reload go through.
        """
        try:
            exec(compile(source, name, kind), self.globals)
        except SystemExit:
            return ""
        except (Exception, KeyboardInterrupt) as error:
            return told(error)
        return ""

    def _builtins(self) -> dict[str, Any]:
        own = {"open": self._open, "print": self._print, "__import__": self._import}
        return vars(builtins) | own

    def _print(self, *values: Any, sep: str = " ", end: str = "\n") -> None:
        self._say(sep.join(map(str, values)) + end)

    def _open(self, path: str, mode: str = "r", **how: Any) -> Any:
        if set(mode) & set("wax+") and not self._board.writable:
            raise OSError(30, "Read-only filesystem")
        place = self._board.seen(path) if mode[0] == "r" else self._real(path)
        how.setdefault("encoding", None if "b" in mode else "utf-8")
        try:
            return open(place, mode, **how)
        except FileNotFoundError:
            raise OSError(2, f"No such file/directory: {path}")

    def _real(self, path: str) -> Path:
        return self._board.real(path)

    # modules

    def _import(
        self, name: str, _globals: Any = None, _locals: Any = None, wanted: Any = (), level: int = 0
    ) -> types.ModuleType:
        parts = name.split(".")
        chain = [self._module(".".join(parts[: n + 1])) for n in range(len(parts))]
        for parent, part, child in zip(chain, parts[1:], chain[1:], strict=False):
            setattr(parent, part, child)
        for attribute in wanted or ():
            if attribute != "*" and not hasattr(chain[-1], attribute):
                setattr(chain[-1], attribute, self._attribute(name, attribute))
        return chain[-1] if wanted else chain[0]

    def _attribute(self, name: str, attribute: str) -> types.ModuleType:
        """The module `attribute` of the package `name`."""
        if not hasattr(self._modules[name], "__path__"):
            raise ImportError(f"can't import name {attribute}")
        return self._module(f"{name}.{attribute}")

    def _module(self, name: str) -> types.ModuleType:
        if name in self._board.lacks:
            raise ImportError(f"no module named '{name}'")
        if name not in self._modules:
            make = getattr(self, "_make_" + name, None)
            if name in COMMON:
                self._modules[name] = importlib.import_module(name)
            elif make:
                self._modules[name] = types.SimpleNamespace(**make())  # type: ignore[assignment]
            else:
                self._load(name)
        return self._modules[name]

    def _load(self, name: str) -> None:
        for folder in ("", "lib/"):
            for end in (".py", "/__init__.py"):
                path = folder + name.replace(".", "/") + end
                if self._board.real(path).is_file():
                    module = self._modules[name] = types.ModuleType(name)
                    if end != ".py":
                        module.__path__ = []
                    self._fill(module, path)
                    return
        raise ImportError(f"no module named '{name}'")

    def _fill(self, module: types.ModuleType, path: str) -> None:
        module.__dict__["__builtins__"] = self.globals["__builtins__"]
        try:
            code = compile(self._board.seen(path).read_bytes(), path, "exec")
            exec(code, module.__dict__)
        except BaseException:
            del self._modules[module.__name__]
            raise

    # what CircuitPython has built in

    def _make_os(self) -> dict[str, Any]:
        real, board = self._real, self._board
        return {
            "listdir": lambda path="/": sorted(os.listdir(real(path))),
            "stat": lambda path: _stat(real(path)),
            "remove": lambda path: self._write(lambda: real(path).unlink()),
            "mkdir": lambda path: self._write(lambda: real(path).mkdir()),
            "rmdir": lambda path: self._write(lambda: real(path).rmdir()),
            "rename": lambda old, new: self._write(lambda: real(old).rename(real(new))),
            "statvfs": lambda path: (512, 512, 2007, board.free_clusters, *[0] * 5, 255),
            "getcwd": lambda: "/",
            "sync": lambda: None,
            "sep": "/",
            "urandom": os.urandom,
            "getenv": lambda name, default=None: default,
            "uname": lambda: ("rp2040", "rp2040", board.version, board.version, board.machine),
        }

    def _write(self, action: Callable[[], object]) -> None:
        if not self._board.writable:
            raise OSError(30, "Read-only filesystem")
        action()

    def _make_microcontroller(self) -> dict[str, Any]:
        modes = types.SimpleNamespace(
            NORMAL="NORMAL", SAFE_MODE="SAFE_MODE", BOOTLOADER="BOOTLOADER", UF2="UF2"
        )
        reasons = types.SimpleNamespace(POWER_ON=0, SOFTWARE=1, WATCHDOG=2, UNKNOWN=3)
        cpu = types.SimpleNamespace(uid=bytes.fromhex(self._board.uid), reset_reason=0)
        return {
            "cpu": cpu,
            "nvm": self._board.nvm,
            "RunMode": modes,
            "ResetReason": reasons,
            "on_next_reset": self._set_mode,
            "reset": self._reset,
        }

    def _set_mode(self, mode: str) -> None:
        self._mode_next = mode

    def _reset(self) -> None:
        raise ChipReset(self._mode_next)

    def _make_supervisor(self) -> dict[str, Any]:
        def reload() -> None:
            raise Reload

        clock = self._board.clock
        runtime = types.SimpleNamespace(
            autoreload=True, safe_mode_reason=self._board.safe_mode, usb_connected=True
        )
        return {
            "reload": reload,
            "runtime": runtime,
            "ticks_ms": lambda: int(clock.now() * 1000) % 2**29,
        }

    def _make_storage(self) -> dict[str, Any]:
        def remount(path: str, readonly: bool = False, **_: Any) -> None:
            raise RuntimeError(f"Cannot remount '{path}' when visible via USB.")

        label = types.SimpleNamespace(label="CIRCUITPY", readonly=not self._board.writable)
        return {
            "remount": remount,
            "getmount": lambda path: label,
            "erase_filesystem": self._erase,
        }

    def _erase(self) -> None:
        self._board.erase()
        raise ChipReset("NORMAL")

    def _make_binascii(self) -> dict[str, Any]:
        names = ("a2b_base64", "b2a_base64", "crc32", "hexlify", "unhexlify")
        return {name: getattr(binascii, name) for name in names}

    def _make_hashlib(self) -> dict[str, Any]:
        """`new` alone; 9 knows no sha256."""

        def new(name: str, data: bytes = b"") -> Hash:
            if name not in ("sha1",) + ("sha256",) * (self._board.version[0] != "9"):
                raise ValueError("Unsupported hash algorithm")
            return Hash(name, data)

        return {"new": new}

    def _make_gc(self) -> dict[str, Any]:
        return {
            "collect": lambda: None,
            "mem_free": lambda: HEAP_BYTES,
            "mem_alloc": lambda: 20_000,
        }

    def _make_sys(self) -> dict[str, Any]:
        number = tuple(int(part) for part in self._board.version.split("-")[0].split("."))
        implementation = types.SimpleNamespace(
            name="circuitpython", version=(*number, ""), _mpy=518
        )
        return {
            "implementation": implementation,
            "modules": self._modules,
            "path": ["", "/", ".frozen", "/lib"],
            "platform": "RP2040",
            "exit": sys.exit,
        }

    def _make_traceback(self) -> dict[str, Any]:
        return {
            "print_exception": lambda error, *_: self._say(told(error)),
            "format_exception": lambda error, *_: told(error).splitlines(keepends=True),
        }

    def _make_board(self) -> dict[str, Any]:
        return {"board_id": self._board.board_id}

    def _make_time(self) -> dict[str, Any]:
        clock = self._board.clock
        return {
            "sleep": clock.sleep,
            "monotonic": clock.now,
            "monotonic_ns": lambda: int(clock.now() * 1e9),
        }


def told(error: BaseException) -> str:
    """A traceback as the board prints it."""
    if isinstance(error, SyntaxError):
        where = f'  File "{error.filename}", line {error.lineno}\n'
        return f"Traceback (most recent call last):\n{where}SyntaxError: invalid syntax\n"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename != __file__]
    ours = [f for f in frames if not posixpath.isabs(f.filename) and "<frozen" not in f.filename]
    lines = [f'  File "{f.filename}", line {f.lineno}, in {f.name}\n' for f in ours]
    code = f"[Errno {error.errno}] " if isinstance(error, OSError) and error.errno else ""
    text = code + str(error.args[-1]) if error.args else ""
    head = "Traceback (most recent call last):\n" + "".join(lines)
    name = "OSError" if isinstance(error, OSError) else type(error).__name__
    return f"{head}{name}: {text}\n"


def _stat(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except FileNotFoundError:
        raise OSError(2, "No such file/directory")
    return (0x4000 if path.is_dir() else 0x8000, 0, 0, 0, 0, 0, found.st_size, 0, 0, 0)
