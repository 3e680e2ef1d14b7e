# SPDX-License-Identifier: MIT
"""Whatever one end of the link sends, the other goes on: a target for the fuzzer atheris.

    .venv/bin/python tests/slow/fuzz_link.py -atheris_runs=1000000 -seed=1

The first byte of an input says what the rest is: bytes that a board hears in the middle of a game,
or bytes that a host is answered.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["mastermind", "mastermind_host.device"]):
    from mastermind import protocol
    from mastermind_host import errors
    from mastermind_host.device import history
    from mastermind_host.device.link import Link, Refused

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fake_clock import FakeClock
from linked import Parrot, Rig, begin

SEEDS = [
    protocol.request(1, name, {"key": "left", "down": True, "name": "level", "value": "older"})
    for name, _, _ in protocol.REQUESTS
]


def hear(data):
    """A board in a game hears it: a reply of the right size for each line, and the game goes on."""
    rig = Rig(level="older", allow_remote=True)
    begin(rig)
    for line in data.split(b"\n"):
        said = rig.say(line + b"\n")
        assert said.count(b"\n") <= 1
        assert len(said) <= protocol.REPLY_BYTES
        assert all(protocol.parse(reply) for reply in said.splitlines())
        if rig.chip.did or b"restart" in line:
            return
    rig.player.wait(20)


def be_told(data):
    """A host is told it, whatever it asks: an answer or a Fault."""
    try:
        history.read(Link(Parrot(data), FakeClock()))
    except (errors.Fault, Refused):
        return


def try_one(data):
    if data:
        (hear, be_told)[data[0] % 2](data[1:])


def main():
    atheris.Setup(sys.argv, try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    corpus = Path("corpus")
    corpus.mkdir(exist_ok=True)
    for number, seed in enumerate(SEEDS):
        (corpus / str(number)).write_bytes(b"\0" + seed)
        (corpus / f"r{number}").write_bytes(b"\1" + protocol.reply(1, {"games": []}) + seed)
    sys.argv.append(str(corpus))
    main()
