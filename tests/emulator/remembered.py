# SPDX-License-Identifier: MIT
"""Boards that have been played on before, made on the host: their nvm and their spare.bin.

The firmware itself plays them on the host's test board, much faster than the emulated one could.
"""

from typing import NamedTuple

import fakes
from emulator import image
from emulator.pico import NVM_SIZE

from mastermind import carry, settings, spare

CHIP = b"\xff" * 8  # every emulated chip has this number
EMPTY = b"\xff" * NVM_SIZE
ROWS = "TTT", "LLT", "TLL", "PPL", "LTP"  # younger, older and expert have them all


class Remembered(NamedTuple):
    """What outlives the power: the whole nvm, and spare.bin as it belongs to it."""

    nvm: bytes
    spare: bytes

    def on(self, drive: image.Files) -> image.Files:
        """The drive with this spare.bin; the nvm goes to Player."""
        return drive | {"spare.bin": self.spare}


class SpareFile:
    """The spare.bin of a drive, for `carry`."""

    def __init__(self, content: bytes = b"\xff" * carry.FILE_BYTES) -> None:
        self.content = bytearray(content)

    def read(self, count: int) -> bytes:
        return bytes(self.content[spare.SPOT : spare.SPOT + count])

    def write(self, data: bytes) -> None:
        self.content[spare.SPOT : spare.SPOT + len(data)] = data


def used(nvm: bytes) -> int:
    """How many bytes of the journal have been written."""
    return len(nvm.rstrip(b"\xff"))


def make_room(nvm: bytes, file: SpareFile) -> bytes:
    """The nvm that the next power-up must come to, on the host's own reckoning."""
    store = bytearray(nvm)
    carry.mend(store, file, CHIP)
    return bytes(store)


def at_setup(at_least: int = 0, **changes: str) -> Remembered:
    """No game on the table, some played; so many bytes of nvm used, and at most 150 more."""
    player, file = _first_game(changes)
    while used(player.store) < at_least:
        _play(player)
    return _of(player, file)


def guessing(at_least: int = 0, **changes: str) -> Remembered:
    """In a game with two rows and a hole of the third chosen."""
    player, file = _begun(at_least, changes)
    for row in ROWS[:2]:
        _check(player, row)
    player.press("left", "left")
    player.wait(2500)
    assert player.stage == "guess"
    return _of(player, file)


def hiding(at_least: int = 0, **changes: str) -> Remembered:
    """A friend has chosen two animals of the code."""
    player, file = _first_game({"hider": "friend"} | changes)
    while used(player.store) < at_least:
        _play(player)
    player.press("check")
    player.choose("TL")
    player.wait(2500)
    assert player.stage == "hide"
    return _of(player, file)


def revealing(at_least: int = 0, **changes: str) -> Remembered:
    """The code of a game that is over is on show."""
    player, file = _begun(at_least, changes)
    _lose(player)
    assert player.stage == "reveal"
    return _of(player, file)


def _of(player: fakes.Player, file: SpareFile) -> Remembered:
    assert carry.generation_of(file.read(NVM_SIZE)) == carry.generation_of(player.store)
    return Remembered(bytes(player.store), bytes(file.content))


def _begun(at_least: int, changes: dict[str, str]) -> tuple[fakes.Player, SpareFile]:
    player, file = _first_game(changes)
    while used(player.store) < at_least:
        _play(player)
    _start(player)
    return player, file


def _first_game(changes: dict[str, str]) -> tuple[fakes.Player, SpareFile]:
    """One game, after which a power-up brought spare.bin to the journal's generation."""
    chosen = settings.defaults() | {"level": "older"} | changes
    player = fakes.Player(chosen, store=bytearray(EMPTY))
    player.press("check")
    _play(player)
    file = SpareFile()
    carry.mend(player.store, file, CHIP)
    return player, file


def _play(player: fakes.Player) -> None:
    """A whole game, from Setup or the scoreboard to Setup."""
    _start(player)
    _lose(player)
    player.press("check", "menu")
    assert player.stage == "setup"


def _start(player: fakes.Player) -> None:
    player.press("check")
    if player.stage == "hide":
        player.choose("EHC")
        player.press("check")
    assert player.stage == "guess"


def _lose(player: fakes.Player) -> None:
    """Nine rows at most that are not the code, or not likely."""
    while player.stage == "guess":
        _check(player, "TTT")


def _check(player: fakes.Player, row: str) -> None:
    """A row that may have been begun; insists on it where it is doubted."""
    rows = len(player.app.table.game.history)
    for hole, name in enumerate(("left", "middle", "right")):
        while player.app.table.row.holes[hole] != "TLCPEH".index(row[hole]):
            player.press(name)
    player.press("check")
    if player.stage == "guess" and len(player.app.table.game.history) == rows:
        player.press("check")
