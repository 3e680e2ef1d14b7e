# SPDX-License-Identifier: MIT
"""Power-up: on a computer and on a charger, with settings right and wrong, into the self-test."""

from collections.abc import Callable

import pytest
from emulator import image
from emulator.player import PRESS_MS, START_MS, Player, lit

from mastermind import keys, lights, settings

WALK_STEP_MS = 200  # the wiring self-test's


def test_the_first_start_of_all_is_told_on_the_first_of_two_serial_ports(
    boot: Callable[..., Player],
) -> None:
    player = boot(first=True)
    player.start()
    assert len(player.pico.host.ports) == 2
    assert "Jungle Mastermind" in player.pico.text()
    assert not player.pico.host.ports[1].received


def test_starts_on_a_charger(boot: Callable[..., Player]) -> None:
    player = boot(usb=False)
    player.wait_for_light()
    player.press("check")
    player.expect_rows("2 ..# ...", "1 ### ...")
    assert not player.pico.host.ports


def test_menu_held_at_power_up_walks_the_lights_in_chain_order(boot: Callable[..., Player]) -> None:
    player = boot(held=["menu"])
    player.pico.run_until_text("is ready.", START_MS)
    player.wait(300)  # the keys are looked at 60 ms after the start
    player.change(keys.MENU, False)
    player.wait(PRESS_MS)
    seen = len(player.wire.frames)
    player.wait((lights.COUNT + 2) * WALK_STEP_MS)
    walk = [lit(frame.colours) for frame in player.wire.frames[seen:]]
    red, green = (lights.dim(colour, player.scale()) for colour in (0xFF0000, 0x00FF00))
    chain = [{light: red} for light in range(lights.COUNT)]
    started = walk[0]
    assert started in chain
    first = chain.index(started)
    assert walk[: lights.COUNT] == chain[first:] + [{light: green} for light in range(first)]


def test_a_key_in_the_self_test_lights_its_column(boot: Callable[..., Player]) -> None:
    player = boot(held=["menu"])
    player.pico.run_until_text("is ready.", START_MS)
    player.wait(300)
    bar = lights.dim(lights.colour_of(lights.BAR, player.chosen["palette"]), player.scale())
    assert _column_of(player, bar) == keys.MENU
    player.change(keys.MENU, False)
    player.change(keys.CHECK, True)
    player.wait(PRESS_MS)
    assert _column_of(player, bar) == keys.CHECK


def _column_of(player: Player, colour: int) -> int:
    """The one column that has `colour`; 8 of its 9 lights will do, for one may be walked over."""
    columns = [light % 6 for light, shown in lit(player.wire.last).items() if shown == colour]
    assert len(set(columns)) == 1
    assert len(columns) >= 8
    return columns[0]


MISTAKES = {
    "wrong lines": b'brightness = 9\ncolour = "pink"\nsound\nlevel = "older"\npin_left = "GP16"\n',
    "garbage": b"\xff\xfe\x00\x80 [[\n\x07 = = \"\n'''\n",
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_wrong_setting_is_told_and_its_default_used(
    name: str, boot: Callable[..., Player]
) -> None:
    drive = image.files() | {"settings.toml": MISTAKES[name]}
    _, told = settings.parse(MISTAKES[name])
    player = boot(drive)
    player.start()
    assert told
    for sentence in told:
        assert sentence in player.pico.text()
    mistake = lights.dim(lights.colour_of(lights.MISTAKE, player.chosen["palette"]), player.scale())
    player.wait(2 * lights.BLINK_MS)
    assert player.code_colours() == {(mistake,) * 3, (0,) * 3}


def test_the_console_can_stop_the_game_and_the_board_stays_stopped(
    welcome: Callable[..., Player],
) -> None:
    player = welcome()
    assert player.pico.raw_exec("print(6 * 7)") == ("42\r\n", "")
    player.wait(10_000)  # the watchdog would have bitten after 8 s
    assert player.pico.host.connections == 1
    assert player.pico.raw_exec("print(6 * 9)") == ("54\r\n", "")
