# SPDX-License-Identifier: MIT
"""What settings.toml may say, and reading it without ever failing. Pure.

A mistake is told and its default used. The file is a small part of TOML: lines of `name = value`
with a string, an integer, true or false, and # comments. Names that begin with CIRCUITPY_ belong
to CircuitPython and are left alone.
"""

from mastermind import keys, lights, match, rules

ON_OFF = (True, False)
GPIO = "GP0 to GP22 or GP26 to GP28"  # pins that a Pico brings out to its edge
NO_GPIO = "none or " + GPIO
_GPIO_NUMBERS = " 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 26 27 28 "

# name, default, allowed: a tuple of choices, (lowest, highest) as a list, GPIO or NO_GPIO
SPEC = (
    ("level", "younger", rules.LEVELS),
    ("hider", match.FRIEND, match.HIDERS),
    ("brightness", 2, [1, 5]),
    ("input", "both", ("buttons", "sensors", "both")),
    ("sound", True, ON_OFF),
    ("helper", "younger", ("off", "younger", "always")),
    ("hints", "full", ("off", "count", "full")),
    ("pace", "friendly", ("quick", "friendly", "slow")),
    ("codemaker_scores", False, ON_OFF),
    ("allow_remote", False, ON_OFF),
    ("palette", "bright", tuple(sorted(lights.PALETTES))),
    ("board_repeats", "expert", ("never", "expert", "always")),
    ("current_limit_ma", 400, [100, 3000]),
    ("pin_leds", "GP16", GPIO),
    ("pin_left", "GP2", GPIO),
    ("pin_middle", "GP3", GPIO),
    ("pin_right", "GP4", GPIO),
    ("pin_check", "GP5", GPIO),
    ("pin_menu", "GP6", GPIO),
    ("pin_hood", "GP7", GPIO),
    ("pin_piezo", "GP15", GPIO),
    ("pin_sda", "GP20", GPIO),
    ("pin_scl", "GP21", GPIO),
    ("pin_sensor_light", "none", NO_GPIO),
)
PINS = tuple(name for name, _, allowed in SPEC if allowed is GPIO)
ALL_PINS = PINS + ("pin_sensor_light",)
KEY_PINS = tuple("pin_" + name for name in keys.NAMES)

MOST_BYTES = 8192  # a longer file is no settings file, and would not fit beside the game
_ALLOWED = {name: allowed for name, _, allowed in SPEC}


def defaults():
    return {name: default for name, default, _ in SPEC}


def read(path, opener):
    """(settings, mistakes) from the file at `path`, opened by `opener(path, "rb")`.

    A missing file is no mistake. `settings` is a dict with every name of SPEC; `mistakes` is a list
    of sentences.
    """
    try:
        with opener(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        if error.args and error.args[0] == 2:  # ENOENT
            return defaults(), []
        return defaults(), [f"settings.toml cannot be read ({error}): defaults are used."]
    return parse(data)


def parse(data: bytes):
    """(settings, mistakes) from the bytes of a settings.toml."""
    settings = defaults()
    mistakes: list[str] = []
    seen: list[str] = []
    if len(data) > MOST_BYTES:
        return settings, [f"settings.toml is longer than {MOST_BYTES} bytes: defaults are used."]
    if data[:3] == b"\xef\xbb\xbf":  # the byte order mark that Windows editors add
        data = data[3:]
    ends = b"\n" if b"\n" in data else b"\r"
    for number, line in enumerate(data.split(ends), 1):
        try:
            _take(line, settings, seen)
        except ValueError as error:
            mistakes.append(f"settings.toml line {number}: {error}")
    if len({settings[name] for name in ALL_PINS}) < len(ALL_PINS):
        from mastermind import advice

        mistakes.append(advice.keep_pins_apart(settings))
    return settings, mistakes


def _take(line: bytes, settings: dict, seen: list):
    """Put one line into `settings`; ValueError with a sentence."""
    try:
        text = str(line, "utf-8").strip()
    except ValueError:  # UnicodeError is one
        raise ValueError("not text; the line is ignored.") from None
    if not text or text[0] == "#":
        return
    name, equals, rest = text.partition("=")
    name = name.strip()
    if not equals:
        raise ValueError("no `name = value`; the line is ignored.")
    if name not in _ALLOWED:
        if name.startswith("CIRCUITPY_"):
            return
        raise ValueError(f"there is no setting {name[:40]!r}; the line is ignored.")
    if name in seen:
        raise ValueError(f"{name} stands here a second time; the first is used.")
    seen.append(name)
    value = _value(rest.strip(), name)
    if value != settings[name] or type(value) is not type(settings[name]):
        check(name, value)  # a default is right, and most lines are as they were shipped
        settings[name] = value


def _value(text: str, name: str):
    quote = text[:1]
    if quote and quote in "\"'":
        end = text.find(quote, 1)
        value, rest = text[1:end], text[end + 1 :]
    else:
        value, hash_sign, comment = text.partition("#")
        value, end, rest = _bare(value.strip()), 0, hash_sign + comment
    if end < 0 or value is None or rest.strip()[:1] not in ("", "#"):
        raise ValueError(f"{name} has a value that cannot be read; {_advice(name)}")
    return value


def _bare(text: str):
    """true, false or an integer; None for anything else."""
    if text in ("true", "false"):
        return text == "true"
    digits = text[1:] if text[:1] in ("+", "-") else text
    whole = 0 < len(digits) < 10 and all(digit in "0123456789" for digit in digits)
    return int(text) if whole else None


def check(name: str, value):
    """ValueError with a sentence unless the setting `name`, which there is, can be `value`."""
    allowed = _ALLOWED[name]
    if allowed in (GPIO, NO_GPIO):
        fits = _is_gpio(value) or (allowed is NO_GPIO and value == "none")
    elif isinstance(allowed, list):
        fits = type(value) is int and allowed[0] <= value <= allowed[1]
    else:
        fits = type(value) is type(allowed[0]) and value in allowed
    if not fits:
        raise ValueError(f"{name} cannot be {repr(value)[:40]}; {_advice(name)}")


def _is_gpio(value):
    number = value[2:] if type(value) is str and value[:2] == "GP" else ""
    return number.isdigit() and f" {number} " in _GPIO_NUMBERS


def _advice(name: str):
    from mastermind import advice  # for the few who need it

    return advice.on(name)
