# SPDX-License-Identifier: MIT
"""Pictures of the board as text, the same in every tier: a line a row, `3 TLC rw.`, and `code TLC`.

A letter is a look; rows and code that a picture does not mention are dark.
"""

from mastermind import app, lights, rules
from mastermind.stages import questions

# By look: animals, blank, not chosen, off, score red and white, then what the stages paint.
LETTERS = "TLCPEH_?.rw!#12=*Q^~XRGBu"
DIMMED_STAGES = {stage.__name__.lower() for stage in (questions.Leave, questions.NewMatch)}


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


def scale(chosen, stage=""):
    """How bright a stage is shown, of 255, with the settings in `chosen`."""
    full = lights.BRIGHTNESS[chosen["brightness"]]
    return max(1, full // app.DIM_PART) if stage in DIMMED_STAGES else full


def frames(picture, chosen, stage=""):
    """The frames that show `picture`: when blinking lights are lit, and when they are not."""
    found = []
    for blink_on in (True, False):
        frame = [0] * lights.COUNT
        maker = lights.Lights(chosen["palette"], chosen["current_limit_ma"])
        maker.render(bytearray(picture), frame, scale(chosen, stage), blink_on)
        found.append(tuple(frame))
    return found
