# SPDX-License-Identifier: MIT
"""Defaults of a user's own, from a file: what the flags of a command are when nothing else is said.

    serial = "E6614103E72B6A2F"     # for every command that has --serial

    [play]
    listen = "127.0.0.1:9000"       # for one command

A flag counts more than the environment, and that more than this file. Knows no board.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from platformdirs import user_config_path

from mastermind_host import errors

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

VARIABLE = "MASTERMIND_CONFIG"


def path() -> Path:
    """Where the file is, or would be."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    return user_config_path("jungle-mastermind", appauthor=False) / "config.toml"


def defaults(commands: Mapping[str, click.Command]) -> dict[str, Any]:
    """Click's default_map for `commands`; a Fault USAGE for a file that says what can't be."""
    content = _read(path())
    options = {name: _options(command) for name, command in commands.items()}
    told: dict[str, Any] = {name: {} for name in commands}
    for key, value in content.items():
        if isinstance(value, dict):
            if key not in options:
                raise _wrong(f"there is no command {key!r}")
            told[key].update({_known(name, options[key]): value[name] for name in value})
        else:
            name = _known(
                key, {one: real for known in options.values() for one, real in known.items()}
            )
            for command, known in options.items():
                if name in known.values():
                    told[command].setdefault(name, value)
    return told


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        if os.environ.get(VARIABLE):
            raise _wrong("it is not there") from None
        return {}
    except OSError as error:
        raise _wrong(f"it cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise _wrong(f"it is no TOML: {error}") from None


def _options(command: click.Command) -> dict[str, str]:
    """{name of an option as it is typed: its name in Click}."""
    return {
        typed.lstrip("-"): option.name or ""
        for option in command.params
        if isinstance(option, click.Option)
        for typed in option.opts
        if typed.startswith("--")
    }


def _known(name: str, options: dict[str, str]) -> str:
    if name not in options:
        raise _wrong(f"there is no option --{name}")
    return options[name]


def _wrong(what: str) -> errors.Fault:
    return errors.Fault(
        f"The file {path()} can't be used: {what}.",
        "It was written by hand, for another version, or for another place.",
        "mend it or move it away; mastermind COMMAND --help lists the options",
        errors.USAGE,
    )
