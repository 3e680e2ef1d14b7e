# SPDX-License-Identifier: MIT
"""settings.toml: what it may say, and that nothing in it can stop the board."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind import settings

SHIPPED = Path(__file__).parents[1] / "firmware" / "settings.toml"
DEFAULTS = settings.defaults()


def changed(data):
    """(what differs from the defaults, mistakes) of a settings.toml."""
    values, mistakes = settings.parse(data)
    assert set(values) == set(DEFAULTS)
    return {name: value for name, value in values.items() if value != DEFAULTS[name]}, mistakes


def test_the_shipped_file_says_every_default_and_nothing_else():
    data = SHIPPED.read_bytes()
    assert settings.parse(data) == (DEFAULTS, [])
    said = [
        line.split(b"=")[0].strip().decode()
        for line in data.splitlines()
        if b"=" in line and line[:1] != b"#"
    ]
    assert sorted(said) == sorted(DEFAULTS)


@pytest.mark.parametrize(
    ("line", "change"),
    [
        (b'level = "expert"', {"level": "expert"}),
        (b"level='older'  # for grandma", {"level": "older"}),
        (b'  hider\t=\t"board"  ', {"hider": "board"}),
        (b"brightness=5", {"brightness": 5}),
        (b"brightness = +1 # dim", {"brightness": 1}),
        (b"sound = false", {"sound": False}),
        (b'palette = "high-contrast"', {"palette": "high-contrast"}),
        (b'pin_leds = "GP0"', {"pin_leds": "GP0"}),
        (b"current_limit_ma = 2000", {"current_limit_ma": 2000}),
        (b'CIRCUITPY_WIFI_SSID = "jungle"', {}),
        (b"# level = 3", {}),
        (b"", {}),
        (b"\xef\xbb\xbfbrightness = 3", {"brightness": 3}),
        (b"sound = false\r\nbrightness = 3\r\n", {"sound": False, "brightness": 3}),
        (b"sound = false\rbrightness = 3", {"sound": False, "brightness": 3}),
    ],
)
def test_right_lines(line, change):
    assert changed(line) == (change, [])


CHOICES = "use younger or older or expert. younger is used."
BROKEN = {
    "unknown name": (
        b"brightnes = 3",
        "line 1: there is no setting 'brightnes'; the line is ignored.",
    ),
    "capital letters": (
        b'Level = "older"',
        "line 1: there is no setting 'Level'; the line is ignored.",
    ),
    "no value": (b"level =", "line 1: level has a value that cannot be read; " + CHOICES),
    "no equals sign": (b"level older", "line 1: no `name = value`; the line is ignored."),
    "a section": (b"[table]", "line 1: no `name = value`; the line is ignored."),
    "a word without quotes": (
        b"level = older",
        "line 1: level has a value that cannot be read; " + CHOICES,
    ),
    "a quote not closed": (
        b'level = "older',
        "line 1: level has a value that cannot be read; " + CHOICES,
    ),
    "more after the value": (
        b'level = "older" expert',
        "line 1: level has a value that cannot be read; " + CHOICES,
    ),
    "not a choice": (b'level = "baby"', "line 1: level cannot be 'baby'; " + CHOICES),
    "number for a word": (b"level = 2", "line 1: level cannot be 2; " + CHOICES),
    "word for a number": (
        b'brightness = "3"',
        "line 1: brightness cannot be '3'; use 1 to 5. 2 is used.",
    ),
    "true for a number": (
        b"brightness = true",
        "line 1: brightness cannot be True; use 1 to 5. 2 is used.",
    ),
    "one for true": (b"sound = 1", "line 1: sound cannot be 1; use true or false. true is used."),
    "too low": (b"brightness = 0", "line 1: brightness cannot be 0; use 1 to 5. 2 is used."),
    "too high": (
        b"current_limit_ma = 3001",
        "line 1: current_limit_ma cannot be 3001; use 100 to 3000. 400 is used.",
    ),
    "a fraction": (
        b"brightness = 2.5",
        "line 1: brightness has a value that cannot be read; use 1 to 5. 2 is used.",
    ),
    "a hundred digits": (
        b"brightness = " + b"9" * 100,
        "line 1: brightness has a value that cannot be read; use 1 to 5. 2 is used.",
    ),
    "a list": (b"level = [1, 2]", "line 1: level has a value that cannot be read; " + CHOICES),
    "no such pin": (
        b'pin_leds = "GP23"',
        "line 1: pin_leds cannot be 'GP23'; use GP0 to GP22 or GP26 to GP28. GP16 is used.",
    ),
    "twice": (
        b"sound = true\nsound = false",
        "line 2: sound stands here a second time; the first is used.",
    ),
    "not text": (b"\xff\xfe\x00level", "line 1: not text; the line is ignored."),
    "zero bytes": (
        b"level\x00 = 3",
        "line 1: there is no setting 'level\\x00'; the line is ignored.",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_lines_are_told_and_the_default_is_used(kind):
    data, mistake = BROKEN[kind]
    assert changed(data) == ({}, ["settings.toml " + mistake])


def test_right_lines_around_a_broken_one_count():
    values, mistakes = changed(b'sound = false\nlevel = "baby"\nbrightness = 4')
    assert values == {"sound": False, "brightness": 4}
    assert [mistake[:21] for mistake in mistakes] == ["settings.toml line 2:"]


@pytest.mark.parametrize("data", [b'pin_leds = "GP2"', b'pin_left = "GP20"\npin_menu = "GP20"'])
def test_two_things_on_one_pin_give_all_pins_back(data):
    values, mistakes = changed(data)
    assert values == {}
    assert mistakes[0].endswith("is used for two things; all pins are the defaults.")


def test_pins_may_be_swapped():
    assert changed(b'pin_left = "GP4"\npin_right = "GP2"') == (
        {"pin_left": "GP4", "pin_right": "GP2"},
        [],
    )


def test_a_file_that_is_no_settings_file_is_left_alone():
    assert changed(b"x" * 8193) == (
        {},
        ["settings.toml is longer than 8192 bytes: defaults are used."],
    )


def test_files(tmp_path):
    missing, folder, good = tmp_path / "none.toml", tmp_path, tmp_path / "settings.toml"
    good.write_bytes(b"brightness = 1")
    assert settings.read(missing, open) == (DEFAULTS, [])
    assert settings.read(good, open) == (DEFAULTS | {"brightness": 1}, [])
    values, mistakes = settings.read(folder, open)
    assert values == DEFAULTS
    assert mistakes[0].startswith("settings.toml cannot be read (")
    assert mistakes[0].endswith("): defaults are used.")


@given(
    st.binary(max_size=300)
    | st.text(alphabet="level=brightness \"'\n#123-GP_\r[]", max_size=200).map(str.encode)
)
def test_no_bytes_stop_the_board(data):
    values, mistakes = settings.parse(data)
    assert set(values) == set(DEFAULTS)
    assert all(
        isinstance(mistake, str) and mistake.startswith("settings.toml") for mistake in mistakes
    )
    again, _ = settings.parse(b"\n".join(_line(name, value) for name, value in values.items()))
    assert again == values


def _line(name, value):
    text = str(value).lower() if not isinstance(value, str) else f'"{value}"'
    return f"{name} = {text}".encode()
