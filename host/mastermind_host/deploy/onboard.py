# SPDX-License-Identifier: MIT
"""What a held board is asked by its raw REPL: who it is, what its files are, what it remembers.

The only place for sources that run on the board during a deploy. Knows no drive.
"""

from __future__ import annotations

import hashlib
import zlib
from binascii import hexlify, unhexlify
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mastermind_host.device.repl import Repl
from mastermind_host.errors import UNVERIFIED, Fault

AT_ONCE = 65536  # bytes that the board hashes in one go
HASH_S = 30.0  # patience for that
PIECE = 512  # bytes of memory that cross the console in one go
MISSING = "-"
KINDS = {64: "sha256", 40: "sha1", 8: "crc32"}  # by the length of a sum

_FACTS = """\
import binascii, board, microcontroller, os, storage, supervisor
print(binascii.hexlify(microcontroller.cpu.uid).decode().upper())
print(board.board_id)
print(os.uname()[2])
print(supervisor.runtime.safe_mode_reason)
print(storage.getmount("/").readonly)
"""
# CircuitPython 9 knows sha1 only, 10 also sha256; a board without both has a crc32 at least.
_SUMS = """\
import binascii
def choose():
    for name in ("sha256", "sha1"):
        try:
            import hashlib
            hashlib.new(name)
            return name
        except (ImportError, ValueError, AttributeError):
            pass
kind = choose()
class Crc:
    value = 0
    def update(self, data):
        self.value = binascii.crc32(data, self.value)
    def digest(self):
        return self.value.to_bytes(4, "big")
def begin():
    if kind is None:
        return Crc()
    import hashlib
    return hashlib.new(kind)
def look(path):
    size, check = 0, begin()
    try:
        with open(path, "rb") as file:
            data = file.read(2048)
            while data:
                size += len(data)
                check.update(data)
                data = file.read(2048)
    except OSError:
        return "-"
    return "%d %s" % (size, binascii.hexlify(check.digest()).decode())
"""
# Moves the board's window on its directory: what comes over USB in a row of blocks is not always
# seen through a window that stayed open.
_NUDGE = 'look("/boot_out.txt")\n'


class Facts(NamedTuple):
    """A board's own word on itself."""

    uid: str
    board_id: str
    version: str  # of CircuitPython
    safe_mode: str  # NONE, or why it is in safe mode
    host_writes: bool  # whether the drive is the computer's to write


class Sum(NamedTuple):
    """What the board finds in a file."""

    size: int
    check: str  # in hexadecimal

    @property
    def kind(self) -> str:
        """sha256, sha1 or crc32: the best that the board has."""
        return KINDS[len(self.check)]


def facts(repl: Repl) -> Facts:
    uid, board_id, version, safe_mode, read_only = repl.run(_FACTS).split("\n")[:5]
    reason = safe_mode.rpartition(".")[2].strip()
    return Facts(
        uid, board_id, version, "NONE" if reason == "None" else reason, read_only == "True"
    )


def sums(repl: Repl, sizes: Mapping[str, int]) -> dict[str, Sum | None]:
    """{path: what the board finds there, None where there is no file}; `sizes` are the expected."""
    repl.run(_SUMS)
    found: dict[str, Sum | None] = {}
    for paths in _portions(sizes):
        names = ["/" + path for path in paths]
        source = f"{_NUDGE}for path in {names!r}:\n    print(look(path))\n"
        lines = repl.run(source, HASH_S).splitlines()
        found.update({path: _sum(line) for path, line in zip(paths, lines, strict=True)})
    return found


def is_sum_of(found: Sum | None, data: bytes) -> bool:
    """Whether the board has found this content."""
    if found is None:
        return False
    if found.kind == "crc32":
        return found == Sum(len(data), f"{zlib.crc32(data):08x}")
    return found == Sum(len(data), hashlib.new(found.kind, data).hexdigest())


def kind_of(found: Iterable[Sum | None]) -> str:
    """How files were verified: the kind of their sums; "" where the board found none."""
    return next((one.kind for one in found if one), "")


def read_memory(repl: Repl) -> bytes:
    """The whole of the board's nvm; b"" where it has none."""
    repl.run("import binascii, microcontroller")
    size = int(repl.run("print(len(microcontroller.nvm or b''))"))
    return b"".join(
        _hex(repl, f"microcontroller.nvm[{at}:{min(at + PIECE, size)}]")
        for at in range(0, size, PIECE)
    )


def write_memory(repl: Repl, data: bytes) -> None:
    """Write the whole of the board's nvm at once, and read it back; a Fault UNVERIFIED."""
    repl.run(f"import binascii, microcontroller\nimage = bytearray({len(data)})")
    for at in range(0, len(data), PIECE):
        piece = hexlify(data[at : at + PIECE]).decode()
        repl.run(f"image[{at}:{at + len(piece) // 2}] = binascii.unhexlify('{piece}')")
    repl.run("microcontroller.nvm[0:len(image)] = image")
    if read_memory(repl) != data:
        raise Fault(
            "The board's memory is not what was written to it.",
            "Its flash is worn, or the board was reset meanwhile.",
            "the same command again",
            UNVERIFIED,
        )


def read_file(repl: Repl, path: str, size: int) -> bytes:
    """A file as the board has it, whatever this computer remembers of it."""
    repl.run(f"import binascii\nfile = open({'/' + path!r}, 'rb')")
    try:
        return b"".join(_hex(repl, f"file.read({PIECE})") for _ in range(0, size, PIECE))
    finally:
        repl.run("file.close()")


def _hex(repl: Repl, expression: str) -> bytes:
    return unhexlify(repl.run(f"print(binascii.hexlify({expression}).decode())").strip())


def _portions(sizes: Mapping[str, int]) -> Iterable[list[str]]:
    """The paths in groups that the board hashes in one go."""
    group: list[str] = []
    size = 0
    for path, its_size in sizes.items():
        if group and size + its_size > AT_ONCE:
            yield group
            group, size = [], 0
        group.append(path)
        size += its_size
    if group:
        yield group


def _sum(line: str) -> Sum | None:
    if line.strip() == MISSING:
        return None
    size, check = line.split()
    return Sum(int(size), check)
