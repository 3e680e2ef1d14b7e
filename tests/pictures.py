# SPDX-License-Identifier: MIT
"""Pictures of the board as text, the same in every tier: a line a row, `3 TLC rw.`, and `code TLC`.

A letter is a look; rows and code that a picture does not mention are dark.
"""

from mastermind import lights, rules

# By look: animals, blank, not chosen, off, score red and white, then what the stages paint.
LETTERS = "TLCPEH_?.rw!#12=*Q^~XRGB"


def parse(lines):
    """A picture (bytes of 57 looks) from lines such as `2 TLC rw.` and `code T?.`."""
    picture = lights.dark()
    for line in lines:
        where, *groups = line.split()
        looks = [LETTERS.index(letter) for letter in "".join(groups)]
        first = lights.code_light(0) if where == "code" else lights.guess_light(int(where) - 1, 0)
        picture[first : first + len(looks)] = bytes(looks)
    return bytes(picture)


def text(picture):
    """The lines of a picture, top row first, dark ones left out."""
    lines = []
    for row in reversed(range(rules.ROWS)):
        looks = picture[6 * row : 6 * row + 6]
        if any(look != lights.OFF for look in looks):
            letters = "".join(LETTERS[look] for look in looks)
            lines.append(f"{row + 1} {letters[:3]} {letters[3:]}")
    code = picture[54:57]
    if any(look != lights.OFF for look in code):
        lines.append("code " + "".join(LETTERS[look] for look in code))
    return lines
