# SPDX-License-Identifier: MIT
"""A bundle, dropped on the model of the bootloader: what is in the flash then starts and plays."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from bootrom import Bootrom
from emulator import image
from emulator.pico import DRIVE, FLASH_SIZE, NVM
from emulator.player import Player

from mastermind_host.deploy import manifest
from mastermind_host.install import bundle, fat, uf2

GAME = {"level": "older", "hider": "board"}
FILES = image.with_settings(image.files(), GAME)
WHOLE = FILES | {manifest.NAME: manifest.build(FILES)}
STARTS_MS = 8000  # with the first boot_out.txt, on a drive that no start has seen


def used_flash() -> bytes:
    """What another program has left everywhere, in nvm nothing."""
    rubbish = bytearray(Random(5).randbytes(FLASH_SIZE))
    rubbish[NVM:DRIVE] = b"\xff" * (DRIVE - NVM)
    return bytes(rubbish)


def flashed(data: bytes, before: bytes) -> bytes:
    """The flash after a file was copied to the bootloader's drive."""
    bootrom = Bootrom(before)
    for at in range(0, len(data), 512):
        bootrom.write(data[at : at + 512])
    assert bootrom.complete
    return bytes(bootrom.flash)


def bundled(circuitpython: Path) -> bytes:
    return bundle.build(uf2.parse(circuitpython.read_bytes()), "raspberry_pi_pico", WHOLE)


@pytest.mark.parametrize("before", [b"", used_flash()], ids=["blank", "used"])
def test_a_bundle_starts(usable_uf2: Path, before: bytes) -> None:
    player = Player(usable_uf2, FILES, flash=flashed(bundled(usable_uf2), before))
    player.start(STARTS_MS)
    player.press("check", "check")
    player.expect_rows("1 ??? ...")
    printed, error = player.pico.raw_exec(
        "import os\n"
        "for name in ('manifest.json', 'spare.bin', 'boot_out.txt', 'lib/neopixel.py'):\n"
        "    print(name, os.stat('/' + name)[6])\n"
    )
    assert error == ""
    sizes = dict(line.split() for line in printed.splitlines())
    assert sizes["manifest.json"] == str(len(WHOLE["manifest.json"]))
    assert sizes["spare.bin"] == "16384"
    assert sizes["lib/neopixel.py"] == str(len(FILES["lib/neopixel.py"]))
    assert int(sizes["boot_out.txt"]) > 0


def test_a_game_outlives_a_bundle(usable_uf2: Path, welcome: Callable[..., Player]) -> None:
    """nvm is not touched: the game that runs goes on."""
    player = welcome(settings=GAME)
    player.press("check", "check")
    player.expect_rows("1 ??? ...")
    player.pico.cut_power()
    flash = flashed(bundled(usable_uf2), player.pico.flash())
    again = Player(usable_uf2, FILES, flash=flash)
    again.start(STARTS_MS)
    again.expect_rows("1 ??? ...")


def test_a_bundle_without_padding_does_not_start(usable_uf2: Path) -> None:
    """What the layout is for: the drive comes out damaged, and CircuitPython makes an empty one."""
    firmware = uf2.parse(usable_uf2.read_bytes())
    drive = fat.build(WHOLE, FLASH_SIZE - DRIVE)
    blocks = uf2.split(uf2.FLASH + DRIVE, drive.content[: drive.used])
    naive = uf2.build(uf2.Uf2(firmware.family, (*firmware.blocks, *blocks)))
    player = Player(usable_uf2, FILES, flash=flashed(naive, used_flash()))
    with pytest.raises(TimeoutError, match=r"'is ready\.' not said"):
        player.start(STARTS_MS)
    printed, _ = player.pico.raw_exec("print(open('/code.py').read())")
    assert "Hello World!" in printed
