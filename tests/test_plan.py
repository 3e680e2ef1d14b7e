# SPDX-License-Identifier: MIT
"""What a deploy changes, in which order, what is in its way, and whether there is room for it."""

import pytest

from mastermind_host import drive, errors
from mastermind_host.deploy import manifest, plan, room, sectors, shadows
from mastermind_host.deploy.plan import ADD, DELETE, KEEP, MEND, REPLACE, Change
from mastermind_host.deploy.volume import Room

FILES = drive.files()
WANTED = {
    "code.py": b"new",
    "boot.py": b"boot",
    "lib/a.py": b"lib",
    "mastermind/rules.py": b"rules",
    "mastermind/stages/base.py": b"",
    "settings.toml": b"sound = true  # true, false\n",
    "spare.bin": b"\xff" * 16384,
}
OLD = manifest.parse(manifest.build(WANTED | {"mastermind/old.py": b"old", "old.py": b"root"}))


def kinds(changes):
    return {change.path: change.kind for change in changes}


def test_a_fresh_drive_gets_all_of_it_in_a_safe_order():
    changes = plan.plan(WANTED, {}, None)
    assert [(one.path, one.kind) for one in changes] == [
        ("spare.bin", ADD),
        ("lib/a.py", ADD),
        ("mastermind/rules.py", ADD),
        ("mastermind/stages/base.py", ADD),
        ("settings.toml", ADD),
        ("boot.py", ADD),
        ("code.py", ADD),
    ]
    assert all(one.data == WANTED[one.path] and one.old_size is None for one in changes)


def test_the_order_of_the_genuine_drive():
    order = plan.in_order(FILES)
    assert order[0] == "spare.bin"
    assert order[1:4] == [f"lib/{name}.py" for name in sorted(drive.LIBRARIES)]
    assert order[-4:] == ["settings.toml", "boot.py", "safemode.py", "code.py"]


def test_what_is_there_already_is_kept():
    changes = plan.plan(WANTED, WANTED, OLD)
    assert set(kinds(changes).values()) == {KEEP}
    assert not any(one.data or one.writes for one in changes)


def test_each_change_says_why():
    present = dict(WANTED) | {"code.py": b"edited", "boot.py": b"older", "spare.bin": b"match" * 3}
    del present["lib/a.py"]
    known = manifest.Manifest(True, "0.0.9", {"code.py": manifest.entry(b"new")})
    told = {one.path: (one.kind, one.why) for one in plan.plan(WANTED, present, known)}
    assert told["code.py"] == (MEND, "was changed or damaged since it was copied")
    assert told["boot.py"] == (REPLACE, "is another version")
    assert told["lib/a.py"] == (ADD, "is not there")
    assert told["spare.bin"] == (MEND, "has a wrong size")
    assert told["settings.toml"] == (KEEP, "is yours")
    assert told["mastermind/rules.py"] == (KEEP, "is as it should be")


def test_the_boards_second_memory_is_never_written_over():
    own = bytes(range(256)) * 64
    (change,) = plan.plan({"spare.bin": b"\xff" * 16384}, {"spare.bin": own}, None)
    assert change == Change("spare.bin", KEEP, 16384, "is the board's own", b"", 16384)


def test_the_users_settings_are_merged():
    mine = b'# mine\nlevel = "older"\n'
    (change,) = plan.plan({"settings.toml": WANTED["settings.toml"]}, {"settings.toml": mine}, None)
    merged = mine + b"\nsound = true  # true, false\n"
    why = "gets what is new: sound"
    assert change == Change("settings.toml", REPLACE, len(merged), why, merged, len(mine))


def test_only_what_an_older_deploy_has_put_in_our_folders_is_deleted():
    present = dict(WANTED) | {
        "mastermind/old.py": b"old",
        "old.py": b"root",
        "mastermind/mine.py": b"mine",
        "lib/theirs.py": b"x",
    }
    changes = plan.plan(WANTED, present, OLD)
    assert [one.path for one in changes if one.kind == DELETE] == ["mastermind/old.py"]
    assert changes[-1] == Change("mastermind/old.py", DELETE, 0, "is of an older version", b"", 3)


def test_a_deploy_that_was_broken_off_has_left_what_is_to_be_deleted():
    left = manifest.parse(manifest.incomplete(["mastermind/old.py", "../x", "lib/../../y"]))
    assert plan.stale(WANTED, left) == ["mastermind/old.py"]
    assert "mastermind/old.py" in plan.looked_at(WANTED, left)


def test_a_file_that_is_gone_is_not_deleted():
    assert set(kinds(plan.plan(WANTED, WANTED, OLD))) == set(WANTED)


def test_an_exact_copy_asks_nothing():
    present = {"spare.bin": b"x" * 16384, "code.py": b"new", "extra.py": b"e"}
    changes = plan.exact({"spare.bin": b"y", "code.py": b"new", "a": b""}, present, ["extra.py"])
    assert kinds(changes) == {"spare.bin": REPLACE, "a": ADD, "code.py": KEEP, "extra.py": DELETE}


# room


def added(path, size):
    return Change(path, ADD, size, "")


def test_room_is_counted_in_clusters():
    assert (
        room.needed([added("a", 1), added("b", 512), added("c", 513), added("d", 0)], [], 512) == 4
    )


def test_a_file_that_is_written_over_needs_what_it_grows():
    grows = Change("a", REPLACE, 1025, "", old_size=512)
    shrinks = Change("b", REPLACE, 1, "", old_size=5000)
    deleted = Change("c", DELETE, 0, "", old_size=5000)
    assert room.needed([grows, shrinks, deleted], [], 512) == 2


def test_folders_need_room_as_well():
    assert room.needed([added("lib/a.py", 1)], ["lib"], 512) == 2  # lib may have to grow
    assert room.needed([added("lib/a.py", 1)], [], 512) == 2
    # "mastermind" with 20 names of two entries and itself: 1344 bytes
    many = [added(f"mastermind/{n}.py", 1) for n in range(20)]
    assert room.needed(many, [], 512) == 20 + 3
    assert room.entry_bytes("a-name-of-27-characters.toml") == 32 * 4


def test_a_drive_without_room_is_refused_before_anything_is_written():
    changes = [added("a", 1024)]
    room.check(changes, [], Room(512, 2, 0))
    with pytest.raises(errors.Fault) as refused:
        room.check(changes, [], Room(512, 1, 0))
    assert refused.value.code == errors.UNWRITABLE
    assert refused.value.what == (
        "The board's drive is too full: 1024 bytes are needed, 512 are free. Nothing was written."
    )


def test_the_genuine_drive_fits_a_small_one_with_its_folders():
    changes = plan.plan(FILES, {}, None)
    clusters = room.needed(changes, [], 512)
    data = sum(-(-len(content) // 512) for content in FILES.values())
    assert data < clusters <= data + 8


# what is in the way

OURS = ["code.py", "lib/neopixel.py", "mastermind/__init__.py", "mastermind/rules.py"]


@pytest.mark.parametrize(
    "name",
    [
        "code.txt",
        "neopixel.py",
        "neopixel.mpy",
        "neopixel/__init__.py",
        "lib/neopixel/__init__.py",
        "mastermind/rules/__init__.py",
    ],
)
def test_what_runs_instead_of_ours(name):
    assert shadows.notes([*OURS, name], OURS) == [
        f"{name} on the drive runs instead of the firmware's own: delete or rename it."
    ]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("main.py", "main.py on the drive is not started: code.py comes first."),
        ("code.py.txt", "code.py.txt on the drive is not started: code.py comes first."),
        *(
            (name, f"{name} on the drive is not used: a file of the firmware comes first.")
            for name in ("mastermind.mpy", "lib/neopixel.mpy", "mastermind/rules.pyc")
        ),
    ],
)
def test_what_only_seems_to_be_in_the_way(name, sentence):
    assert shadows.notes([*OURS, name], OURS) == [sentence]


def test_rubbish_of_macos_beside_our_files_is_named():
    there = [*OURS, "._code.py", "lib/._neopixel.py", "._mine.py", "music.mpy", "lib/other.mpy"]
    (sentence,) = shadows.notes(there, OURS)
    assert sentence.startswith("2 files that macOS left beside the firmware's take up room: ")
    assert "._code.py, lib/._neopixel.py." in sentence


def test_other_peoples_files_are_nobodys_business():
    assert shadows.notes([*OURS, "data.txt", "lib/x.py", "mastermind/mine.py", "sd/a"], OURS) == []


# flash sectors


def test_sectors_of_one_changed_file():
    changes = plan.plan(FILES, FILES | {"mastermind/rules.py": b"x" * 3631}, None)
    (one,) = [change for change in changes if change.writes]
    assert one.path == "mastermind/rules.py"
    commit = 4000
    # invalid manifest: table, root, its first sector; the file: 1 or 2, its folder;
    # the manifest: table, root, 1 or 2
    assert 8 <= sectors.touched(changes, commit) <= 10
    assert sectors.least(changes, commit) == 2 + 3


def test_sectors_of_a_whole_drive_are_near_the_least():
    changes = plan.plan(FILES, {}, None)
    touched, least = sectors.touched(changes, 4000), sectors.least(changes, 4000)
    assert least == -(-(sum(map(len, FILES.values())) + 4000) // 4096) + 5
    assert least < touched <= least * 1.25
