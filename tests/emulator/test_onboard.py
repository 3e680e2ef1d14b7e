# SPDX-License-Identifier: MIT
"""What a deploy and a backup ask a board, on the real CircuitPython."""

import pytest
from emulator import interpreter
from emulator.pico import Pico
from emulator.stream import PicoClock, PicoStream

from mastermind_host import drive
from mastermind_host.deploy import onboard
from mastermind_host.device.repl import Repl

FILES = {path: data for path, data in drive.files().items() if path != "spare.bin"}
KINDS = {"9": "sha1", "1": "sha256"}  # by the first digit of CircuitPython's version


@pytest.fixture
def pico(welcome) -> Pico:
    """A board whose program runs."""
    return welcome().pico


def held(pico: Pico) -> Repl:
    return Repl(PicoStream(pico), PicoClock(pico))


def test_the_board_tells_who_it_is(pico, usable_uf2):
    version = interpreter.version(usable_uf2)
    with held(pico) as repl:
        told = onboard.facts(repl)
    assert told._replace(uid="") == onboard.Facts("", "raspberry_pi_pico", version, "NONE", True)
    assert len(bytes.fromhex(told.uid)) == 8


def test_the_board_finds_the_files_as_they_are(pico, usable_uf2):
    sizes = {path: len(data) for path, data in FILES.items()}
    with held(pico) as repl:
        start_ms = pico.ms
        found = onboard.sums(repl, sizes | {"nothing.py": 0})
        took_ms = pico.ms - start_ms
    assert all(onboard.is_sum_of(found[path], data) for path, data in FILES.items())
    assert not onboard.is_sum_of(found["code.py"], FILES["code.py"] + b" ")
    assert found["nothing.py"] is None
    assert onboard.kind_of(found.values()) == KINDS[interpreter.version(usable_uf2)[0]]
    assert took_ms < 2000


def test_the_memory_is_read_and_written_whole(pico):
    image = bytes(range(256)) * 16
    with held(pico) as repl:
        before = onboard.read_memory(repl)
        onboard.write_memory(repl, image)
        assert onboard.read_memory(repl) == image
        onboard.write_memory(repl, before)
        assert onboard.read_memory(repl) == before
        spare = onboard.read_file(repl, "spare.bin", 16384)
    assert (len(before), len(spare)) == (4096, 16384)
