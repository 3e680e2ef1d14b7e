# SPDX-License-Identifier: MIT
"""settings.toml as its user keeps it: merged with what is new, and one line changed."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mastermind import settings
from mastermind_host import drive
from mastermind_host.deploy import settings_file
from mastermind_host.deploy.settings_file import merge, set_value

SHIPPED = (
    b"# The head of the file.\n"
    b"\n"
    b"# What Setup offers first.\n"
    b'level = "younger"   # younger, older, expert\n'
    b"brightness = 2      # 1 to 5\n"
    b"\n"
    b"sound = true        # true, false\n"
    b"\n"
    b"# Pins.\n"
    b'pin_hood = "GP7"\n'
)
GENUINE = (drive.FIRMWARE / "settings.toml").read_bytes()


def test_nothing_new_changes_no_byte():
    assert merge(SHIPPED, SHIPPED) == SHIPPED
    assert merge(GENUINE, GENUINE) == GENUINE


@pytest.mark.parametrize("users", [b"", b"\n", b"\xef\xbb\xbf", b" \r\n\r\n"])
def test_an_empty_file_becomes_the_shipped_one(users):
    assert merge(users, SHIPPED) == SHIPPED


def test_what_is_new_comes_to_the_end_with_its_comment():
    users = b"# mine\nsound = false # hush\nlevel='expert'\n"
    assert merge(users, SHIPPED) == (
        b"# mine\nsound = false # hush\nlevel='expert'\n"
        b"\n"
        b"# What Setup offers first.\n"
        b"brightness = 2      # 1 to 5\n"
        b"# Pins.\n"
        b'pin_hood = "GP7"\n'
    )


def test_line_endings_and_mark_stay():
    users = b'\xef\xbb\xbflevel = "older"\r\nsound = true\r\npin_hood = "GP8"'
    assert merge(users, SHIPPED) == (
        users + b"\r\n\r\n# What Setup offers first.\r\nbrightness = 2      # 1 to 5\r\n"
    )


def test_circuitpythons_own_lines_and_wrong_ones_stay():
    users = b'CIRCUITPY_SSID = "x"\nlevel = what\nsound = 1\n??\n\nbrightness=9\n#pin_hood="GP9"'
    assert merge(users, SHIPPED) == users


def test_a_comment_that_is_there_is_not_said_twice():
    users = b'# What Setup offers first.\nlevel = "older"\nsound = true\n#pin_hood = "GP9"\n\n'
    assert merge(users, SHIPPED) == users + b"brightness = 2      # 1 to 5\n"


def test_a_file_that_would_get_too_long_for_the_board_stays():
    users = b"level = 'older'\n" + b"#" * (settings.MOST_BYTES - 30) + b"\n"
    assert merge(users, SHIPPED) == users


@pytest.mark.parametrize("users", [b"sound = false\n", b"sound = false", b"\xef\xbb\xbf# x\r\n"])
def test_a_merge_that_was_broken_off_anywhere_is_completed(users):
    whole = merge(users, GENUINE)
    for cut in range(len(users), len(whole)):
        again = merge(whole[:cut], GENUINE)
        assert again.startswith(users)
        assert settings.parse(again) == settings.parse(whole)
        assert settings.parse(again)[1] == []
        assert settings_file.names(again) == settings_file.names(whole)


def test_the_beginning_of_the_shipped_file_becomes_all_of_it():
    assert all(merge(GENUINE[:cut], GENUINE) == GENUINE for cut in range(len(GENUINE)))


LINES = st.one_of(
    st.sampled_from([b"", b"# mine", b"level = 'older'", b"pace =", b"pin_hood", b"sound=false#x"]),
    st.sampled_from([line[:at] for line in GENUINE.splitlines() for at in (4, 12, 99)]),
    st.binary(max_size=20),
)


@given(st.lists(LINES), st.sampled_from([b"\n", b"\r\n", b"\r"]), st.booleans())
@example([b"p"], b"\n", False)
def test_nothing_of_the_users_is_ever_lost(lines, end, marked):
    users = (b"\xef\xbb\xbf" if marked else b"") + end.join(lines)
    merged = merge(users, GENUINE)
    if users.removeprefix(b"\xef\xbb\xbf").strip():
        assert merged.startswith(users)
    assert merge(merged, GENUINE) == merged
    assert set(settings_file.names(merged)) == set(settings_file.NAMES)
    before, after = settings.parse(users)[0], settings.parse(merged)[0]
    pins_clash = any("two things" in mistake for mistake in settings.parse(merged)[1])
    for name in before:
        if name in settings_file.names(users) and not pins_clash:
            assert before[name] == after[name]


def test_a_value_is_changed_in_its_place():
    users = b'\xef\xbb\xbfa\r\nlevel = "younger"   # mine\r\nsound = true\r\n'
    assert set_value(users, "level", "older") == (
        b'\xef\xbb\xbfa\r\nlevel = "older"     # mine\r\nsound = true\r\n'
    )
    assert set_value(users, "sound", "false") == users.replace(b"true", b"false")


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        (b"brightness=1", b"brightness=5"),
        (b"brightness =1#x", b"brightness =5 #x"),
        (b"brightness = 'no'  # 1 to 5", b"brightness = 5     # 1 to 5"),
        (b'brightness = "never ended # 5', b"brightness = 5            # 5"),
        (b"brightness =", b"brightness =5"),
        (b"  brightness  =  100 ", b"  brightness  =  5"),
        (b"brightness = 1\nbrightness = 2", b"brightness = 5\nbrightness = 2"),
        (b"# brightness = 1\n", b"# brightness = 1\nbrightness = 5      # 1 to 5\n"),
        (b"", b"brightness = 5      # 1 to 5\n"),
        (b"sound = true", b"sound = true\nbrightness = 5      # 1 to 5\n"),
    ],
)
def test_whatever_stands_there(line, changed):
    assert set_value(line, "brightness", "5", SHIPPED) == changed
    assert settings.parse(changed)[0]["brightness"] == 5


def test_a_mark_before_the_changed_line_stays():
    assert set_value(b"\xef\xbb\xbfsound = true", "sound", "false") == b"\xef\xbb\xbfsound = false"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("level", "genius", "level cannot be 'genius': use younger, older, expert."),
        ("brightness", "9", "brightness cannot be '9': use 1 to 5."),
        ("brightness", "2 # x\nsound = false", "use 1 to 5."),
        ("level", 'older"\nsound = "x', "use younger, older, expert."),
        ("sound", "", "sound cannot be '': use true, false."),
        ("pin_hood", "GP25", "use GP0 to GP22 or GP26 to GP28."),
        (
            "pin_hood",
            "GP2",
            "settings.toml: GP2 is used for two things; all pins are the defaults.",
        ),
    ],
)
def test_what_cannot_be_is_refused(name, value, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence) + "$"):
        set_value(GENUINE, name, value)


def test_an_unknown_setting_is_refused():
    with pytest.raises(ValueError, match=r"^There is no setting 'colour'\. There are: level, "):
        set_value(GENUINE, "colour", "red")


def test_a_file_that_the_board_does_not_read_is_refused():
    users = b"#" * settings.MOST_BYTES
    with pytest.raises(ValueError, match=r"^settings\.toml is longer than 8192 bytes"):
        set_value(users, "sound", "false")


def one_line(data):
    return not data.count(b"\n") and not data.count(b"\r")


@given(st.lists(LINES.filter(one_line)), st.sampled_from([b"\n", b"\r\n", b"\r"]))
@example([b"brightness = 2  # 1 to 5 \x80"], b"\n")
@example([b"brightness = 2 \x80"], b"\n")
def test_any_file_takes_a_value_and_keeps_its_other_lines(lines, end):
    users = end.join(lines)
    changed = set_value(users, "brightness", "4", GENUINE)
    assert settings.parse(changed)[0]["brightness"] == 4
    others = [line for line in lines if b"brightness" not in line]
    assert all(line in changed for line in others)


def test_words_for_values():
    assert settings_file.allowed("sound") == "true, false"
    assert settings_file.allowed("current_limit_ma") == "100 to 3000"
    assert settings_file.default("sound") == "true"
    assert settings_file.default("current_limit_ma") == "400"
