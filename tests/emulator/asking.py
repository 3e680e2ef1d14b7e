# SPDX-License-Identifier: MIT
"""A host at the second serial port of the emulated board, which asks as `mastermind.protocol` says.

Its bytes go over the emulated USB; knows nothing of the host tool.
"""

import json
from typing import Any

from emulator.pico import DATA
from emulator.player import Player

from mastermind import protocol

ANSWER_MS = 3000  # the first answer imports the link, which takes half a second


def ask(player: Player, do: str, **fields: Any) -> dict[str, Any]:
    """The reply without its version and number."""
    (line,) = send(player, protocol.request(5, do, fields))
    reply = json.loads(line)
    assert (reply.pop("v"), reply.pop("id")) == (protocol.PROTOCOL_VERSION, 5)
    assert len(line) < protocol.REPLY_BYTES
    return reply


def send(player: Player, data: bytes) -> list[bytes]:
    """What is answered to some lines: as many lines, if they come in time."""
    port, count = player.pico.host.ports[DATA], data.count(b"\n")
    start = len(port.received)
    player.pico.send(data, DATA)
    player.pico.run(ANSWER_MS, until=lambda: port.received.count(b"\n", start) >= count)
    said = bytes(port.received[start:])
    assert said.endswith(b"\n"), f"no answer within {ANSWER_MS} emulated ms: {said!r}"
    return said.splitlines()


def press(player: Player, *names: str) -> None:
    """Keys over the link, down and up."""
    for name in names:
        for down in (True, False):
            assert ask(player, "press", key=name, down=down) == {"ok": True}
