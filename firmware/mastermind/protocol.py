# SPDX-License-Identifier: MIT
"""What a host and a board say to each other over the board's second serial port. Pure.

Both ends import this file. A line is one JSON object in UTF-8, ended by a line feed. The host asks,
the board answers each request with exactly one reply, in order, and says nothing by itself. A
request has at most LINE_BYTES, a reply REPLY_BYTES, each with its line feed.

    request  {"v": 1, "id": 7, "do": "state"}           "do" is one of REQUESTS, with its fields
    reply    {"v": 1, "id": 7, "ok": true, ...}         with the fields that REQUESTS tells
    refusal  {"v": 1, "id": 7, "ok": false, "error": "value", "text": "..."}

"v" is compared first: the board refuses every other version and tells its own. "id" is a number
that the host chooses; null in the refusal of a line that could not be read. While a code is secret
no reply depends on it, but for the scores that are lit.
"""

import json

PROTOCOL_VERSION = 1
LINE_BYTES = 256
REPLY_BYTES = 1024
MOST_ID = (1 << 30) - 1

# Since version 1: name, fields of the request, fields of the reply.
REQUESTS = (
    ("hello", "", "firmware, board, circuitpython, uid, remote"),
    (
        "state",
        "",
        "stage, level, hider, brightness, codebreaker, rounds_won, last_rows, played,"
        " read, rows, row, scored, entering, helped, code",
    ),
    ("lights", "", "looks (2 hexadecimal digits a light), brightness, rest, dimmed, palette"),
    ("press", "key, down", ""),  # only with allow_remote in the settings
    ("settings", "", "settings"),
    ("set", "name, value", ""),  # level, hider, brightness; between games
    ("games", "after (a game's number, or 0)", "games (hexadecimal, see `played`), more"),
    ("read", "number", "read"),  # the host has kept the games up to this one
    ("log", "", "notes, uptime_s, failures"),
    ("error", "", "text, cut"),  # what the firmware stopped for last; cut while a code is secret
    ("self-test", "", "passed, text"),
    # Of the sensors; between games, for what they read would tell the code. A hole is a place of
    # `keys`; data is in hexadecimal, see `calibration`, or empty.
    ("sensors", "", "holes (null, or raw, lies, calibrated), wiring, switched"),
    ("calibration", "hole", "data"),
    ("calibrate", "hole, data", ""),
    ("restart", "into", ""),  # firmware or bootloader; follows the reply
)

# Why a request is refused.
LINE, VERSION, UNKNOWN = "line", "version", "unknown"  # not to be read; other version; no such "do"
VALUE, BUSY, FORBIDDEN, FAILED = "value", "busy", "forbidden", "failed"


class Refusal(Exception):
    """Why a request can't be answered: its kind, a sentence."""


def line_of(message: dict):
    """The line of a message, in bytes."""
    return (json.dumps(message) + "\n").encode()


def request(number: int, do: str, fields: dict):
    """The line of a request."""
    message = {"v": PROTOCOL_VERSION, "id": number, "do": do}
    message.update(fields)
    return line_of(message)


def reply(number, fields: dict):
    """The line of a reply."""
    message = {"v": PROTOCOL_VERSION, "id": number, "ok": True}
    message.update(fields)
    return line_of(message)


def refusal(number, kind: str, text: str):
    """The line of a refusal."""
    message = {"v": PROTOCOL_VERSION, "id": number, "ok": False, "error": kind, "text": text}
    return line_of(message)


def parse(line: bytes):
    """The object in a line, whose "v" and "id" are as they should be; Refusal if it is none.

    For requests and for replies; a reply may have null for its "id".
    """
    try:
        message = json.loads(str(line, "utf-8"))
    except (ValueError, RuntimeError, MemoryError):  # RuntimeError: nested too deep
        raise Refusal(LINE, "This line is not JSON.") from None
    if not isinstance(message, dict):
        raise Refusal(LINE, "This line is not a JSON object.")
    version = message.get("v")
    if type(version) is not int or version != PROTOCOL_VERSION:
        raise Refusal(VERSION, f"Here protocol version {PROTOCOL_VERSION} is spoken.")
    number = message.get("id")
    if number is not None and (type(number) is not int or not 0 <= number <= MOST_ID):
        raise Refusal(LINE, f"The id is a number from 0 to {MOST_ID}.")
    return message
