# SPDX-License-Identifier: MIT
"""How the PCB build is ordered: the overview names every file, and its answers are the board's."""

import csv
import re

import pytest
from design import extras, layout, nets, parts
from electronics import bom

WHY = "runs in the project's .venv: make setup"
build = pytest.importorskip("docs.build", reason=WHY)
pcbblocks = pytest.importorskip("docs.pcbblocks", reason=WHY)

HARDWARE = build.HARDWARE
FAB = HARDWARE / "fab" / "rev-a0"


def text(page):
    return (HARDWARE / page).read_text(encoding="utf-8")


def test_every_fabrication_file_is_linked_from_the_overview():
    linked = set(re.findall(r"\]\(fab/rev-a0/([^)]+)\)", text("README.md")))
    files = {path.name for path in FAB.iterdir()}
    assert files == linked


def test_the_layers_are_those_in_the_folder():
    told = {pcbblocks.gerber(layer) for layer in pcbblocks.LAYERS}
    assert told == {path.name for path in (FAB / "gerbers").iterdir()}
    assert all(f"`{name}`" in text("README.md") for name in told)


def test_the_answers_for_the_factory_are_the_board_s():
    page = text("README.md")
    for line in (
        f"| size | {layout.WIDTH:g} x {layout.LENGTH:g} mm, one board, no panel |",
        "| layers | 2 |",
        f"| thickness | {layout.THICKNESS:g} mm |",
        "| copper | 1 oz (35 µm) |",
    ):
        assert line in page
    bare = next(item.what for item in extras.BOUGHT if "bare board" in item.what)
    assert bare == "bare board, 100 x 160 mm, 2 layers, 1.6 mm"


def test_the_columns_that_the_page_speaks_of_are_there():
    head = (FAB / "positions.csv").read_text().splitlines()[0].split(",")
    assert {"Turn", "Factory turn", "Mount", "Option", "Pin 1"} <= set(head)
    assert {"Mount", "Option", "References"} <= set(bom.HEAD)
    with open(FAB / "positions.csv", newline="") as file:
        ends = {row["Designator"]: row["Pin 1"] for row in csv.DictReader(file)}
    assert ends["D1"].startswith("VDD, lower right")
    assert ends["U2"] == "pin 1 at the lower left"
    assert ends["U3"] == "pin 1 at the upper left"
    assert ends["Q1"] == "gate, upper left"


def test_what_is_left_for_the_iron_is_all_that_is_not_flat():
    tall = {
        part.ref
        for part in nets.parts().values()
        if part.kind not in parts.UNBOUGHT and not parts.KINDS[part.kind].smd
    }
    spoken = pcbblocks.soldered_by_you()
    runs = re.findall(r"([A-Z]+)(\d+)(?: to [A-Z]+(\d+))?", "\n".join(
        line.split("|")[1] for line in spoken.splitlines()[2:]))  # fmt: skip
    refs = {
        f"{name}{number}"
        for name, first, last in runs
        for number in range(int(first), int(last or first) + 1)
    }
    assert refs == tall


def test_options_named_on_the_assembly_page_are_the_boards():
    told = re.search(
        r"the sensors \((.*?)\) and the 5 V input \((.*?)\)",
        " ".join(text("docs/assembly.md").split()),
    )
    for words, option in zip(told.groups(), ("sensors", "power"), strict=True):
        assert set(expanded(words)) == {
            part.ref for part in nets.parts().values() if part.option == option
        } - {part.ref for part in nets.parts().values() if part.kind in parts.UNBOUGHT}


def expanded(words):
    for run in words.split(", "):
        first, _, last = run.partition(" to ")
        letters = first.rstrip("0123456789")
        for number in range(int(first[len(letters) :]), int((last or first)[len(letters) :]) + 1):
            yield f"{letters}{number}"


def test_the_overview_shows_board_case_and_card():
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text("README.md"))
    assert {
        "enclosure/pictures/case.png",
        "fab/rev-a0/board-top.png",
        "docs/pictures/quick-start-card-1.png",
        "docs/pictures/quick-start-card-2.png",
    } <= set(shown)


def test_a_picture_by_another_typst_is_not_compared():
    signed = (HARDWARE / "docs/pictures/quick-start-card-1.png").read_bytes()
    other = re.sub(rb"\(Typst [\d.]+\)", b"(Typst 9.0.0)", signed)
    assert other != signed
    assert not build.differs(HARDWARE / "docs/pictures/quick-start-card-1.png", other)
