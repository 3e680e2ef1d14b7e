# SPDX-License-Identifier: MIT
"""What to do about a setting that can't be, and about a memory that is not as it should. Pure.

Imported when something is wrong: a power-up has no time for sentences that nobody reads.
"""

from mastermind import journal, settings


def on(name: str):
    """What the setting `name` may be, and what is used instead."""
    allowed = next(allowed for known, _, allowed in settings.SPEC if known == name)
    default = str(settings.defaults()[name])
    if allowed in (settings.GPIO, settings.NO_GPIO):
        choices = allowed
    elif isinstance(allowed, list):
        choices = f"{allowed[0]} to {allowed[1]}"
    elif allowed is settings.ON_OFF:
        choices, default = "true or false", default.lower()
    else:
        choices = " or ".join([str(choice) for choice in allowed])
    return f"use {choices}. {default} is used."


def keep_pins_apart(chosen: dict):
    """Two things on one pin would leave a dead board: all pins are the defaults. A sentence."""
    taken = [chosen[name] for name in settings.ALL_PINS]
    pin = next(pin for pin in taken if taken.count(pin) > 1)
    known = settings.defaults()
    for name in settings.ALL_PINS:
        chosen[name] = known[name]
    return f"settings.toml: {pin} is used for two things; all pins are the defaults."


def on_memory(kept):
    """The sentences on a journal."""
    if kept.found == journal.NONE:
        return ["This board has no memory: the match is forgotten when the plug is pulled."]
    if kept.found == journal.OTHER_FORMAT:
        return ["The memory is of another version of this firmware; the next game begins it anew."]
    if kept.found == journal.FOREIGN:
        return ["The memory holds something else; the next game begins it anew."]
    if kept.damaged_at is not None:
        place = f"from byte {kept.damaged_at} on"
        return [f"The memory is damaged {place}: what was kept before that is used."]
    return []
