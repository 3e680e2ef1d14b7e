# SPDX-License-Identifier: MIT
"""CircuitPython from a server and from the cache: whole and right, or not at all."""

import errno
import hashlib
import os
import socket
from contextlib import contextmanager, suppress

import pytest
import uf2_files
import web

from mastermind_host import errors
from mastermind_host.install import cache, downloads
from mastermind_host.install.downloads import Places, Release
from mastermind_host.progress import Progress

BOARD = "raspberry_pi_pico_w"  # of which no checksum is known
RELEASE = Release(BOARD, "10.1.3")
NAME = f"adafruit-circuitpython-{BOARD}-en_US-10.1.3.uf2"
PATH = f"/{BOARD}/en_US/{NAME}"
FILE = uf2_files.circuitpython(board_id=BOARD, size=200_000)
OTHER = uf2_files.circuitpython(board_id=BOARD, size=200_256)
PAGE = b"<!DOCTYPE html><html><body>Please log in to HotelWifi</body></html>" * 20


class Heard(Progress):
    def __init__(self):
        self.steps, self.bars, self.notes = [], [], []

    def step(self, sentence):
        self.steps.append(sentence)

    def bar(self, done, total):
        self.bars.append((done, total))

    def note(self, sentence):
        self.notes.append(sentence)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def server():
    with web.serving() as server:
        server.pages[PATH] = FILE
        yield server


@pytest.fixture
def places(server, tmp_path):
    return Places(tmp_path / "cache", server.base)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def left(places):
    """The names in the cache."""
    return sorted(path.name for path in places.folder.glob("*"))


def fails(places, release=RELEASE, code=errors.NETWORK, **how):
    """The Fault of a download; nothing is left of it."""
    before = left(places)
    with pytest.raises(errors.Fault) as caught:
        downloads.get(release, places, **how)
    assert caught.value.code == code
    assert left(places) == before
    return caught.value


def test_a_file_is_downloaded_once(server, places):
    heard = Heard()
    assert downloads.get(RELEASE, places, progress=heard) == FILE
    assert heard.steps == [f"Downloading CircuitPython 10.1.3 for {BOARD}."]
    assert heard.bars[-1] == (len(FILE), len(FILE))
    assert heard.bars == sorted(heard.bars)
    again = Heard()
    assert downloads.get(RELEASE, places, progress=again) == FILE
    assert (again.steps, again.bars, again.notes) == ([], [], [])
    assert server.asked == [PATH]


def test_the_first_download_is_trusted_and_said_to_be(places):
    heard = Heard()
    downloads.get(RELEASE, places, progress=heard)
    assert heard.notes == [
        f"No checksum of CircuitPython 10.1.3 for {BOARD} is known here: this first download is "
        f"trusted, and later ones have to be the same: sha256 {sha256(FILE)}."
    ]
    assert left(places) == [NAME, NAME + ".sha256"]
    assert (places.folder / (NAME + ".sha256")).read_text() == sha256(FILE) + "\n"


def test_a_later_download_has_to_be_the_same(server, places):
    downloads.get(RELEASE, places)
    (places.folder / NAME).unlink()
    server.pages[PATH] = OTHER
    fault = fails(places)
    assert fault.what == (
        f"What came from {server.base}{PATH} is not CircuitPython 10.1.3 for {BOARD}: "
        f"Its sha256 is {sha256(OTHER)}, and should be {sha256(FILE)}."
    )
    assert fault.advice == (
        f"download it by hand from https://circuitpython.org/board/{BOARD}/ and: "
        "mastermind install --uf2 FILE"
    )


def test_a_known_checksum_is_compared(server, places):
    """A file that is CircuitPython 10.1.3 for the Pico in all but its checksum."""
    release = Release("raspberry_pi_pico", "10.1.3")
    path = "/raspberry_pi_pico/en_US/adafruit-circuitpython-raspberry_pi_pico-en_US-10.1.3.uf2"
    server.pages[path] = uf2_files.circuitpython()
    fault = fails(places, release)
    known = "017d25586c17d0dbd5cd08f5035a52635c7db9a71d9e8b840fc8b84dae1d513c"
    assert fault.what.endswith(
        f"Its sha256 is {sha256(uf2_files.circuitpython())}, and should be {known}."
    )


@pytest.mark.parametrize("version", ["9.2.4", "10.1.3"])
def test_the_real_ones_come_without_a_word_on_trust(server, places, version):
    data = uf2_files.real(version).read_bytes()
    name = f"adafruit-circuitpython-raspberry_pi_pico-en_US-{version}.uf2"
    server.pages[f"/raspberry_pi_pico/en_US/{name}"] = data
    heard = Heard()
    release = Release("raspberry_pi_pico", version)
    assert downloads.get(release, places, progress=heard) == data
    assert heard.notes == []
    assert left(places) == [name]
    assert downloads.get(release, places, offline=True) == data


def test_a_damaged_file_in_the_cache_is_thrown_away(server, places):
    downloads.get(RELEASE, places)
    path = places.folder / NAME
    path.write_bytes(FILE[:-1] + b"\0")
    heard = Heard()
    assert downloads.get(RELEASE, places, progress=heard) == FILE
    assert heard.notes == [f"{path} in the cache is damaged: it is thrown away."]
    assert path.read_bytes() == FILE
    assert server.asked == [PATH, PATH]


def test_a_file_that_was_cut_in_the_cache_is_thrown_away(places):
    downloads.get(RELEASE, places)
    os.truncate(places.folder / NAME, 1024)
    assert downloads.get(RELEASE, places) == FILE


def test_a_damaged_file_is_not_used_offline_either(server, places):
    downloads.get(RELEASE, places)
    (places.folder / NAME).write_bytes(b"rubbish")
    with pytest.raises(errors.Fault) as caught:
        downloads.get(RELEASE, places, offline=True)
    assert caught.value.code == errors.NETWORK
    assert server.asked == [PATH]
    assert not (places.folder / NAME).exists()


def test_a_file_without_its_checksum_is_downloaded_again(server, places):
    """Between the two renames the power was cut: nobody knows whose file it is."""
    downloads.get(RELEASE, places)
    (places.folder / (NAME + ".sha256")).unlink()
    heard = Heard()
    assert downloads.get(RELEASE, places, progress=heard) == FILE
    assert server.asked == [PATH, PATH]
    assert [note for note in heard.notes if "damaged" in note] == []


@pytest.mark.parametrize("kept", ["", "017d", "z" * 64, "\xff\xfe"])
def test_a_checksum_that_is_none_counts_for_nothing(server, places, kept):
    downloads.get(RELEASE, places)
    (places.folder / (NAME + ".sha256")).write_bytes(kept.encode("latin-1"))
    assert downloads.get(RELEASE, places) == FILE
    assert server.asked == [PATH, PATH]


def test_offline_asks_nobody(server, places):
    fault = fails(places, offline=True)
    assert fault.what == (
        f"CircuitPython 10.1.3 for {BOARD} is not in the cache, and --offline forbids to "
        "download it."
    )
    assert fault.advice == "the same command without --offline"
    assert server.asked == []
    downloads.get(RELEASE, places)
    assert downloads.get(RELEASE, places, offline=True) == FILE
    assert server.asked == [PATH]


# interruptions


@pytest.mark.parametrize("part", [0, 1, 512, 1000, len(FILE) // 2, len(FILE) - 1])
def test_a_connection_that_breaks_leaves_nothing_behind(server, places, part):
    server.pages[PATH] = lambda handler: web.send(handler, FILE[:part], length=len(FILE))
    fault = fails(places)
    assert fault.what.startswith(
        f"CircuitPython 10.1.3 for {BOARD} could not be downloaded from {server.base}{PATH}: "
    )
    assert fault.cause == "There is no network, or it ended in the middle."
    assert fault.advice.startswith("the same command again; or download it by hand from ")
    server.pages[PATH] = FILE
    assert downloads.get(RELEASE, places) == FILE


@pytest.mark.parametrize("part", [512, 1024, 1000, len(FILE) - 512])
def test_a_server_that_does_not_tell_the_length_is_not_believed_either(server, places, part):
    def cut(handler):
        handler.send_response(200)
        handler.end_headers()
        handler.wfile.write(FILE[:part])

    server.pages[PATH] = cut
    assert "it is not whole." in fails(places).what


def test_a_download_that_was_killed_is_never_taken_for_whole(places):
    places.folder.mkdir()
    (places.folder / (NAME + ".k1ll3d.part")).write_bytes(FILE)
    fault = fails(places, offline=True)
    assert "is not in the cache" in fault.what
    assert downloads.get(RELEASE, places) == FILE


def test_what_was_killed_long_ago_is_swept_away(places):
    places.folder.mkdir()
    old, new, foreign = (
        places.folder / name for name in (NAME + ".1.part", NAME + ".2.part", "x.uf2.3.part")
    )
    for path in (old, new, foreign):
        path.write_bytes(FILE[:1000])
    for path in (old, foreign):
        os.utime(path, (0, 0))
    downloads.get(RELEASE, places)
    assert left(places) == sorted([NAME, NAME + ".sha256", new.name, foreign.name])


def test_ctrl_c_leaves_nothing_behind(places):
    class Impatient(Progress):
        def bar(self, done, total):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        downloads.get(RELEASE, places, progress=Impatient())
    assert left(places) == []


# servers and networks


def test_what_was_never_published(server, places):
    fault = fails(places, Release(BOARD, "10.9.9"))
    path = PATH.replace("10.1.3", "10.9.9")
    assert (
        fault.what == f"There is no CircuitPython 10.9.9 for {BOARD}: {server.base}{path} "
        "answers 404."
    )
    assert fault.cause == "That version was never published for this board."
    assert fault.advice.startswith("mastermind install --version 10.1.3; or download it by hand")
    assert fault.advice.endswith("mastermind install --uf2 FILE")


def test_a_server_with_a_fault_of_its_own(server, places):
    server.pages[PATH] = lambda handler: web.send(handler, b"", 503)
    fault = fails(places)
    assert fault.what.endswith(f"{server.base}{PATH} answers 503.")
    assert fault.advice.startswith("the same command again, later; or ")


def test_no_network(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    fault = fails(Places(tmp_path / "cache", f"http://127.0.0.1:{port}"))
    assert fault.cause == "There is no network, or it ended in the middle."
    assert fault.advice.endswith("and: mastermind install --uf2 FILE")


@pytest.mark.parametrize("base", ["nonsense", "ftp://127.0.0.1", "http://[", "http://127.0.0.1:x"])
def test_a_mirror_that_is_no_address(tmp_path, base):
    assert "could not be downloaded from" in fails(Places(tmp_path / "cache", base)).what


@pytest.mark.parametrize("proxy", ["socks://127.0.0.1:1", "socks5://127.0.0.1:1"])
def test_a_proxy_that_cannot_be_used(monkeypatch, places, proxy):
    monkeypatch.setenv("ALL_PROXY", proxy)
    fault = fails(places)
    assert fault.what.startswith("The proxy that the environment names can't be used: ")
    assert fault.advice == "the same command with ALL_PROXY= HTTPS_PROXY= before it"


def test_a_page_in_place_of_the_file(server, places):
    server.pages[PATH] = lambda handler: web.send(handler, PAGE, Content_Type="text/html")
    fault = fails(places)
    assert fault.what == (
        f"What came from {server.base}{PATH} is not CircuitPython 10.1.3 for {BOARD}: "
        "The file is no UF2: it does not begin as one."
    )
    assert fault.cause == (
        "A network that answers with a page of its own (a login?), or a broken mirror."
    )


def test_a_redirect_to_a_page(server, places):
    server.pages[PATH] = lambda handler: web.send(handler, b"", 302, Location="/login")
    server.pages["/login"] = PAGE
    assert "The file is no UF2" in fails(places).what
    assert server.asked == [PATH, "/login"]


def test_a_redirect_to_the_file(server, places):
    server.pages[PATH] = lambda handler: web.send(handler, b"", 302, Location="/there.uf2")
    server.pages["/there.uf2"] = FILE
    assert downloads.get(RELEASE, places) == FILE


def test_a_redirect_without_end(server, places):
    server.pages[PATH] = lambda handler: web.send(handler, b"", 302, Location=PATH)
    assert "could not be downloaded from" in fails(places).what


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"version": "10.1.2"}, f"It is CircuitPython 10.1.2 for {BOARD}."),
        ({"board_id": "raspberry_pi_pico"}, "It is CircuitPython 10.1.3 for raspberry_pi_pico."),
    ],
)
def test_another_file_than_was_asked_for(server, places, told, sentence):
    server.pages[PATH] = uf2_files.circuitpython(**{"board_id": BOARD, **told})
    assert fails(places).what.endswith(sentence)


def test_a_file_without_end(server, places):
    def go_on(handler):
        handler.send_response(200)
        handler.end_headers()
        with suppress(OSError):  # the reader has had enough
            while True:
                handler.wfile.write(b"UF2\n" * 65536)

    server.pages[PATH] = go_on
    assert fails(places).what.endswith("What comes is far larger than any CircuitPython.")


# the folder


@contextmanager
def files_of_at_most(size):
    """No file of this process may grow larger: what a full disk does."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk(places):
    places.folder.mkdir()
    with files_of_at_most(100_000):
        fault = fails(places, code=errors.UNWRITABLE)
    assert fault.what == f"The cache {places.folder} can't be used: {os.strerror(errno.EFBIG)}."
    assert fault.cause == "The disk is full, or the folder belongs to somebody else."
    assert fault.advice.startswith("make room, or set MASTERMIND_CACHE to another folder; or ")
    assert fault.advice.endswith("mastermind install --uf2 FILE")


def test_a_cache_that_is_no_folder(server, tmp_path):
    (tmp_path / "cache").write_text("a file")
    fault = fails(Places(tmp_path / "cache", server.base), code=errors.UNWRITABLE)
    assert fault.what.startswith(f"The cache {tmp_path / 'cache'} can't be used: ")


def test_the_folder_and_the_mirror_come_from_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("MASTERMIND_CACHE", str(tmp_path))
    monkeypatch.setenv("MASTERMIND_DOWNLOADS", "http://127.0.0.1:1")
    assert downloads.default_places() == Places(tmp_path, "http://127.0.0.1:1")
    monkeypatch.delenv("MASTERMIND_CACHE")
    monkeypatch.delenv("MASTERMIND_DOWNLOADS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    usual = downloads.default_places()
    assert usual.base == "https://downloads.circuitpython.org/bin"
    assert usual.folder.name == "jungle-mastermind"
    assert cache.default_folder() == usual.folder
