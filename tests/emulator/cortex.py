# SPDX-License-Identifier: MIT
"""The Cortex-M0+ of the emulated Pico: core/m0.c, compiled once, as rp2040py's chip model sees it.

Knows nothing of boards or of CircuitPython.
"""

import ctypes
import functools
import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from emulator.interpreter import cache_folder
from rp2040py.cortex_m0_core import CortexM0Core

SOURCE = Path(__file__).resolve().parent / "core" / "m0.c"
COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O2", "-fno-strict-aliasing", "-shared", "-fPIC")

u32, u64 = ctypes.c_uint32, ctypes.c_uint64
Read = ctypes.CFUNCTYPE(u32, u32, u32)
Write = ctypes.CFUNCTYPE(None, u32, u32, u32)


def _fields(kind: Any, names: str) -> list[tuple[str, Any]]:
    return [(name, kind) for name in names.split()]


class State(ctypes.Structure):
    """`struct M` of m0.c, field by field."""

    _fields_ = [
        ("r", u32 * 16),
        *_fields(u32, "n z c v pm spsel npriv banked_sp mode ipsr line swpend enabled"),
        ("prio", u32 * 32),
        *_fields(u32, "vtor shpr2 shpr3 pendsv pendsvc pendst waiting event check inmmio"),
        *_fields(u64, "cycles limit stop instr"),
        *_fields(ctypes.c_void_p, "sram flash dpram bootrom"),
        ("rd", Read),
        ("wr", Write),
        *_fields(u32, "dvd dvs quo rem divcsr divsigned lock"),
        ("t0", u64),
        ("alarm", u32 * 4),
        *_fields(u32, "armed inte intf intr latch"),
        ("tnext", u64),
        *_fields(u32, "st_csr st_rvr"),
        ("st_base", u64),
        *_fields(u32, "stopreq faults lastfault trace"),
    ]


def compiler() -> str | None:
    """The C compiler's path, or None."""
    return next((path for path in map(shutil.which, COMPILERS) if path), None)


@functools.cache
def library() -> ctypes.CDLL:
    """The compiled core."""
    loaded = ctypes.CDLL(str(compiled(SOURCE)))
    loaded.m_new.restype = ctypes.POINTER(State)
    loaded.m_run.argtypes = loaded.m_set_limit.argtypes = [ctypes.POINTER(State), u64]
    loaded.m_reset.argtypes = [ctypes.POINTER(State)]
    loaded.m_set_irq.argtypes = [ctypes.POINTER(State), u32, u32]
    return loaded


def compiled(source: Path) -> Path:
    """The library made of one C file; made anew when its source is new."""
    name = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    target = cache_folder() / f"{source.stem}-{name}.so"
    if not target.exists():
        _compile(source, target)
    return target


def _compile(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(f".{os.getpid()}.part")  # two test processes may compile at once
    subprocess.run([compiler() or COMPILERS[0], *FLAGS, "-o", part, source], check=True)
    part.replace(target)


class Core(CortexM0Core):
    """What the chip model calls on its core, forwarded to the one in C."""

    # The base class resets while it is built, before there is a state to forward to.
    state: Any = None

    def attach(self, state: Any) -> None:
        self.state = state

    def set_interrupt(self, irq: int, value: bool) -> None:
        library().m_set_irq(self.state, irq, 1 if value else 0)

    def reset(self) -> None:
        if self.state:
            library().m_reset(self.state)

    @property
    def pc(self) -> int:
        return self.state.contents.r[15]

    @pc.setter
    def pc(self, value: int) -> None:
        if self.state:
            self.state.contents.r[15] = value & ~1
