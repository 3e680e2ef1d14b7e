# SPDX-License-Identifier: MIT
"""The pages: links and pictures exist, tables equal the firmware, nothing is out of date."""

import re
from pathlib import Path

import pytest

WHY = "runs in the project's .venv: make setup"
build = pytest.importorskip("docs.build", reason=WHY)
blocks = pytest.importorskip("docs.blocks", reason=WHY)
pictures = pytest.importorskip("docs.pictures", reason=WHY)
lights = pytest.importorskip("mastermind.lights", reason=WHY)
settings = pytest.importorskip("mastermind.settings", reason=WHY)

HARDWARE = build.HARDWARE
PAGES = sorted(
    page
    for folder in ("", "docs", "enclosure", "electronics")
    for page in (HARDWARE / folder).glob("*.md")
)
IDS = [str(page.relative_to(HARDWARE)) for page in PAGES]
TOOLS = build.missing()
needs_tools = pytest.mark.skipif(bool(TOOLS), reason="; ".join(TOOLS) or "all there")


def links(page):
    return re.findall(r"\]\(([^)]+)\)", page.read_text())


def anchors(page):
    """What GitHub makes of a page's headings."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_lead_somewhere(page):
    for link in links(page):
        if link.startswith("http"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} links to {link}"
        assert not anchor or anchor in anchors(target), f"{page.name} links to {link}"


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_pictures_have_words_for_those_who_cannot_see_them(page):
    assert all(text.strip() for text in re.findall(r"!\[(.*?)\]\(", page.read_text()))


def test_every_picture_is_on_a_page():
    linked = {Path(link).stem for page in PAGES for link in links(page)}
    assert set(pictures.PICTURES) <= linked
    shown = {path.stem for path in (HARDWARE / "docs/pictures").glob("*.svg")}
    assert shown == set(pictures.PICTURES)


def test_every_step_has_a_picture():
    page = (HARDWARE / "docs/strip-build.md").read_text()
    steps = re.split(r"^## (\d+)\. ", page, flags=re.MULTILINE)[1:]
    numbered = dict(zip(map(int, steps[::2]), steps[1::2], strict=True))
    assert list(numbered) == list(range(1, 15))
    for number, text in numbered.items():
        assert f"](pictures/step-{number:02}-" in text


@pytest.mark.parametrize("name", build.PAGES)
def test_generated_parts_are_up_to_date(name):
    assert (HARDWARE / name).read_bytes() == build.filled(HARDWARE / name)


def table_after(page, head):
    lines = (HARDWARE / page).read_text().split(head, 1)[1].splitlines()[2:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


@pytest.mark.parametrize("page", ["docs/strip-build.md", "docs/bring-up.md", "docs/assembly.md"])
def test_pin_tables_are_the_firmwares(page):
    rows = table_after(page, "| what | pin | on the Pico's edge |")
    chosen = settings.defaults()
    assert {row[1] for row in rows} == {chosen[name] for name in settings.PINS}
    for name in ("left", "middle", "right", "check", "menu"):
        row = next(row for row in rows if f"`{name}`" in row[0])
        assert row[1] == chosen[f"pin_{name}"]


@pytest.mark.parametrize("page", ["docs/strip-build.md", "docs/assembly.md"])
def test_light_order_tables_are_the_firmwares(page):
    rows = table_after(page, "| piece | lights | left to right |")
    for row in range(9):
        first = lights.guess_light(row, 0) + 1
        told = f"guess {first}-{first + 2}, score {first + 3}-{first + 5}"
        assert rows[row] == [f"row {row + 1}", f"{first} to {first + 5}", told]
    assert rows[9] == ["code", "55 to 57", "code 55-57"]


def test_an_unknown_generated_part_is_no_silence():
    with pytest.raises(KeyError):
        blocks.fill("<!-- begin nothing -->\n<!-- end nothing -->")


def test_the_status_is_said_plainly():
    for name in ("README.md", "docs/strip-build.md", "docs/assembly.md"):
        assert "not yet built by anyone" in (HARDWARE / name).read_text()


def test_safety_names_what_can_hurt():
    text = (HARDWARE / "docs/safety.md").read_text()
    for word in ("Small parts", "Magnets", "Power", "Batteries", "Heat", "Eyes", "Soldering"):
        assert f"**{word}.**" in text


@needs_tools
def test_all_papers_are_what_is_made_now():
    assert build.build(check=True) == []


@needs_tools
def test_papers_are_the_same_when_made_again():
    for path, make in build.outputs().items():
        if path.suffix != ".md":
            assert make() == make(), path.name


def test_papers_are_light():
    sizes = {path.name: path.stat().st_size for path in build.outputs() if path.exists()}
    assert max(sizes.values()) < 400_000
    assert sum(sizes.values()) < 2_000_000


def test_a_changed_paper_is_noticed_and_another_graphviz_is_not(tmp_path):
    paper = tmp_path / "paper.svg"
    paper.write_bytes(b"<!-- Generated by graphviz version 2.43.0 --><svg/>")
    assert not build.differs(paper, b"<!-- Generated by graphviz version 9.0 --><svg>x</svg>")
    assert build.differs(paper, b"<!-- Generated by graphviz version 2.43.0 --><svg>x</svg>")
    assert build.differs(tmp_path / "none.svg", b"")
