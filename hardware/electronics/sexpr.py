# SPDX-License-Identifier: CERN-OHL-P-2.0
"""KiCad's file syntax: nested lists of words, strings and numbers, written the same every time."""

import re
import uuid
from collections.abc import Iterator
from typing import Any

_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "jungle-mastermind/hardware/a0")


class Word(str):
    """A bare word; a plain str is written in quotes."""

    __slots__ = ()


def w(text: str) -> Word:
    return Word(text)


def number(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _atom(value: Any) -> str:
    if isinstance(value, Word):
        return value
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return number(value)


def dump(node: Any, depth: int = 0) -> str:
    """The text of `node`, a list whose first item is a name; lists inside begin a line."""
    if not isinstance(node, list):
        return _atom(node)
    line = "(" + str(node[0])
    nested = False
    for item in node[1:]:
        if isinstance(item, list):
            nested = True
            line += "\n" + "\t" * (depth + 1) + dump(item, depth + 1)
        else:
            line += " " + _atom(item)
    return line + ("\n" + "\t" * depth if nested else "") + ")"


def uid(*path: Any) -> str:
    """The same identifier for the same thing at every run."""
    return str(uuid.uuid5(_NAMESPACE, "/".join(str(item) for item in path)))


_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')


def parse(text: str) -> list[Any]:
    """The first list in `text`; everything in it is a str."""
    return _read(_tokens(text))[0]


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for match in _TOKEN.finditer(text):
        quoted, bracket, bare = match.groups()
        if bracket:
            yield "bracket", bracket
        else:
            yield "atom", re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else bare


def _read(tokens: Iterator[tuple[str, str]]) -> list[Any]:
    found: list[Any] = []
    for kind, text in tokens:
        if kind == "atom":
            found.append(text)
        elif text == "(":
            found.append(_read(tokens))
        else:
            return found
    return found


def each(node: list[Any], name: str) -> Iterator[list[Any]]:
    """The lists directly in `node` that begin with `name`."""
    return (item for item in node if isinstance(item, list) and item and item[0] == name)


def first(node: list[Any], name: str) -> list[Any]:
    for item in each(node, name):
        return item
    raise ValueError(f"There is no ({name} ...) in ({node[0]} ...).")
