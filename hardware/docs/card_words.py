# SPDX-License-Identifier: MIT
"""What the quick-start card says of the lights, in words that one reads to a child of six.

One entry for every look that a table sees, by its name in `lights.LOOKS`; a test counts them.
"""

# animal: the colour of its light, in the palette "bright"
ANIMALS = {
    "tiger": "orange",
    "lion": "yellow",
    "crocodile": "green",
    "parrot": "blue-green",
    "elephant": "blue",
    "hippo": "pink",
}

# look: (what one sees, what it says)
LIGHTS = {
    "not chosen": ("It blinks", "Not chosen yet. Press the button below it."),
    "blank": ("Dim white", "Blank on purpose: no animal here (expert)."),
    "off": ("Dark", "Nothing here."),
    "red": ("Red", "right animal, right hole."),
    "white": ("White", "right animal, but another hole."),
    "not sure": ("Blinks violet", "Which animal is it? Lift it and set it again."),
    "fault": ("Flashes twice", "This doesn't go. Look where it flashes."),
    "bar": ("Blue-grey bar", "A number: count the lights from the bottom."),
    "cheer": ("Gold sparks", "The code is found. Hurray!"),
    "player one": ("Orange", "Player one. Orange all over: close your eyes!"),
    "player two": ("Blue", "Player two. Blue all over: close your eyes!"),
    "both players": ("Violet", "Scoreboard: rows that both players needed."),
    "question": ("All dim, code blinks", "A question. Green is yes, blue is no."),
    "hood": ("Top row blinks", "Put the mountain back on."),
    "mistake": ("Code blinks orange", "A setting is wrong. Ask a grown-up."),
    "error": ("Exclamation mark", "Wait: it starts again, with your game."),
}

ON_FRONT = ("red", "white")  # the other looks stand on the back
BUTTONS = ("left", "middle", "right", "check", "menu")
