# SPDX-License-Identifier: MIT
"""What CircuitPython does to the flash for a write to nvm, and what power cuts inside that leave.

The firmware's way of keeping things is built on these facts; none of it runs here.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from emulator import image
from emulator.flash import (
    DRIVE_SECTORS,
    ERASE,
    NVM_SECTOR,
    PROGRAM,
    Erasing,
    erased_after_clearing,
    erased_bit_by_bit,
    erased_in_order,
    programmed,
)
from emulator.pico import NVM, NVM_SIZE, PowerCut
from emulator.player import START_MS, Player

PAGE = 256
OLD, NEW = bytes(range(PAGE)), bytes(reversed(range(PAGE)))
ERASED = b"\xff" * NVM_SIZE
ERASINGS = [erased_bit_by_bit, erased_in_order, erased_after_clearing]


@pytest.fixture
def idle(boot: Callable[..., Player]) -> Player:
    """A board whose program has ended, and whose nvm was never written."""
    player = _first_start(boot)
    _wait_for_end(player)
    player.flash_chip.log.clear()  # boot_out.txt
    return player


def _first_start(boot: Callable[..., Player], code: bytes = b"", **how: Any) -> Player:
    """With nothing of the firmware but its settings, which name the pins."""
    drive = {"settings.toml": image.files()["settings.toml"], "code.py": code}
    return boot(drive=drive, first=True, **how)


def _wait_for_end(player: Player) -> None:
    player.pico.run_until_text("CTRL-D to reload.", START_MS)


def _write(player: Player, start: int, data: bytes) -> None:
    where = f"microcontroller.nvm[{start}:{start + len(data)}]"
    assert player.pico.raw_exec(f"import microcontroller\n{where} = {data!r}") == ("", "")


def _done(player: Player) -> list[tuple[str, int, int]]:
    """What was done to the flash: (kind, offset from the start of nvm, size)."""
    return [(done.kind, done.offset - NVM, done.size) for done in player.flash_chip.log]


def test_a_start_writes_nothing_but_the_first(boot: Callable[..., Player]) -> None:
    first = _first_start(boot)
    _wait_for_end(first)
    assert first.flash_chip.erases() == first.flash_chip.erases(DRIVE_SECTORS) > 0
    second = first.cut()
    _wait_for_end(second)
    assert second.flash_chip.log == []
    assert second.pico.flash() == first.pico.flash()


def test_bytes_never_written_are_programmed_without_an_erase(idle: Player) -> None:
    _write(idle, PAGE - 2, b"abcd")
    assert _done(idle) == [(PROGRAM, 0, PAGE), (PROGRAM, PAGE, PAGE)]
    _write(idle, 0, b"beside")
    assert _done(idle)[2:] == [(PROGRAM, 0, PAGE)]
    assert idle.pico.nvm() == b"beside".ljust(PAGE - 2, b"\xff") + b"abcd" + ERASED[PAGE + 2 :]


@pytest.mark.parametrize("data", [b"\0", b"\xff", b"a"], ids=["other", "empty", "the same"])
def test_a_byte_written_before_costs_an_erase_of_all(data: bytes, idle: Player) -> None:
    _write(idle, 0, b"abcd")
    idle.flash_chip.log.clear()
    _write(idle, 0, data)
    pages = [(PROGRAM, page, PAGE) for page in range(0, NVM_SIZE, PAGE)]
    assert _done(idle) == [(ERASE, 0, NVM_SIZE), *pages]
    assert idle.flash_chip.erases(NVM_SECTOR) == 1
    assert idle.flash_chip.bytes_programmed(NVM_SECTOR) == NVM_SIZE
    assert idle.pico.nvm() == data + b"bcd" + ERASED[4:]


@pytest.mark.parametrize("erasing", ERASINGS)
def test_a_cut_in_an_erase_loses_what_was_there(erasing: Erasing, idle: Player) -> None:
    _write(idle, 0, OLD)
    before = idle.pico.nvm()
    idle.flash_chip.cut_in(ERASE, NVM_SECTOR, part=0.7, erasing=erasing, seed=1)
    with pytest.raises(PowerCut):
        _write(idle, 0, NEW)
    left = idle.pico.nvm()
    assert left == erasing(before, 0.7, Random(1))
    assert left[:PAGE] not in (OLD, NEW)
    again = idle.cut()
    _wait_for_end(again)
    told = again.pico.raw_exec("import microcontroller\nprint(bytes(microcontroller.nvm[:256]))")
    assert told == (f"{left[:PAGE]!r}\r\n", "")
    assert again.pico.nvm() == left


def test_a_cut_in_a_program_leaves_the_first_part(idle: Player) -> None:
    idle.flash_chip.cut_in(PROGRAM, NVM_SECTOR, part=100 / PAGE)
    with pytest.raises(PowerCut):
        _write(idle, 0, OLD)
    assert idle.pico.nvm() == OLD[:100] + ERASED[100:]


def test_a_cut_after_the_erase_loses_the_pages_to_come(idle: Player) -> None:
    _write(idle, 2 * PAGE, b"kept for long")
    _write(idle, 0, OLD)
    idle.flash_chip.cut_in(PROGRAM, NVM_SECTOR, nth=3, part=0)
    with pytest.raises(PowerCut):
        _write(idle, 0, NEW)
    assert idle.pico.nvm() == NEW + ERASED[PAGE:]


def test_a_board_that_is_off_runs_again_only_from_its_flash(boot: Callable[..., Player]) -> None:
    write = b"import microcontroller\nmicrocontroller.nvm[0] -= 1\n"
    player = _first_start(boot, write, usb=False)
    player.wait(START_MS)
    again = player.cut()
    with pytest.raises(PowerCut):
        player.wait(1)
    again.wait(START_MS)
    assert (player.pico.nvm()[0], again.pico.nvm()[0]) == (254, 253)
    assert again.pico.host.connections == 0
    assert again.cut(held=["menu"]).pico.nvm()[0] == 253


@pytest.mark.parametrize("erasing", ERASINGS)
def test_an_erase_goes_from_nothing_to_all(erasing: Erasing) -> None:
    assert erasing(OLD, 0, Random(1)) == OLD
    assert erasing(OLD, 1, Random(1)) == ERASED[:PAGE]


def test_a_program_only_clears_bits_and_stops_inside_a_byte() -> None:
    both = bytes(old & new for old, new in zip(OLD, NEW, strict=True))
    assert programmed(OLD, NEW, 0, Random(1)) == OLD
    assert programmed(OLD, NEW, 1, Random(1)) == both
    seen = {programmed(b"\xff\xf0\xff", b"\0\x3c\0", 0.5, Random(seed)) for seed in range(50)}
    assert seen == {bytes([0, byte, 0xFF]) for byte in (0xF0, 0xB0, 0x70, 0x30)}
