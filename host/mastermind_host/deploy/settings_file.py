# SPDX-License-Identifier: MIT
"""settings.toml as its user keeps it: what a new version brings is added, one line is changed.

Bytes in, bytes out, line by line; what a name and a value may be is `mastermind.settings`' to say.
Knows no drive and no board.
"""

from __future__ import annotations

import re

from mastermind import settings

BOM = b"\xef\xbb\xbf"
NAMES = tuple(name for name, _, _ in settings.SPEC)
_NAMED = re.compile(rb"\s*(?:#\s*)?([A-Za-z_]+)\s*=")  # a line that is commented out counts as well
_VALUE = re.compile(rb"""(\s*[A-Za-z_]+\s*=\s*)("[^"]*"|'[^']*'|[^#]*?)(\s*)(#.*)?$""", re.DOTALL)


def merge(users: bytes, shipped: bytes) -> bytes:
    """The user's file with what is new in the shipped one at its end.

    Only ever adds bytes at the end: a copy that is broken off takes nothing away. A last line that
    such a copy has left half is completed, and so is a file that is the shipped one's beginning.
    """
    if not users.removeprefix(BOM).strip() or shipped.startswith(users):
        return shipped
    added = _additions(users, shipped)
    if not added:
        return users
    end = line_end(users)
    half = _half_line(users, added)
    if half:
        start = added.pop(next(at for at, line in enumerate(added) if line.startswith(half)))
        gap = start[len(half) :] + end
    else:
        gap = (b"" if users.endswith(end) else end) + (b"" if _ends_blank(users) else end)
    merged = users + gap + b"".join(line + end for line in added)
    return users if len(merged) > settings.MOST_BYTES else merged


def names(data: bytes) -> list[str]:
    """The settings that have a line, in order; also those whose line is commented out."""
    found = [_NAMED.match(line.removeprefix(BOM)) for line in data.split(_separator(data))]
    return [name for match in found if match and (name := match[1].decode()) in NAMES]


def line_end(data: bytes) -> bytes:
    """What ends the lines of a file: that of its first line."""
    return b"\r\n" if b"\r\n" in data else _separator(data)


def values(data: bytes) -> dict[str, object]:
    """{name: value} of all settings, as the board takes them."""
    return settings.parse(data)[0]


def mistakes(data: bytes) -> list[str]:
    """What the board will say against the file."""
    return settings.parse(data)[1]


def set_value(data: bytes, name: str, value: str, shipped: bytes = b"") -> bytes:
    """The file with one setting changed; its line keeps its place and its comment.

    `value` as a person writes it: older, 3, true, GP7. Where the setting has no line it is added
    as in the shipped file. ValueError with a sentence if there is no such setting or value.
    """
    if name not in NAMES:
        raise ValueError(f"There is no setting {name!r}. There are: {', '.join(NAMES)}.")
    written = _toml(name, value)
    changed = _replaced(data, name, written) or _added(data, name, written, shipped)
    known = mistakes(data)
    new = [mistake for mistake in mistakes(changed) if mistake not in known]
    if new:
        raise ValueError(new[0])
    return changed


def defaults() -> dict[str, object]:
    """{name: default} of all settings."""
    return settings.defaults()


def default(name: str) -> str:
    """The default of a setting, as a person writes it."""
    return said(settings.defaults()[name])


def said(value: object) -> str:
    """A value as a person writes it: true, 3, older."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def allowed(name: str) -> str:
    """What a setting may be, in words: younger, older, expert; 1 to 5."""
    choices = next(allowed for known, _, allowed in settings.SPEC if known == name)
    if isinstance(choices, str):
        return choices
    if isinstance(choices, list):
        return f"{choices[0]} to {choices[1]}"
    return ", ".join(said(choice) for choice in choices)


def _separator(data: bytes) -> bytes:
    """What `mastermind.settings` splits a file at."""
    return b"\n" if b"\n" in data or b"\r" not in data else b"\r"


def _additions(users: bytes, shipped: bytes) -> list[bytes]:
    """The shipped lines of settings that the user's file lacks, with the comment above them.

    A last line that is half a line counts as lacking.
    """
    lines = users.split(_separator(users))
    last = lines[-1]
    there = names(users[: len(users) - len(last)] if settings.parse(last)[1] else users)
    known = [line.strip() for line in lines]
    added: list[bytes] = []
    comment: list[bytes] = []
    for line in shipped.splitlines():
        found = names(line)
        if line.startswith(b"#") and not found:
            comment += [line] if line not in known else []
        elif found and found[0] not in there:
            added += [*comment, line]
            comment = []
        elif not line.strip():
            comment = []
    return added


def _half_line(users: bytes, added: list[bytes]) -> bytes:
    """The last line, if it is the beginning of an added one that a broken copy has left."""
    last = users[users.rfind(_separator(users)) + 1 :]
    return last if last and any(line.startswith(last) for line in added) else b""


def _ends_blank(users: bytes) -> bool:
    return users.endswith((b"\n\n", b"\n\r\n", b"\r\r"))


def _toml(name: str, value: str) -> bytes:
    """A value as the file has it; ValueError with what it may be."""
    text = value.strip()
    kind = type(settings.defaults()[name])
    written = (f'"{text}"' if kind is str else text).encode()
    wrong = mistakes(name.encode() + b" = " + written)
    wrong = [mistake for mistake in wrong if mistake.startswith("settings.toml line 1: ")]
    if wrong or b"\n" in written or b"\r" in written or (kind is str and '"' in text):
        raise ValueError(f"{name} cannot be {value!r}: use {allowed(name)}.")
    return written


def _replaced(data: bytes, name: str, written: bytes) -> bytes:
    """The file with the first line of that setting changed; b"" if it has none."""
    separator = _separator(data)
    lines = data.split(separator)
    for at, line in enumerate(lines):
        bare = line.removeprefix(BOM)
        if _sets(bare, name):
            ending = b"\r" if separator == b"\n" and line.endswith(b"\r") else b""
            head = line[: len(line) - len(bare)]
            lines[at] = head + _with_value(bare.removesuffix(b"\r"), written) + ending
            return separator.join(lines)
    return b""


def _sets(line: bytes, name: str) -> bool:
    """Whether the board reads that setting in a line: one that is no text it ignores."""
    before, equals, _ = line.partition(b"=")
    try:
        return bool(equals) and before.strip() == name.encode() and bool(line.decode())
    except UnicodeDecodeError:
        return False


def _with_value(line: bytes, written: bytes) -> bytes:
    """A line with another value; its comment stays, and stays in its column where it can."""
    match = _VALUE.match(line)
    if not match:
        raise ValueError(f"There is no `name = value` in {line!r}.")
    before, old, space, comment = match.groups()
    if not comment:
        return before + written
    room = len(old) + len(space)
    return before + written.ljust(max(room, len(written) + 1)) + comment


def _added(data: bytes, name: str, written: bytes, shipped: bytes) -> bytes:
    """The file with a line for that setting at its end, with the shipped comment."""
    end = line_end(data)
    line = next((one for one in shipped.splitlines() if names(one) == [name]), b"")
    line = _with_value(line, written) if line else name.encode() + b" = " + written
    gap = b"" if not data or data.endswith(end) else end
    return data + gap + line + end
