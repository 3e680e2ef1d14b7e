# SPDX-License-Identifier: MIT
"""The FAT driver that stands between a folder and an emulated board's drive. Needs no board."""

import random

import pytest
from emulator import image
from emulator.fatclusters import Clusters
from emulator.fatvolume import SMALL_BASE, SMALL_EXTENSION, Volume

WHEN = 1_700_000_000
ROOT_SECTOR, FIRST_DATA_SECTOR = 8, 40  # of a drive of 1 MiB


def volume(files: image.Files) -> Volume:
    return Volume(bytearray(image.fat(files)))


def sectors_of(drive: Volume, path: str) -> list[int]:
    entry = drive.find(path)
    assert entry
    return drive.clusters.sectors(entry.first)


def test_it_reads_what_another_program_has_written() -> None:
    files = image.files()
    drive = volume(files)
    assert {path: content for path, content in drive.files().items() if path in files} == files
    assert drive.folders() == [".fseventsd", "lib", "mastermind", "mastermind/stages"]


@pytest.mark.parametrize("seed", range(3))
def test_it_keeps_what_a_thousand_changes_leave(seed: int) -> None:
    chance = random.Random(seed)
    drive = volume({"code.py": b""})
    kept = drive.files()
    folders = ("", "lib/", "a folder/with a long name/")
    for _ in range(1000):
        name = chance.choice((f"{chance.randrange(30)}.py", f"A name {chance.randrange(30)}.toml"))
        path = chance.choice(folders) + name
        if chance.random() < 0.4:
            drive.remove(path)
            kept.pop(path, None)
        else:
            kept[path] = chance.randbytes(chance.randrange(3000))
            drive.write(path, kept[path], WHEN)
    assert drive.files() == kept
    again = Volume(bytearray(drive.image))
    assert again.files() == kept
    used = sum(-(-len(content) // 512) for content in kept.values())
    in_folders = sum(len(sectors_of(again, path)) for path in again.folders())
    assert len(again.clusters.used_sectors()) == used + in_folders


def test_a_file_that_is_written_over_keeps_its_place() -> None:
    drive = volume({"one": bytes(1500), "two": bytes(1500), "zoo": bytes(600)})
    one, two, zoo = (sectors_of(drive, name) for name in ("one", "two", "zoo"))
    before = bytes(drive.image)
    drive.write("one", b"x" * 1500, WHEN + 10)
    assert sectors_of(drive, "one") == one
    assert drive.changed(before) == [*one, ROOT_SECTOR]
    drive.write("two", b"x" * 2000, WHEN + 10)
    assert sectors_of(drive, "two") == [*two, zoo[-1] + 1]
    drive.write("two", b"x", WHEN + 10)
    assert sectors_of(drive, "two") == two[:1]
    assert sectors_of(drive, "zoo") == zoo


def test_a_short_name_in_small_letters_stays_so() -> None:
    drive = volume({})
    drive.write("CODE.PY", b"as CircuitPython writes it", WHEN)
    entry = drive.find("CODE.PY")
    assert entry
    drive.image[entry.slots[-1] + 12] = SMALL_BASE | SMALL_EXTENSION
    assert drive.find("code.py")
    drive.write("code.py", b"new", WHEN)
    assert drive.files()["code.py"] == b"new"


def test_sectors_go_in_the_order_data_table_directories() -> None:
    drive = volume({"lib/one.py": b"1", "two.py": b"2"})
    before = bytes(drive.image)
    drive.write("lib/three.py", bytes(1000), WHEN)
    data, table, folder = sectors_of(drive, "lib/three.py"), 1, sectors_of(drive, "lib")
    assert drive.changed(before) == [*data, table, *folder]
    assert drive.changed(bytes(drive.image)) == []


def test_a_file_that_is_moved_keeps_its_place() -> None:
    drive = volume({"one.part": bytes(1500), "one": b"old"})
    place = sectors_of(drive, "one.part")
    drive.move("one.part", "one", WHEN)
    assert sectors_of(drive, "one") == place
    assert drive.find("one.part") is None


def test_a_full_drive_refuses_and_stays_as_it_was() -> None:
    drive = volume({"small": bytes(1000)})
    free = len(drive.clusters.free())
    drive.write("large", bytes(512 * (free - 2)), WHEN)
    before = drive.files()
    with pytest.raises(OSError, match="no room on the drive"):
        drive.write("small", bytes(1000 + 512 * 3), WHEN)
    assert drive.files() == before
    drive.write("small", bytes(1000 + 512 * 2), WHEN)
    assert drive.clusters.free() == []


def test_something_else_is_no_file_system() -> None:
    with pytest.raises(ValueError, match="no FAT file system"):
        Volume(bytearray(b"\xff" * 1024 * 1024))
    big = bytearray(image.fat({}))
    big[19:21] = (60000).to_bytes(2, "little")
    with pytest.raises(ValueError, match="not FAT12"):
        Clusters(big)
