# SPDX-License-Identifier: MIT
"""The PCB build's papers: parts lists, assembly page and the case's page agree."""

import csv
import re

import pytest
from design import extras, layout
from electronics import bom
from enclosure.sizes import Sizes

WHY = "runs in the project's .venv: make setup"
build = pytest.importorskip("docs.build", reason=WHY)
casedrawing = pytest.importorskip("docs.casedrawing", reason=WHY)
pcbblocks = pytest.importorskip("docs.pcbblocks", reason=WHY)

HARDWARE = build.HARDWARE
FAB = HARDWARE / "fab" / "rev-a0"
ASSEMBLY, CASE = "docs/assembly.md", "enclosure/README.md"
PRINT_ROW = re.compile(r"^\| `([a-z-]+)` \| (\d+) \| ([^|]*) \| ([^|]*) \|", re.MULTILINE)
ORDER = ("face", "caps into", "diffusers into", "the board", "the tray", "six screws")


def text(page):
    return (HARDWARE / page).read_text(encoding="utf-8")


def flat(page):
    return " ".join(text(page).split())


def listed(build_name):
    with open(FAB / f"bom-pcb-{build_name}.csv", newline="") as file:
        return [row for row in csv.DictReader(file) if not row["References"]]


def printed(page):
    """{name: (number, material, colour)} of a page's table of prints."""
    return {name: (int(number), *rest) for name, number, *rest in PRINT_ROW.findall(text(page))}


# ---- Screws, magnet, glue


@pytest.mark.parametrize("page", [ASSEMBLY, CASE])
def test_a_page_names_no_other_screw(page):
    assert set(re.findall(r"M3 x (\d+)", text(page))) == {"16"}


@pytest.mark.parametrize("build_name", bom.BUILDS)
def test_the_lists_have_the_case_pages_screws_magnet_and_glue(build_name):
    found = {row["What"]: int(row["Quantity"]) for row in listed(build_name)}
    assert found["screw M3 x 16 mm, pan or button head"] == 6
    assert found["rod magnet 4 x 10 mm, N40 or stronger"] == 1
    assert found["epoxy glue, two parts, smallest pack"] == 1
    assert sum("screw" in what for what in found) == sum("magnet" in what for what in found) == 1
    case = flat(CASE)
    assert "6 screws M3 x 16 with pan or button heads" in case
    assert "1 rod magnet of 4 x 10 mm (N40 or stronger, magnetised along its length)" in case
    assert "a little epoxy" in case


def test_the_magnet_is_the_one_that_the_peg_has_room_for():
    assert (Sizes().magnet, Sizes().magnet_length) == extras.MAGNET_MM


def thread_mm(length):
    """How much of a screw is in the face, and how much room is left before its tip."""
    tip = Sizes().floor_under + length
    return tip, Sizes().top - 0.8 - tip


@pytest.mark.parametrize(("length", "holds"), [(8, False), (12, False), (16, True), (25, False)])
def test_the_screws_reach_into_the_face_and_not_through_it(length, holds):
    thread, room = thread_mm(length)
    assert (thread >= 2.5 * 3 and room > 0) == holds
    assert (length == extras.SCREW_MM) <= holds


# ---- Prints


@pytest.mark.parametrize("page", [ASSEMBLY, CASE])
def test_a_page_lists_the_prints_of_the_one_table(page):
    found = printed(page)
    assert {name: row[0] for name, row in found.items()} == {
        item.name: item.quantity for item in extras.PRINTS
    }
    for item in extras.PRINTS:
        _, material, colour = found[item.name]
        assert item.material.split(" or ")[0] in material.replace("as the face", "PLA").replace(
            "as the tray", "PLA"
        )
        assert item.colour.split(" or ")[0] in colour


@pytest.mark.parametrize(("build_name", "options"), list(bom.BUILDS.items()))
def test_a_list_has_the_prints_of_its_build(build_name, options):
    found = {row["Number"]: int(row["Quantity"]) for row in listed(build_name)}
    files = {
        f"enclosure/stl/{item.name}.stl": item.quantity
        for item in extras.PRINTS
        if item.option in options
    }
    assert {name: count for name, count in found.items() if name.endswith(".stl")} == files
    assert all((HARDWARE / name).is_file() for name in files)


def test_each_print_file_is_listed():
    assert {path.stem for path in (HARDWARE / "enclosure/stl").glob("*.stl")} == {
        item.name for item in extras.PRINTS
    }


def test_only_the_build_without_a_jack_has_its_cover():
    covers = {name: any("jack-cover" in row["What"] for row in listed(name)) for name in bom.BUILDS}
    assert covers == {"base": True, "full": False}


# ---- Cables and the rest


@pytest.mark.parametrize("word", ["USB cable", "socket strip", "5 V adapter", "XHP-4"])
def test_what_else_is_needed_stands_on_the_page_and_in_the_full_list(word):
    assert word in text(ASSEMBLY)
    assert any(word in row["What"] for row in listed("full"))


# ---- The case's order


def order_of(words):
    told = words.lower()
    places = [told.find(word) for word in ORDER]
    assert -1 not in places
    return places


def test_the_case_is_closed_in_the_case_pages_order():
    steps = pcbblocks.case_order()
    assert steps in text(ASSEMBLY)
    four = steps[steps.index("4. ") :]
    assert order_of(four) == sorted(order_of(four))
    assert "over all" not in text(ASSEMBLY)


def test_steps_come_without_their_page_s_own_links():
    page = (
        "## Putting it together\n\n![a](b.png)\n\n1. See [c](d.py).\n2. Then [e](http://f).\n\nEnd."
    )
    steps = "1. See [c](../enclosure/d.py).\n2. Then [e](http://f).\n"
    assert pcbblocks.case_steps(page) == steps


def test_a_case_page_without_steps_is_no_silence():
    with pytest.raises(ValueError, match="no numbered list"):
        pcbblocks.case_steps("## Putting it together\n\nAs you like.\n")


def test_the_picture_names_the_steps_of_the_page():
    drawn = (HARDWARE / "docs/pictures/case-upside-down.svg").read_text()
    told = re.findall(r">step (\d): ([^<]*)<", drawn)
    assert [words for _, words in told] == [
        "screws M3 x 16", "tray", "board", "diffusers", "caps", "face", "two books"
    ]  # fmt: skip
    steps = dict(re.findall(r"^(\d)\. (.*?)(?=^\d\. |\Z)", pcbblocks.case_order(), re.M | re.S))
    for number, words in told:
        named = words.split(" M3")[0].lower()
        assert named in " ".join(steps[number].lower().split())


def test_the_picture_shows_the_middle_column():
    lit = [(at.y, at.kind) for at in casedrawing.COLUMN]
    assert len(lit) == layout.ROWS + 1
    assert [kind for _, kind in lit].count("code") == 1
