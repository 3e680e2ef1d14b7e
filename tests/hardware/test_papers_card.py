# SPDX-License-Identifier: MIT
"""The PDFs: their pages and texts; the card says what the firmware does, the sheet its figures."""

import re

import pytest

WHY = ".venv/bin/pip install -r hardware/docs/requirements.txt"
pdfium = pytest.importorskip("pypdfium2", reason=WHY)
test_palettes = pytest.importorskip("test_palettes", reason=WHY)
build = pytest.importorskip("docs.build", reason=WHY)
card = pytest.importorskip("docs.card", reason=WHY)
card_words = pytest.importorskip("docs.card_words", reason=WHY)
cvd = pytest.importorskip("docs.cvd", reason=WHY)
looks = pytest.importorskip("docs.looks", reason=WHY)
sheet = pytest.importorskip("docs.colourblind", reason=WHY)
shots = pytest.importorskip("docs.shots", reason=WHY)
template = pytest.importorskip("docs.template", reason=WHY)
keys = pytest.importorskip("mastermind.keys", reason=WHY)
lights = pytest.importorskip("mastermind.lights", reason=WHY)
rules = pytest.importorskip("mastermind.rules", reason=WHY)

MM = 72 / 25.4


def pages(name):
    """(texts, sizes in mm) of a committed PDF's pages."""
    document = pdfium.PdfDocument(build.DOCS / name)
    texts = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    return texts, [tuple(round(side / MM) for side in page.get_size()) for page in document]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("quick-start-card.pdf", [(148, 210)] * 2),
        ("colour-blind-sheet.pdf", [(210, 297)] * 2),
        ("strip-template.pdf", [(210, 297)] * 3),
    ],
)
def test_pages(name, sizes):
    texts, found = pages(name)
    assert found == sizes
    assert all(len(text) > 60 for text in texts)


@pytest.mark.parametrize(
    "name", ["quick-start-card.pdf", "colour-blind-sheet.pdf", "strip-template.pdf"]
)
def test_pdfs_are_made_for_screen_readers_and_hold_no_clock(name):
    data = (build.DOCS / name).read_bytes()
    assert b"/StructTreeRoot" in data
    assert set(re.findall(rb"CreationDate \(D:(\d+)", data)) <= {b"20260101000000"}


def card_text():
    return " ".join(pages("quick-start-card.pdf")[0]).replace(
        "\N{RIGHT SINGLE QUOTATION MARK}", "'"
    )


def test_the_card_names_every_look_that_a_table_sees():
    seen = {looks.name(look) for look in looks.at_the_table()}
    assert seen == set(card_words.LIGHTS) | set(card_words.ANIMALS)
    assert len(seen) == len(lights.LOOKS) - 3  # the probes are for makers
    text = card_text()
    for sees, says in card_words.LIGHTS.values():
        assert f"{sees}: {says}" in text
    for animal, colour in card_words.ANIMALS.items():
        assert f"{animal} {colour}" in text


def test_what_blinks_is_said_to_blink():
    for name, _, blinks in lights.LOOKS:
        if name in card_words.LIGHTS:
            assert ("blinks" in card_words.LIGHTS[name][0].lower()) == blinks, name


def test_animals_and_levels_are_the_firmwares():
    assert tuple(card_words.ANIMALS) == rules.ANIMALS
    text = card_text()
    for number, level in enumerate(rules.LEVELS, 1):
        assert f"{number} {level.capitalize()}" in text
        assert f"{number} {level}" in text  # the bar of Setup


def test_the_buttons_times_are_the_firmwares():
    assert (keys.MENU_HOLD_MS, keys.MENU_LONG_MS) == (1000, 3000)
    text = card_text()
    assert "Hold it for 1 second: leave the game?" in text
    assert "for 3 seconds for a new match" in text


# Hue (degrees, CIE Lab) in which people use a word for a light that is no dim one.
HUES = {
    "orange": (45, 90),
    "yellow": (90, 115),
    "green": (115, 165),
    "blue-green": (165, 225),
    "blue": (260, 315),
    "pink": (330, 375),
}


@pytest.mark.parametrize("animal", rules.ANIMALS)
def test_colour_words_fit_the_palette(animal):
    colour = lights.PALETTES["bright"][rules.ANIMALS.index(animal)]
    hue = test_palettes.seen(colour, "normal").convert("lch-d65")["hue"]
    low, high = HUES[card_words.ANIMALS[animal]]
    assert low <= hue < high or low <= hue + 360 < high


EXAMPLES = {"younger": (0, 2), "older": (1, 1), "expert": (1, 1)}


@pytest.mark.parametrize("level", rules.LEVELS)
def test_examples_show_what_the_level_is_about(level):
    code, guess = (card.shots.animals(words) for words in card.EXAMPLES[level])
    assert tuple(rules.score(code, guess, level)) == EXAMPLES[level]
    assert (rules.BLANK in code and rules.BLANK in guess) == (level == "expert")


def test_pictures_come_from_the_game():
    game = shots.game("older", "tiger lion hippo", "lion elephant hippo")
    picture = game.picture()
    assert list(picture[:6]) == [1, 4, 5, lights.RED, lights.WHITE, lights.OFF]
    assert list(picture[6:9]) == [rules.NOT_CHOSEN] * 3
    assert list(picture[54:]) == [lights.OFF] * 3


# ---- The colour-blind sheet


@pytest.mark.parametrize("palette", lights.PALETTES)
@pytest.mark.parametrize("view", test_palettes.VIEWS)
def test_figures_are_those_of_the_palettes_tests(palette, view):
    colours = lights.PALETTES[palette]
    expected = test_palettes.nearest(colours, test_palettes.ANIMAL_PAIRS, view)
    one, two, least = cvd.closest(palette, view)
    assert least == pytest.approx(expected)
    page = list(lights.PALETTES).index(palette)
    text = pages("colour-blind-sheet.pdf")[0][page]
    assert f"{view} {rules.ANIMALS[one]} and {rules.ANIMALS[two]} {expected:.1f}" in text


def test_every_animal_has_a_pattern_of_its_own():
    drawn = {"".join(sheet.PATTERNS[animal]("#000")) for animal in rules.ANIMALS}
    assert len(drawn) == len(set(sheet.PATTERN_NAMES.values())) == len(rules.ANIMALS)
    text = pages("colour-blind-sheet.pdf")[0][0]
    for animal, pattern in sheet.PATTERN_NAMES.items():
        assert f"{animal}: {pattern}" in text


# ---- The template


def test_the_template_is_printed_at_full_size():
    assert template.words() == {"width": 132.0, "length": 230.0}
    for text in pages("strip-template.pdf")[0]:
        assert 'this line is 100 mm long: print at 100 %, "actual size"' in text.translate(
            {0x201C: '"', 0x201D: '"'}
        )
