# SPDX-License-Identifier: MIT
"""What each event sounds like: tuples of (frequency in Hz, length in ms); 0 Hz is a rest."""

STEP = ((880, 25),)
EMPTY = ((440, 40),)
REFUSED = ((165, 220),)
DOUBT = ((247, 110), (220, 160))
HIDDEN = ((523, 80), (392, 140))
SCORED = ((659, 60), (784, 90))
HINT = ((988, 70), (1175, 70), (988, 90))
ASK = ((587, 90), (0, 60), (587, 90))
YES = ((523, 70), (659, 110))
NO = ((659, 70), (523, 110))
WELCOME = ((392, 90), (523, 90), (659, 140))
BROKEN = ((523, 110), (659, 110), (784, 110), (1047, 320))
NOT_BROKEN = ((392, 200), (349, 200), (330, 360))
ROUND = ((784, 90), (1047, 90), (1319, 220))
